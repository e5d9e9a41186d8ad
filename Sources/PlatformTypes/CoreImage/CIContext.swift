import Foundation

/// How pixels lie in memory that an image is rendered into. <https://developer.apple.com/documentation/coreimage/ciformat>
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// A byte each of red, green, blue and alpha, colours multiplied by alpha.
    public static let RGBA8 = CIFormat(rawValue: 24)
    /// The same with blue first.
    public static let BGRA8 = CIFormat(rawValue: 0)
}

/// How a `CIContext` works. All of them are taken, and none makes a difference here.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether the processor does the work, as it always does here.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// Whether steps in between are kept, as none is.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
}

/// What is asked of `jpegRepresentation(of:colorSpace:options:)`.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The quality of a JPEG as a key of ImageIO's, from 0 to 1.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }

/// Makes the pixels of images. <https://developer.apple.com/documentation/coreimage/cicontext>
///
/// Filters work on linear light with sRGB's primaries. A few rows are made at a time, on the calling thread. May be used from any thread.
open class CIContext: NSObject, @unchecked Sendable {
    // Guarded by holding nothing.

    /// Rows that are made at once.
    private static let rows = 64
    /// Pixels of a side, which no memory holds a square of.
    private static let longest = 100_000

    /// A context like any other.
    public override init() {}

    /// A context like any other: no option makes a difference.
    public convenience init(options: [CIContextOption: Any]?) { self.init() }

    /// The pixels of a rectangle in sRGB. `nil` for an empty one, one without end, and where the image can't be decoded.
    open func createCGImage(_ image: CIImage, from rect: CGRect) -> CGImage? { createCGImage(image, from: rect, format: .RGBA8, colorSpace: nil) }

    /// The same in another colour space, which must be one of the named ones; else it is sRGB. The format is `RGBA8` whatever is asked for.
    open func createCGImage(_ image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?) -> CGImage? {
        createCGImage(image, from: rect, isDeep: false, colorSpace: colorSpace)
    }

    /// The same with 16 bits a component where it is deep, and else 8.
    package func createCGImage(_ image: CIImage, from rect: CGRect, isDeep: Bool, colorSpace: CGColorSpace?) -> CGImage? {
        let space = colorSpace ?? CGColorSpaceCreateDeviceRGB()
        guard !rect.isInfinite, !rect.isNull, rect.width <= CGFloat(Self.longest), rect.height <= CGFloat(Self.longest), image.isDecodable else { return nil }
        let wanted = PixelRect(centresIn: rect.standardized)
        guard !wanted.isEmpty else { return nil }
        var hasAlpha = false
        let bytes = isDeep ? 8 : 4
        let pixels = PixelBytes(count: wanted.width * wanted.height * bytes) { target in
            forEachRow(of: image, wanted, LightCoding(space)) { row, values in
                if values.contains(where: { $0.w < 254.5 / 255 }) { hasAlpha = true }
                for (x, value) in values.enumerated() {
                    let at = (row * wanted.width + x) * bytes
                    if isDeep { Self.putDeep(value, target, at) } else { Self.put(value, target, at, isPremultiplied: false) }
                }
            }
        }
        return CGImage(
            width: wanted.width, height: wanted.height, bytesPerRow: wanted.width * bytes, bitsPerComponent: isDeep ? 16 : 8, pixels: pixels, hasAlpha: hasAlpha,
            colorSpace: space)
    }

    /// Writes the pixels of a rectangle into memory, the upper row first, colours multiplied by alpha. Nothing is written for a format that is not known.
    /// - Parameters:
    ///   - data: of at least `rowBytes` times the rectangle's height bytes.
    ///   - colorSpace: one of the named ones; `nil` is sRGB.
    open func render(_ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat, colorSpace: CGColorSpace?) {
        let wanted = PixelRect(centresIn: bounds.standardized)
        guard format == .RGBA8 || format == .BGRA8, !bounds.isInfinite, !wanted.isEmpty, rowBytes >= wanted.width * 4 else { return }
        let target = UnsafeMutableRawBufferPointer(start: data, count: rowBytes * (wanted.height - 1) + wanted.width * 4)
        forEachRow(of: image, wanted, LightCoding(colorSpace)) { row, values in
            for (x, value) in values.enumerated() {
                Self.put(format == .RGBA8 ? value : Light(value.z, value.y, value.x, value.w), target, row * rowBytes + x * 4, isPremultiplied: true)
            }
        }
    }

    /// A JPEG of the image. `nil` for one without end or extent.
    /// - Parameter options: the quality, from 0 to 1, under `kCGImageDestinationLossyCompressionQuality`.
    open func jpegRepresentation(of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]) -> Data? {
        let quality = options[CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)]
        let number = (quality as? NSNumber)?.doubleValue ?? (quality as? Double) ?? (quality as? CGFloat).map { Double($0) } ?? 0.9
        return createCGImage(image, from: image.extent, format: .RGBA8, colorSpace: colorSpace).flatMap { ImageCoding.coder?.jpeg($0, quality: number) }
    }

    /// A PNG of the image. `nil` for one without end or extent. The format is `RGBA8` whatever is asked for.
    open func pngRepresentation(of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]) -> Data? {
        createCGImage(image, from: image.extent, format: format, colorSpace: colorSpace).flatMap { ImageCoding.coder?.png($0) }
    }

    /// Writes a JPEG of the image to a file.
    /// - Throws: `CocoaError.fileWriteUnknown` for an image that none can be made of, and what writing throws.
    open func writeJPEGRepresentation(of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]) throws {
        guard let data = jpegRepresentation(of: image, colorSpace: colorSpace, options: options) else { throw CocoaError(.fileWriteUnknown) }
        try data.write(to: url, options: .atomic)
    }

    /// Straight values row by row, the upper one first.
    private func forEachRow(of image: CIImage, _ rect: PixelRect, _ coding: LightCoding, _ body: (Int, [Light]) -> Void) {
        var top = rect.maxY
        while top > rect.y {
            let bottom = max(rect.y, top - Self.rows)
            let tile = image.step.render(PixelRect(x: rect.x, y: bottom, width: rect.width, height: top - bottom))
            for y in (bottom..<top).reversed() {
                let start = tile.index(rect.x, y)
                body(rect.maxY - 1 - y, tile.pixels[start..<start + rect.width].map { coding.values($0) })
            }
            top = bottom
        }
    }

    private static func put(_ value: Light, _ target: UnsafeMutableRawBufferPointer, _ at: Int, isPremultiplied: Bool) {
        var scaled = value * (isPremultiplied ? Light(value.w, value.w, value.w, 1) : Light(repeating: 1)) * 255 + 0.5
        scaled = pointwiseMin(pointwiseMax(scaled, Light(repeating: 0)), Light(repeating: 255))
        for component in 0..<4 { target[at + component] = UInt8(scaled[component]) }
    }

    /// Straight values of 16 bits, in the machine's byte order.
    private static func putDeep(_ value: Light, _ target: UnsafeMutableRawBufferPointer, _ at: Int) {
        let scaled = pointwiseMin(pointwiseMax(value * 65535 + 0.5, Light(repeating: 0)), Light(repeating: 65535))
        for component in 0..<4 { target.storeBytes(of: UInt16(scaled[component]), toByteOffset: at + component * 2, as: UInt16.self) }
    }
}

extension CIImage {
    /// False where pixels that it is made of turn out not to be decodable.
    var isDecodable: Bool { step.sources.allSatisfy { $0.image != nil } }
}
