import Foundation
import Imaging
import LibraryEngine
import Synchronization

/// Prepares pictures that will be asked for soon. <https://developer.apple.com/documentation/photos/phcachingimagemanager>
///
/// Works at low priority on the same pipeline as requests, which find what was prepared if they name the same pixels.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    private struct Key: Hashable {
        let library: ObjectIdentifier
        let pixels: CachingKey
    }

    // Guarded by its lock: what this manager has started and not stopped.
    private let started = Mutex<[Key: (library: PhotoLibrary, request: ImageRequest)]>([:])

    /// Default true; without effect, as on Apple's platforms.
    open var allowsCachingHighQualityImages: Bool {
        get { true }
        set {}
    }

    /// Returns at once.
    open func startCachingImages(for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?) {
        let seen = assets.filter { (try? $0.session.library(showing: $0)) != nil }
        for (library, request) in requests(seen, targetSize, contentMode, options) {
            started.withLock { $0[Key(library: ObjectIdentifier(library), pixels: request.cachingKey)] = (library, request) }
            library.images.startCaching(request)
        }
    }

    /// Give the parameters that caching was started with.
    open func stopCachingImages(for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?) {
        for (library, request) in requests(assets, targetSize, contentMode, options) {
            started.withLock { _ = $0.removeValue(forKey: Key(library: ObjectIdentifier(library), pixels: request.cachingKey)) }
            library.images.stopCaching(request)
        }
    }

    /// Drops everything that this manager prepared, in whichever library.
    open func stopCachingImagesForAllAssets() {
        let all = started.withLock { started in
            defer { started = [:] }
            return Array(started.values)
        }
        for (library, request) in all { library.images.stopCaching(request) }
    }

    private func requests(
        _ assets: [PHAsset], _ targetSize: CGSize, _ contentMode: PHImageContentMode, _ options: PHImageRequestOptions?
    ) -> [(PhotoLibrary, ImageRequest)] {
        let options = options?.copy() as? PHImageRequestOptions
        // Nobody is told of what is prepared.
        options?.progressHandler = nil
        return assets.compactMap { asset in
            asset.session.openLibrary.map { library in
                let id = PHInvalidImageRequestID
                return (library, ImageRequest(asset, library, id, targetSize: targetSize, contentMode: contentMode, options: options))
            }
        }
    }
}
