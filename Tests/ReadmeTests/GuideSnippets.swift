import Photos
import PhotosTesting
import Testing

func fetchFromAnother() throws -> PHFetchResult<PHAsset> {
    // begin
    let library = try PHPhotoLibrary(url: URL(fileURLWithPath: "/srv/photos/Family.photolibrary"))
    let options = PHFetchOptions()
    options.photoLibrary = library
    let photos = PHAsset.fetchAssets(with: options)
    // end
    return photos
}

func write(_ asset: PHAsset, to file: URL) async throws {
    // begin
    let image = try await PHImageManager.default().image(for: asset, targetSize: CGSize(width: 512, height: 512))
    try image.jpegData(compressionQuality: 0.9)?.write(to: file)
    // end
}

func longFavouriteVideos() -> PHFetchOptions {
    // begin
    let options = PHFetchOptions()
    options.predicate = .assets { $0.isFavorite && $0.mediaType == .video && $0.duration > 60 }
    options.sortDescriptors = [.assets(\.creationDate, ascending: false)]
    // end
    return options
}

@Test func theGuidesTestOfAnApplicationPasses() throws {
    // begin
    let library = try TemporaryLibrary()
    let file = try library.file("IMG_0001.JPG", FixtureImages.jpeg())
    try library.photoLibrary.performChangesAndWait {
        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.isFavorite = true
    }
    let options = PHFetchOptions()
    options.photoLibrary = library.photoLibrary
    #expect(PHAsset.fetchAssets(with: options).firstObject?.isFavorite == true)
    // end
}

@Test func theGuidesTestDoublesStandForAnAsset() {
    // begin
    // Guarded by holding nothing of its own.
    final class FakeAsset: PHAsset, @unchecked Sendable {
        override var localIdentifier: String { "first" }
        override var isFavorite: Bool { true }
    }
    // Guarded by holding nothing of its own.
    final class FakeResult: PHFetchResult<PHAsset>, @unchecked Sendable {
        override var count: Int { 1 }
        override func object(at index: Int) -> PHAsset { FakeAsset() }
    }
    #expect(FakeResult().firstObject?.isFavorite == true)
    #expect(FakeResult().index(of: FakeAsset()) == 0)
    // end
}
