import Foundation
import Pixels
import Support
import Synchronization

/// The shell around `RequestMachine`: the lock, the threads and the payloads.
///
/// Apart from `ImagePipeline` so that the threads keep this alive and not the pipeline, whose end tells them to stop.
final class PipelineCore: @unchecked Sendable {
    private typealias Outcome = Result<ImageResult, ImagingError>
    private typealias Machine = RequestMachine<JobKey, ImageRequest, Payload>

    /// What an event tells of, and the room it takes until it is told: none for a failure, or for what is in memory anyway.
    private struct Payload {
        let outcome: Outcome
        let reservation: ByteBudget.Reservation?
    }

    private struct Work {
        let key: JobKey
        let request: ImageRequest
        let wasGivenBack: Bool
        let reservation: ByteBudget.Reservation
    }

    private let renderer: Renderer
    private let threadCount: Int

    // `condition` guards everything below.
    private let condition = NSCondition()
    private var machine = Machine()
    private var handlers: [Int64: @Sendable (ImageEvent) -> Void] = [:]
    /// Requests whose mail nobody has taken yet.
    private var undelivered = Queue<Int64>()
    private var cache = ResultCache()
    /// Requests that may download, until their last event.
    private var fetching: [Int64: FetchingRequest] = [:]
    private var lastID: Int64 = 0
    private var threadsStarted = false
    private var isStopping = false

    private var budget: ByteBudget

    private let watch: MemoryWatch
    /// From the first request to the end.
    private var listener: MemoryWatch.Listener?

    init(renderer: Renderer, threads: Int, byteBudget: Int, watch: MemoryWatch) {
        (self.renderer, threadCount, self.watch) = (renderer, threads, watch)
        budget = ByteBudget(budget: byteBudget)
    }

    /// Counts bytes that a receiver keeps waiting until it calls `release`, once.
    func hold(_ bytes: Int) {
        condition.withLock { budget.hold(bytes) }
    }

    func release(_ bytes: Int) {
        condition.withLock { if budget.release(bytes) { condition.broadcast() } }
    }

    func reserveID() -> Int64 {
        condition.withLock {
            lastID += 1
            return lastID
        }
    }

    /// As `start`, and fetches the file where it must be and may be.
    func begin(_ request: ImageRequest, id: Int64, handler: @escaping @Sendable (ImageEvent) -> Void) {
        guard let fetch = request.source.fetch else { return start(request, id: id, handler: handler) }
        let fetching = FetchingRequest(self, request)
        condition.withLock { self.fetching[id] = fetching }
        fetching.start(fetch: fetch, handler: handler) { self.forgetFetching(id) }
    }

    private func forgetFetching(_ id: Int64) {
        // Let go of outside the lock, as handlers are.
        let gone = condition.withLock {
            defer { fetching.giveMemoryBack() }
            return fetching.removeValue(forKey: id)
        }
        withExtendedLifetime(gone) {}
    }

    func start(_ request: ImageRequest, id: Int64, handler: @escaping @Sendable (ImageEvent) -> Void) {
        let key = RenderKey(request), remembered = self.remembered(request)
        let (final, early) = request.jobs(key, renderer.derivatives)
        condition.withLock {
            handlers[id] = handler
            if let result = remembered {
                machine.addFinished(id, final: final, payload: Payload(outcome: .success(result), reservation: nil))
                undelivered.push(id)
                condition.signal()
            } else {
                let new = machine.add(id, final: final, early: early, priority: request.priority, work: request)
                for _ in 0..<new { condition.signal() }
            }
            startThreads()
        }
    }

    func cancel(_ id: Int64) {
        if let fetching = condition.withLock({ fetching[id] }) { return fetching.cancel() }
        condition.withLock {
            guard machine.cancel(id) else { return }
            undelivered.push(id)
            condition.signal()
        }
    }

    func setPriority(_ priority: ImageRequest.Priority, of id: Int64) {
        if let fetching = condition.withLock({ fetching[id] }) { return fetching.setPriority(priority) }
        // What waits has its thread already, or waits for the budget: nobody is to be woken.
        condition.withLock { machine.setPriority(id, priority) }
    }

