import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

/// Makes and deletes albums, and saves pictures into them.
private final class AlbumsManager {
    typealias Completion = (Bool, Error?) -> Void

    func createAlbum(_ title: String, completion: Completion? = nil) {
        PHPhotoLibrary.shared().performChanges(
            {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            }, completionHandler: { success, error in completion?(success, error) })
    }

    func deleteAlbum(_ album: PHAssetCollection, completion: @escaping Completion) {
        PHPhotoLibrary.shared().performChanges({
            PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
        }) { success, error in completion(success, error) }
    }

    func album(_ title: String, type: PHAssetCollectionType = .album, subtype: PHAssetCollectionSubtype = .albumRegular) -> PHAssetCollection? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localizedTitle = %@", title)
        return PHAssetCollection.fetchAssetCollections(with: type, subtype: subtype, options: options).firstObject
    }

    func save(_ image: UIImage, to album: PHAssetCollection, completion: @escaping Completion) {
        PHPhotoLibrary.shared().performChanges(
            {
                let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                let placeholder = request.placeholderForCreatedAsset
                let albumRequest = PHAssetCollectionChangeRequest(for: album)
                albumRequest?.addAssets([placeholder] as NSFastEnumeration)
            }, completionHandler: completion)
    }

    func image(of asset: PHAsset, mode: PHImageContentMode = .aspectFit, completion: @escaping (UIImage?) -> Void) {
        PHImageManager.default().requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: mode, options: nil) { image, info in
            if (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue == true { return }
            completion(image)
        }
    }
}

extension ClientTests {
    @Test func client10AlbumsAreMadeFilledAndDeleted() async throws {
        let world = try World()
        let manager = AlbumsManager()
        func waited(_ action: (@escaping AlbumsManager.Completion) -> Void) async -> Bool {
            await withCheckedContinuation { continuation in action { success, error in continuation.resume(returning: success && error == nil) } }
        }
        #expect(await waited { manager.createAlbum("Demo", completion: $0) })
        let album = try #require(manager.album("Demo"))
        #expect(await waited { manager.save(world.image(width: 30, height: 30), to: album, completion: $0) })
        let asset = try #require(PHAsset.fetchAssets(in: album, options: nil).firstObject)
        let image: UIImage? = await withCheckedContinuation { continuation in manager.image(of: asset) { continuation.resume(returning: $0) } }
        #expect(image?.size == CGSize(width: 30, height: 30))
        #expect(await waited { manager.deleteAlbum(album, completion: $0) })
        #expect(manager.album("Demo") == nil)
        #expect(PHAsset.fetchAssets(with: nil).count == 1)
    }
}
