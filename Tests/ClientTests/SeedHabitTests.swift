import CoreLocation
import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

extension ClientTests {
    /// The habits of the texts this project grew from: wrappers and pickers that moved from AssetsLibrary to PhotoKit.
    @Suite struct SeedHabits {
        let world: World
        init() throws { world = try World() }

        /// A camera that has only the date of what it saved, and asks for the asset by it.
        @Test func theAssetJustSavedIsFoundByItsExactCreationDate() throws {
            try world.saveDays(3)
            let taken = Date(timeIntervalSince1970: 1_646_200_000.734512893)
            let image = world.image()
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                request.creationDate = taken
                request.location = CLLocation(latitude: 31.2, longitude: 121.5)
            }
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.predicate = NSPredicate(format: "creationDate == %@ AND mediaType == %d", taken as NSDate, PHAssetMediaType.image.rawValue)
            let found = PHAsset.fetchAssets(with: options)
            #expect(found.count == 1)
            #expect(found.firstObject?.creationDate == taken)
            // The other form: the newest of all.
            let newest = PHFetchOptions()
            newest.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            newest.fetchLimit = 1
            #expect(PHAsset.fetchAssets(with: .image, options: newest).firstObject?.creationDate == World.day(2))
        }

        /// A draft that was written with AssetsLibrary holds URLs, a later one UUIDs, the newest local identifiers.
        @Test func draftsOfThreeAgesFindTheSameAsset() throws {
            let asset = try world.save()
            let uuid = asset.localIdentifier.components(separatedBy: "/")[0]
            let url = "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG"
            for saved in [asset.localIdentifier, uuid, url] {
                let found: PHAsset?
                if saved.hasPrefix("assets-library://"), let url = URL(string: saved) {
                    found = PHAsset.fetchAssets(withALAssetURLs: [url], options: nil).firstObject
                } else {
                    found = PHAsset.fetchAssets(withLocalIdentifiers: [saved], options: nil).firstObject
                }
                #expect(found == asset, "\(saved)")
            }
        }

        /// Of the identifiers in a draft some are deleted by now and some hidden: the rest must come, in the draft's order.
        @Test func aDraftWithDeletedAndHiddenAssets() throws {
            let assets = try world.saveDays(5)
            let draft = [4, 2, 0, 3, 1].map { assets[$0].localIdentifier }
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetChangeRequest.deleteAssets([assets[2]] as NSFastEnumeration)
                PHAssetChangeRequest(for: assets[3]).isHidden = true
            }
            let result = PHAsset.fetchAssets(withLocalIdentifiers: draft, options: nil)
            #expect(result.count == 4, "hidden ones come, deleted ones don't")
            var byIdentifier = [String: PHAsset]()
            result.enumerateObjects { asset, _, _ in byIdentifier[asset.localIdentifier] = asset }
            let restored = draft.compactMap { byIdentifier[$0] }
            #expect(restored == [assets[4], assets[0], assets[3], assets[1]])
            #expect(draft.filter { byIdentifier[$0] == nil } == [assets[2].localIdentifier])
        }

        /// A list of albums: title, number of pictures and newest picture as the cover, empty ones left out, the camera roll first.
        @Test func anAlbumListWithCountsAndNewestCover() throws {
            let assets = try world.saveDays(4)
            try world.album("B", [assets[3], assets[0]])
            try world.album("Empty")
            let inner = try world.album("A", [assets[1], assets[2]])
            try world.list("Folder", [inner])
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: assets[0]).isFavorite = true }

            let pictures = PHFetchOptions()
            pictures.predicate = NSPredicate(format: "mediaType == %ld", PHAssetMediaType.image.rawValue)
            pictures.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            var list: [(title: String, count: Int, cover: PHAsset)] = []
            func add(_ album: PHAssetCollection) {
                let result = PHAsset.fetchAssets(in: album, options: pictures)
                guard let cover = result.firstObject else { return }
                let row = (title: album.localizedTitle ?? "", count: result.count, cover: cover)
                if album.assetCollectionSubtype == .smartAlbumUserLibrary { list.insert(row, at: 0) } else { list.append(row) }
            }
            let smart = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .albumRegular, options: nil)
            for index in 0..<smart.count where [.smartAlbumUserLibrary, .smartAlbumFavorites].contains(smart[index].assetCollectionSubtype) { add(smart[index]) }
            let user = PHCollectionList.fetchTopLevelUserCollections(with: nil)
            user.enumerateObjects { collection, _, _ in
                if let album = collection as? PHAssetCollection {
                    add(album)
                } else if let folder = collection as? PHCollectionList {
                    PHCollection.fetchCollections(in: folder, options: nil).enumerateObjects { child, _, _ in
                        if let album = child as? PHAssetCollection { add(album) }
                    }
                }
            }
            #expect(list.map { $0.count } == [4, 1, 2, 2])
            #expect(list.map { $0.cover } == [assets[3], assets[0], assets[3], assets[2]])
            #expect(list.map { $0.title }.suffix(2) == ["B", "A"])
        }

        /// Classes are used from many threads at once: fetches, objects, images and changes.
        @Test func everythingFromManyThreadsAtOnce() throws {
            let assets = try world.saveDays(8)
            let album = try world.album("Busy", assets)
            let shared = PHAsset.fetchAssets(with: nil)
            let lock = NSLock()
            var failures = [String]()
            var changes = 0
            func fail(_ what: String) {
                lock.lock()
                failures.append(what)
                lock.unlock()
            }
            DispatchQueue.concurrentPerform(iterations: 64) { number in
                let asset = shared[number % 8]
                if asset != assets[number % 8] || asset.pixelWidth != 64 { fail("object \(number)") }
                switch number % 4 {
                case 0:
                    let options = PHFetchOptions()
                    options.predicate = NSPredicate(format: "creationDate >= %@", World.day(number % 8) as NSDate)
                    if PHAsset.fetchAssets(with: options).count != 8 - number % 8 { fail("fetch \(number)") }
                case 1:
                    var count = 0
                    PHAsset.fetchAssets(in: album, options: nil).enumerateObjects { _, _, _ in count += 1 }
                    if count != 8 { fail("album \(number)") }
                case 2:
                    let options = PHImageRequestOptions()
                    options.isSynchronous = true
                    PHImageManager.default().requestImage(for: asset, targetSize: CGSize(width: 20, height: 20), contentMode: .aspectFit, options: options) { image, _ in
                        if image == nil { fail("image \(number)") }
                    }
                default:
                    do {
                        try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: asset).addKeyword("n\(number)") }
                        lock.lock()
                        changes += 1
                        lock.unlock()
                    } catch { fail("change \(number): \(error)") }
                }
            }
            #expect(failures == [])
            #expect(changes == 16)
            let words = PHAsset.fetchAssets(with: nil).all.flatMap { $0.extendedMetadata.keywords }
            #expect(words.count == 16)
        }
    }
}
