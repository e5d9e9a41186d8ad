import Adjustments
import Foundation
import Pixels
import Testing

@testable import Codecs

/// Edits as they are rendered. Docs/Adjustments.md says the formulas, which are written here once more.
@Suite struct AdjustingTests {
    private let codec = Codec()

    /// A picture without sharp edges, so that the same point of it can be found at any size.
    private static func picture(_ width: Int, _ height: Int, deep: Bool = false, profile: [UInt8]? = nil) -> PixelImage {
        var values: [UInt16] = []
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = ((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
                for value in [0.1 + 0.8 * u, 0.15 + 0.7 * v, 0.5 + 0.3 * sin(6 * u + 4 * v), 1] { values.append(UInt16(value * 65535)) }
            }
        }
        guard !deep else {
            let bytes = values.withUnsafeBytes { [UInt8]($0) }
            return PixelImage(width: width, height: height, bytesPerRow: width * 8, format: .rgba16, pixels: bytes, hasAlpha: false, iccProfile: profile)
        }
        return PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: values.map { UInt8((Int($0) * 255 + 32767) / 65535) }, hasAlpha: false, iccProfile: profile)
    }

    private func png(_ image: PixelImage) throws -> [UInt8] { try codec.encode(image, as: .png).bytes }

    private func render(_ file: [UInt8], _ adjustments: PhotoAdjustments, side: Int? = nil, deep: Bool = false, wide: Bool = false) throws -> PixelImage {
        var request = RenderRequest()
        request.adjustments = adjustments
        request.target = side.map { PixelSize(width: $0, height: $0) }
        (request.format, request.keepsWideGamut) = (deep ? .rgba16 : .rgba8, wide)
        return try codec.render(file, request)
    }

    private static func edit(_ change: (inout PhotoAdjustments) -> Void) -> PhotoAdjustments {
        var result = PhotoAdjustments()
        change(&result)
        return result
    }

    private static let edits: [PhotoAdjustments] = [
        edit { ($0.exposure, $0.contrast) = (0.7, 0.4) }, edit { ($0.straighten, $0.crop) = (8, .init(x: 0.1, y: 0.2, width: 0.7, height: 0.6)) },
        edit { ($0.perspectiveVertical, $0.vignette, $0.filter) = (0.5, 0.8, .vividWarm) },
        edit { ($0.rotation, $0.isFlipped, $0.warmth, $0.saturation, $0.sharpness) = (90, true, 0.5, 0.4, 1) },
    ]

    @Test(arguments: edits.indices) func threeSizesAgree(index: Int) throws {
        let file = try png(Self.picture(900, 600)), edit = Self.edits[index]
        let full = try render(file, edit), middle = try render(file, edit, side: 300), small = try render(file, edit, side: 120)
        #expect(max(middle.width, middle.height) == 300 && max(small.width, small.height) == 120)
        var worst = 0
        for x in stride(from: 0.1, through: 0.9, by: 0.1) {
            for y in stride(from: 0.1, through: 0.9, by: 0.1) {
                let a = full.color(x, y), b = middle.color(x, y), c = small.color(x, y)
                for (one, other) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.red, c.red), (a.green, c.green), (a.blue, c.blue)] {
                    worst = max(worst, abs(one - other))
                }
            }
        }
        // The nearest pixel of the smallest picture is up to half a pixel away, where the ramp is up to 3 levels higher.
        #expect(worst <= 8, "\(worst)")
    }

    /// An edge that is a little narrower than the blur: what sharpening adds on both of its sides is the same, while the blur is wider than a pixel.
    @Test func sharpnessIsTheSameAtThreeSizes() throws {
        let (width, height) = (3000, 24)
        let row = (0..<width).flatMap { x -> [UInt8] in
            let place: Double = (Double(x) + 0.5 - Double(width) / 2) / 1.7, brightness: Double = 0.3 + 0.2 * (1 + erf(place))
            let value = UInt8((255 * brightness).rounded())
            return [value, value, value, 255]
        }
        let pixels = (0..<height).flatMap { _ in row }
        let file = try png(PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false))
        func swing(_ sharpness: Double, side: Int?) throws -> Int {
            let seen = try render(file, Self.edit { $0.sharpness = sharpness }, side: side), start = seen.height / 2 * seen.bytesPerRow
            #expect(seen.width == side ?? width)
            let values = (0..<seen.width).map { Int(seen.pixels[start + $0 * 4]) }
            return (values.max() ?? 0) - (values.min() ?? 0)
        }
        let plain = try swing(0, side: nil), sharp = try swing(1, side: nil)
        #expect(abs(plain - 102) <= 2 && sharp > plain + 24, "\(plain), \(sharp)")
        for side in [2000, 1500] { #expect(try abs(swing(1, side: side) - sharp) <= 16, "\(side)") }
    }

    @Test func colourIsWhatTheFormulasSay() throws {
        let edit = Self.edit {
            ($0.exposure, $0.warmth, $0.tint, $0.blackPoint, $0.brilliance) = (0.5, 0.4, -0.3, 0.3, 0.2)
            ($0.shadows, $0.highlights, $0.contrast, $0.saturation, $0.filter, $0.filterIntensity) = (0.4, -0.5, 0.2, 0.3, .silvertone, 0.6)
        }
        let image = Self.picture(40, 30, deep: true), seen = try render(try png(image), edit, deep: true)
        #expect(seen.format == .rgba16)
        var worst = 0.0
        for y in 0..<30 {
            for x in 0..<40 {
                let wanted = Self.expected(image.sixteen(x, y))
                for (one, other) in zip(seen.sixteen(x, y), wanted) { worst = max(worst, abs(one - other)) }
            }
        }
        #expect(worst < 0.0005, "\(worst)")
    }

    /// The edit of `colourIsWhatTheFormulasSay`, in the plainest way.
    private static func expected(_ pixel: [Double]) -> [Double] {
        func light(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
        func value(_ l: Double) -> Double { l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055 }
        func clamp(_ v: Double) -> Double { min(max(v, 0), 1) }
        let weights = [0.2126, 0.7152, 0.0722], balance = [pow(2, 0.4 * 0.4 - 0.2 * 0.3), pow(2, 0.2 * 0.3), pow(2, -0.4 * 0.4 - 0.2 * 0.3)]
        let grey = zip(weights, balance).reduce(0) { $0 + $1.0 * $1.1 }
        let toned = zip(pixel, balance).map { v, gain in
            var x = clamp(value(light(v) * gain / grey * pow(2, 0.5)))
            x = clamp((x - 0.15 * 0.3) / (1 - 0.15 * 0.3))
            x += 0.6 * 0.2 * x * pow(1 - x, 2)
            x += 0.9 * 0.4 * x * pow(1 - x, 3)
            x += 0.9 * -0.5 * (1 - x) * pow(x, 3)
            x += 0.9 * 0.2 * x * (1 - x) * (2 * x - 1)
            return clamp(x)
        }
        let brightness = zip(weights, toned).reduce(0) { $0 + $1.0 * $1.1 }, saturation = 1.3 * (1 + (0 - 1) * 0.6)
        return zip(toned, [1.01, 1, 0.97]).map { v, gain in
            var x = clamp((brightness + (v - brightness) * saturation) * (1 + (gain - 1) * 0.6))
            x += 0.9 * 0.35 * 0.6 * x * (1 - x) * (2 * x - 1)
            return clamp(0.03 * 0.6 + x * (1 - 0.03 * 0.6))
        }
    }

    @Test func fourQuarterTurnsAreTheIdentity() throws {
        let image = Quadrants.image(31, 20), file = try png(image), plain = try codec.render(file, RenderRequest())
        var edit = PhotoAdjustments()
        for step in 1...4 {
            edit.rotateClockwise()
            let seen = try render(file, edit)
            #expect((seen.width, seen.height) == (step % 2 == 0 ? (31, 20) : (20, 31)))
            #expect((seen.bytes == plain.bytes) == (step == 4))
        }
    }

    @Test func turnsAndFlipsAreInTheirOrder() throws {
        let file = try png(Quadrants.image(40, 20))
        let seen = try render(file, Self.edit { ($0.isFlipped, $0.rotation) = (true, 90) })
        // Mirrored, the upper right quarter is on the left; turned, the upper left one was at the bottom left.
        let corner = seen.color(0.25, 0.25)
        #expect((corner.red, corner.green, corner.blue) == Quadrants.bottomRight)
        #expect(seen.color(0.75, 0.25) == Quadrants.topRight)
    }

    @Test func aCropTakesWholePixels() throws {
        let file = try png(Quadrants.image(40, 20))
        let seen = try render(file, Self.edit { $0.crop = .init(x: 0.5, y: 0, width: 0.5, height: 0.5) })
        #expect((seen.width, seen.height) == (20, 10))
        #expect(seen.bytes == (0..<200).flatMap { _ in [40, 180, 60, 255] as [UInt8] })
    }

    /// Along both axes the picture is a ramp, so what a point shows says where it came from.
    @Test func straighteningShowsThePointThatTheGeometrySays() throws {
        let edit = Self.edit { ($0.straighten, $0.perspectiveHorizontal, $0.perspectiveVertical) = (-12, 0.4, -0.3) }
        let seen = try render(try png(Self.picture(300, 200, deep: true)), edit, deep: true)
        let geometry = ResultGeometry(edit, frameWidth: 300, frameHeight: 200)
        #expect((seen.width, seen.height) == (geometry.width, geometry.height))
        var worst = 0.0
        for y in stride(from: 3, to: seen.height - 3, by: 7) {
            for x in stride(from: 3, to: seen.width - 3, by: 7) {
                let point = geometry.source(x: (Double(x) + 0.5) / Double(seen.width), y: (Double(y) + 0.5) / Double(seen.height))
                let pixel = seen.sixteen(x, y)
                worst = max(worst, abs(pixel[0] - 0.1 - 0.8 * point.x) * 300 / 0.8, abs(pixel[1] - 0.15 - 0.7 * point.y) * 200 / 0.7)
            }
        }
        #expect(worst < 0.05, "\(worst) pixels")
    }

    @Test func wideColoursStayWide() throws {
        let file = try png(Self.picture(60, 40, profile: ColorProfile.displayP3)), edit = Self.edit { $0.exposure = 0.3 }
        let wide = try render(file, edit, wide: true), plain = try render(file, edit)
        #expect(wide.iccProfile == ColorProfile.displayP3 && plain.iccProfile == nil)
        let own = try render(try png(Self.picture(60, 40)), edit)
        #expect(wide.bytes == own.bytes && plain.bytes != own.bytes)
    }

    @Test func sharpeningStrengthensEdgesOnly() throws {
        let file = try png(Quadrants.image(1200, 800)), seen = try render(file, Self.edit { $0.sharpness = 1 })
        #expect(seen.color(0.25, 0.25) == Quadrants.topLeft)
        #expect(
            seen.color(0.25, 0.4995).red > Quadrants.topLeft.red || seen.color(0.25, 0.4995).green > Quadrants.topLeft.green
                || seen.color(0.25, 0.5005).blue < Quadrants.bottomLeft.blue)
    }

    @Test func alphaIsLeftAlone() throws {
        var image = Self.picture(20, 10)
        image.hasAlpha = true
        image.pixels = PixelBuffer(image.bytes.enumerated().map { $0.offset % 4 == 3 ? UInt8($0.offset % 251) : $0.element })
        let seen = try render(try png(image), Self.edit { $0.contrast = 1 })
        #expect(seen.hasAlpha && seen.bytes.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == UInt8($0.offset % 251) })
    }
}

extension PixelImage {
    fileprivate var bytes: [UInt8] { pixels.withUnsafeBytes { [UInt8]($0) } }

    fileprivate func sixteen(_ x: Int, _ y: Int) -> [Double] {
        pixels.withUnsafeBytes { bytes in (0..<3).map { Double(bytes.loadUnaligned(fromByteOffset: y * bytesPerRow + x * 8 + $0 * 2, as: UInt16.self)) / 65535 } }
    }
}
