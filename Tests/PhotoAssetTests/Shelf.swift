import Foundation
import PhotoAsset
import PhotosTesting
import Testing

/// A library of a test's own, and short ways to put something into it. The shared library is never touched.
struct Shelf {
    let temporary: TemporaryLibrary
    var library: PHPhotoLibrary { temporary.photoLibrary }

    init() throws { temporary = try TemporaryLibrary() }

    /// Saves files as one asset.
    func save(_ resources: [(PHAssetResourceType, String, Data)], _ change: (PHAssetCreationRequest) -> Void = { _ in }) throws -> PhotoAsset {
        var identifier: String?
        try withoutActuallyEscaping(change) { change in
            try library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                for (type, name, data) in resources {
                    let options = PHAssetResourceCreationOptions()
                    options.originalFilename = name
                    request.addResource(with: type, data: data, options: options)
                }
                change(request)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
        }
        return try #require(identifier.flatMap { PhotoAsset(identifier: $0, in: library) })
    }

    func photo(
        _ name: String = "IMG_0001.JPG", width: Int = 64, height: Int = 48, seed: Int = 0, metadata: FixtureImages.Metadata = .init(),
        _ change: (PHAssetCreationRequest) -> Void = { _ in }
    ) throws -> PhotoAsset {
        try save([(.photo, name, FixtureImages.jpeg(width: width, height: height, seed: seed, metadata: metadata))], change)
    }

    func album(_ title: String, _ assets: [PhotoAsset] = []) throws -> PHAssetCollection {
        var identifier = ""
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            request.addAssets(assets.map(\.phAsset) as NSArray)
            identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return try #require(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: options).firstObject)
    }

    func change(_ block: @escaping () -> Void) throws { try library.performChangesAndWait(block) }

    var options: PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = library
        return options
    }

    /// Replaces the file of a resource behind the library's back, or removes it.
    func spoil(_ asset: PhotoAsset, _ type: PHAssetResourceType, with content: Data?) throws {
        let resource = try #require(asset.resources.first { $0.type == type }), file = try #require(resource.value(forKey: "fileURL") as? URL)
        try FileManager.default.removeItem(at: file)
        try content?.write(to: file)
    }
}

extension UIImage {
    var pixels: String { "\(cgImage?.width ?? 0)x\(cgImage?.height ?? 0)" }
}
