import AssetsLibrary
import Foundation
import Photos
import Synchronization

/// One asset, whichever of Apple's two frameworks it came from: its pictures, what is known of it, and its files.
///
/// Made from a `PHAsset`, or from an identifier or a URL that either framework gave. What is known of an asset is there at once, since the library keeps it;
/// what takes reading the file is found out by ``resolve(allowsNetworkAccess:)``. May be used from any thread.
public final class PhotoAsset: Sendable {
    /// The asset in PhotoKit's terms.
    public let phAsset: PHAsset

    let state: Mutex<State>

    struct KeptImage {
        let image: UIImage
        /// That it was asked for in: a screen of another size wants another picture.
        let targetSize: CGSize
    }

    struct State {
        /// Whole pictures, by what they are.
        var images: [Rendition: KeptImage] = [:]
        var orientation: UIImage.Orientation?
        var original: PHAssetResource?
        var introduction: String
        var cropRect = CGRect.null
        /// How far each request's download is, from 0 to 1; 1 also where it has none, or it failed.
        var downloads: [ObjectIdentifier: Double] = [:]
        var progress: Double?
        var failure: PHPhotosError?
        /// The same before the downloads that go on now, or of the last that has ended since.
        var progressBefore: Double?
        var failureBefore: PHPhotosError?
        var sha1: Data?
        var resolution: Resolution?
        var resolving: Task<Resolution, any Error>?

        var isDownloading: Bool { downloads.values.contains { $0 < 1 } }
    }

    /// An asset of PhotoKit's.
    public init(_ asset: PHAsset) {
        phAsset = asset
        state = Mutex(State(introduction: asset.extendedMetadata.caption ?? ""))
    }

    /// An asset of AssetsLibrary's. It is the same asset as PhotoKit's, with the same pictures, facts and files.
    ///
    /// It stays whole when the `ALAssetsLibrary` is released, unlike what that gave.
    /// - Returns: `nil` for one whose library was released, and for a test double.
    public convenience init?(_ asset: ALAsset) {
        guard let photo = asset.photoAsset else { return nil }
        self.init(photo)
    }

    /// The asset that a text or URL names, in any spelling of ``AssetReference``.
    /// - Parameters:
    ///   - identifier: an identifier or a URL.
    ///   - library: where to look. Default `nil`: the shared library.
    /// - Returns: `nil` where the text names no asset, and where the library has none of that name, or none that the application may see.
    public convenience init?(identifier: String, in library: PHPhotoLibrary? = nil) {
        guard let reference = AssetReference(identifier) else { return nil }
        self.init(reference, in: library)
    }

    /// The asset that a URL of AssetsLibrary names. As ``init(identifier:in:)``.
    public convenience init?(url: URL, in library: PHPhotoLibrary? = nil) { self.init(identifier: url.absoluteString, in: library) }

    /// The asset of a reference; `nil` as in ``init(identifier:in:)``.
    public convenience init?(_ reference: AssetReference, in library: PHPhotoLibrary? = nil) {
        guard let asset = PHAsset.fetchAssets(of: [reference], in: library).firstObject else { return nil }
        self.init(asset)
    }

    /// The asset as it is now, with nothing that was remembered; `nil` where it was deleted.
    public func current() -> PhotoAsset? {
        PHAsset.fetchAssets(withLocalIdentifiers: [phAsset.localIdentifier], options: options()).firstObject.map { PhotoAsset($0) }
    }

    /// Fetches from the asset's own library.
    func options() -> PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = phAsset.photoLibrary
        return options
    }

    // MARK: What a person says of it for a post

    /// A text that goes with the picture; the asset's caption at first. It stays with this object, and the library does not change.
    public var introduction: String {
        get { state.withLock { $0.introduction } }
        set { state.withLock { $0.introduction = newValue } }
    }

    /// The part of the picture that a person chose, in the pixels of the upright asset from its top left; `CGRect.null` before, for all of it. It stays with this
    /// object, and nothing is cut.
    public var cropRect: CGRect {
        get { state.withLock { $0.cropRect } }
        set { state.withLock { $0.cropRect = newValue } }
    }
}

extension PhotoAsset: Hashable {
    /// Whether both are the same asset, as it was or is.
    public static func == (a: PhotoAsset, b: PhotoAsset) -> Bool { a.phAsset == b.phAsset }
    public func hash(into hasher: inout Hasher) { hasher.combine(phAsset) }
}

extension PHAsset {
    /// The assets of references that exist and may be seen, hidden ones with them, in no order.
    static func fetchAssets(of references: [AssetReference], in library: PHPhotoLibrary?) -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.photoLibrary = library
        return fetchAssets(withLocalIdentifiers: references.map(\.localIdentifier), options: options)
    }
}
