import Catalog
import Foundation
import LibraryEngine
import Synchronization

/// The observers of one library object. It listens to the library while there are any.
final class ObservationCenter: Sendable {
    private let session: LibrarySession
    private let changeObservers = WeakObservers<ChangePosition>()
    private let availabilityObservers = WeakObservers<Bool>()
    private let subscriptions = Mutex<(changes: ChangeSubscription?, availability: ChangeSubscription?)>((nil, nil))

    init(_ session: LibrarySession) { self.session = session }

    func add(_ observer: any PHPhotoLibraryChangeObserver) {
        guard let library = session.openLibrary else { return }
        // Read before listening begins: what comes in between is told, rather than lost.
        guard changeObservers.add(observer, told: library.changes.newestPosition() ?? .start) else { return }
        let isNew = subscriptions.withLock { $0.changes == nil }
        guard isNew else { return }
        let subscription = library.changes.observe { [weak self] position in self?.tell(position) }
        subscriptions.withLock { if $0.changes == nil { $0.changes = subscription } }
        // It may have been unregistered meanwhile.
        endIfUnheard()
    }

    func remove(_ observer: any PHPhotoLibraryChangeObserver) {
        changeObservers.remove(observer)
        endIfUnheard()
    }

    private func tell(_ position: ChangePosition) {
        // Most observers have been told the same, and then they get the same object.
        var shared: PHChange?
        changeObservers.forEach(tell: position) { observer, told in
            guard told < position else { return }
            let change = shared.flatMap { $0.start == told ? $0 : nil } ?? PHChange(session, after: told, through: position)
            shared = change
            (observer as? any PHPhotoLibraryChangeObserver)?.photoLibraryDidChange(change)
        }
        endIfUnheard()
    }

    /// Asked under the lock: whoever is added at the same time either is seen here, or finds no subscription and makes one.
    private func endIfUnheard() {
        let (ended, living) = subscriptions.withLock { subscriptions -> ([ChangeSubscription?], Unchecked<[AnyObject]>) in
            var ended: [ChangeSubscription?] = []
            let living = (changeObservers.living, availabilityObservers.living)
            if living.0.isEmpty {
                ended.append(subscriptions.changes)
                subscriptions.changes = nil
            }
            if living.1.isEmpty {
                ended.append(subscriptions.availability)
                subscriptions.availability = nil
            }
            return (ended, Unchecked(living.0 + living.1))
        }
        ended.forEach { $0?.cancel() }
        withExtendedLifetime(living) {}
    }

    func add(_ observer: any PHPhotoLibraryAvailabilityObserver, of photoLibrary: PHPhotoLibrary) {
        guard let library = session.openLibrary, availabilityObservers.add(observer, told: false) else { return }
        let isNew = subscriptions.withLock { $0.availability == nil }
        guard isNew else { return }
        let subscription = library.changes.observeAvailability { [weak self, weak photoLibrary] _ in
            guard let self, let photoLibrary else { return }
            availabilityObservers.forEach(tell: true) { observer, wasTold in
                if !wasTold { (observer as? any PHPhotoLibraryAvailabilityObserver)?.photoLibraryDidBecomeUnavailable(photoLibrary) }
            }
        }
        subscriptions.withLock { if $0.availability == nil { $0.availability = subscription } }
        endIfUnheard()
    }

    func remove(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        availabilityObservers.remove(observer)
        endIfUnheard()
    }
}
