import AssetsLibrary
import Foundation
import Photos

/// What to save as a new asset.
public enum SavedContent: Sendable {
    /// A picture in memory, with its orientation.
    case image(UIImage)
    /// A picture's file, as bytes, with the metadata in it.
    case imageData(Data)
    /// A picture's file, which is copied.
    case imageFile(URL)
    /// A film's file, which is copied.
    case videoFile(URL)
}

/// What is known of a new asset beyond its file. What is `nil` the file says.
public struct SavedFacts: Sendable {
    /// When it was taken.
    public var creationDate: Date?
    /// Where it was taken.
    public var location: CLLocation?
    /// Whether it is a favourite.
    public var isFavorite = false
    /// The name to give a file; without one its own, or one that the library makes. A picture in memory has always that.
    public var filename: String?
    /// What the picture's own file is to say, in ImageIO's layout (`{Exif}`, `{GPS}`, `{TIFF}`), as a camera gives it: written into it where its type takes
    /// metadata, else known to the library alone. The facts above go before it, and a picture in memory is turned as it says itself. Not for films.
    public var metadata: [String: any Sendable]?

    /// What is not said here the file says.
    public init(
        creationDate: Date? = nil, location: CLLocation? = nil, isFavorite: Bool = false, filename: String? = nil, metadata: [String: any Sendable]? = nil
    ) {
        (self.creationDate, self.location, self.isFavorite, self.filename) = (creationDate, location, isFavorite, filename)
        self.metadata = metadata
    }
}

extension AssetsManager {
    /// Saves a picture or film as a new asset, in an album where one is given: both, or neither.
    /// - Parameters:
    ///   - content: the picture or film.
    ///   - facts: what its file does not say. Default nothing.
    ///   - album: where it goes besides. Default none.
    ///   - placeholder: told the new asset's identifier before it is saved, for whoever shows it already. The asset is found by it once this returns.
    /// - Returns: the new asset.
    /// - Throws: a `PHPhotosError`, such as `.invalidResource` for what is no picture or film, `.notEnoughSpace`, `.changeNotSupported` for an album that takes
    ///   none and for a film with a dictionary; and then nothing was saved.
    @discardableResult
    public nonisolated(nonsending) func save(
        _ content: SavedContent, _ facts: SavedFacts = SavedFacts(), to album: AssetsGroup? = nil, placeholder: ((AssetReference) -> Void)? = nil
    ) async throws -> PhotoAsset {
        try require(album)
        let picture = try await described(content, facts)
        var reference: AssetReference?
        try await photoLibrary.performChanges {
            reference = self.request(content, facts, album, picture)
            if let reference { placeholder?(reference) }
        }
        return try saved(reference)
    }

    /// The same with a handler, which runs once, on a queue that is not the main one.
    public func save(
        _ content: SavedContent, _ facts: SavedFacts = SavedFacts(), to album: AssetsGroup? = nil, completion: @escaping @Sendable (PhotoAsset?, (any Error)?) -> Void
    ) {
        do { try require(album) } catch { return DispatchQueue.global().async { completion(nil, error) } }
        guard facts.metadata != nil else { return start(content, facts, album, nil, completion) }
        DispatchQueue.global().async {
            do { self.start(content, facts, album, try Self.describe(content, facts), completion) } catch { completion(nil, error) }
        }
    }

    private func start(
        _ content: SavedContent, _ facts: SavedFacts, _ album: AssetsGroup?, _ picture: DescribedPicture?, _ completion: @escaping @Sendable (PhotoAsset?, (any Error)?) -> Void
    ) {
        let made = SavedReference()
        photoLibrary.performChanges({ made.reference = self.request(content, facts, album, picture) }) { isDone, error in
            guard isDone else { return completion(nil, error) }
            do { completion(try self.saved(made.reference), nil) } catch { completion(nil, error) }
        }
    }