    func renderNow(_ request: ImageRequest) throws(ImagingError) -> ImageResult {
        if let result = remembered(request) { return result }
        let fetch = request.source.fetch, preview = fetch == nil ? nil : request.previewFetch
        let result: ImageResult
        do {
            result = try FetchingWork<ImageResult>.now(fetch) { try FetchingWork<ImageResult>.now(preview) { try renderer.render(request) } }
        } catch { throw ImagingError(whileFetching: error) }
        condition.withLock { remember(result, RenderKey(request)) }
        return result
    }

    func deriveNow(_ request: ImageRequest) throws(ImagingError) -> MadeDerivatives? { try renderer.deriveNow(request) }

    var isIdle: Bool { condition.withLock { machine.liveCount == 0 } }

    func stop() {
        let fetching = condition.withLock {
            isStopping = true
            listener = nil
            for id in machine.unendedRequests where machine.cancel(id) { undelivered.push(id) }
            condition.broadcast()
            return Array(self.fetching.values)
        }
        for request in fetching { request.cancel() }
    }

    // MARK: Remembering

    /// The finished picture of an earlier request, if it is in memory and the asset has not changed since.
    func remembered(_ request: ImageRequest) -> ImageResult? {
        let key = RenderKey(request)
        guard let (result, known) = condition.withLock({ cache.use(key) }) else { return nil }
        guard let refresh = request.source.refresh else { return result }
        // Looked at before the library is read, so that what is committed in between shows next time.
        let stamp = request.source.stamp?()
        if let stamp, stamp == known { return result }
        // Asked outside the lock. An asset that is gone or has changed since is worked off as if nothing were remembered.
        guard let now = try? refresh(request), now.revision == request.revision else {
            condition.withLock { cache.remove(key) }
            return nil
        }
        if let stamp { condition.withLock { cache.note(stamp, for: key) } }
        return result
    }

    func forgetEverything() {
        condition.withLock { cache.removeAll() }
        renderer.slowFiles.forget()
    }

    /// Memory is scarce: lets go of what can be made again.
    func giveMemoryBack() {
        let kept = condition.withLock {
            defer { cache.removeAll() }
            return cache
        }
        // Let go of outside the lock: it takes the kernel its time to take back that much.
        withExtendedLifetime(kept) {}
        renderer.decoder.giveMemoryBack()
    }

    /// Bytes of the picture in memory, which has now been used last; `nil` where there is none.
    func bytesRemembered(_ key: RenderKey) -> Int? { condition.withLock { cache.use(key)?.result.image.byteCount } }

    func forget(_ key: RenderKey) { condition.withLock { cache.remove(key) } }

    /// Call with the lock held. What is damaged may be repaired without anybody's notice; an animation would push everything else out.
    private func remember(_ result: ImageResult, _ key: RenderKey) {
        if !result.isDegraded, result.isOfRequestedRevision, result.image.damage == nil, key.frames == nil { cache.insert(result, for: key) }
    }

    // MARK: Threads

