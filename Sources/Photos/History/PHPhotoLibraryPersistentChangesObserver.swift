import Foundation

/// Hears that there are new persistent changes, made by this process or another.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrarypersistentchangesobserver>.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called on a serial queue, once for several changes that come together; fetch them from the last token that was kept.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}
