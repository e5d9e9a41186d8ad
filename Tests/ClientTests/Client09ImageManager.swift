import Photos
import SharedWorld
import Testing
import UIKit

/// Albums by name, as a camera application of iOS 9 lists them: everything, the user's, then six smart albums.
private final class ImageManager {
    static let shared = ImageManager()

    func albums() -> [(name: String, count: Int)] {
        var list = [(name: String, count: Int)]()
        let pictures = PHFetchOptions()
        pictures.predicate = NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
        list.append((name: "All Photos", count: PHAsset.fetchAssets(with: pictures).count))

        let userAlbums = PHAssetCollection.fetchAssetCollections(with: PHAssetCollectionType.album, subtype: PHAssetCollectionSubtype.any, options: PHFetchOptions())
        userAlbums.enumerateObjects({ (collection: PHAssetCollection, index: Int, stop: UnsafeMutablePointer<ObjCBool>) -> Void in
            let result: PHFetchResult<PHAsset> = PHAsset.fetchAssets(in: collection, options: pictures)
            list.append((name: collection.localizedTitle!, count: result.count))
        })

        let subtypes: [PHAssetCollectionSubtype] = [
            .smartAlbumFavorites, .smartAlbumPanoramas, .smartAlbumScreenshots, .smartAlbumSelfPortraits, .smartAlbumBursts, .smartAlbumRecentlyAdded,
        ]
        for subtype in subtypes {
            let smartAlbums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: PHFetchOptions())
            smartAlbums.enumerateObjects({ (collection: PHAssetCollection, index: Int, stop: UnsafeMutablePointer<ObjCBool>) -> Void in
                list.append((name: collection.localizedTitle ?? "", count: PHAsset.fetchAssets(in: collection, options: nil).count))
            })
        }
        return list
    }

    func thumbnail(_ asset: PHAsset) -> UIImage? { request(asset, CGSize(width: 16, height: 16), .aspectFill) }

    func full(_ asset: PHAsset) -> UIImage? { request(asset, PHImageManagerMaximumSize, .default) }

    private func request(_ asset: PHAsset, _ size: CGSize, _ mode: PHImageContentMode) -> UIImage? {
        var result: UIImage?
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.resizeMode = .fast
        PHImageManager.default().requestImage(
            for: asset, targetSize: size, contentMode: mode, options: options,
            resultHandler: { (image: UIImage?, info: [AnyHashable: Any]?) -> Void in
                result = image
            })
        return result
    }
}

extension ClientTests {
    @Test func client09AlbumsByNameAndSynchronousImages() throws {
        let world = try World()
        let assets = try world.saveDays(3)
        try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: assets[0]).isFavorite = true }
        try world.album("Mine", [assets[1]])
        let albums = ImageManager.shared.albums()
        #expect(albums.map { $0.name }.prefix(2) == ["All Photos", "Mine"])
        #expect(albums.map { $0.count } == [3, 1, 1, 0, 0, 0, 0, 3])
        #expect(ImageManager.shared.full(assets[0])?.size == CGSize(width: 64, height: 48))
        #expect(ImageManager.shared.thumbnail(assets[0]) != nil)
    }
}
