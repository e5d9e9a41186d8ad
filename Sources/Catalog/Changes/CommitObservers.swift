import Dispatch
import PhotoModel
import Synchronization

/// The handlers of one catalogue, called one after the other on a queue of their own, never under the writer's lock.
final class CommitObservers: Sendable {
    private struct State {
        var nextID = 0
        /// In the order of their numbers. There are few.
        var handlers: [(id: Int, call: @Sendable (ChangePosition) -> Void)] = []
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "photos.catalog.commits")

    func add(_ handler: @escaping @Sendable (ChangePosition) -> Void) -> CommitSubscription {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers.append((state.nextID, handler))
            return state.nextID
        }
        return CommitSubscription { [weak self] in self?.remove(id) }
    }

    func notify(_ position: ChangePosition) {
        let ids = state.withLock { $0.handlers.map(\.id) }
        guard !ids.isEmpty else { return }
        queue.async { [self] in
            for id in ids {
                // Asked again for each: a handler may have been cancelled meanwhile.
                let handler = state.withLock { $0.handlers.first { $0.id == id } }
                handler?.call(position)
            }
        }
    }

    private func remove(_ id: Int) {
        // Taken out before it is let go, so that a captured object's deinit runs outside the lock.
        let removed = state.withLock { state in state.handlers.firstIndex { $0.id == id }.map { state.handlers.remove(at: $0) } }
        _ = removed
    }
}
