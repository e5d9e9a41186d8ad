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
    }

    private let state = Mutex(State())

    /// - Returns: false where it is registered already.
    func add(_ observer: AnyObject, told: Told) -> Bool {
        let observer = Unchecked(observer)
        return state.withLock { state in
            state.entries.removeAll { $0.observer == nil }
            let id = ObjectIdentifier(observer.value)
            guard !state.entries.contains(where: { $0.id == id }) else { return false }
            state.entries.append(Entry(id: id, observer: observer.value, told: told))
            return true
        }
    }

    func remove(_ observer: AnyObject) {
        // By its identity alone: an observer that unregisters as it ends can't be referred to any more.
        let id = ObjectIdentifier(observer)
        state.withLock { $0.entries.removeAll { $0.id == id || $0.observer == nil } }
    }

    var isEmpty: Bool { state.withLock { $0.entries.allSatisfy { $0.observer == nil } } }

    /// Calls `body` for each that is registered when its turn comes, with what it was told before, which becomes `news`.
    func forEach(tell news: Told, _ body: (AnyObject, Told) -> Void) {
        let ids = state.withLock { state in
            state.entries.removeAll { $0.observer == nil }
            return state.entries.map(\.id)
        }
        for id in ids {
            let turn = state.withLock { state -> Unchecked<(AnyObject, Told)>? in
                guard let place = state.entries.firstIndex(where: { $0.id == id }), let observer = state.entries[place].observer else { return nil }
                defer { state.entries[place].told = news }
                return Unchecked((observer, state.entries[place].told))
            }
            if let turn { body(turn.value.0, turn.value.1) }
        }
    }
}
