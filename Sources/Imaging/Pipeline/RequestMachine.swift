import Support

/// The life of requests and of the work they share: pure state, no locks, no closures, no clocks.
///
/// The shell takes its lock, calls one method, lets go, and does what it was told. A request has one job that ends it and perhaps some that only give
/// degraded images; jobs are shared by key. Degraded images are delivered in their order and before the end, whichever is ready first, so what a request hears
/// does not depend on speed. Its events wait in its own mailbox, which one thread at a time may empty, so it never hears two at once, whatever
/// threads they come from.
///
/// A job has the highest priority of those who wait for it; a degraded image that a finished picture waits for goes before all else. Of one priority
/// the newest goes first, since that is what somebody looks at now; only prefetching keeps the order it was asked for in.
struct RequestMachine<Key: Hashable & Sendable, Work, Payload> {
    typealias ID = Int64
    typealias Priority = ImageRequest.Priority

    enum Kind: Hashable, Sendable { case degraded, finished, failed, cancelled }

    /// An event in a mailbox. Only `cancelled` has no payload.
    struct Event {
        let kind: Kind
        let payload: Payload?
    }

    private struct Request {
        let final: Key
        /// Degraded images that have not been delivered yet, in their order.
        var early: [DegradedImage] = []
        var mailbox: [Event] = []
        /// How the final job ended, while degraded images are still to be delivered.
        var outcome: Event?
        var isDelivering = false
        /// True once the terminal event is in the mailbox.
        var isEnded = false
    }

    private struct DegradedImage {
        let key: Key
        /// What came of it; kept while one before it is awaited.
        var event: Event?
    }

    private struct Place {
        let priority: Priority
        let slot: WaitingList<Key>.Slot
    }

    private struct Job {
        /// What the shell needs to run it, from the request that asked first.
        let work: Work
        var subscribers = Subscribers()
        /// Where it waits; `nil` once it runs.
        var place: Place?
        var isRunning = false
        var wasGivenBack = false
    }

    /// Work that waits.
    struct Candidate {
        let key: Key
        let work: Work
        let priority: Priority
        let wasGivenBack: Bool
    }

    private var requests: [ID: Request] = [:]
    private var jobs: [Key: Job] = [:]
    /// Keys of the jobs that wait, by the raw value of their priority.
    private var lanes = Priority.allCases.map { WaitingList<Key>($0 == .background ? .oldestFirst : .newestFirst) }

    /// Requests that still owe their handler something.
    var liveCount: Int { requests.count }
    var jobCount: Int { jobs.count }
    var waitingCount: Int { lanes.reduce(0) { $0 + $1.count } }
    /// Whether there is work that a finished picture waits for.
    var isDegradedImageAwaited: Bool { lanes[Priority.awaitedDegradedImage.rawValue].count > 0 }

    /// Takes a request in. Returns how many new jobs there are: wake as many threads.
    /// - Parameter early: the jobs of the degraded images, in the order of their delivery. When one fails, those after it are left out.
    mutating func add(_ id: ID, final: Key, early: [Key], priority: Priority, work: Work) -> Int {
        precondition(requests[id] == nil, "request ids are never reused")
        let early = early.filter { $0 != final }
        requests[id] = Request(final: final, early: early.map { DegradedImage(key: $0) })
        var new = 0
        // The newest job of a list runs first, so that of the first degraded image enters last.
        for key in early.reversed() where join(id, key, Self.degradedImagePriority(priority), work) { new += 1 }
        if join(id, final, priority, work) { new += 1 }
        return new
    }

    /// From now on the request's work waits as if it had been asked for now, at this priority. Work that others want sooner stays where it is; work
    /// that has begun goes on. Without effect on ended requests.
    mutating func setPriority(_ id: ID, _ priority: Priority) {
        guard let request = requests[id], !request.isEnded else { return }
        for degraded in request.early.reversed() { change(id, degraded.key, Self.degradedImagePriority(priority)) }
        change(id, request.final, priority)
        hurry(id)
    }

    /// Ends a request whose result is at hand.
    mutating func addFinished(_ id: ID, final: Key, payload: Payload) {
        precondition(requests[id] == nil, "request ids are never reused")
        requests[id] = Request(final: final, mailbox: [Event(kind: .finished, payload: payload)], isEnded: true)
    }

    /// The next work, which the caller must run and `finish` or `giveBack`.
    mutating func next() -> Candidate? { next { _ in true } }

    /// The same, if the caller may begin it now.
    mutating func next(where mayBegin: (Candidate) -> Bool) -> Candidate? {
        for priority in Priority.allCases.reversed() {
            guard let key = lanes[priority.rawValue].next, let job = jobs[key] else { continue }
            let candidate = Candidate(key: key, work: job.work, priority: priority, wasGivenBack: job.wasGivenBack)
            guard mayBegin(candidate) else { return nil }
            _ = lanes[priority.rawValue].pop()
            jobs[key]!.place = nil
            jobs[key]!.isRunning = true
            return candidate
        }
        return nil
    }

    /// The work was begun in vain and waits again, before everything of its priority but prefetching's. False where nobody wants it any more.
    mutating func giveBack(_ key: Key) -> Bool {
        guard jobs[key] != nil else { return false }
        (jobs[key]!.isRunning, jobs[key]!.wasGivenBack) = (false, true)
        requeue(key, asked: nil)
        return jobs[key] != nil
    }

