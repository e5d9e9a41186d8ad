import Foundation
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
open class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Guarded by being immutable.

    /// Pixels: the still's shape, as large as was asked for, and never larger than the still.
    public let size: CGSize
    /// Still and movie; of one that is degraded, what of them is known.
    let resources: [PHAssetResource]

    init(size: CGSize, resources: [PHAssetResource]) { (self.size, self.resources) = (size, resources) }

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

    // MARK: NSSecureCoding

    /// `true`: archives can be read where secure coding is required.
    public static var supportsSecureCoding: Bool { true }

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
