import Pixels
import Testing

@testable import Codecs

/// A picture whose four quarters have different colours, so that every way of turning it shows.
enum Quadrants {
    typealias Color = (red: Int, green: Int, blue: Int)

    static let topLeft: Color = (200, 40, 40), topRight: Color = (40, 180, 60), bottomLeft: Color = (50, 60, 200), bottomRight: Color = (210, 200, 60)

    static func color(_ x: Double, _ y: Double) -> Color {
        y < 0.5 ? (x < 0.5 ? topLeft : topRight) : (x < 0.5 ? bottomLeft : bottomRight)
    }

    /// Upright pixels.
    static func image(_ width: Int, _ height: Int, profile: [UInt8]? = nil) -> PixelImage {
        stored(width, height, orientation: 1, profile: profile)
    }

    /// The pixels that a file with this EXIF orientation stores so that the picture is upright at `width` × `height`.
    static func stored(_ width: Int, _ height: Int, orientation: Int, profile: [UInt8]? = nil) -> PixelImage {
        let (w, h) = orientation >= 5 ? (height, width) : (width, height)
        // One row of each kind, repeated: pixel by pixel would be most of the tests' time.
        func row(_ r: Double) -> [UInt8] {
            func seen(_ c: Double) -> Color {
                // EXIF 2.32, tag 274: where row 0 and column 0 of the stored picture lie in what is seen.
                switch orientation {
                case 2: color(1 - c, r)
                case 3: color(1 - c, 1 - r)
                case 4: color(c, 1 - r)
                case 5: color(r, c)
                case 6: color(1 - r, c)
                case 7: color(1 - r, 1 - c)
                case 8: color(r, 1 - c)
                default: color(c, r)
                }
            }
            func pixels(_ color: Color, _ count: Int) -> [UInt8] {
                Array([[UInt8]](repeating: [UInt8(color.red), UInt8(color.green), UInt8(color.blue), 255], count: count).joined())
            }
            return pixels(seen(0.25), w / 2) + pixels(seen(0.75), w - w / 2)
        }
        let pixels = Array([[UInt8]](repeating: row(0.25), count: h / 2).joined()) + Array([[UInt8]](repeating: row(0.75), count: h - h / 2).joined())
        return PixelImage(width: w, height: h, bytesPerRow: w * 4, pixels: pixels, hasAlpha: false, iccProfile: profile)
    }

    /// The middle of each quarter must have its colour.
    static func expectUpright(_ image: PixelImage, tolerance: Int = 6, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
        for (x, y) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
            let seen = image.color(x, y), wanted = color(x, y)
            let distance = max(abs(seen.red - wanted.red), abs(seen.green - wanted.green), abs(seen.blue - wanted.blue))
            #expect(distance <= tolerance, "\(what) at \(x), \(y): \(seen) instead of \(wanted)", sourceLocation: sourceLocation)
        }
    }

    static func expectUpright(_ quarters: QuarterColors, tolerance: Int = 6, sourceLocation: SourceLocation = #_sourceLocation) {
        let wanted = [topLeft, topRight, bottomLeft, bottomRight].flatMap { [$0.red, $0.green, $0.blue] }
        let close = zip(quarters.bytes, wanted).allSatisfy { abs(Int($0) - $1) <= tolerance }
        #expect(close, "\(quarters.bytes) instead of \(wanted)", sourceLocation: sourceLocation)
    }
}

extension PixelImage {
    /// The pixel at unit coordinates.
    func color(_ x: Double, _ y: Double) -> Quadrants.Color {
        let at = min(height - 1, Int(y * Double(height))) * bytesPerRow + min(width - 1, Int(x * Double(width))) * 4
        return (Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
    }

    func alpha(_ x: Double, _ y: Double) -> Int {
        Int(pixels[min(height - 1, Int(y * Double(height))) * bytesPerRow + min(width - 1, Int(x * Double(width))) * 4 + 3])
    }
}

extension Codec {
    func examine(_ bytes: [UInt8], _ name: String = "picture", _ options: ExamineOptions = ExamineOptions()) throws -> Examination {
        try bytes.withUnsafeBytes { try examine($0, name: name, options) }
    }

    func render(_ bytes: [UInt8], _ request: RenderRequest = RenderRequest(), _ name: String = "picture") throws -> PixelImage {
        try bytes.withUnsafeBytes { try render($0, name: name, request) }
    }

    func jpeg(_ image: PixelImage, quality: Int = 95) throws -> [UInt8] { try encode(image, as: .jpeg(quality: quality)).bytes }
}

extension RenderRequest {
    init(_ width: Int, _ height: Int, _ mode: ScaleMode = .fit, exact: Bool = true) {
        self.init()
        target = PixelSize(width: width, height: height)
        self.mode = mode
        self.exact = exact
    }
}
