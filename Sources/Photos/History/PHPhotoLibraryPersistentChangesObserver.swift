import Foundation

/// Hears that there are new persistent changes, made by this process or another.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrarypersistentchangesobserver>.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called on a serial queue, once for several changes that come together; fetch them from the last token that was kept.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

extension PHPhotoLibrary {
    /// Tells an observer of new persistent changes until it is taken out or goes; it is held weakly. A second registration changes nothing.
    public func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) { historyObservers.add(observer, to: self) }

    /// After it returned no further call to the observer begins.
    public func unregisterPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) { historyObservers.remove(observer) }
}
