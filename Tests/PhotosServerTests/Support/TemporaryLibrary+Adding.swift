import Foundation
import Photos
import PhotosTesting

extension TemporaryLibrary {
    /// Adds an asset of these files.
    /// - Returns: its bare UUID.
    @discardableResult
    func add(_ files: (type: PHAssetResourceType, name: String, data: Data)...) throws -> String {
        // Called back before the call returns, on this thread.
        nonisolated(unsafe) var identifier: String?
        try photoLibrary.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            for file in files {
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = file.name
                request.addResource(with: file.type, data: file.data, options: options)
            }
            identifier = request.placeholderForCreatedAsset?.localIdentifier
        }
        guard let identifier else { throw CocoaError(.featureUnsupported) }
        return String(identifier.prefix(36))
    }

    /// Moves files of an asset into the cloud, by its bare UUID.
    func sendToCloud(_ id: String, _ types: PHAssetResourceType...) throws {
        let options = PHFetchOptions()
        options.photoLibrary = photoLibrary
        guard let asset = PHAsset.fetchAssets(withLocalIdentifiers: [id], options: options).firstObject else { throw CocoaError(.featureUnsupported) }
        try sendToCloud([asset], types)
    }

    /// Adds a photo made of numbers.
    @discardableResult
    func addPhoto(_ name: String = "IMG_0001.JPG", width: Int = 64, height: Int = 48, seed: Int = 0, orientation: CGImagePropertyOrientation? = nil) throws -> String {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = orientation
        return try add((.photo, name, FixtureImages.jpeg(width: width, height: height, seed: seed, metadata: metadata)))
    }
}
