import Foundation
import Synchronization

/// Observers that are not retained, in the order they were registered, each with the newest thing it was told.
final class WeakObservers<Told: Sendable>: Sendable {
    private struct Entry {
        let id: ObjectIdentifier
        weak var observer: AnyObject?
        var told: Told
    }

    // Guarded by the lock around it: observers are called with it released.
    private struct State: @unchecked Sendable {
        var entries: [Entry] = []

        /// Forgets those that have ended.
        /// - Returns: the others, to be let go of outside the lock: if everybody else has let go meanwhile, an observer ends there, and what it does
        ///   then may come back here.
        mutating func prune() -> [AnyObject] {
            var living: [AnyObject] = []
            entries.removeAll { entry in
                guard let observer = entry.observer else { return true }
                living.append(observer)
                return false
            }
            return living
        }
    }

    private let state = Mutex(State())

    /// - Returns: false where it is registered already.
    func add(_ observer: AnyObject, told: Told) -> Bool {
        let observer = Unchecked(observer)
        let (isNew, living) = state.withLock { state in
            let living = Unchecked(state.prune())
            let id = ObjectIdentifier(observer.value)
            guard !state.entries.contains(where: { $0.id == id }) else { return (false, living) }
            state.entries.append(Entry(id: id, observer: observer.value, told: told))
            return (true, living)
        }
        withExtendedLifetime(living) {}
        return isNew
    }

    func remove(_ observer: AnyObject) {
        // By its identity alone: an observer that unregisters as it ends can't be referred to any more.
        let id = ObjectIdentifier(observer)
        state.withLock { $0.entries.removeAll { $0.id == id } }
    }

    /// Those that are registered and have not ended. Whoever asks under a lock lets go of them outside.
    var living: [AnyObject] { state.withLock { Unchecked($0.prune()) }.value }

    /// Calls `body` for each that is registered when its turn comes and to whom this is new, with what it was told before.
    func forEach(tell latest: Told, where isNew: (Told) -> Bool, _ body: (AnyObject, Told) -> Void) {
        let ids = state.withLock { $0.entries.map(\.id) }
        for id in ids {
            let turn = state.withLock { state -> Unchecked<(AnyObject, Told)>? in
                // One that registered meanwhile may know more than this.
                guard let index = state.entries.firstIndex(where: { $0.id == id }), isNew(state.entries[index].told),
                    let observer = state.entries[index].observer
                else { return nil }
                defer { state.entries[index].told = latest }
                return Unchecked((observer, state.entries[index].told))
            }
            if let turn { body(turn.value.0, turn.value.1) }
        }
    }
}
