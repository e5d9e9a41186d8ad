import Foundation
import PhotoModel
import Pixels

/// Names a request while it runs.
public typealias PHLivePhotoRequestID = Int32
/// Never names a request.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0

/// Why there is no Live Photo (`NSError`).
public let PHLivePhotoInfoErrorKey = "PHLivePhotoInfoErrorKey"
/// Whether it lacks something that another call brings (`NSNumber`, a Boolean).
public let PHLivePhotoInfoIsDegradedKey = "PHLivePhotoInfoIsDegradedKey"
/// Whether there is none because the request was cancelled (`NSNumber`, a Boolean).
public let PHLivePhotoInfoCancelledKey = "PHLivePhotoInfoCancelledKey"

/// A still and the movie around it. <https://developer.apple.com/documentation/photos/phlivephoto>
///
/// It names both files and holds no pixels: `PHAssetResource.assetResources(for:)` gives the files, once the movie is there.
open class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, NSItemProviderReading, @unchecked Sendable {
    // Guarded by being immutable.

    private let pixels: CGSize
    /// Pixels: the still's shape, as large as was asked for, and never larger than the still.
    open var size: CGSize { pixels }
    /// Still and movie; of one that is degraded, what of them is known.
    let resources: [PHAssetResource]
    /// Holds files that are nobody else's.
    private let folder: EditingFolder?

    init(size: CGSize, resources: [PHAssetResource], in folder: EditingFolder? = nil) { (pixels, self.resources, self.folder) = (size, resources, folder) }

    /// One of no files and no size: for test doubles.
    public override init() { (pixels, resources, folder) = (.zero, [], nil) }

    /// One of a picture of this size, scaled as asked for.
    convenience init(still: PixelSize, target: CGSize, mode: PHImageContentMode, resources: [PHAssetResource]) {
        self.init(size: Self.size(of: still, in: PixelSize(target), mode), resources: resources)
    }

    /// Whole, and never enlarged. `nil` asks for all of it.
    private static func size(of still: PixelSize, in target: PixelSize?, _ mode: PHImageContentMode) -> CGSize {
        var scale = 1.0
        if let target, still.width > 0, still.height > 0 {
            let (x, y) = (Double(target.width) / Double(still.width), Double(target.height) / Double(still.height))
            scale = min(1, mode == .aspectFill ? max(x, y) : min(x, y))
        }
        func side(_ length: Int) -> Double { max(1, (Double(length) * scale).rounded(.toNearestOrAwayFromZero)) }
        return CGSize(width: side(still.width), height: side(still.height))
    }

    /// Itself: a Live Photo doesn't change.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Makes a Live Photo of a still's and a movie's file, in any order, which must belong together: their content identifiers are compared.
    ///
    /// The handler first gets Live Photos that don't move yet, with `PHLivePhotoInfoIsDegradedKey` true: of the placeholder, if there is one, on the
    /// calling thread before this returns; then, on the main queue, of the still. Its last call, on the main queue, brings all, or says why it
    /// can't: `PHPhotosError.missingResource` or `.invalidResource` under `PHLivePhotoInfoErrorKey`.
    /// - Parameters:
    ///   - fileURLs: a still and a movie.
    ///   - image: shown until the still is read; `nil`: nothing.
    ///   - targetSize: pixels; zero, and any size below one pixel, mean the still's own.
    ///   - contentMode: whether the Live Photo fits into that size or covers it; it is never enlarged.
    ///   - resultHandler: called at most three times, the last time with everything or an error.
    @discardableResult
    open class func request(
        withResourceFileURLs fileURLs: [URL], placeholderImage image: UIImage?, targetSize: CGSize, contentMode: PHImageContentMode,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHLivePhotoRequestID {
        request(of: fileURLs, image, targetSize, contentMode, resultHandler)
    }

    /// Ends a request. Its handler is called a last time, on the main queue, with `PHLivePhotoInfoCancelledKey`.
    open class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) { requests.cancel(requestID) }

    // MARK: NSItemProviderReading

    /// A folder with both files, which providers of picked assets have.
    open class var readableTypeIdentifiersForItemProvider: [String] { [UniformTypes.livePhotoBundle] }

    /// Throws always: a Live Photo is two files and not data. Load it from a provider of a picked asset by
    /// `NSItemProvider.loadObject(ofClass:completionHandler:)`, or the folder by `NSItemProvider.loadFileRepresentation(forTypeIdentifier:completionHandler:)`.
    /// - Throws: `PHPhotosError.invalidResource`.
    open class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        throw PHPhotosError(.invalidResource, "A Live Photo is two files and can't be made of data. Load its file representation.")
    }

    // MARK: NSSecureCoding

    /// `true`: archives can be read where secure coding is required.
    open class var supportsSecureCoding: Bool { true }

    /// Its size, and where its files are on this machine.
    open func encode(with coder: NSCoder) {
        coder.encode(Double(size.width), forKey: "width")
        coder.encode(Double(size.height), forKey: "height")
        let files = resources.compactMap(\.file)
        coder.encode(files.count, forKey: "count")
        for (index, file) in files.enumerated() { file.encode(with: coder, "file.\(index).") }
    }

    /// `nil` where one of its files is not there any more.
    public required convenience init?(coder: NSCoder) {
        let size = CGSize(width: coder.decodeDouble(forKey: "width"), height: coder.decodeDouble(forKey: "height"))
        let count = coder.decodeInteger(forKey: "count")
        guard size.width >= 1, size.height >= 1, size.width < 0x1p30, size.height < 0x1p30, (0...2).contains(count) else { return nil }
        var resources: [PHAssetResource] = []
        for index in 0..<count {
            guard let file = ResourceFile(coder: coder, "file.\(index)."), FileManager.default.isReadableFile(atPath: file.url.path) else {
                return nil
            }
            resources.append(PHAssetResource(file))
        }
        self.init(size: size, resources: resources)
    }
}
