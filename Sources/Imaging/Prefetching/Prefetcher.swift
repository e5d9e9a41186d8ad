import Synchronization

/// Works a `PrefetchList` off, a few pictures at a time, at the lowest priority of the pipeline that requests use too.
final class Prefetcher: Sendable {
    private struct State {
        var list: PrefetchList
        var isClosed = false
    }

    private let core: PipelineCore
    private let state: Mutex<State>

    /// - Parameter atOnce: pictures that wait in the pipeline together; more keep its threads busy without a pause.
    init(_ core: PipelineCore, budget: Int, atOnce: Int) {
        self.core = core
        state = Mutex(State(list: PrefetchList(budget: budget, atOnce: atOnce)))
    }

    func start(_ items: some Sequence<PrefetchItem>, for owner: PrefetchOwner) {
        // Each is looked at outside the lock.
        let items = Array(items)
        state.withLock { state in for item in items { state.list.start(item, for: owner) } }
        feed()
    }

    func stop(_ items: some Sequence<PrefetchItem>, for owner: PrefetchOwner) {
        let keys = items.map(\.key)
        drop(state.withLock { state in keys.compactMap { state.list.stop($0, for: owner) } })
    }

    func stopAll(for owner: PrefetchOwner) { drop(state.withLock { $0.list.stopAll(for: owner) }) }

    /// Nothing begins any more.
    func close() { state.withLock { $0.isClosed = true } }

    private func drop(_ dropped: [PrefetchList.Dropped]) {
        for dropped in dropped {
            switch dropped {
            case .running(let id): core.cancel(id)
            case .ready(let key): core.forget(key)
            }
        }
        feed()
    }

    private func feed() {
        while true {
            let id = core.reserveID()
            guard let work = state.withLock({ $0.isClosed ? nil : $0.list.next(id: id) }) else { return }
            if work.keepsPixels, let bytes = core.bytesRemembered(work.item.key) {
                state.withLock { $0.list.finished(work.item.key, id: id, bytes: bytes) }
                continue
            }
            var request = work.item.make()
            (request.priority, request.wantsDegradedFirst, request.acceptsDegraded) = (.background, false, false)
            request.wantsDerivativesOnly = !work.keepsPixels
            core.begin(request, id: id) { [weak self] event in
                guard event.isTerminal, let self else { return }
                let bytes = if case .finished(let result) = event { result.image.byteCount } else { 0 }
                state.withLock { $0.list.finished(work.item.key, id: id, bytes: bytes) }
                feed()
            }
        }
    }
}
