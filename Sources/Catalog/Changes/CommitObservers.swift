import Dispatch
import Foundation
import Glibc
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

    func add(_ handler: @escaping @Sendable (ChangePosition) -> Void) -> ChangeSubscription {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers.append((state.nextID, handler))
            return state.nextID
        }
        return ChangeSubscription { [weak self] in self?.remove(id) }
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

/// Tells whoever watches the catalogue's folder that a commit can be read now.
///
/// The write-ahead log alone does not tell: its last byte is written before the commit counts, and what makes it count happens in shared
/// memory, which nobody can watch. So the log's times are set once more afterwards. A process that dies in between is noticed by
/// the watcher's further looks.
enum CommitSignal {
    static func send(catalog file: URL) {
        // What fails here is nothing to the writer: the commit stands.
        _ = utimensat(AT_FDCWD, file.path + "-wal", nil, AT_SYMLINK_NOFOLLOW)
    }
}
