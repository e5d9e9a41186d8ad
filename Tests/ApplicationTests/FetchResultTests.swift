import Foundation
import Photos
import SharedWorld
import Synchronization
import Testing

extension ApplicationTests {
    @Suite struct FetchResults {
        let world: World
        init() throws { world = try World() }

        @Test func aResultIsAnOrderedList() throws {
            let days = try world.saveDays(4)
            let stranger = try #require(PHAsset.fetchAssets(with: .image, options: options { $0.fetchLimit = 1 }).firstObject)
            let result: PHFetchResult<PHAsset> = PHAsset.fetchAssets(with: options { $0.predicate = NSPredicate(format: "creationDate > %@", World.day(0) as NSDate) })
            #expect(result.count == 3)
            #expect(result.object(at: 1) == days[2])
            #expect(result[2] == days[3])
            #expect(result.firstObject == days[1])
            #expect(result.lastObject == days[3])
            #expect(result.contains(days[2]))
            #expect(!result.contains(stranger))
            #expect(result.index(of: days[3]) == 2)
            #expect(result.index(of: stranger) == NSNotFound)
            #expect(result.index(of: days[1], in: NSRange(location: 0, length: 2)) == 0)
            #expect(result.index(of: days[1], in: NSRange(location: 1, length: 2)) == NSNotFound)
            #expect(result.objects(at: IndexSet([0, 2])) == [days[1], days[3]])
        }

        @Test func anEmptyResultHasNoEnds() throws {
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.count == 0)
            #expect(result.firstObject == nil)
            #expect(result.lastObject == nil)
            #expect(result.objects(at: IndexSet()) == [])
            result.enumerateObjects { _, _, _ in Issue.record("nothing to enumerate") }
        }

        @Test func enumerationGoesForwardsAndStops() throws {
            let days = try world.saveDays(4)
            let result = PHAsset.fetchAssets(with: nil)
            var history: [String] = []
            result.enumerateObjects { asset, index, stop in
                history.append("\(index) \(asset == days[index])")
                if index == 2 { stop.pointee = true }
            }
            #expect(history == ["0 true", "1 true", "2 true"])
        }

        @Test func enumerationGoesBackwards() throws {
            let days = try world.saveDays(4)
            var history: [PHAsset] = []
            var indexes: [Int] = []
            PHAsset.fetchAssets(with: nil).enumerateObjects(options: .reverse) { asset, index, _ in
                history.append(asset)
                indexes.append(index)
            }
            #expect(history == days.reversed())
            #expect(indexes == [3, 2, 1, 0])
        }

        @Test func enumerationTakesSomeIndexes() throws {
            let days = try world.saveDays(5)
            var history: [PHAsset] = []
            PHAsset.fetchAssets(with: nil).enumerateObjects(at: IndexSet([0, 3, 4]), options: .reverse) { asset, _, stop in
                history.append(asset)
                if history.count == 2 { stop.pointee = true }
            }
            #expect(history == [days[4], days[3]])
        }

        @Test func concurrentEnumerationMeetsEachOnce() throws {
            let days = try world.saveDays(6)
            let met = Mutex<[String]>([])
            PHAsset.fetchAssets(with: nil).enumerateObjects(options: .concurrent) { asset, _, _ in
                met.withLock { $0.append(asset.localIdentifier) }
            }
            #expect(met.withLock { $0 }.sorted() == days.map(\.localIdentifier).sorted())
        }

        @Test func resultsCanBeCopiedAndEnumeratedFast() throws {
            let days = try world.saveDays(2)
            let result = PHAsset.fetchAssets(with: nil)
            let copy = try #require(result.copy() as? PHFetchResult<PHAsset>)
            #expect(copy.all == days)
            let fast: any NSFastEnumeration = result
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets(fast) }
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
        }

        @Test func membersOfOneTypeAreCounted() throws {
            try world.saveDays(2)
            let file = try world.movie()
            try PHPhotoLibrary.shared().performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file) }
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.countOfAssets(with: .image) == 2)
            #expect(result.countOfAssets(with: .video) == 1)
            #expect(result.countOfAssets(with: .unknown) == 0)
        }

        @Test func collectionsComeInResultsToo() throws {
            let album = try world.album("A")
            let result: PHFetchResult<PHCollection> = PHCollection.fetchTopLevelUserCollections(with: nil)
            #expect(result.count == 1)
            #expect(result.firstObject as? PHAssetCollection == album)
            #expect(result.contains(album))
        }
    }
}
