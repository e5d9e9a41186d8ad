import Glibc

/// Curves for bright screens and the way from them to ordinary ones, written from ITU-R BT.2100, BT.2390 and SMPTE ST 2084.
extension ReferenceSpace {
    enum Curve { case perceptual, hybrid }

    private static let white = 203.0, sourcePeak = 1000.0

    static func light(perceptual value: Double) -> Double {
        let n = pow(value, 32.0 / 2523)
        return 10_000 * pow(max(0, n - 107.0 / 128) / (2413.0 / 128 - 2392.0 / 128 * n), 16384.0 / 2610)
    }

    static func perceptual(light: Double) -> Double {
        let n = pow(light / 10_000, 2610.0 / 16384)
        return pow((107.0 / 128 + 2413.0 / 128 * n) / (1 + 2392.0 / 128 * n), 2523.0 / 32)
    }

    /// Light on the screen in candela per square metre.
    static func light(_ values: [Double], _ curve: Curve) -> [Double] {
        guard curve == .hybrid else { return values.map(light(perceptual:)) }
        let scene = values.map { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - 0.55991073) / 0.17883277) + 0.28466892) / 12 }
        let brightness = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
        return scene.map { sourcePeak * pow(brightness, 0.2) * $0 }
    }

    /// BT.2390's curve from a peak of 1000 to `peak`, for the strongest component; the others keep their proportion to it.
    static func bent(_ light: [Double], to peak: Double) -> [Double] {
        let strongest = light.max() ?? 0
        guard strongest > 0 else { return light }
        let top = perceptual(light: sourcePeak), e = min(1, perceptual(light: strongest) / top), most = perceptual(light: peak) / top
        let knee = 1.5 * most - 0.5, t = (e - knee) / (1 - knee)
        let (square, cube) = (t * t, t * t * t)
        let curved = e < knee ? e : (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee) + (3 * square - 2 * cube) * most
        return light.map { $0 * Self.light(perceptual: curved * top) / strongest }
    }

    /// What a request for this headroom must show: sRGB for 1, PQ for more, and the file's own for 0.
    func shown(_ values: [Double], _ curve: Curve, headroom: Double) -> [Double] {
        guard headroom >= 1 else { return values }
        let light = Self.bent(Self.light(values, curve), to: headroom * Self.white)
        guard headroom == 1 else { return light.map { Self.perceptual(light: $0) } }
        // From light to this space's own values, which `toSRGB` takes.
        return toSRGB(light.map { Self.standardValue($0 / Self.white) })
    }
}
