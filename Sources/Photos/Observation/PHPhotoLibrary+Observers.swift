import Foundation

extension PHPhotoLibrary {
    /// Tells `observer` of every change from now on. Registering it again has no effect; it is not retained, and may end without unregistering.
    public func register(_ observer: any PHPhotoLibraryChangeObserver) { observation.add(observer) }

    /// After it returned no further call begins; one that began before may still be running on its queue.
    public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) { observation.remove(observer) }

    /// Tells `observer` once when the library goes away. It is not retained. Of one that is gone already `unavailabilityReason` tells, and nobody else.
    public func register(_ observer: any PHPhotoLibraryAvailabilityObserver) { observation.add(observer, of: self) }

    /// After it returned no further call begins. Without effect on an observer that is not registered.
    public func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) { observation.remove(observer) }
}
