import Foundation
import Synchronization

/// An image as a recipe: what it is made of, and what is done to that. Its pixels are made when a `CIContext` is asked for them.
/// <https://developer.apple.com/documentation/coreimage/ciimage>
///
/// The origin is at the bottom left, and a unit is a pixel. Immutable; may be used from any thread.
open class CIImage: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    let step: any ImageStep

    init(_ step: any ImageStep) { self.step = step }

    /// Pixels as they lie in memory, with the lower left corner at the origin. A colour space that is none of the named ones reads as sRGB.
    public convenience init(cgImage: CGImage) { self.init(StoredStep(pixels: StoredPixels(cgImage))) }

    /// The pixels of a picture's file as stored, not turned. `nil` where the data is no picture that can be decoded here; its pixels are decoded, in a worker,
    /// when they are needed.
    public convenience init?(data: Data) {
        guard let coder = ImageCoding.coder, let facts = coder.inspect(data), facts.width > 0, facts.height > 0 else { return nil }
        self.init(StoredStep(pixels: StoredPixels(width: facts.width, height: facts.height) { coder.decode(data) }))
    }

    /// The same of a file, which is read at once. `nil` where it can't be read or is no picture.
    public convenience init?(contentsOf url: URL) {
        guard url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
        self.init(data: data)
    }

    /// The pixels of a picture as stored, not turned by its orientation. `nil` where it has none.
    public convenience init?(image: UIImage) {
        guard let pixels = image.cgImage else { return nil }
        self.init(cgImage: pixels)
    }

    /// One colour, without end.
    public convenience init(color: CIColor) { self.init(ColorStep(light: color.light)) }

    /// Of pixels that are decoded when they are needed.
    package convenience init(width: Int, height: Int, decode: @escaping @Sendable () -> CGImage?) {
        self.init(StoredStep(pixels: StoredPixels(width: width, height: height, decode)))
    }

    /// Whether colours of a space are read as what they are, and not as sRGB's.
    package static func holdsColors(of space: CGColorSpace?) -> Bool { space?.name.map { LightCoding.known.contains($0) } ?? (space == nil) }

    /// An image of nothing.
    open class func empty() -> CIImage { CIImage(CropStep(ColorStep(light: Light(repeating: 0)), .null)) }

    /// Where there is anything to see: infinite for a colour, null for nothing.
    open var extent: CGRect { step.extent }

    /// The part inside a rectangle, which stays where it is.
    open func cropped(to rect: CGRect) -> CIImage { CIImage(CropStep(step, rect)) }

    /// Moved, turned or scaled around the origin. What lies between pixels is interpolated, what becomes smaller is averaged.
    open func transformed(by matrix: CGAffineTransform) -> CIImage { matrix.isIdentity ? self : CIImage(TransformStep(step, matrix)) }

    /// This one over another.
    open func composited(over dest: CIImage) -> CIImage { CIImage(OverStep(upper: step, lower: dest.step)) }

    /// The pixels at the edge repeated without end, so that what looks around a pixel finds something beside the edge.
    open func clampedToExtent() -> CIImage { clamped(to: extent) }

    /// The same of the pixels at the edge of a rectangle.
    open func clamped(to rect: CGRect) -> CIImage {
        rect.isInfinite || rect.isNull ? self : CIImage(ClampStep(source: step, rect: PixelRect(centresIn: rect.standardized)))
    }

    /// Turned upright, where it is turned as `orientation` says. Pixels move as they are; the lower left corner stays where it is.
    open func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage { transformed(by: orientationTransform(for: orientation)) }

    /// The same by EXIF's value, 1 to 8; any other turns nothing.
    open func oriented(forExifOrientation orientation: Int32) -> CIImage {
        UInt32(exactly: orientation).flatMap { CGImagePropertyOrientation(rawValue: $0) }.map { oriented($0) } ?? self
    }

    /// What `oriented(_:)` does.
    open func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        let (x, y, width, height) = (extent.minX, extent.minY, extent.width, extent.height)
        guard !extent.isInfinite, !extent.isNull else { return .identity }
        // From the corner, turned there, and back.
        let turn: CGAffineTransform =
            switch orientation {
            case .up: .identity
            case .upMirrored: CGAffineTransform(-1, 0, 0, 1, width, 0)
            case .down: CGAffineTransform(-1, 0, 0, -1, width, height)
            case .downMirrored: CGAffineTransform(1, 0, 0, -1, 0, height)
            case .leftMirrored: CGAffineTransform(0, -1, -1, 0, height, width)
            case .right: CGAffineTransform(0, -1, 1, 0, 0, width)
            case .rightMirrored: CGAffineTransform(0, 1, 1, 0, 0, 0)
            case .left: CGAffineTransform(0, 1, -1, 0, height, 0)
            }
        return CGAffineTransform(translationX: -x, y: -y).concatenating(turn).concatenating(CGAffineTransform(translationX: x, y: y))
    }

    /// Blurred by a Gauss curve of this width in pixels; the edge fades unless the image is clamped first.
    open func applyingGaussianBlur(sigma: Double) -> CIImage { sigma > 0 && sigma.isFinite ? CIImage(BlurStep(step, sigma: sigma)) : self }

    /// What the filter of this name makes of it; itself where there is none of that name.
    /// - Parameter parameters: values by the filter's keys; the others have their defaults.
    open func applyingFilter(_ filterName: String, parameters: [String: Any]) -> CIImage {
        guard let filter = CIFilter(name: filterName, parameters: parameters) else { return self }
        filter.setValue(self, forKey: kCIInputImageKey)
        return filter.outputImage ?? self
    }

    /// The same with the filter's defaults.
    open func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }
}

/// A picture that is made once.
final class LockedImage: Sendable {
    private let made = Mutex<CGImage??>(nil)

    func value(_ make: () -> CGImage?) -> CGImage? {
        made.withLock { made in
            if let made { return made }
            let image = make()
            made = .some(image)
            return image
        }
    }
}

/// A colour of sRGB, from 0 to 1. <https://developer.apple.com/documentation/coreimage/cicolor>
open class CIColor: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    /// Not multiplied by alpha.
    public let red: CGFloat, green: CGFloat, blue: CGFloat
    /// 1 is opaque.
    public let alpha: CGFloat

    /// A colour of these components.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha) }

    /// An opaque colour.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) { self.init(red: red, green: green, blue: blue, alpha: 1) }

    var light: Light { LightCoding.standard.light(Float(red), Float(green), Float(blue), Float(min(max(alpha, 0), 1))) }
}

/// Some numbers together. <https://developer.apple.com/documentation/coreimage/civector>
open class CIVector: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    private let values: [CGFloat]

    /// Four numbers, as a row of a colour matrix.
    public init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { values = [x, y, z, w] }
    /// Two numbers, as a point.
    public init(x: CGFloat, y: CGFloat) { values = [x, y] }
    /// A rectangle: its corner, its width and its height.
    public init(cgRect rect: CGRect) { values = [rect.minX, rect.minY, rect.width, rect.height] }

    /// How many numbers there are.
    open var count: Int { values.count }
    /// The number at an index; 0 beyond the last.
    open func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }
    /// The first number.
    open var x: CGFloat { value(at: 0) }
    /// The second number.
    open var y: CGFloat { value(at: 1) }
    /// The third number.
    open var z: CGFloat { value(at: 2) }
    /// The fourth number.
    open var w: CGFloat { value(at: 3) }
    /// The numbers as a rectangle.
    open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }
}
