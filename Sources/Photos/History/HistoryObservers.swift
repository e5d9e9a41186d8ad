import Catalog
import Foundation
import LibraryEngine
import Synchronization

/// Whoever wants to hear of persistent changes of one library, called one after the other on the engine's serial queue and under no lock.
final class HistoryObservers: Sendable {
    private struct Box {
        weak var observer: (any PHPhotoLibraryPersistentChangesObserver)?
    }

    private struct State {
        var boxes: [Box] = []
        var subscription: ChangeSubscription?
        /// What the observers have been told of.
        var position = ChangePosition.start
    }

    private let state = Mutex(State())

    func add(_ observer: any PHPhotoLibraryPersistentChangesObserver, to library: PHPhotoLibrary) {
        let observer = Unchecked(Box(observer: observer))
        let isFirst = state.withLock { state in
            state.boxes.removeAll { $0.observer == nil || $0.observer === observer.value.observer }
            state.boxes.append(observer.value)
            return state.subscription == nil
        }
        guard isFirst, let engine = library.session.openLibrary else { return }
        // Before: what is committed meanwhile must not pass for known.
        let position = try? library.session.read { try $0.historyPosition }.get()
        let subscription = engine.changes.observe { [weak library, weak self] _ in
            if let library { self?.changesCame(to: library) }
        }
        state.withLock { state in
            // Another thread may have been first meanwhile; its subscription does as well.
            if state.subscription == nil { (state.subscription, state.position) = (subscription, position ?? .start) }
        }
    }

    func remove(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        let ended = Unchecked(observer)
        let subscription = state.withLock { state in
            state.boxes.removeAll { $0.observer == nil || $0.observer === ended.value }
            return state.boxes.isEmpty ? state.subscription.take() : nil
        }
        subscription?.cancel()
    }

    private func changesCame(to library: PHPhotoLibrary) {
        // Not what history does not tell of, and nothing to those who may not read.
        guard let newest = try? library.session.read({ try $0.historyPosition }).get() else { return }
        let boxes = state.withLock { state in
            defer { state.position = newest }
            return Unchecked(state.position == newest ? [] : state.boxes)
        }
        for box in boxes.value {
            guard let observer = box.observer, isRegistered(observer) else { continue }
            observer.photoLibraryPersistentChangesDidUpdate(library)
        }
    }

    /// Asked again for each: an earlier one may have taken it out.
    private func isRegistered(_ observer: any PHPhotoLibraryPersistentChangesObserver) -> Bool {
        let observer = Unchecked(observer)
        return state.withLock { state in state.boxes.contains { $0.observer === observer.value } }
    }
}
