import Photos
import PhotosTesting
import Synchronization
import Testing

extension ClientTests {
    /// What clients write, as they write it: most of this is a test by compiling.
    @Suite struct Source {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func datesAndCollectionsPassAsCVarArg() throws {
            let date = Date(timeIntervalSince1970: 1_600_000_000)
            let asset = try fixture.save { $0.creationDate = date }
            func found(_ predicate: NSPredicate) -> Int {
                let options = PHFetchOptions()
                options.predicate = predicate
                let result = PHAsset.fetchAssets(with: options)
                #expect(result.error == nil)
                return result.count
            }
            let before = date.addingTimeInterval(-1)
            #expect(found(NSPredicate(format: "creationDate > %@", before as CVarArg)) == 1)
            #expect(found(NSPredicate(format: "creationDate > %@", date as CVarArg)) == 0)
            #expect(found(NSPredicate(format: "creationDate >= %@ AND creationDate < %@", date as CVarArg, Date() as NSDate as CVarArg)) == 1)
            #expect(found(NSPredicate(format: "mediaType IN %@", [1, 2] as CVarArg)) == 1)
            #expect(found(NSPredicate(format: "mediaType = %@", NSNumber(value: 2) as CVarArg)) == 0)
            #expect(found(NSPredicate(format: "filename = %@", "IMG_0001.JPG" as CVarArg)) == 1)
            #expect(found(NSPredicate(format: "SELF IN %@", [asset.localIdentifier] as NSArray as CVarArg)) == 1)
            #expect(found(NSPredicate(format: "SELF = %@", asset as CVarArg)) == 1)
            let arguments: [CVarArg] = [PHAssetMediaType.image.rawValue, before]
            #expect(found(NSPredicate(format: "mediaType = %d AND creationDate > %@", argumentArray: arguments)) == 1)
            #expect(String(format: "%@ %d", NSNumber(value: 7) as CVarArg, 8) == "7 8")
            #expect(String(format: "%@", UUID(uuidString: "8A6B0000-0000-4000-8000-000000000001")! as CVarArg).contains("8A6B0000"))
        }

        @Test func objectsOfNoLibraryAreEmpty() async throws {
            let result = PHFetchResult<PHAsset>()
            #expect(result.count == 0 && result.firstObject == nil && result.error == nil)
            let asset = PHAsset()
            #expect(asset.mediaType == .unknown && !asset.canPerform(.delete) && asset != PHAsset())
            #expect(PHAsset.fetchAssets(in: PHAssetCollection(), options: nil).count == 0)
            #expect(PHCollection.fetchCollections(in: PHCollectionList(), options: nil).count == 0)
            let code: Int? = await withCheckedContinuation { continuation in
                PHImageManager.default().requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil) { _, info in
                    continuation.resume(returning: (info?[PHImageErrorKey] as? NSError)?.code)
                }
            }
            #expect(code == PHPhotosError.identifierNotFound.rawValue)
        }

        @Test func resultsMayBeDropped() throws {
            let asset = try fixture.save()
            let file = try fixture.temporary.file("b.jpg", FixtureImages.jpeg(seed: 3))
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
                PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "F")
                PHAssetChangeRequest(for: asset)
            }
            PHAsset.fetchAssets(with: nil)
            #expect(PHAsset.fetchAssets(with: nil).count == 2)
        }
    }
}
