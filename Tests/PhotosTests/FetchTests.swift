import Photos
import PhotosTesting
import Synchronization
import Testing

extension ClientTests {
    @Suite struct Fetching {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func saveFive() throws -> [PHAsset] {
            try (0..<5).map { number in
                try fixture.save("\(number).jpg", seed: number) { $0.creationDate = Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 86_400) }
            }
        }

        @Test func sortAndLimitTakeTheNewest() throws {
            let assets = try saveFive()
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.fetchLimit = 2
            #expect(PHAsset.fetchAssets(with: .image, options: options).all == [assets[4], assets[3]])
            #expect(PHAsset.fetchAssets(with: .video, options: options).count == 0)
            #expect(PHAsset.fetchAssets(with: nil).all == assets, "unsorted: oldest first")
        }

        @Test func aResultOffersEverythingAndStaysAsItWas() throws {
            let assets = try saveFive()
            let result = PHAsset.fetchAssets(with: nil)
            let other = try fixture.save("later.jpg", seed: 9)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[2]] as NSArray) }
            #expect(result.count == 5)
            #expect(result[2].localIdentifier == assets[2].localIdentifier, "a deleted asset is still there")
            #expect(result.firstObject == assets[0])
            #expect(result.lastObject == assets[4])
            #expect(result.contains(assets[1]))
            #expect(!result.contains(other))
            #expect(result.index(of: assets[3]) == 3)
            #expect(result.index(of: other) == NSNotFound)
            #expect(result.index(of: assets[3], in: NSRange(location: 0, length: 3)) == NSNotFound)
            #expect(result.objects(at: IndexSet([0, 4])) == [assets[0], assets[4]])
            #expect(result.countOfAssets(with: .image) == 5)
            #expect(result.countOfAssets(with: .video) == 0)
            #expect((result.copy() as? PHFetchResult<PHAsset>)?.count == 5)
            let empty = PHAsset.fetchAssets(with: .audio, options: nil)
            #expect(empty.firstObject == nil && empty.lastObject == nil)
        }

        @Test func enumerationGoesBothWaysAndStops() throws {
            let assets = try saveFive()
            let result = PHAsset.fetchAssets(with: nil)
            var seen: [Int] = []
            result.enumerateObjects { (asset: PHAsset, index: Int, stop: UnsafeMutablePointer<ObjCBool>) in
                #expect(asset == assets[index])
                seen.append(index)
                if index == 2 { stop.pointee = true }
            }
            #expect(seen == [0, 1, 2])
            seen = []
            result.enumerateObjects(options: .reverse) { _, index, _ in seen.append(index) }
            #expect(seen == [4, 3, 2, 1, 0])
            seen = []
            result.enumerateObjects(at: IndexSet([1, 3]), options: []) { _, index, _ in seen.append(index) }
            #expect(seen == [1, 3])
            let together = Mutex<Set<Int>>([])
            result.enumerateObjects(options: .concurrent) { _, index, _ in together.withLock { _ = $0.insert(index) } }
            #expect(together.withLock { $0 } == [0, 1, 2, 3, 4])
            var names: [String] = []
            var iterator = NSFastEnumerationIterator(result)
            while let asset = iterator.next() as? PHAsset { names.append(asset.localIdentifier) }
            #expect(names == assets.map(\.localIdentifier))
        }

        @Test func manyThreadsReadOneResult() throws {
            _ = try saveFive()
            let result = PHAsset.fetchAssets(with: nil)
            let expected = result.all.map(\.localIdentifier)
            DispatchQueue.concurrentPerform(iterations: 64) { round in
                #expect(result[round % 5].localIdentifier == expected[round % 5])
            }
        }

        @Test func aPredicateThatCannotBeUsedGivesAnEmptyResultWithTheReason() throws {
            _ = try saveFive()
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "colour == 3")
            let result = PHAsset.fetchAssets(with: options)
            #expect(result.count == 0)
            let error = try #require(result.error as? PHPhotosError)
            #expect(error.localizedDescription.contains("colour"))
            #expect(PHAsset.fetchAssets(with: nil).error == nil)
        }

        @Test func formatsThatClientsWrite() throws {
            let assets = try saveFive()
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: assets[1]).isFavorite = true }
            func count(_ format: String, _ arguments: Any?...) -> Int {
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 as Any })
                return PHAsset.fetchAssets(with: options).count
            }
            #expect(count("mediaType = %d", PHAssetMediaType.image.rawValue) == 5)
            #expect(count("mediaType == %d || mediaType == %d", PHAssetMediaType.image.rawValue, PHAssetMediaType.video.rawValue) == 5)
            #expect(count("(mediaSubtype & %d) != 0", PHAssetMediaSubtype.photoScreenshot.rawValue) == 0)
            #expect(count("NOT (mediaSubtypes & %d) != 0", PHAssetMediaSubtype.photoLive.rawValue) == 5)
            #expect(count("isFavorite == YES") == 1)
            #expect(count("favorite == %@", NSNumber(value: true)) == 1)
            #expect(count("localIdentifier IN %@", [assets[0].localIdentifier, assets[2].localIdentifier]) == 2)
            #expect(count("NOT (localIdentifier IN %@)", [assets[0].localIdentifier]) == 4)
            #expect(count("burstIdentifier != nil") == 0)
            #expect(count("duration < %f", 10.0) == 5)
            #expect(count("creationDate >= %@ AND creationDate <= %@", assets[1].creationDate, assets[3].creationDate) == 3)
        }

        @Test func anAdditionalLibraryIsFetchedFromByOption() throws {
            let second = try TemporaryLibrary()
            let file = try second.file("b.jpg", FixtureImages.jpeg())
            try second.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
            let options = PHFetchOptions()
            options.photoLibrary = second.photoLibrary
            #expect(PHAsset.fetchAssets(with: options).count == 1)
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
        }
    }
}
