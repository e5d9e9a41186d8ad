import Foundation
import Photos

/// An album with the assets of it that count, as they were when it was listed.
///
/// May be used from any thread.
public final class AssetsGroup: Sendable {
    /// The album in PhotoKit's terms.
    public let collection: PHAssetCollection
    /// Which of its assets count.
    public let content: AssetsManager.ContentType
    /// Its assets, in the album's order.
    public let assets: PHFetchResult<PHAsset>

    init(_ collection: PHAssetCollection, _ content: AssetsManager.ContentType, _ manager: AssetsManager) {
        (self.collection, self.content) = (collection, content)
        let options = manager.options()
        if let type = content.mediaType { options.predicate = .assets { $0.mediaType == type } }
        assets = PHAsset.fetchAssets(in: collection, options: options)
    }

    /// In the user's language; empty for an album without a title.
    public var name: String { collection.localizedTitle ?? "" }
    /// How many assets count.
    public var count: Int { assets.count }
    /// `UUID/L0/040`.
    public var localIdentifier: String { collection.localIdentifier }

    /// An order of enumeration.
    public enum Order: Sendable, Hashable {
        /// The album's own: of smart albums the oldest first.
        case album
        /// From the album's end: of smart albums the newest first.
        case reversed
    }

    /// The asset at a place in the album's order.
    public subscript(index: Int) -> PhotoAsset { PhotoAsset(assets[index]) }

    /// The assets one by one and at last `nil`, as wrappers of AssetsLibrary tell them. The handler runs on the calling thread; a page of 50 is an enumeration
    /// from the next place on that is stopped after 50.
    /// - Parameters:
    ///   - order: default the album's own.
    ///   - start: how many to pass over, in that order. Default none.
    ///   - handler: the asset, its place in the album's order (`NSNotFound` with `nil`), and a flag that ends it when set; then no `nil` follows.
    public func enumerateAssets(_ order: Order = .album, from start: Int = 0, using handler: (_ asset: PhotoAsset?, _ index: Int, _ stop: inout Bool) -> Void) {
        var stop = false
        for place in max(0, start)..<max(assets.count, start, 0) {
            let index = order == .album ? place : assets.count - 1 - place
            handler(PhotoAsset(assets[index]), index, &stop)
            if stop { return }
        }
        handler(nil, NSNotFound, &stop)
    }

    /// The picture that stands for the album: the one that was chosen for it, else the newest of a smart album and the first of another, of those that count. Waits
    /// for the picture.
    /// - Parameter size: in points.
    /// - Returns: `nil` for an album without one.
    public func posterImage(size: CGSize) -> UIImage? { poster?.thumbnail(size: size) }

    /// The asset whose picture that is.
    public var poster: PhotoAsset? {
        guard let type = content.mediaType else { return (PHAsset.fetchKeyAssets(in: collection, options: options)?.firstObject ?? assets.firstObject).map { PhotoAsset($0) } }
        if let key = PHAsset.fetchKeyAssets(in: collection, options: options)?.firstObject, key.mediaType == type { return PhotoAsset(key) }
        let asset = collection.assetCollectionType == .smartAlbum ? assets.lastObject : assets.firstObject
        return asset.map { PhotoAsset($0) }
    }

    private var options: PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = collection.photoLibrary
        return options
    }
}
