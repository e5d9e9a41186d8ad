import Foundation
import Synchronization

/// A picture: pixels, how they are turned, and how many of them make a point.
///
/// Immutable; may be used from any thread. Made from data it decodes when pixels are first asked for.
open class UIImage: NSObject, @unchecked Sendable {
    /// How pixels as stored are turned to stand upright. <https://developer.apple.com/documentation/uikit/uiimage/orientation>
    public enum Orientation: Int, Sendable {
        /// Upright as stored.
        case up = 0
        /// Turn by 180°.
        case down = 1
        /// Turn by 90° counterclockwise.
        case left = 2
        /// Turn by 90° clockwise.
        case right = 3
        /// Mirror left and right.
        case upMirrored = 4
        /// Mirror top and bottom.
        case downMirrored = 5
        /// Mirror left and right, then turn by 90° counterclockwise.
        case leftMirrored = 6
        /// Mirror left and right, then turn by 90° clockwise.
        case rightMirrored = 7
    }

    // Guarded by `pixels`, the only thing here that changes.
    private enum Pixels { case decoded(CGImage), encoded(Data), undecodable }
    private let pixels: Mutex<Pixels>

    private let storedWidth: Int
    private let storedHeight: Int
    /// Pixels a point.
    public let scale: CGFloat
    /// How `cgImage` is to be turned to stand upright.
    public let imageOrientation: Orientation
    /// The pictures of an animated image, in order; `nil` for any other.
    public let images: [UIImage]?
    /// Seconds that all pictures of an animated image take together, each as long as any other; 0 for any other image.
    public let duration: TimeInterval

    /// A picture without pixels, of size zero.
    public override init() {
        (images, duration) = (nil, 0)
        (storedWidth, storedHeight, scale, imageOrientation) = (0, 0, 1, .up)
        pixels = Mutex(.undecodable)
    }

    /// A picture of decoded pixels. A scale that is no positive number counts as 1.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        (images, duration) = (nil, 0)
        (storedWidth, storedHeight) = (cgImage.width, cgImage.height)
        (self.scale, imageOrientation) = (Self.valid(scale), orientation)
        pixels = Mutex(.decoded(cgImage))
    }

    /// A picture of decoded pixels that stand upright, one pixel a point.
    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    /// `nil` where the data is no picture that can be decoded here.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// A picture of encoded data that is decoded when pixels are first asked for. Its orientation is what the data says; `nil` where the data is no
    /// picture that can be decoded here. A scale that is no positive number counts as 1.
    public init?(data: Data, scale: CGFloat) {
        (images, duration) = (nil, 0)
        guard let facts = ImageCoding.coder?.inspect(data), facts.width > 0, facts.height > 0 else { return nil }
        (storedWidth, storedHeight) = (facts.width, facts.height)
        (self.scale, imageOrientation) = (Self.valid(scale), Orientation(facts.orientation))
        pixels = Mutex(.encoded(data))
    }

    /// An image that shows each of `images` in turn, which should have the same size and scale; `duration` is seconds for all of them. Where one picture is
    /// asked of it, as by `cgImage` or `size`, it is the first. `nil` where there are none.
    ///
    /// Mirrors <https://developer.apple.com/documentation/uikit/uiimage/animatedimage(with:duration:)>.
    public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        images.first.map { UIImage(animating: images, $0, duration.isFinite ? max(0, duration) : 0) }
    }

    private init(animating images: [UIImage], _ first: UIImage, _ duration: TimeInterval) {
        (self.images, self.duration) = (images, duration)
        (storedWidth, storedHeight) = (first.storedWidth, first.storedHeight)
        (scale, imageOrientation) = (first.scale, first.imageOrientation)
        pixels = Mutex(first.pixels.withLock { $0 })
    }

    /// `nil` where the file can't be read or is no picture. A name that ends in `@2x` or `@3x` sets the scale.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let stem = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        self.init(data: data, scale: stem.hasSuffix("@3x") ? 3 : stem.hasSuffix("@2x") ? 2 : 1)
    }

    /// Points, upright.
    public var size: CGSize {
        let (width, height) = CGImagePropertyOrientation(imageOrientation).swapsAxes ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
        return CGSize(width: CGFloat(width) / scale, height: CGFloat(height) / scale)
    }

    /// The pixels as stored: turn them by `imageOrientation`. `nil` where the data turned out not to be decodable.
    public var cgImage: CGImage? {
        pixels.withLock { state in
            switch state {
            case .decoded(let image): return image
            case .undecodable: return nil
            case .encoded(let data):
                let image = ImageCoding.coder?.decode(data)
                state = image.map { .decoded($0) } ?? .undecodable
                return image
            }
        }
    }

    /// A JPEG of the upright picture, without metadata. Quality 0 to 1. `nil` where the pixels can't be decoded.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        uprightImage.flatMap { ImageCoding.coder?.jpeg($0, quality: Double(compressionQuality)) }
    }

    /// A PNG of the upright picture, without metadata.
    public func pngData() -> Data? { uprightImage.flatMap { ImageCoding.coder?.png($0) } }

    /// The same picture with pixels that stand upright, so that `imageOrientation` is `.up`; of an animated image all pictures do. Itself where they do
    /// already, and where the pixels can't be decoded. Size and scale stay. Addition.
    public func normalized() -> UIImage {
        if let images { return UIImage.animatedImage(with: images.map { $0.normalized() }, duration: duration) ?? self }
        guard imageOrientation != .up, let uprightImage else { return self }
        return UIImage(cgImage: uprightImage, scale: scale, orientation: .up)
    }

    package var uprightImage: CGImage? { cgImage?.upright(from: CGImagePropertyOrientation(imageOrientation)) }

    private static func valid(_ scale: CGFloat) -> CGFloat { scale.isFinite && scale > 0 ? scale : 1 }
}

/// A JPEG of the upright picture, without metadata. Quality 0 to 1. `nil` where the pixels can't be decoded.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}

/// A PNG of the upright picture, without metadata. `nil` where the pixels can't be decoded.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

extension UIImage: NSItemProviderReading {
    /// Every picture.
    public class var readableTypeIdentifiersForItemProvider: [String] { [UTType.image.identifier] }

    /// A picture of encoded data. See ``init(data:scale:)``.
    public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let image = UIImage(data: data) as? Self else {
            throw NSItemProvider.error(.unexpectedValueClassError, "This \(typeIdentifier) is no picture that can be decoded here.")
        }
        return image
    }
}
