import Foundation
import Imaging
import LibraryEngine

/// Prepares pictures that will be asked for soon. <https://developer.apple.com/documentation/photos/phcachingimagemanager>
///
/// Works at low priority on the same pipeline as requests, which find what was prepared if they name the same pixels.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    /// Default true; without effect, as on Apple's platforms.
    open var allowsCachingHighQualityImages: Bool {
        get { true }
        set {}
    }

    /// Returns at once.
    open func startCachingImages(for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?) {
        for asset in assets {
            guard let library = asset.session.openLibrary else { continue }
            library.images.startCaching(
                ImageRequest(asset, library, targetSize: targetSize, contentMode: contentMode, options: options))
        }
    }

    /// Give the parameters that caching was started with.
    open func stopCachingImages(for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?) {
        for asset in assets {
            guard let library = asset.session.openLibrary else { continue }
            library.images.stopCaching(
                ImageRequest(asset, library, targetSize: targetSize, contentMode: contentMode, options: options))
        }
    }

    /// Drops everything that was prepared in the shared library.
    open func stopCachingImagesForAllAssets() {
        PHPhotoLibrary.sharedIfOpen?.session.openLibrary?.images.stopCachingEverything()
    }
}
