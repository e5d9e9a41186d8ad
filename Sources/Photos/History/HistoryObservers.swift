import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

/// Hears that there are new persistent changes, made by this process or another.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrarypersistentchangesobserver>.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called on a serial queue, once for several changes that come together; fetch them from the last token that was kept.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

/// Whoever wants to hear of persistent changes of one library, called one after the other on a serial queue and under no lock.
final class HistoryObservers: Sendable {
    /// Each with the part of history it has been told of.
    private let observers = WeakObservers<ChangePosition>()
    /// All calls, of whichever subscription: one at a time.
    private let queue = DispatchQueue(label: "photos.library.history")
    private let subscription = Mutex<ChangeSubscription?>(nil)

    func add(_ observer: any PHPhotoLibraryPersistentChangesObserver, to library: PHPhotoLibrary) {
        guard let engine = library.session.openLibrary else { return }
        // Before listening begins: what is committed meanwhile must not pass for known.
        let position = try? library.session.read { try $0.historyPosition }.get()
        guard observers.add(observer, told: position ?? .start) else { return }
        let tell = { @Sendable [weak library, weak self] in
            if let library { self?.changesCame(to: library) }
        }
        if subscription.withLock({ $0 == nil }) {
            let new = engine.changes.observe(on: queue) { _ in tell() }
            // Another thread may have been first meanwhile; its subscription does as well.
            subscription.withLock { if $0 == nil { $0 = new } }
            endIfUnheard()
        }
        // What came in between was told to those who were in the list.
        if let position, let newest = engine.changes.positionToTell(), newest > position { queue.async(execute: tell) }
    }

    func remove(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.remove(observer)
        endIfUnheard()
    }

    private func changesCame(to library: PHPhotoLibrary) {
        // Not what history does not tell of, and nothing to those who may not read.
        guard let newest = try? library.session.read({ try $0.historyPosition }).get() else { return }
        observers.forEach(tell: newest, where: { $0 < newest }) { observer, _ in
            (observer as? any PHPhotoLibraryPersistentChangesObserver)?.photoLibraryPersistentChangesDidUpdate(library)
        }
        endIfUnheard()
    }

    /// Checked under the lock: an observer that is added at the same time is either seen here, or finds no subscription and makes one.
    private func endIfUnheard() {
        let (ended, living) = subscription.withLock { subscription -> (ChangeSubscription?, Unchecked<[AnyObject]>) in
            let living = Unchecked(observers.living)
            return (living.value.isEmpty ? subscription.take() : nil, living)
        }
        ended?.cancel()
        withExtendedLifetime(living) {}
    }
}
