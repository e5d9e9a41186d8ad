/// The life of requests and of the work they share: pure state, no locks, no closures, no clocks.
///
/// The shell takes its lock, calls one method, lets go, and does what it was told. A request has one job that ends it and perhaps one that only gives
/// a first impression; jobs are shared by key. Events of a request wait in its own mailbox, which one thread at a time may empty, so a
/// request hears its events in order and never two at once, whatever threads they come from.
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
        /// Job of the first impression while it is awaited.
        var early: Key?
        let priority: Priority
        var mailbox: [Event] = []
        /// The final job failed while the first impression was on its way: a thumbnail of a lost original is worth waiting for.
        var failure: Event?
        var isDelivering = false
        /// True once the terminal event is in the mailbox.
        var isEnded = false
    }

    private struct Job {
        /// What the shell needs to run it, from the request that asked first.
        let work: Work
        var subscribers: Set<ID> = []
        var priority: Priority
        var isRunning = false
    }

    private var requests: [ID: Request] = [:]
    private var jobs: [Key: Job] = [:]
    /// Keys waiting, by priority. An entry is stale where its job is gone, running, or waits at another priority.
    private var waiting: [Priority: Queue<Key>] = [:]

    /// Requests that still owe their handler something.
    var liveCount: Int { requests.count }
    var jobCount: Int { jobs.count }

    /// Takes a request in. True: there is new work, wake a thread.
    mutating func add(_ id: ID, final: Key, early: Key?, priority: Priority, work: Work) -> Bool {
        precondition(requests[id] == nil, "request ids are never reused")
        let early = early == final ? nil : early
        requests[id] = Request(final: final, early: early, priority: priority)
        var isNew = false
        // First impressions come before other work of their class, or they would not be first.
        if let early { isNew = join(id, early, priority == .background ? .background : .firstImpression, work) }
        return join(id, final, priority, work) || isNew
    }

    /// Ends a request whose result is at hand.
    mutating func addFinished(_ id: ID, final: Key, payload: Payload) {
        precondition(requests[id] == nil, "request ids are never reused")
        requests[id] = Request(final: final, early: nil, priority: .normal, mailbox: [Event(kind: .finished, payload: payload)], isEnded: true)
    }

    /// The next work, which the caller must run and `finish`.
    mutating func next() -> (key: Key, work: Work)? {
        for priority in Priority.allCases.reversed() {
            while let key = waiting[priority]?.pop() {
                guard let job = jobs[key], !job.isRunning, job.priority == priority else { continue }
                jobs[key]!.isRunning = true
                return (key, job.work)
            }
        }
        return nil
    }

    /// A job's run is over. Returns the requests that now have mail. `succeeded` false of a first impression is no news.
    mutating func finish(_ key: Key, succeeded: Bool, payload: Payload?) -> [ID] {
        guard let job = jobs.removeValue(forKey: key) else { return [] }
        var mail: [ID] = []
        for id in job.subscribers.sorted() {
            guard requests[id]?.isEnded == false else { continue }
            let event = Event(kind: succeeded ? .finished : .failed, payload: payload)
            if requests[id]!.early == key {
                requests[id]!.early = nil
                if succeeded { requests[id]!.mailbox.append(Event(kind: .degraded, payload: payload)) }
                if let failure = requests[id]!.failure { end(id, failure) } else if !succeeded { continue }
            } else if !succeeded, requests[id]!.early != nil {
                requests[id]!.failure = event
                continue
            } else {
                end(id, event)
            }
            mail.append(id)
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
        if request.isEnded { requests[id] = nil }
        return nil
    }

    /// Every request that has not ended.
    var unendedRequests: [ID] { requests.filter { !$0.value.isEnded }.keys.sorted() }

    private mutating func end(_ id: ID, _ event: Event) {
        if let early = requests[id]!.early { leave(id, early) }
        requests[id]!.early = nil
        requests[id]!.mailbox.append(event)
        requests[id]!.isEnded = true
    }

    private mutating func join(_ id: ID, _ key: Key, _ priority: Priority, _ work: Work) -> Bool {
        if jobs[key] == nil {
            jobs[key] = Job(work: work, priority: priority)
        } else if jobs[key]!.isRunning || jobs[key]!.priority >= priority {
            jobs[key]!.subscribers.insert(id)
            return false
        }
        jobs[key]!.subscribers.insert(id)
        jobs[key]!.priority = priority
        waiting[priority, default: Queue()].push(key)
        return true
    }

    /// Work that nobody waits for any more is dropped before it starts; once it runs, it stays joinable until it is done.
    private mutating func leave(_ id: ID, _ key: Key) {
        jobs[key]?.subscribers.remove(id)
        if let job = jobs[key], job.subscribers.isEmpty, !job.isRunning { jobs[key] = nil }
    }
}

/// First in, first out, both in constant time.
struct Queue<Element> {
    private var incoming: [Element] = []
    private var outgoing: [Element] = []

    mutating func push(_ element: Element) { incoming.append(element) }

    mutating func pop() -> Element? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming = []
        }
        return outgoing.popLast()
    }
}
