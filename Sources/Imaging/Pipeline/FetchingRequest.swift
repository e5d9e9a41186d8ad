import Synchronization

/// A request that may download its file. It is worked off as any other; where that ends with a file in the cloud, the file is fetched, outside of the
/// pipeline's threads, and the request made a second time. To its handler it is one request.
final class FetchingRequest: Sendable {
    private enum Stage {
        /// A request of the core's.
        case working(Int64)
        /// It is not known yet how to end it.
        case fetchBegins
        case fetching(@Sendable () -> Void)
        case ended
    }

    private struct State {
        var stage: Stage
        var isCancelled = false
        var request: ImageRequest
    }

    private let core: PipelineCore
    private let fetch: ImageSourceFile.Fetch
    private let handler: @Sendable (ImageEvent) -> Void
    private let ended: @Sendable () -> Void
    private let state: Mutex<State>

    /// `handler` hears what a request's handler hears, `ended` once after the last of it.
    init(
        _ core: PipelineCore, _ request: ImageRequest, fetch: @escaping ImageSourceFile.Fetch, handler: @escaping @Sendable (ImageEvent) -> Void,
        ended: @escaping @Sendable () -> Void
    ) {
        (self.core, self.fetch, self.handler, self.ended) = (core, fetch, handler, ended)
        state = Mutex(State(stage: .ended, request: request))
    }

    func start() { work(isSecond: false) }

    func cancel() {
        let stage = state.withLock { state in
            state.isCancelled = true
            return state.stage
        }
        switch stage {
        case .working(let id): core.cancel(id)
        case .fetching(let stop): stop()
        case .fetchBegins, .ended: break
        }
    }

    func setPriority(_ priority: ImageRequest.Priority) {
        let stage = state.withLock { state in
            state.request.priority = priority
            return state.stage
        }
        if case .working(let id) = stage { core.setPriority(priority, of: id) }
    }

    private func work(isSecond: Bool) {
        let id = core.reserveID()
        var (request, isCancelled) = state.withLock { state in
            state.stage = .working(id)
            return (state.request, state.isCancelled)
        }
        if isCancelled { return end(.cancelled) }
        if isSecond { request.wantsDegradedFirst = false }
        core.start(request, id: id) { event in self.hear(event, isSecond) }
        // A cancellation before the core knew the request went past it.
        if state.withLock({ $0.isCancelled }) { core.cancel(id) }
    }

    private func hear(_ event: ImageEvent, _ isSecond: Bool) {
        if case .failed(let error) = event, error.code == .inCloud, !isSecond { return beginFetching() }
        if event.isTerminal { end(event) } else { handler(event) }
    }

    private func beginFetching() {
        let isCancelled = state.withLock { state in
            state.stage = .fetchBegins
            return state.isCancelled
        }
        if isCancelled { return end(.cancelled) }
        let stop = fetch { self.fetched($0) }
        let isLate = state.withLock { state in
            // It may be over by now.
            guard case .fetchBegins = state.stage else { return false }
            state.stage = .fetching(stop)
            return state.isCancelled
        }
        if isLate { stop() }
    }

    private func fetched(_ result: Result<Void, any Error>) {
        switch result {
        case .success: work(isSecond: true)
        case .failure(is CancellationError): end(.cancelled)
        case .failure(let error): end(.failed(ImagingError(.inCloud, "The file could not be downloaded", cause: error)))
        }
    }

    private func end(_ event: ImageEvent) {
        state.withLock { $0.stage = .ended }
        handler(event)
        ended()
    }
}