    /// Ends a job's run. Returns the requests that have events to deliver. A degraded image that failed is not reported.
    mutating func finish(_ key: Key, succeeded: Bool, payload: Payload?) -> [ID] {
        guard let job = jobs.removeValue(forKey: key) else { return [] }
        jobs.giveMemoryBack()
        var mail: [ID] = []
        for id in job.subscribers.ids {
            guard requests[id]?.isEnded == false else { continue }
            if let place = requests[id]!.early.firstIndex(where: { $0.key == key }) {
                if succeeded {
                    requests[id]!.early[place].event = Event(kind: .degraded, payload: payload)
                } else {
                    drop(id, from: place)
                }
            } else {
                requests[id]!.outcome = Event(kind: succeeded ? .finished : .failed, payload: payload)
            }
            if collectMail(id) { mail.append(id) }
            hurry(id)
        }
        return mail
    }

    /// True where the request was alive and now ends with `cancelled`; whatever was in its mailbox is dropped.
    mutating func cancel(_ id: ID) -> Bool {
        guard let request = requests[id], !request.isEnded else { return false }
        requests[id]!.mailbox = []
        leave(id, request.final)
        end(id, Event(kind: .cancelled, payload: nil))
        return true
    }

    /// Takes the next event of a request for delivery. `nil`: nothing there, or another thread is at it. After delivering, call `delivered`.
    mutating func beginDelivery(_ id: ID) -> Event? {
        guard let request = requests[id], !request.isDelivering, !request.mailbox.isEmpty else { return nil }
        requests[id]!.isDelivering = true
        return requests[id]!.mailbox.removeFirst()
    }

    /// The handler returned. Gives the next event, if any; the request is forgotten after its terminal one.
    mutating func delivered(_ id: ID) -> Event? {
        guard let request = requests[id] else { return nil }
        if !request.mailbox.isEmpty { return requests[id]!.mailbox.removeFirst() }
        requests[id]!.isDelivering = false
        if request.isEnded {
            requests[id] = nil
            requests.giveMemoryBack()
        }
        return nil
    }

    /// Every request that has not ended.
    var unendedRequests: [ID] { requests.filter { !$0.value.isEnded }.keys.sorted() }

    /// Puts into the mailbox what nothing has to wait for any more. False where that is nothing.
    private mutating func collectMail(_ id: ID) -> Bool {
        var hasMail = false
        while let event = requests[id]!.early.first?.event {
            requests[id]!.early.removeFirst()
            requests[id]!.mailbox.append(event)
            hasMail = true
        }
        guard requests[id]!.early.isEmpty, let outcome = requests[id]!.outcome else { return hasMail }
        end(id, outcome)
        return true
    }

    /// Degraded images that a later one, or the result, waits for come before all else.
    private mutating func hurry(_ id: ID) {
        guard let request = requests[id] else { return }
        let awaited = request.outcome == nil ? request.early.lastIndex { $0.event != nil } : request.early.count
        for degraded in request.early.prefix(awaited ?? 0).reversed() { change(id, degraded.key, .awaitedDegradedImage) }
    }

    /// Drops a degraded image that failed, and those after it, which would come in its place.
    private mutating func drop(_ id: ID, from place: Int) {
        let dropped = requests[id]!.early[place...].map(\.key)
        requests[id]!.early.removeSubrange(place...)
        for key in dropped { leave(id, key) }
    }

    private mutating func end(_ id: ID, _ event: Event) {
        let dropped = requests[id]!.early.map(\.key)
        for key in dropped { leave(id, key) }
        requests[id]!.early = []
        requests[id]!.outcome = nil
        requests[id]!.mailbox.append(event)
        requests[id]!.isEnded = true
    }

    /// Degraded images run before other jobs of their priority, or they would come too late.
    private static func degradedImagePriority(_ priority: Priority) -> Priority { priority == .background ? .background : .firstDegradedImage }

    /// - Returns: whether the job is new.
    private mutating func join(_ id: ID, _ key: Key, _ priority: Priority, _ work: Work) -> Bool {
        let isNew = jobs[key] == nil
        if isNew { jobs[key] = Job(work: work) }
        jobs[key]!.subscribers.set(id, priority)
        requeue(key, asked: priority)
        return isNew
    }

    private mutating func change(_ id: ID, _ key: Key, _ priority: Priority) {
        // The request's own job may be over, and another's under the same key.
        guard jobs[key]?.subscribers.contains(id) == true else { return }
        jobs[key]!.subscribers.set(id, priority)
        requeue(key, asked: priority)
    }

    /// Work that nobody waits for any more is dropped before it starts; once it runs, it stays joinable until it is done.
    private mutating func leave(_ id: ID, _ key: Key) {
        guard jobs[key]?.subscribers.remove(id) == true else { return }
        requeue(key, asked: nil)
    }

    /// Keeps a waiting job at the highest priority that is left, or drops it where nobody is. `asked`: somebody asked for it now, at this priority.
    private mutating func requeue(_ key: Key, asked: Priority?) {
        guard let job = jobs[key], !job.isRunning else { return }
        let highest = job.subscribers.highest
        if let place = job.place {
            if place.priority == highest {
                if asked == highest { lanes[place.priority.rawValue].renew(place.slot) }
                return
            }
            lanes[place.priority.rawValue].remove(place.slot)
        }
        if let highest {
            jobs[key]!.place = Place(priority: highest, slot: lanes[highest.rawValue].push(key))
        } else {
            jobs[key] = nil
            jobs.giveMemoryBack()
        }
    }
}
