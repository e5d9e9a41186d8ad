import Glibc

/// Brings pixels of a picture for bright screens to the brightness of the screen at hand: what is up to about half of its brightest stays as it is, what
/// is above is bent down (ITU-R BT.2390). The strongest component decides, so that no colour changes its hue.
struct ToneMapping {
    private let colors: BrightColors
    /// How bright the result's brightest is, of white.
    private let headroom: Double
    /// What light of a strongest component is multiplied by, over its square root.
    private let gains: [Float]
    private static let steps = 4096
    /// The brightest that the tables hold, of white.
    private let brightest: Float

    /// - Parameter headroom: 1 for ordinary screens; must be 1 or more.
    init(_ colors: BrightColors, headroom: Double) {
        let brightest = (colors.curve == .perceptual ? 10_000 : ToneCurve.peak) / ToneCurve.white
        (self.colors, self.headroom, self.brightest) = (colors, headroom, Float(brightest))
        gains = (0...Self.steps + 1).map { step in
            let root = Double(max(1, step)) / Double(Self.steps), light = root * root * brightest
            return Float(Self.bent(light, to: headroom) / light)
        }
    }

    /// The knee of BT.2390, in PQ's values; both lights are relative to white.
    private static func bent(_ light: Double, to headroom: Double) -> Double {
        let source = ToneCurve.perceptual(light: ToneCurve.peak), most = ToneCurve.perceptual(light: headroom * ToneCurve.white) / source
        guard most < 1 else { return min(light, headroom) }
        let value = min(ToneCurve.perceptual(light: light * ToneCurve.white) / source, 1), knee = 1.5 * most - 0.5
        guard value > knee else { return light }
        let t = (value - knee) / (1 - knee), t2 = t * t, t3 = t2 * t
        let curve = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most
        return min(ToneCurve.light(perceptual: curve * source) / ToneCurve.white, headroom)
    }

    /// Reads `R G B A` of 16 bits with the picture's curve and gives sRGB to `write`, or with `keepsPrimaries` sRGB's curve over the picture's own.
    func toStandard(_ pixels: UnsafePointer<UInt16>, count: Int, keepsPrimaries: Bool, _ write: (_ at: Int, _ value: UInt16) -> Void) {
        let m = keepsPrimaries ? Self.identity : Self.matrices[colors.primaries] ?? Self.identity
        StandardCurve.withTable { curve in
            forEach(pixels, count) { at, r, g, b in
                write(at, curve.value(m[0] * r + m[1] * g + m[2] * b))
                write(at &+ 1, curve.value(m[3] * r + m[4] * g + m[5] * b))
                write(at &+ 2, curve.value(m[6] * r + m[7] * g + m[8] * b))
            }
        }
    }

    /// The same in PQ, over the picture's own primaries.
    func toPerceptual(_ pixels: UnsafePointer<UInt16>, count: Int, _ write: (_ at: Int, _ value: UInt16) -> Void) {
        func value(_ light: Float) -> UInt16 { UInt16(ToneCurve.perceptual(light: Double(light) * ToneCurve.white) * 65535 + 0.5) }
        forEach(pixels, count) { at, r, g, b in
            write(at, value(r))
            write(at &+ 1, value(g))
            write(at &+ 2, value(b))
        }
    }

    /// By how much each pixel's light is divided: 1 for those that stay.
    func darkening(_ pixels: UnsafePointer<UInt16>, count: Int, _ write: (_ pixel: Int, _ factor: Float) -> Void) {
        forEach(pixels, count, applying: false) { at, r, g, b in
            let place = (min(max(r, g, b) / brightest, 1)).squareRoot() * Float(Self.steps), step = Int(place)
            let gain = gains[step] + (gains[step &+ 1] - gains[step]) * (place - Float(step))
            write(at &>> 2, max(1, 1 / gain))
        }
    }

    /// - Parameter applying: false gives light as it was.
    private func forEach(_ pixels: UnsafePointer<UInt16>, _ count: Int, applying: Bool = true, _ body: (_ at: Int, _ r: Float, _ g: Float, _ b: Float) -> Void) {
        let light = colors.curve == .perceptual ? Self.perceptual : Self.hybrid, isHybrid = colors.curve == .hybrid
        let scale = Float(Self.steps), brightest = brightest, weights = Self.weights(of: colors)
        let peak = Float(ToneCurve.peak / ToneCurve.white)
        light.withUnsafeBufferPointer { light in
            gains.withUnsafeBufferPointer { gains in
                for at in stride(from: 0, to: count &* 4, by: 4) {
                    var (r, g, b) = (light[Int(pixels[at])], light[Int(pixels[at &+ 1])], light[Int(pixels[at &+ 2])])
                    if isHybrid {
                        // A screen of HLG's nominal peak raises light by its brightness to the power of 0.2.
                        let shown = peak * powf(weights[0] * r + weights[1] * g + weights[2] * b, 0.2)
                        (r, g, b) = (r * shown, g * shown, b * shown)
                    }
                    let place = (min(max(r, g, b) / brightest, 1)).squareRoot() * scale, step = Int(place)
                    let gain = applying ? gains[step] + (gains[step &+ 1] - gains[step]) * (place - Float(step)) : 1
                    body(at, r * gain, g * gain, b * gain)
                }
            }
        }
    }

    /// Light of PQ's values, of white.
    private static let perceptual = (0...65535).map { Float(ToneCurve.light(perceptual: Double($0) / 65535) / ToneCurve.white) }
    /// Light of the scene of HLG's values.
    private static let hybrid = (0...65535).map { Float(ToneCurve.light(hybrid: Double($0) / 65535)) }

    private static let identity: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    /// From light of these primaries to that of sRGB's; all have the same white (ITU-R BT.2087, CSS Color 4).
    private static let matrices: [Int: [Float]] = [
        9: [1.660491, -0.587641, -0.072850, -0.124550, 1.132900, -0.008349, -0.018151, -0.100579, 1.118730],
        11: [1.224940, -0.224940, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274],
        12: [1.224940, -0.224940, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274],
    ]
    /// How much of the brightness is red's, green's and blue's.
    static func weights(of colors: BrightColors) -> [Float] { shares[colors.primaries] ?? [0.2627, 0.6780, 0.0593] }

    private static let shares: [Int: [Float]] = [
        1: [0.2126, 0.7152, 0.0722], 9: [0.2627, 0.6780, 0.0593], 11: [0.2290, 0.6917, 0.0793], 12: [0.2290, 0.6917, 0.0793],
    ]
}
