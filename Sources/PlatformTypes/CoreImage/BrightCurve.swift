import Foundation

/// The curves of pictures for screens that are brighter than white (ITU-R BT.2100). Light is of white, which is 203 candela per square metre (BT.2408).
enum BrightCurve {
    private static let white: Float = 203
    /// The brightest that PQ says.
    private static let perceptualPeak = 10_000 / white
    /// HLG's nominal screen.
    private static let hybridPeak = 1000 / white

    private static let m1: Float = 2610 / 16384, m2: Float = 2523 / 32, c1: Float = 3424 / 4096, c2: Float = 2413 / 128, c3: Float = 2392 / 128

    /// Of each value of 16 bits: a frame has millions.
    private static let perceptualLights: [Float] = (0...65535).map { value in
        let power = powf(Float(value) / 65535, 1 / m2)
        return perceptualPeak * powf(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }
    private static let hybridScenes: [Float] = (0...65535).map { step in
        let value = Float(step) / 65535
        return value <= 0.5 ? value * value / 3 : (expf((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    /// - Parameter value: of 16 bits at most, from 0 to 1.
    static func light(perceptual value: Float) -> Float { perceptualLights[Int(bounded(value) * 65535 + 0.5)] }

    static func perceptual(light: Float) -> Float {
        let power = powf(bounded(light / perceptualPeak), m1)
        return powf((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    /// Light of the scene, from 0 to 1.
    static func scene(hybrid value: Float) -> Float { hybridScenes[Int(bounded(value) * 65535 + 0.5)] }

    static func hybrid(scene: Float) -> Float {
        let light = bounded(scene)
        return light <= 1 / 12 ? (3 * light).squareRoot() : 0.17883277 * logf(12 * light - 0.28466892) + 0.55991073
    }

    /// What HLG's screen makes of a scene's colour: it raises light by its brightness to the power of 0.2.
    static func shown(scene: Light, _ weights: Light) -> Light {
        let brightness = (scene * weights).sum()
        return scaled(scene, brightness > 0 ? powf(brightness, 0.2) * hybridPeak : 0)
    }

    /// The other way.
    static func scene(shown: Light, _ weights: Light) -> Light {
        let brightness = (shown * weights).sum() / hybridPeak
        return scaled(shown, brightness > 0 ? powf(brightness, 1 / 1.2 - 1) / hybridPeak : 0)
    }

    private static func scaled(_ light: Light, _ factor: Float) -> Light { Light(light.x * factor, light.y * factor, light.z * factor, light.w) }

    /// From 0 to 1; 0 for what is no number.
    private static func bounded(_ value: Float) -> Float { Float.minimum(Float.maximum(value, 0), 1) }
}