    private func startThreads() {
        guard !threadsStarted else { return }
        threadsStarted = true
        listener = watch.listen { [weak self] in self?.giveMemoryBack() }
        for number in 1...threadCount {
            let thread = Thread { self.serve() }
            thread.name = "imaging \(number)"
            // In-process codecs are deeper than a thread's default stack.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    private enum Step { case deliver(Int64), run(Work), runTogether([Work], RenderRequest), end }

    /// A trip to a worker costs a part of what decoding a thumbnail does, so several go together; but not so many that the first of them is late.
    private static let together = 16

    private func serve() {
        while true {
            switch nextStep() {
            case .end: return
            case .deliver(let id): deliver(id)
            case .run(let work): end(work, run(work.key, work.request))
            case .runTogether(let works, let decoding): runTogether(works, decoding)
            }
        }
    }

    private func nextStep() -> Step {
        condition.withLock {
            while true {
                // What this thread has told by now, or a client has cancelled, takes no room any more, but for what a receiver holds.
                if budget.collect() { condition.broadcast() }
                if let id = undelivered.pop() { return .deliver(id) }
                if isStopping { return .end }
                // Pixels that nobody takes, since the main queue is busy, would pile up: no new ones are made until some are taken.
                if let work = next({ _ in true }) { return step(work) }
                condition.wait()
            }
        }
    }

    /// The next work that `belongs`, if its pixels have room. Call with the lock held.
    private func next(_ belongs: (Machine.Candidate) -> Bool) -> Work? {
        var reservation: ByteBudget.Reservation?
        let next = machine.next { candidate in
            guard belongs(candidate) else { return false }
            // What a finished picture waits for gives its room back.
            reservation = budget.begin(candidate.work.mostBytes(candidate.key), evenBeyond: candidate.priority == .awaitedDegradedImage)
            return reservation != nil
        }
        guard let next, let reservation else { return nil }
        return Work(key: next.key, request: next.work, wasGivenBack: next.wasGivenBack, reservation: reservation)
    }

    /// Adds to work that begins with a stored thumbnail what else waits and begins alike: this thread's part of it. Call with the lock held.
    private func step(_ first: Work) -> Step {
        guard !first.wasGivenBack, let decoding = renderer.thumbnailDecoding(first.key, first.request) else { return .run(first) }
        let part = min(Self.together, machine.waitingCount / threadCount + 1)
        var works = [first]
        while works.count < part, let work = next({ !$0.wasGivenBack && renderer.thumbnailDecoding($0.key, $0.work) == decoding }) { works.append(work) }
        return works.count > 1 ? .runTogether(works, decoding) : .run(first)
    }

    private func runTogether(_ works: [Work], _ decoding: RenderRequest) {
        let results = renderer.thumbnails(works.map { ($0.key, $0.request) }, decoding)
        condition.withLock {
            for case (let work, nil) in zip(works, results) where machine.giveBack(work.key) { condition.signal() }
        }
        for case (let work, let result?) in zip(works, results) { end(work, .success(result)) }
    }

    private func end(_ work: Work, _ outcome: Outcome?) {
        let mail = condition.withLock {
            defer { if machine.isDegradedImageAwaited { condition.signal() } }
            return finish(work, outcome)
        }
        for id in mail { deliver(id) }
    }

    /// `nil` where no degraded image could be made, which nobody is told of.
    private func run(_ key: JobKey, _ request: ImageRequest) -> Outcome? {
        switch key {
        case .firstDegradedImage: return renderer.storedThumbnail(request).map { .success($0) }
        case .secondDegradedImage: return renderer.storedPreview(request).map { .success($0) }
        case .fastest, .fastestOfUnmeasured: return Result { () throws(ImagingError) in try renderer.fastest(request) }
        case .render: return Result { () throws(ImagingError) in try renderer.render(request) }
        case .derive:
            renderer.derive(request)
            return nil
        }
    }

    /// Call with the lock held.
    private func finish(_ work: Work, _ outcome: Outcome?) -> [Int64] {
        let succeeded = if case .success = outcome { true } else { false }
        if case .render(let key) = work.key, case .success(let result) = outcome { remember(result, key) }
        let reservation = succeeded ? work.reservation : nil
        return machine.finish(work.key, succeeded: succeeded, payload: outcome.map { Payload(outcome: $0, reservation: reservation) })
    }

    /// Empties a request's mailbox, unless another thread is at it.
    private func deliver(_ id: Int64) {
        var next = condition.withLock { machine.beginDelivery(id).map { ($0, handlers[id]) } }
        while let (event, handler) = next {
            // The one place where a handler runs: the lock is not held.
            handler?(Self.event(event))
            // Let go of outside the lock: a handler may hold the pipeline, whose end comes back here.
            var ended: (@Sendable (ImageEvent) -> Void)?
            next = condition.withLock {
                let following = machine.delivered(id)
                guard let following else {
                    if event.kind != .degraded { ended = forgetHandler(id) }
                    return nil
                }
                return (following, handlers[id])
            }
            withExtendedLifetime(ended) {}
        }
    }

    /// Call with the lock held.
    private func forgetHandler(_ id: Int64) -> (@Sendable (ImageEvent) -> Void)? {
        defer { handlers.giveMemoryBack() }
        return handlers.removeValue(forKey: id)
    }

    private static func event(_ event: Machine.Event) -> ImageEvent {
        switch (event.kind, event.payload?.outcome) {
        case (.degraded, .success(let result)): .degraded(result)
        case (.finished, .success(let result)): .finished(result)
        case (_, .failure(let error)): .failed(error)
        case (_, nil), (_, .success): .cancelled
        }
    }
}
