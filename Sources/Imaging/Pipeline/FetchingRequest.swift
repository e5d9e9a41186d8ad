import Synchronization

/// A request that may fetch its file. It is worked off as any other; where that ends with a file in the cloud, it is made a second time after the fetch,
/// under another number. To its handler it is one request.
///
/// Where the preview is enough, it is that which is fetched first, and the file only if the request can't be answered with that.
final class FetchingRequest: Sendable {
    private struct State {
        /// The core's number of the request that is worked off now.
        var id: Int64?
        var request: ImageRequest
    }

    private let core: PipelineCore
    private let work = FetchingWork<ImageResult>()
    private let state: Mutex<State>

    init(_ core: PipelineCore, _ request: ImageRequest) {
        self.core = core
        state = Mutex(State(request: request))
    }

    /// Call it once. `handler` hears what a request's handler hears, `ended` is called after the last of it.
    func start(fetch: @escaping FileFetch, handler: @escaping @Sendable (ImageEvent) -> Void, ended: @escaping @Sendable () -> Void) {
        work.start(fetch: fetch, attempt: { self.attempt($0, handler) }) { result in
            switch result {
            case .success(let picture): handler(.finished(picture))
            case .failure(is CancellationError): handler(.cancelled)
            case .failure(let error): handler(.failed(ImagingError(whileFetching: error)))
            }
            ended()
        }
    }

    func cancel() { work.cancel() }

    func setPriority(_ priority: ImageRequest.Priority) {
        let id = state.withLock { state in
            state.request.priority = priority
            return state.id
        }
        if let id { core.setPriority(priority, of: id) }
    }

    private func attempt(_ turn: FetchingWork<ImageResult>.Turn, _ handler: @escaping @Sendable (ImageEvent) -> Void) -> @Sendable () -> Void {
        guard !turn.isSecond, let preview = state.withLock({ $0.request }).previewFetch else { return begin(isAgain: turn.isSecond, handler) { turn.end($0) } }
        let small = FetchingWork<ImageResult>()
        small.start(fetch: preview, attempt: { inner in self.begin(isAgain: inner.isSecond, handler) { inner.end($0) } }) { turn.end($0) }
        return { small.cancel() }
    }

    private func begin(
        isAgain: Bool, _ handler: @escaping @Sendable (ImageEvent) -> Void, _ end: @escaping @Sendable (FetchingWork<ImageResult>.End) -> Void
    ) -> @Sendable () -> Void {
        let id = core.reserveID()
        var request = state.withLock { state in
            state.id = id
            return state.request
        }
        if isAgain { request.wantsDegradedFirst = false }
        core.start(request, id: id) { event in
            switch event {
            case .degraded: handler(event)
            case .finished(let picture): end(.success(picture))
            case .failed(let error): end(.failure(error))
            case .cancelled: end(.failure(CancellationError()))
            }
        }
        return { [core] in core.cancel(id) }
    }
}

extension ImageRequest {
    /// What brings the preview here, where it would answer this request or give the thumbnail that does.
    var previewFetch: FileFetch? {
        guard let fetch = source.fetchPreview, version == .current, frames == nil, !wantsDerivativesOnly else { return nil }
        let plan = RenderPlan(self)
        return acceptsDegraded && plan.decoding.crop == nil || plan.sufficientDerivatives.contains(.preview) ? fetch : nil
    }
}
