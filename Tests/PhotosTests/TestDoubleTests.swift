import Foundation
@testable import Photos
import Testing

// Guarded by being immutable.
private final class Double: PHAsset, @unchecked Sendable {
    private let identifier: String

    init(_ identifier: String) {
        self.identifier = identifier
        super.init()
    }

    override var localIdentifier: String { identifier }
}

extension ClientTests {
    /// What an application's test doubles have to do with libraries.
    @Suite struct TestDoubles {
        @Test func doublesOpenNoLibrary() throws {
            PHPhotoLibrary.replaceShared(with: nil)
            let asset = Double("one"), album = PHAssetCollection(), options = PHFetchOptions()
            options.predicate = NSPredicate(format: "isFavorite == YES")
            let empty = PHAssetCollection.transientAssetCollection(with: [], title: nil)
            for album in [album, empty] { #expect(try PHAsset.fetchAssets(in: album, options: options).get().count == 0) }
            #expect(PHAsset.fetchKeyAssets(in: album, options: options) == nil)
            #expect(PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: options).count == 0)
            #expect(PHCollectionList.fetchCollectionListsContaining(album, options: options).count == 0)
            #expect(try PHCollection.fetchCollections(in: PHCollectionList.transientCollectionList(with: [], title: nil), options: nil).get().count == 0)
            #expect(PHAssetResource.assetResources(for: asset) == [])
            #expect(PHAssetCollectionChangeRequest() != PHAssetCollectionChangeRequest() && PHCollectionListChangeRequest().title == "")
            #expect(PHAssetChangeRequest(for: asset).placeholderForCreatedAsset == nil)
            #expect(PHAssetChangeRequest.creationRequestForAsset(from: UIImage()).placeholderForCreatedAsset != nil)
            let synchronously = PHImageRequestOptions()
            synchronously.isSynchronous = true
            PHImageManager().requestImage(for: asset, targetSize: .zero, contentMode: .default, options: synchronously) { image, _ in #expect(image == nil) }
            PHCachingImageManager().startCachingImages(for: [asset], targetSize: .zero, contentMode: .default, options: nil)
            let library = PHPhotoLibrary()
            #expect(throws: PHPhotosError.self) { try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSFastEnumeration) } }
            #expect(throws: PHPhotosError.self) { try library.fetchPersistentChanges(since: library.currentChangeToken) }
            #expect(library.unavailabilityReason != nil)
            #expect(PHPhotoLibrary.sharedIfOpen == nil)
        }

        @Test func aDoubleWithTheIdentifierOfAnAssetStandsForIt() throws {
            let fixture = try Fixture()
            let asset = try fixture.save(), double = Double(asset.localIdentifier), stranger = Double("nobody")
            #expect(double == asset && double.hash == asset.hash && stranger != asset)
            let album = try fixture.createAlbum("A", [double])
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: double).isFavorite = true }
            let found = PHAsset.fetchAssets(in: album, options: nil)
            #expect(found.firstObject?.isFavorite == true)
            #expect(found.index(of: double) == 0 && found.index(of: stranger) == NSNotFound)
            let failure = #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: stranger).isFavorite = true }
            }
            #expect(failure?.code == .identifierNotFound)
        }

        @Test func aRequestMadeByItsPlainInitialiserAsksForNothing() throws {
            let fixture = try Fixture()
            try fixture.library.performChangesAndWait {
                #expect(PHAssetChangeRequest().placeholderForCreatedAsset == nil)
                _ = (PHAssetCreationRequest(), PHAssetCollectionChangeRequest(), PHCollectionListChangeRequest(), PHProjectChangeRequest(), PHChangeRequest())
            }
            #expect(PHAsset.fetchAssets(with: nil).count == 0 && PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
        }

        @Test func theLibrarysOwnResultsAreNotAskedObjectByObject() throws {
            let fixture = try Fixture()
            try fixture.save()
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.members is AssetStorage)
            #expect(PHFetchResult<AnyObject>(viewing: result).members is AssetStorage)
        }
    }
}
