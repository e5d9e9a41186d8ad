import Adjustments
import Foundation
import PhotosTesting
import Testing

@testable import LibraryEngine
@testable import Photos

private let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0).appendingPathComponent("iphone") }

/// Edits that Apple's Photos made of photos of iPhones.
@Suite("Edits of Apple's", .enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), .timeLimit(.minutes(20))) struct RealEditTests {
    private func input(_ asset: PHAsset, knows: Bool) async -> PHContentEditingInput? {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { knows && $0.formatIdentifier == "com.apple.photo" }
        return await withCheckedContinuation { continuation in asset.requestContentEditingInput(with: options) { input, _ in continuation.resume(returning: input) } }
    }

    @Test func theirRecipesAndBothVersionsAreHandedOver() async throws {
        let folder = try #require(samples), temporary = try TemporaryLibrary()
        let names = ["IMG_3582.HEIC", "IMG_3582.mov", "IMG_3582.AAE", "IMG_O3582.aae", "IMG_3582_edited.heic", "IMG_1853.HEIC", "IMG_1853.AAE", "IMG_E1853.heic"]
        let files = names.map { folder.appendingPathComponent($0) }
        #expect(try temporary.library.importer(temporary.library.importOptions).run(files.map(\.path)).imported == 2)
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        for (asset, original, rendering, aae) in [("IMG_3582.HEIC", 0, 4, 2), ("IMG_1853.HEIC", 5, 7, 6)].compactMap({ name, original, rendering, aae in
            PHAsset.fetchAssets(with: options).all.first { $0.record.filename == name }.map { ($0, files[original], files[rendering], files[aae]) }
        }) {
            let list = try #require(PropertyListSerialization.propertyList(from: Data(contentsOf: aae), format: nil) as? [String: Any])
            let known = try #require(await input(asset, knows: true)), baked = try #require(await input(asset, knows: false))
            #expect(known.adjustmentData?.data == list["adjustmentData"] as? Data)
            #expect(known.adjustmentData?.formatVersion == list["adjustmentFormatVersion"] as? String)
            #expect(try Data(contentsOf: #require(known.fullSizeImageURL)) == Data(contentsOf: original))
            #expect(try baked.adjustmentData == nil && Data(contentsOf: #require(baked.fullSizeImageURL)) == Data(contentsOf: rendering))
            #expect((known.livePhoto != nil) == asset.mediaSubtypes.contains(.photoLive))
            try temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
            let reverted = try #require(await input(asset, knows: true))
            #expect(try reverted.adjustmentData == nil && Data(contentsOf: #require(reverted.fullSizeImageURL)) == Data(contentsOf: original))
        }
        // A real key frame: 1740 of 600 a second, of a picture that lies.
        let chosen = try #require(PropertyListSerialization.propertyList(from: Data(contentsOf: files[6]), format: nil) as? [String: Any])
        let recipe = try #require(chosen["adjustmentData"] as? Data)
        let picture = PhotoAdjustments.StoredPicture(width: 4032, height: 3024, orientation: 6)
        #expect(PhotoAdjustments(appleData: recipe, formatVersion: "1.4", shown: (3024, 4032)) { picture }?.keyFrame == 2.9)
        #expect(PHAsset.fetchRecentlyDeletedAssets(with: options).count == 2)
        #expect(try temporary.library.verify().isSound)
        // The same files a second time bring nothing back.
        #expect(try temporary.library.importer(temporary.library.importOptions).run(files.map(\.path)).imported == 0)
    }

    /// Apple's own rendering of a straightened crop of a picture that lies upside down, and ours of the same numbers but for an edge that ours can't show.
    @Test func aStraightenedCropOfApplesIsDrawnAsTheyDrewIt() throws {
        let library = try #require(samples).deletingLastPathComponent().appendingPathComponent("apple/Test-Cloud-10.16.0.photoslibrary")
        let name = "2/22C0B41C-ADD8-4F10-A521-F14748A6CAFC"
        let original = try Data(contentsOf: library.appendingPathComponent("originals/\(name).jpeg"))
        let rendering = try #require(UIImage(data: Data(contentsOf: library.appendingPathComponent("resources/renders/\(name)_1_201_a.jpeg"))))
        // What its property list says: 181, 196, 897 and 755, and the angle. All sides are moved in by 20 pixels.
        let json = """
            {"metadata": {"masterWidth": 1280, "masterHeight": 960, "orientation": 3, "pipelineVersion": "OSX.4"}, "formatVersion": 1, "adjustments": [{"identifier": "Crop",
            "enabled": true, "settings": {"xOrigin": 201, "yOrigin": 216, "width": 857, "height": 715, "straightenAngle": -0.018509803624153255}}]}
            """
        let bytes = Array(json.utf8), length = UInt16(bytes.count)
        let data = Data([1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)] + bytes)
        let adjustments = try #require(
            PhotoAdjustments(appleData: data, formatVersion: "1.4", shown: (857, 715)) { PhotoAdjustments.StoredPicture(width: 1280, height: 960, orientation: 3) })
        #expect(abs(adjustments.straighten + 1.0605) < 0.001 && adjustments.rotation == 0)
        let whole = try #require(UIImage(data: original)), edited = try whole.applying(adjustments)
        let ours = try #require(edited.cgImage), theirs = try #require(rendering.cgImage)
        #expect((ours.width, ours.height) == (857, 715) && (theirs.width, theirs.height) == (897, 755))
        let (a, b) = (Array(ours.pixels), Array(theirs.pixels))
        func difference(_ dx: Int, _ dy: Int) -> Double {
            var sum = 0
            for y in stride(from: 10, to: 700, by: 3) {
                for x in stride(from: 10, to: 840, by: 3) {
                    sum += abs(Int(a[y * ours.bytesPerRow + x * 4 + 1]) - Int(b[(y + 20 + dy) * theirs.bytesPerRow + (x + 20 + dx) * 4 + 1]))
                }
            }
            return Double(sum) / Double(230 * 277)
        }
        // Nowhere else is it as near: neither beside it nor turned the other way.
        let here = difference(0, 0)
        #expect(here < 4, "\(here)")
        for (dx, dy) in [(3, 0), (-3, 0), (0, 3), (0, -3)] { #expect(difference(dx, dy) > here * 1.3, "\(dx) \(dy) \(difference(dx, dy)) \(here)") }
    }
}
