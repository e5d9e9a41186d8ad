import Glibc

/// How a value of a picture for bright screens stands for light (ITU-R BT.2100).
enum ToneCurve: Sendable, Equatable {
    /// PQ: absolute light of the screen.
    case perceptual
    /// HLG: light of the scene, which a screen makes its own of.
    case hybrid

    /// By the code point of ITU-T H.273; `nil` for curves of ordinary screens.
    init?(code: Int) {
        switch code {
        case 16: self = .perceptual
        case 18: self = .hybrid
        default: return nil
        }
    }

    /// Light, in candela per square metre, of the white of an ordinary picture shown beside others (ITU-R BT.2408).
    static let white = 203.0
    /// Of the brightest of a picture whose file doesn't say: that of the screens on which most are made, and HLG's nominal one.
    static let peak = 1000.0
    /// The brightest that PQ can say, of white.
    static let brightest = 10_000 / white

    /// PQ's light of a value from 0 to 1, in candela per square metre.
    static func light(perceptual value: Double) -> Double {
        let power = pow(max(value, 0), 1 / m2)
        return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    /// The other way.
    static func perceptual(light: Double) -> Double {
        let power = pow(min(max(light, 0) / 10_000, 1), m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    /// HLG's light of the scene, from 0 to 1, of a value from 0 to 1.
    static func light(hybrid value: Double) -> Double {
        value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    /// The other way.
    static func hybrid(light: Double) -> Double { light <= 1.0 / 12 ? (3 * max(light, 0)).squareRoot() : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073 }

    private static let m1 = 2610.0 / 16384, m2 = 2523.0 / 32, c1 = 3424.0 / 4096, c2 = 2413.0 / 128, c3 = 2392.0 / 128
}
