import Photos
import PhotosTesting
import SharedWorld
import Testing

/// Everything here is written as a client would write it. One at a time: all of it speaks to the one shared library.
@Suite(.serialized, .sharedLibrary) enum ClientTests {}

/// The shared library of one test, and short ways to put something into it.
final class Fixture {
    let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
        temporary.install()
    }

    var library: PHPhotoLibrary { .shared() }

    /// Saves a JPEG and gives the asset.
    @discardableResult
    func save(
        _ name: String = "IMG_0001.JPG", width: Int = 64, height: Int = 48, seed: Int = 0, metadata: FixtureImages.Metadata = .init(),
        _ change: @escaping (PHAssetChangeRequest) -> Void = { _ in }
    ) throws -> PHAsset {
        let file = try temporary.file(name, FixtureImages.jpeg(width: width, height: height, seed: seed, metadata: metadata))
        var identifier: String?
        try library.performChangesAndWait {
            let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
            if let request { change(request) }
            identifier = request?.placeholderForCreatedAsset?.localIdentifier
        }
        let created = try #require(identifier)
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [created], options: nil).firstObject)
    }

    func createAlbum(_ title: String, _ assets: [PHAsset] = []) throws -> PHAssetCollection {
        var identifier = ""
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            request.addAssets(assets as NSFastEnumeration)
            identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return try #require(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject)
    }
}

extension PHFetchResult {
    /// All objects, as a loop over the indexes finds them.
    var all: [ObjectType] { (0..<count).map { object(at: $0) } }
}
