import Foundation
import LibraryEngine
import Synchronization

/// Prepares pictures that will be asked for soon. <https://developer.apple.com/documentation/photos/phcachingimagemanager>
///
/// Works at low priority on the same pipeline as requests, which find what was prepared if they name the same pixels. Of one asset a manager prepares what
/// was started first, until that is stopped. What several managers prepare is kept until the last of them stops it, or ends.
///
/// Pictures are kept in memory as far as it suffices (64 MB for all managers); of the assets beyond that, which may be any number, the thumbnail and the
/// preview are made where they are missing.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    private let owner = PrefetchOwner()
    /// Starting looks at each asset, which takes time where there are many.
    private let queue = DispatchQueue(label: "photos.caching")
    // Guarded by its lock: where this manager has started anything.
    private let libraries = Mutex<[ObjectIdentifier: PhotoLibrary]>([:])

    deinit { libraries.withLock { $0 }.values.forEach { $0.images.stopCaching(for: owner) } }

    private let allowsHighQuality = Mutex(true)

    public override init() {}

    /// Default true. Kept, and without effect, as on Apple's platforms.
    open var allowsCachingHighQualityImages: Bool {
        get { allowsHighQuality.withLock { $0 } }
        set { allowsHighQuality.withLock { $0 = newValue } }
    }

    /// Returns at once.
    open func startCachingImages(for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?) {
        let geometry = Geometry(targetSize, contentMode, options)
        queue.async {
            for (library, assets) in Self.visible(assets) {
                self.libraries.withLock { $0[ObjectIdentifier(library)] = library }
                library.images.startCaching(assets.lazy.map { geometry.item($0, library) }, for: self.owner)
            }
        }
    }

    /// Give the parameters that caching was started with.
    open func stopCachingImages(for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?) {
        let geometry = Geometry(targetSize, contentMode, options)
        queue.sync {
            for (library, assets) in Self.grouped(assets) {
                library.images.stopCaching(assets.lazy.map { geometry.item($0, library) }, for: owner)
            }
        }
    }

    /// Drops everything that this manager prepared, in whichever library.
    open func stopCachingImagesForAllAssets() {
        queue.sync {
            for library in libraries.withLock({ $0 }).values { library.images.stopCaching(for: owner) }
        }
    }

    private struct Geometry: Sendable {
        let size: CGSize
        let mode: PHImageContentMode
        /// A copy that nobody changes any more.
        let options: Unchecked<PHImageRequestOptions?>

        init(_ size: CGSize, _ mode: PHImageContentMode, _ options: PHImageRequestOptions?) {
            let options = options?.copy() as? PHImageRequestOptions
            // Nobody is told of what is prepared.
            options?.progressHandler = nil
            (self.size, self.mode, self.options) = (size, mode, Unchecked(options))
        }

        func item(_ asset: PHAsset, _ library: PhotoLibrary) -> PrefetchItem {
            PrefetchItem { ImageRequest(asset, library, PHInvalidImageRequestID, targetSize: size, contentMode: mode, options: options.value) }
        }
    }

    private static func grouped(_ assets: [PHAsset]) -> [(PhotoLibrary, [PHAsset])] {
        Dictionary(grouping: assets) { ObjectIdentifier($0.session) }.values.compactMap { assets in
            assets[0].session.openLibrary.map { ($0, assets) }
        }
    }

    /// Those that the application may see.
    private static func visible(_ assets: [PHAsset]) -> [(PhotoLibrary, [PHAsset])] {
        grouped(assets).compactMap { library, assets in
            guard let seen = try? assets[0].session.visible(assets) else { return nil }
            return (library, seen)
        }
    }
}
