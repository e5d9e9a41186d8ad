import Foundation
import PhotosTesting
import Testing

@testable import LibraryEngine
@testable import Photos

private let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0).appendingPathComponent("iphone") }

/// Edits that Apple's Photos made of photos of iPhones.
@Suite("Edits of Apple's", .enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), .timeLimit(.minutes(5))) struct RealEditTests {
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
        #expect(PHAsset.fetchRecentlyDeletedAssets(with: options).count == 2)
        #expect(try temporary.library.verify().isSound)
        // The same files a second time bring nothing back.
        #expect(try temporary.library.importer(temporary.library.importOptions).run(files.map(\.path)).imported == 0)
    }
}
