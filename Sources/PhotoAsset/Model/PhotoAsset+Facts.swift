import AssetsLibrary
import Foundation
import PhotoModel
import Photos

/// What is known of the asset. The library keeps all of it, so asking reads no file.
extension PhotoAsset {
    /// `UUID/L0/001`.
    public var localIdentifier: String { phAsset.localIdentifier }

    /// The same in all spellings.
    public var reference: AssetReference { AssetReference(uuid: LocalIdentifier.uuid(naming: phAsset.localIdentifier)) }

    /// As AssetsLibrary names it: `assets-library://asset/asset.JPG?id=UUID&ext=JPG`.
    public var assetURL: URL { phAsset.libraryURL ?? reference.assetURL() }

    /// The original's name when it came in; empty where it has none.
    public var filename: String { phAsset.chosenRaw?.originalFilename ?? phAsset.extendedMetadata.originalFilename ?? "" }

    /// Pixels of the current version, upright.
    public var dimensions: CGSize { CGSize(width: phAsset.pixelWidth, height: phAsset.pixelHeight) }

    /// When it was taken.
    public var creationDate: Date? { phAsset.creationDate }

    /// When its picture, or what is told of it, was last changed in the library; when it was taken, where it never was.
    public var modifiedDate: Date? { phAsset.modificationDate ?? phAsset.creationDate }

    /// The camera's model; `nil` where the file does not say.
    public var cameraModel: String? { phAsset.value(forKey: "cameraModel") as? String }

    /// The lens; `nil` where the file does not say.
    public var lensModel: String? { phAsset.value(forKey: "lensModel") as? String }

    /// Where it was taken; `nil` where nobody said.
    public var location: CLLocation? { phAsset.location }
    /// Degrees north; `nil` without a place.
    public var latitude: Double? { phAsset.location?.coordinate.latitude }
    /// Degrees east; `nil` without a place.
    public var longitude: Double? { phAsset.location?.coordinate.longitude }

    /// Photo, video or sound.
    public var mediaType: PHAssetMediaType { phAsset.mediaType }
    /// Seconds; 0 for photos.
    public var duration: TimeInterval { phAsset.duration }
    /// Whether a movie belongs to the photo.
    public var isLivePhoto: Bool { phAsset.mediaSubtypes.contains(.photoLive) }

    // MARK: Of the file

    /// The asset's files, the original first.
    public var resources: [PHAssetResource] { PHAssetResource.assetResources(for: phAsset) }

    /// The file that came in first: of a RAW and JPEG pair the one that counts as the original. `nil` for an asset that is gone.
    public var originalResource: PHAssetResource? {
        phAsset.chosenRaw ?? resources.first { [.photo, .video, .audio].contains($0.type) }
    }

    /// The same, looked up once: what is asked of it never changes.
    private var keptOriginal: PHAssetResource? {
        if let known = state.withLock({ $0.original }) { return known }
        guard let found = originalResource else { return nil }
        state.withLock { $0.original = found }
        return found
    }

    /// Bytes of the original; 0 for an asset that is gone.
    public var dataLength: Int { keptOriginal?.dataSize ?? 0 }

    /// What the original is, by its content and not by its name.
    public var imageType: UTType? { keptOriginal?.contentType }

    /// SHA-256 of the original, 32 bytes.
    public var sha256: Data? { keptOriginal?.sha256 }

    /// SHA-1 of the original, 20 bytes. `nil` for what the library took in before it kept that, until ``resolve(allowsNetworkAccess:)`` has computed it.
    public var sha1: Data? { keptOriginal?.sha1 ?? state.withLock { $0.sha1 } }

    /// SHA-1 in hexadecimal digits, as services ask for it.
    public var sha1Text: String? { sha1.map { $0.map { String(format: "%02x", $0) }.joined() } }
}
