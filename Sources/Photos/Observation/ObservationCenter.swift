import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

/// The observers of one library object. It listens to the library while there are any.
final class ObservationCenter: Sendable {
    private let session: LibrarySession
    private let changeObservers = WeakObservers<ChangePosition>()
    private let availabilityObservers = WeakObservers<Bool>()
    /// Calls of one kind come one at a time, whichever subscription they are of.
    private let queue = DispatchQueue(label: "photos.library.changes"), availabilityQueue = DispatchQueue(label: "photos.library.availability")
    private let subscriptions = Mutex<(changes: ChangeSubscription?, availability: ChangeSubscription?)>((nil, nil))

    init(_ session: LibrarySession) { self.session = session }

    func add(_ observer: any PHPhotoLibraryChangeObserver) {
        guard let library = session.openLibrary else { return }
        let known = library.changes.newestPosition()
        guard changeObservers.add(observer, told: known ?? .start) else { return }
        if subscriptions.withLock({ $0.changes == nil }) {
            let subscription = library.changes.observe(on: queue) { [weak self] position in self?.tell(position) }
            // Another thread may have been first meanwhile; its subscription does as well.
            subscriptions.withLock { if $0.changes == nil { $0.changes = subscription } }
            // It may have been unregistered meanwhile.
            endIfUnheard()
        }
        // What came in between was told to those who were in the list.
        guard let known, let newest = library.changes.positionToTell(), newest > known else { return }
        queue.async { [weak self] in self?.tell(newest) }
    }

    func remove(_ observer: any PHPhotoLibraryChangeObserver) {
        changeObservers.remove(observer)
        endIfUnheard()
    }

    private func tell(_ position: ChangePosition) {
        // Most observers have been told the same, and then they get the same object.
        var shared: PHChange?
        changeObservers.forEach(tell: position, where: { $0 < position }) { observer, told in
            let change = shared.flatMap { $0.start == told ? $0 : nil } ?? PHChange(session, after: told, through: position)
            shared = change
            (observer as? any PHPhotoLibraryChangeObserver)?.photoLibraryDidChange(change)
        }
        endIfUnheard()
    }

    /// Checked under the lock: an observer that is added at the same time is either seen here, or finds no subscription and makes one.
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
        let tell = { @Sendable [weak self, weak photoLibrary] in
            guard let self, let photoLibrary else { return }
            availabilityObservers.forEach(tell: true, where: { !$0 }) { observer, _ in
                (observer as? any PHPhotoLibraryAvailabilityObserver)?.photoLibraryDidBecomeUnavailable(photoLibrary)
            }
        }
        if subscriptions.withLock({ $0.availability == nil }) {
            let subscription = library.changes.observeAvailability { [availabilityQueue] _ in availabilityQueue.async(execute: tell) }
            subscriptions.withLock { if $0.availability == nil { $0.availability = subscription } }
            endIfUnheard()
        }
        // It may have gone after those in the list were told.
        if library.changes.unavailability != nil { availabilityQueue.async(execute: tell) }
    }

    func remove(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        availabilityObservers.remove(observer)
        endIfUnheard()
    }
}
