import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Results longer than one batch of records, and what becomes of assets that are purged behind a result's back.
    @Suite struct LargeResults {
        let temporary: TemporaryLibrary

        init() throws {
            temporary = try TemporaryLibrary()
            temporary.install()
        }

        /// Records without files: nothing here looks at pixels.
        private func fill(_ count: Int) throws {
            try temporary.insertRecords(count) { index in
                (date: Date(timeIntervalSince1970: 1_600_000_000 + Double(index)), isVideo: index % 10 == 0)
            }
        }

        @Test func everyIndexOfAResultOfManyBatchesIsItsAsset() throws {
            try fill(2_500)
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.count == 2_500)
            for index in [0, 127, 128, 129, 1_279, 2_499, 5, 1_024] {
                #expect(result[index].creationDate == Date(timeIntervalSince1970: 1_600_000_000 + Double(index)), "index \(index)")
                #expect(result.index(of: result[index]) == index)
            }
            var order: [Int] = []
            result.enumerateObjects(options: .reverse) { asset, index, stop in
                order.append(Int(asset.creationDate?.timeIntervalSince1970 ?? 0) - 1_600_000_000)
                stop.pointee = ObjCBool(index == 2_200)
            }
            #expect(order == Array((2_200..<2_500).reversed()))
            #expect(result.countOfAssets(with: .video) == 250)
            #expect(result.countOfAssets(with: .image) == 2_250)
        }

        @Test func theFirstAndTheLastStayTheSameObjectsWhenTheirBatchesAreRead() throws {
            try fill(300)
            let result = PHAsset.fetchAssets(with: nil)
            let first = try #require(result.firstObject), last = try #require(result.lastObject)
            #expect(first.creationDate == Date(timeIntervalSince1970: 1_600_000_000))
            #expect(last.creationDate == Date(timeIntervalSince1970: 1_600_000_299))
            #expect(result.firstObject === first && result[0] === first && result[299] === last)
            for index in [1, 298, 150] {
                #expect(result[index].creationDate == Date(timeIntervalSince1970: 1_600_000_000 + Double(index)), "index \(index)")
            }
            #expect(result[0] === first && result.firstObject === first)
            #expect(result[299] === last && result.lastObject === last)
        }

        @Test func aPurgedAssetLeavesATombstoneAndNeverTraps() throws {
            try fill(300)
            let result = PHAsset.fetchAssets(with: nil)
            let kept = result[10]
            // Named through another result, so that this one has not read its second batch.
            try temporary.purge([kept, PHAsset.fetchAssets(with: nil)[200]])
            #expect(result.count == 300)
            let tombstone = result[200]
            #expect(tombstone.mediaType == .unknown)
            #expect(!tombstone.canPerform(.delete))
            #expect(tombstone.creationDate == nil && tombstone.addedDate == nil)
            #expect(result[10] == kept, "what was read before stays readable")
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [kept.localIdentifier, tombstone.localIdentifier], options: nil).count == 0)
            #expect(throws: PHPhotosError.self) {
                try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: kept).isFavorite = true }
            }
            #expect(PHAsset.fetchAssets(with: nil).count == 298)
        }
    }
}
