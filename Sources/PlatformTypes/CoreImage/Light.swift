import Adjustments
import Foundation

/// What filters work on: red, green and blue of linear light with sRGB's primaries, where other primaries' colours are below 0 or above 1, multiplied by alpha. What is
/// brighter than white is above 1.
typealias Light = SIMD4<Float>

/// How a colour space's values stand for light.
struct LightCoding: Sendable {
    private enum Curve { case standard, gamma(Float), linear, perceptual, hybrid }

    private let curve: Curve
    /// By how much red, green and blue are as bright as they are. Of HLG alone, whose values are of the scene: what its screen makes of them depends on that.
    private let brightness: Light?
    /// Row by row, from linear values of this space to sRGB's, and back; `nil` where they are the same.
    private let inward: [Float]?
    private let outward: [Float]?
    private let table: [Float]

    /// A space that is none of the named ones reads as sRGB.
    init(_ space: CGColorSpace?) {
        let name = space?.name
        switch name {
        case CGColorSpace.linearSRGB: curve = .linear
        case CGColorSpace.adobeRGB1998: curve = .gamma(563.0 / 256)
        case CGColorSpace.itur_2100_PQ, CGColorSpace.displayP3_PQ: curve = .perceptual
        case CGColorSpace.itur_2100_HLG, CGColorSpace.displayP3_HLG: curve = .hybrid
        default: curve = .standard
        }
        brightness =
            switch name {
            case CGColorSpace.itur_2100_HLG: Light(0.2627, 0.6780, 0.0593, 0)
            case CGColorSpace.displayP3_HLG: Light(0.2290, 0.6917, 0.0793, 0)
            default: nil
            }
        let matrix: [Double]? =
            switch name {
            case CGColorSpace.displayP3, CGColorSpace.displayP3_PQ, CGColorSpace.displayP3_HLG: Self.displayP3
            case CGColorSpace.itur_2020, CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG: Self.bt2020
            case CGColorSpace.adobeRGB1998: Self.adobeRGB
            default: nil
            }
        inward = matrix.map { $0.map(Float.init) }
        outward = matrix.map { Self.inverse($0).map(Float.init) }
        let curve = curve
        table = (0..<256).map { Self.light(Float($0) / 255, curve) }
    }

    private static let displayP3 = [1.2249401763, -0.2249401763, 0, -0.0420569547, 1.0420569547, 0, -0.0196375546, -0.0786360456, 1.0982736002]
    private static let bt2020 = [1.6604910021, -0.5876411388, -0.0728498633, -0.1245504745, 1.1328998971, -0.0083494226, -0.0181507634, -0.1005788980, 1.1187296614]
    private static let adobeRGB = [1.3983557440, -0.3983557440, 0, 0, 1, 0, 0, -0.0429289893, 1.0429289893]

    private static func inverse(_ m: [Double]) -> [Double] {
        let cofactors = [
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
        return cofactors.map { $0 / determinant }
    }

    private static func light(_ value: Float, _ curve: Curve) -> Float {
        switch curve {
        case .standard: ColorRecipe.light(value)
        case .gamma(let gamma): powf(value, gamma)
        case .linear: value
        case .perceptual: BrightCurve.light(perceptual: value)
        case .hybrid: BrightCurve.scene(hybrid: value)
        }
    }

    private static func value(_ light: Float, _ curve: Curve) -> Float {
        let bounded = min(max(light, 0), 1)
        switch curve {
        case .standard: return ColorRecipe.encoded(bounded)
        case .gamma(let gamma): return powf(bounded, 1 / gamma)
        case .linear: return bounded
        case .perceptual: return BrightCurve.perceptual(light: light)
        case .hybrid: return BrightCurve.hybrid(scene: light)
        }
    }

    @inline(__always) private static func multiplied(_ light: Light, _ m: [Float]) -> Light {
        Light(
            m[0] * light.x + m[1] * light.y + m[2] * light.z, m[3] * light.x + m[4] * light.y + m[5] * light.z, m[6] * light.x + m[7] * light.y + m[8] * light.z, light.w)
    }

    /// Of straight values of 8 bits.
    func light(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> Light {
        finished(Light(table[Int(red)], table[Int(green)], table[Int(blue)], 1), Float(alpha) / 255)
    }

    /// Of straight values from 0 to 1.
    func light(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) -> Light {
        finished(Light(Self.light(red, curve), Self.light(green, curve), Self.light(blue, curve), 1), alpha)
    }

    private func finished(_ light: Light, _ alpha: Float) -> Light {
        let shown = brightness.map { BrightCurve.shown(scene: light, $0) } ?? light
        return (inward.map { Self.multiplied(shown, $0) } ?? shown) * alpha
    }

    /// Straight values from 0 to 1.
    func values(_ light: Light) -> Light {
        guard light.w > 0 else { return Light(repeating: 0) }
        var straight = light / light.w
        if let outward { straight = Self.multiplied(straight, outward) }
        if let brightness { straight = BrightCurve.scene(shown: straight, brightness) }
        return Light(Self.value(straight.x, curve), Self.value(straight.y, curve), Self.value(straight.z, curve), min(light.w, 1))
    }

    static let standard = LightCoding(nil)

    /// The spaces whose colours are read as what they are.
    static var known: [CFString] {
        [
            CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.displayP3, CGColorSpace.itur_2020, CGColorSpace.adobeRGB1998, CGColorSpace.itur_2100_PQ,
            CGColorSpace.itur_2100_HLG, CGColorSpace.displayP3_PQ, CGColorSpace.displayP3_HLG,
        ]
    }
}

/// A rectangle of whole pixels, the origin at the bottom left.
struct PixelRect: Sendable, Equatable {
    var x: Int, y: Int, width: Int, height: Int

    var isEmpty: Bool { width <= 0 || height <= 0 }
    var maxX: Int { x + width }
    var maxY: Int { y + height }

    func grown(by margin: Int) -> PixelRect { PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin) }

    func meeting(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x), bottom = max(y, other.y)
        return PixelRect(x: left, y: bottom, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - bottom)
    }
}

extension PixelRect {
    /// Farther than this nothing is drawn; infinite extents end here.
    private static let farthest = 1e6

    /// The pixels whose centres lie in a rectangle.
    init(centresIn rect: CGRect) {
        func edge(_ value: CGFloat) -> Int { Int((min(max(Double(value), -Self.farthest), Self.farthest) - 0.5).rounded(.up)) }
        guard !rect.isNull else { self.init(x: 0, y: 0, width: 0, height: 0); return }
        let (left, bottom) = (edge(rect.minX), edge(rect.minY))
        self.init(x: left, y: bottom, width: edge(rect.maxX) - left, height: edge(rect.maxY) - bottom)
    }
}

/// The pixels of a rectangle while they are worked on, the lowest row first.
struct LightTile {
    let rect: PixelRect
    var pixels: [Light]

    /// Nothing to see.
    init(_ rect: PixelRect) {
        self.rect = rect
        pixels = [Light](repeating: Light(repeating: 0), count: max(0, rect.width) * max(0, rect.height))
    }

    func index(_ x: Int, _ y: Int) -> Int { (y - rect.y) * rect.width + (x - rect.x) }

    /// Nothing outside.
    func pixel(_ x: Int, _ y: Int) -> Light {
        guard x >= rect.x, x < rect.maxX, y >= rect.y, y < rect.maxY else { return Light(repeating: 0) }
        return pixels[index(x, y)]
    }
}
