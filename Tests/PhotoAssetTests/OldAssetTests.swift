import AssetsLibrary
import Foundation
import PhotoAsset
import PhotosTesting
import Testing

/// The same asset, given by either framework.
@Suite(.timeLimit(.minutes(20))) struct OldAssetTests {
    let shelf: Shelf
    init() throws { shelf = try Shelf() }

    private struct Found: Sendable { let asset: ALAsset? }

    private func old(_ asset: PhotoAsset, _ library: ALAssetsLibrary) async -> ALAsset? {
        await withCheckedContinuation { (done: CheckedContinuation<Found, Never>) in
            library.asset(for: asset.assetURL, resultBlock: { done.resume(returning: Found(asset: $0)) }, failureBlock: { _ in done.resume(returning: Found(asset: nil)) })
        }.asset
    }

    @Test(arguments: CGImagePropertyOrientation.all) func bothFrameworksGiveTheSame(_ orientation: CGImagePropertyOrientation) async throws {
        var metadata = FixtureImages.Metadata()
        (metadata.orientation, metadata.dateTimeOriginal) = (orientation, "2023:11:02 17:04:05")
        let asset = try shelf.photo(width: 60, height: 40, metadata: metadata), library = ALAssetsLibrary(photoLibrary: shelf.library)
        let old = try #require(await old(asset, library)), model = try #require(PhotoAsset(old))
        #expect(model == asset && model.assetURL == old.value(forProperty: ALAssetPropertyAssetURL) as? URL)
        #expect(model.creationDate == old.value(forProperty: ALAssetPropertyDate) as? Date)
        let file = try #require(old.defaultRepresentation())
        #expect(model.dataLength == Int(file.size()) && model.dimensions == file.dimensions() && model.filename == file.filename())
        #expect(model.imageOrientation.rawValue == file.orientation().rawValue)
        var bytes = [UInt8](repeating: 0, count: model.dataLength)
        #expect(file.getBytes(&bytes, fromOffset: 0, length: bytes.count, error: nil) == bytes.count)
        #expect(try await model.originalData() == Data(bytes))
    }

    @Test func anAssetOutlivesTheLibraryThatGaveIt() async throws {
        let asset = try shelf.photo()
        var library: ALAssetsLibrary? = ALAssetsLibrary(photoLibrary: shelf.library)
        let found = try #require(library), old = try #require(await old(asset, found)), model = try #require(PhotoAsset(old))
        withExtendedLifetime(found) {}
        library = nil
        #expect(model.filename == "IMG_0001.JPG" && model == asset)
        #expect(PhotoAsset(ALAsset()) == nil)
    }
}