    /// Nothing is saved where it can't be put into the album.
    private func require(_ album: AssetsGroup?) throws {
        guard let album, !album.collection.canPerform(.addContent) else { return }
        throw PHPhotosError(.changeNotSupported, userInfo: [NSLocalizedDescriptionKey: "Nothing can be added to \(album.name). Choose an album that a person made."])
    }

    /// The picture with its dictionary, made on a thread of its own: it takes a worker. `nil` without a dictionary.
    private nonisolated(nonsending) func described(_ content: SavedContent, _ facts: SavedFacts) async throws -> DescribedPicture? {
        guard facts.metadata != nil else { return nil }
        return try await withCheckedThrowingContinuation { (done: CheckedContinuation<DescribedPicture?, any Error>) in
            DispatchQueue.global().async { done.resume(with: Result { try Self.describe(content, facts) }) }
        }
    }

    private static func describe(_ content: SavedContent, _ facts: SavedFacts) throws -> DescribedPicture? {
        guard let metadata = facts.metadata else { return nil }
        switch content {
        case .image(let image): return try DescribedPicture(image, metadata)
        case .imageData(let data): return try DescribedPicture(data, filename: facts.filename, metadata)
        case .imageFile(let file):
            let data: Data
            do { data = try Data(contentsOf: file) } catch {
                throw PHPhotosError(
                    .invalidResource, userInfo: [NSLocalizedDescriptionKey: "\(file.lastPathComponent) can't be read. Give a picture's file.", NSUnderlyingErrorKey: error])
            }
            return try DescribedPicture(data, filename: facts.filename ?? file.lastPathComponent, metadata)
        case .videoFile(let file):
            throw PHPhotosError(
                .changeNotSupported,
                userInfo: [NSLocalizedDescriptionKey: "\(file.lastPathComponent) is a film, which takes no picture's metadata. Give its date and place as such."])
        }
    }

    /// Makes the request inside a change block.
    private func request(_ content: SavedContent, _ facts: SavedFacts, _ album: AssetsGroup?, _ picture: DescribedPicture?) -> AssetReference? {
        if let picture { return finish(picture.creationRequest(), facts, album) }
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = facts.filename
        func creating(_ add: (PHAssetCreationRequest) -> Void) -> PHAssetCreationRequest {
            let request = PHAssetCreationRequest.forAsset()
            add(request)
            return request
        }
        let request: PHAssetChangeRequest =
            switch content {
            case .image(let image): .creationRequestForAsset(from: image)
            case .imageData(let data): creating { $0.addResource(with: .photo, data: data, options: options) }
            case .imageFile(let file): creating { $0.addResource(with: .photo, fileURL: file, options: options) }
            case .videoFile(let file): creating { $0.addResource(with: .video, fileURL: file, options: options) }
            }
        return finish(request, facts, album)
    }

    private func finish(_ request: PHAssetChangeRequest, _ facts: SavedFacts, _ album: AssetsGroup?) -> AssetReference? {
        if let date = facts.creationDate { request.creationDate = date }
        if let place = facts.location { request.location = place }
        if facts.isFavorite { request.isFavorite = true }
        guard let placeholder = request.placeholderForCreatedAsset else { return nil }
        if let album { PHAssetCollectionChangeRequest(for: album.collection)?.addAssets([placeholder] as NSArray) }
        return AssetReference(placeholder.localIdentifier)
    }

    private func saved(_ reference: AssetReference?) throws -> PhotoAsset {
        // An application that may only add sees nothing, the new asset neither.
        guard let reference, let asset = PhotoAsset(reference, in: photoLibrary) else {
            throw PHPhotosError(.identifierNotFound, userInfo: [NSLocalizedDescriptionKey: "The new asset was saved, and this application may not see it."])
        }
        return asset
    }
}

/// What a change block has made, for its completion handler.
// Guarded by the order of the two.
private final class SavedReference: @unchecked Sendable {
    var reference: AssetReference?
}
