import Codecs
import Foundation
import Photos
import Pixels

/// Pictures made from numbers: the same bytes for the same arguments.
public enum FixtureImages {
    /// Facts to write into a JPEG's EXIF block.
    public struct Metadata: Sendable {
        /// `2023:11:02 17:04:05`
        public var dateTimeOriginal: String?
        /// `+02:00`
        public var offset: String?
        /// Digits after the decimal point of the second.
        public var subSeconds: String?
        /// How the stored pixels are to be turned. Default `nil`: the file doesn't say.
        public var orientation: CGImagePropertyOrientation?
        /// The camera's maker. Default `nil`.
        public var make: String?
        /// The camera's model. Default `nil`.
        public var model: String?
        /// Degrees.
        public var coordinate: CLLocationCoordinate2D?
        /// How long and with which lens. Default `nil`.
        public var exposure: Exposure?
        /// Joins it with the movie of a Live Photo.
        public var contentIdentifier: String?
        /// The same for all frames of a burst.
        public var burstIdentifier: String?

        /// No facts at all.
        public init() {}
    }

    /// How a camera says that it exposed a picture.
    public struct Exposure: Sendable {
        /// A fraction of a second: 250 for 1/250 s.
        public var divisor: UInt32
        /// The lens's aperture, such as 2.8.
        public var fNumber: Double
        /// The sensor's sensitivity, such as 100.
        public var iso: UInt16
        /// Millimetres.
        public var focalLength: Double
        /// Millimetres of the lens that shows as much on 35 mm film.
        public var focalLengthIn35mm: UInt16
        /// Whether the flash fired.
        public var flashFired: Bool

        /// An exposure of 1/`divisor` of a second; focal lengths in millimetres.
        public init(divisor: UInt32, fNumber: Double, iso: UInt16, focalLength: Double, focalLengthIn35mm: UInt16, flashFired: Bool) {
            (self.divisor, self.fNumber, self.iso) = (divisor, fNumber, iso)
            (self.focalLength, self.focalLengthIn35mm, self.flashFired) = (focalLength, focalLengthIn35mm, flashFired)
        }
    }

    /// A picture whose quarters are red, green, blue and white (top left, top right, bottom left, bottom right), shaded by `seed` so that
    /// different seeds give different bytes.
    public static func quarters(width: Int, height: Int, seed: Int = 0) -> CGImage {
        let shade = UInt8(truncatingIfNeeded: 255 - seed % 100)
        // A row is copied as often as the half is high: pixel by pixel, large pictures take seconds where nothing is optimized.
        func row(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
            [[UInt8]](repeating: left, count: width / 2).flatMap(\.self) + [[UInt8]](repeating: right, count: width - width / 2).flatMap(\.self)
        }
        let upper = row([shade, 0, 0, 255], [0, shade, 0, 255]), lower = row([0, 0, shade, 255], [shade, shade, shade, 255])
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height { pixels += y < height / 2 ? upper : lower }
        return CGImage(width: width, height: height, bytesPerRow: width * 4, pixels: PixelBytes(pixels), hasAlpha: false, colorSpace: CGColorSpaceCreateDeviceRGB())
    }

    /// A JPEG whose stored pixels are `quarters`; `metadata.orientation` says how they are to be turned.
    public static func jpeg(width: Int = 64, height: Int = 48, seed: Int = 0, metadata: Metadata = Metadata()) throws -> Data {
        let encoded = try encode(quarters(width: width, height: height, seed: seed), .jpeg(quality: 92))
        return ExifBlock(metadata).inserted(into: encoded)
    }

    /// A JPEG whose pixels are `quarters`, with a gain map of a quarter of their size that makes the left half `headroom` times as bright and leaves the right
    /// half as it is.
    public static func jpegWithGainMap(width: Int = 64, height: Int = 48, seed: Int = 0, headroom: Double = 4, metadata: Metadata = Metadata()) throws -> Data {
        func pixels(_ width: Int, _ height: Int, _ bytes: [UInt8]) -> PixelImage {
            PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: bytes, hasAlpha: false)
        }
        let (across, down) = (max(1, width / 4), max(1, height / 4))
        let values = (0..<across * down).flatMap { at -> [UInt8] in at % across < across / 2 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
        let picture = quarters(width: width, height: height, seed: seed), base = pixels(width, height, picture.pixelBytes)
        let encoded = try Codec().encode(base, quality: 92, gainMap: pixels(across, down, values), headroom: headroom)
        return ExifBlock(metadata).inserted(into: Data(encoded.bytes))
    }

    /// A PNG whose pixels are `quarters`.
    public static func png(width: Int = 64, height: Int = 48, seed: Int = 0) throws -> Data {
        try encode(quarters(width: width, height: height, seed: seed), .png)
    }

    private static func encode(_ image: CGImage, _ format: EncodedFormat) throws -> Data {
        let pixels = PixelImage(width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, pixels: image.pixelBytes, hasAlpha: false)
        return Data(try Codec().encode(pixels, as: format).bytes)
    }
}

extension CGImage {
    /// A copy of the pixels to compare, at once: Foundation's `NSData` compares, and becomes `Data`, byte by byte.
    package var pixelBytes: [UInt8] { [UInt8](pixels) }
}
