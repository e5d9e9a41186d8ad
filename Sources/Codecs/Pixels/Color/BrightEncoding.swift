import Glibc

/// Gives light the values of a picture for bright screens: what `ToneMapping` reads, the other way.
struct BrightEncoding {
    private static let steps = 4096
    private let isHybrid: Bool
    private let weights: [Float]
    /// The brightest that there is a value for, of white.
    private let brightest: Float
    /// Values of 16 bits, over the square root of light, or of PQ, which is finer in the dark, over the fourth root.
    private let values: [Float]

    init(_ colors: BrightColors) {
        let isHybrid = colors.curve == .hybrid
        (self.isHybrid, weights) = (isHybrid, ToneMapping.weights(of: colors))
        brightest = Float(isHybrid ? ToneCurve.peak / ToneCurve.white : ToneCurve.brightest)
        values = (0...Self.steps + 1).map { step in
            let root = min(Double(step) / Double(Self.steps), 1), light = root * root
            return Float(65535 * (isHybrid ? ToneCurve.hybrid(light: light) : ToneCurve.perceptual(light: 10_000 * light * light)))
        }
    }

    /// Writes red, green and blue of one pixel.
    /// - Parameter light: of white, on the screen.
    func write(_ light: (r: Float, g: Float, b: Float), to pixel: UnsafeMutablePointer<UInt16>) {
        var scale = 1 / brightest
        if isHybrid {
            // A screen of HLG's nominal peak has raised light of the scene by its brightness to the power of 0.2.
            let shown = (weights[0] * light.r + weights[1] * light.g + weights[2] * light.b) / brightest
            scale = shown > 0 ? powf(shown, 1 / 1.2 - 1) / brightest : 0
        }
        (pixel[0], pixel[1], pixel[2]) = (value(light.r * scale), value(light.g * scale), value(light.b * scale))
    }

    private func value(_ light: Float) -> UInt16 {
        let root = min(max(light, 0), 1).squareRoot(), place = (isHybrid ? root : root.squareRoot()) * Float(Self.steps), step = Int(place)
        return UInt16(values[step] + (values[step &+ 1] - values[step]) * (place - Float(step)) + 0.5)
    }
}
