import Catalog
import Dispatch
import Foundation
import Imaging
import Originals
import PhotoModel
import Support
import Synchronization

/// Tells of commits, of this process and of others, and of the library going away.
///
/// Watching begins with the first handler and ends with the last; in between nothing runs while nothing happens, but for a few looks after a write.
package final class LibraryChanges: Sendable {
    struct State {
        var nextID = 0
        var listeners: [Int: ChangeListener] = [:]
        var availability: [Int: AvailabilityListener] = [:]
        /// How commits are heard of, while there are handlers.
        var watch: FileWatch?
        var commits: ChangeSubscription?
        var unavailability: LibraryError?
        var isStopped = false
        var commitWatch = CommitWatch()
        /// Up to here the log was looked through for changes of access by others.
        var accessChecked = ChangePosition.start
    }

    let library: URL
    let catalog: Catalog
    let log: @Sendable (LogLevel, String) -> Void
    let watchesFiles: Bool
    private let isOnNetwork: Bool
    let state = Mutex(State())
    /// What the kernel tells arrives here.
    let queue = DispatchQueue(label: "photos.library.watch")
    /// Availability handlers run here.
    let availabilityQueue = DispatchQueue(label: "photos.library.availability")
    /// The catalogue's file as it was when the library was opened.
    let identity: FileIdentity?
    let isGone = Atomic<Bool>(false)

    init(library: URL, catalog: Catalog, watchesFiles: Bool, log: @escaping @Sendable (LogLevel, String) -> Void) {
        (self.library, self.catalog, self.watchesFiles, self.log) = (library, catalog, watchesFiles, log)
        isOnNetwork = (try? FileSystemKind(holding: BytePath(library.plainPath)))?.isNetwork ?? false
        identity = FileIdentity(of: catalog.file)
    }

    /// Calls `handler` after commits, with the newest position. Commits that follow each other quickly are one call. Commits made before this call are
    /// not told.
    /// - Parameter queue: serial; `nil` gives the handler one of its own. Whose handlers follow each other gives them one, since a call that has begun
    ///   goes on when its subscription has ended.
    package func observe(on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (ChangePosition) -> Void) -> ChangeSubscription {
        start()
        // After the watch has begun, so that no commit falls between.
        let listener = ChangeListener(after: newestPosition() ?? .start, on: queue ?? DispatchQueue(label: "photos.library.changes"), handler)
        let subscription = add { state, id in
            state.listeners[id] = listener
        } onRemoval: {
            listener.cancel()
        }
        // Nor one between the two lines above.
        if let position = positionToTell() { listener.note(position) }
        return subscription
    }

    /// Calls `handler` once, on a private queue, when the library has gone away; at once where it already has.
    package func observeAvailability(_ handler: @escaping @Sendable (LibraryError) -> Void) -> ChangeSubscription {
        start()
        let listener = AvailabilityListener(queue: availabilityQueue, handler)
        let subscription = add { state, id in
            state.availability[id] = listener
        } onRemoval: {
            listener.cancel()
        }
        if let reason = unavailability { listener.tell(reason) }
        return subscription
    }

    private func add(_ insert: (inout State, Int) -> Void, onRemoval: @escaping @Sendable () -> Void) -> ChangeSubscription {
        let id = state.withLock { state in
            state.nextID += 1
            insert(&state, state.nextID)
            return state.nextID
        }
        // Where the last of the others left since the watch was seen to run, it has ended.
        start()
        return ChangeSubscription { [weak self] in
            onRemoval()
            self?.remove(id)
        }
    }

    private func remove(_ id: Int) {
        // Let go of outside the lock: a handler may hold an object whose end comes back here.
        let released = state.withLock { state -> [Any] in
            var released: [Any] = [state.listeners.removeValue(forKey: id) as Any, state.availability.removeValue(forKey: id) as Any]
            if state.listeners.isEmpty, state.availability.isEmpty { released += state.endWatching() }
            return released
        }
        _ = released
    }

    /// No further handler is called. For the library's closing.
    package func stop() {
        let released = state.withLock { state -> [Any] in
            state.isStopped = true
            state.listeners.values.forEach { $0.cancel() }
            let released = state.endWatching() + [state.listeners, state.availability]
            (state.listeners, state.availability) = ([:], [:])
            return released
        }
        _ = released
    }

    /// Why the library can't be used any more; `nil` while it can. Where nothing is heard from the kernel the file is looked at.
    package var unavailability: LibraryError? {
        if watchesFiles, state.withLock({ $0.watch == nil }) { examineFiles() }
        return isGone.load(ordering: .acquiring) ? state.withLock { $0.unavailability } : nil
    }

    func becomeUnavailable(_ reason: LibraryError) {
        let listeners = state.withLock { state -> [AvailabilityListener]? in
            guard state.unavailability == nil, !state.isStopped else { return nil }
            state.unavailability = reason
            isGone.store(true, ordering: .releasing)
            return state.availability.sorted { $0.key < $1.key }.map(\.value)
        }
        guard let listeners else { return }
        log(.error, reason.message)
        listeners.forEach { $0.tell(reason) }
    }

    /// Tells every listener.
    func publish(_ position: ChangePosition) {
        checkAccess(through: position)
        let listeners = state.withLock { $0.listeners.values }
        for listener in listeners { listener.note(position) }
    }

    /// Whether commits of all others are heard of: not before the first handler, not where the system refuses to watch, nor those of other machines.
    var hearsEverybody: Bool { !isOnNetwork && state.withLock { $0.watch != nil } }

    /// While this stays the same nothing has been committed, by whomever. `nil` where that can't be told: while somebody commits, and on a network, whose
    /// files may have changed on other machines. Costs less than a microsecond.
    package var stamp: LibraryStamp? { isOnNetwork ? nil : catalog.commitStamp.map { LibraryStamp($0) } }

    /// Whether `stamp` is the same still.
    package func isUnchanged(since stamp: LibraryStamp) -> Bool { !isOnNetwork && catalog.isUnchanged(since: stamp.words) }

    /// The newest commit, for telling of it: what was granted or taken until then is known.
    package func positionToTell() -> ChangePosition? {
        let position = newestPosition()
        if let position { checkAccess(through: position) }
        return position
    }

    /// The newest commit that can be read; `nil` where the catalogue can't be.
    package func newestPosition() -> ChangePosition? { try? catalog.read { try $0.position } }
}

extension LibraryChanges.State {
    /// - Returns: what is to be let go of outside the lock.
    mutating func endWatching() -> [Any] {
        defer {
            (watch, commits) = (nil, nil)
            commitWatch.end()
        }
        return [watch as Any, commits as Any]
    }
}
