import Foundation

/// Hears of changes of the library, of this program and of others.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrarychangeobserver>.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a serial queue that is not the main one, one call at a time, under no lock: it may wait for the main queue, fetch, change the
    /// library and unregister. Changes that follow each other quickly come as one.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// Hears that the library went away. <https://developer.apple.com/documentation/photos/phphotolibraryavailabilityobserver>
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// Called once, on a private queue, when the library's folder was moved, deleted or unmounted. From then on fetches are empty, changes and
    /// requests fail, and `unavailabilityReason` has the error.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
