import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

extension ClientTests {
    /// What applications have come to rely on, documented or not.
    @Suite struct Habits {
        let world: World
        init() throws { world = try World() }

        @Test @MainActor func aSemaphoreOnTheMainThreadWaitsForAuthorization() {
            for level in [PHAccessLevel.readWrite, .addOnly] {
                let semaphore = DispatchSemaphore(value: 0)
                var answer: PHAuthorizationStatus?
                PHPhotoLibrary.requestAuthorization(for: level) { status in
                    answer = status
                    semaphore.signal()
                }
                #expect(semaphore.wait(timeout: .now() + 120) == .success)
                #expect(answer == .authorized)
            }
        }

        @Test func oneElementArraysAreFastEnumerations() throws {
            let assets = try world.saveDays(4)
            let album = try world.album("A", assets)
            let optional: PHAsset? = assets[1]
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCollectionChangeRequest(for: album)
                request?.removeAssets([assets[0]] as NSFastEnumeration)
                request?.removeAssets([optional] as NSFastEnumeration)
                request?.removeAssets([assets[2]] as NSArray)
                request?.removeAssets(NSArray(object: assets[3]))
            }
            #expect(PHAsset.fetchAssets(in: album, options: nil).count == 0)
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[2], assets[1]] as NSFastEnumeration)
                PHAssetChangeRequest.deleteAssets(NSSet(object: assets[0]))
            }
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == [assets[2], assets[1]])
            #expect(PHAsset.fetchAssets(with: nil).count == 3)
        }

        @Test func objectsAtIndexes() throws {
            let assets = try world.saveDays(6)
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.objects(at: IndexSet(integersIn: 1...3)) == Array(assets[1...3]))
            #expect(result.objects(at: IndexSet([5, 0])) == [assets[0], assets[5]])
            #expect(result.objects(at: IndexSet(0..<result.count)).count == 6)
        }

        @Test func smartAlbumsAreFetchedOneByOneWithEmptyOptions() throws {
            try world.saveDays(2)
            let subtypes: [PHAssetCollectionSubtype] = [
                .smartAlbumUserLibrary, .smartAlbumFavorites, .smartAlbumVideos, .smartAlbumSelfPortraits, .smartAlbumLivePhotos, .smartAlbumPanoramas,
                .smartAlbumTimelapses, .smartAlbumSlomoVideos, .smartAlbumBursts, .smartAlbumScreenshots, .smartAlbumAnimated, .smartAlbumDepthEffect,
                .smartAlbumAllHidden, .smartAlbumRecentlyAdded,
            ]
            var found: [PHAssetCollectionSubtype] = []
            for subtype in subtypes {
                let result = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: PHFetchOptions())
                result.enumerateObjects { album, _, _ in found.append(album.assetCollectionSubtype) }
            }
            #expect(found == subtypes)
            // The way in which the list of all smart albums is asked for since iOS 8.
            let regular = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .albumRegular, options: nil)
            #expect(Set(regular.all.map(\.assetCollectionSubtype)).isSuperset(of: subtypes))
        }

        @Test func privateKeysAreAnswered() throws {
            let asset = try world.save("Holiday.JPG")
            let size = try Data(contentsOf: world.folder.appendingPathComponent("Holiday.JPG")).count
            #expect(asset.value(forKey: "filename") as? String == "Holiday.JPG")
            #expect(asset.value(forKey: "originalFilename") as? String == "Holiday.JPG")
            #expect((asset.value(forKey: "fileSize") as? NSNumber)?.intValue == size)
            #expect(asset.value(forKey: "fileSize") as? Int == size)
            #expect(asset.value(forKey: "locallyAvailable") as? Bool == true)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            #expect((resource.value(forKey: "fileSize") as? NSNumber)?.intValue == size)
            #expect(resource.value(forKey: "locallyAvailable") as? Bool == true)
        }

        @Test func resultsMayBeDropped() throws {
            let file = try world.jpeg()
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
                PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "F")
            }
            PHAsset.fetchAssets(with: nil)
            PHImageManager.default().requestImage(
                for: PHAsset.fetchAssets(with: nil).firstObject!, targetSize: CGSize(width: 1, height: 1), contentMode: .default, options: nil
            ) { _, _ in }
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
        }

        @Test func everyFetchTakesNil() throws {
            let assets = try world.saveDays(1)
            let album = try world.album("A", assets)
            let list = try world.list("L", [album])
            #expect(PHAsset.fetchAssets(with: nil).all == assets)
            #expect(PHAsset.fetchAssets(with: .image, options: nil).all == assets)
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == assets)
            #expect(PHAsset.fetchKeyAssets(in: album, options: nil)?.all == assets)
            #expect(PHCollection.fetchCollections(in: list, options: nil).all == [album])
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).all == [list])
            #expect(PHCollectionList.fetchCollectionListsContaining(album, options: nil).all == [list])
        }

        @Test func aTypedBlockEnumerates() throws {
            try world.saveDays(2)
            var names = [String]()
            PHAsset.fetchAssets(with: nil).enumerateObjects({ (object: PHAsset, index: Int, stop: UnsafeMutablePointer<ObjCBool>) in
                autoreleasepool { names.append("\(index) \(object.value(forKey: "filename") as! String)") }
            })
            #expect(names == ["0 DAY_0.JPG", "1 DAY_1.JPG"])
        }

        @Test func manyAssetsAreAskedForTheirDataAtOnce() async throws {
            let assets = try world.saveDays(30)
            let sizes = await withTaskGroup(of: Int.self) { group in
                for asset in assets {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { data, _, _, _ in
                                continuation.resume(returning: data?.count ?? 0)
                            }
                        }
                    }
                }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(sizes.count == 30)
            #expect(sizes.allSatisfy { $0 > 0 })
        }
    }
}
