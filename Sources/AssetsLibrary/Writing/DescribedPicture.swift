import Photos

/// A picture with what a dictionary in ImageIO's layout says of it, ready to be saved as `ALAssetsLibrary` saves it by who makes the change request himself.
package struct DescribedPicture: @unchecked Sendable {
    // Guarded by being immutable.
    private let file: SavedFile

    /// An image's file, into which the dictionary is written where its type takes metadata. Waits for a worker.
    /// - Throws: a `PHPhotosError`.
    package init(_ data: Data, filename: String?, _ metadata: [String: any Sendable]) throws {
        file = try Self.made(filename) { try SavedFile.image(data, Self.dictionary(metadata)) }
    }

    /// Pixels, turned as the image says and not as the dictionary does. Waits for a worker.
    /// - Throws: a `PHPhotosError`.
    package init(_ image: UIImage, _ metadata: [String: any Sendable]) throws {
        var dictionary = Self.dictionary(metadata)
        dictionary["Orientation"] = NSNumber(value: CGImagePropertyOrientation(image.imageOrientation).rawValue)
        let described = ImageMetadata(dictionary)
        file = try Self.made(nil) { try SavedFile.image(image.cgImage, described) }
    }

    /// In a change block: the request for the new asset.
    package func creationRequest() -> PHAssetCreationRequest {
        let request = PHAssetCreationRequest.forAsset()
        file.add(to: request)
        file.describe(request)
        return request
    }

    private static func dictionary(_ metadata: [String: any Sendable]) -> [AnyHashable: Any] {
        var dictionary: [AnyHashable: Any] = [:]
        for (key, value) in metadata { dictionary[key] = value }
        return dictionary
    }

    private static func made(_ filename: String?, _ make: () throws -> SavedFile) throws -> SavedFile {
        do {
            var file = try make()
            file.filename = filename
            return file
        } catch let failure as LibraryFailure {
            throw (failure.cause as? PHPhotosError) ?? PHPhotosError(.invalidResource, userInfo: [NSLocalizedDescriptionKey: failure.message])
        }
    }
}
