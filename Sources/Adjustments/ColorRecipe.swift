import Glibc

/// The colours of adjustments worked out: curves for each channel, then a matrix, then one curve, then the vignette.
package struct ColorRecipe: Sendable {
    /// What linear light of red, green and blue is multiplied by.
    package let gains: [Float]
    /// From red, green and blue to red, green and blue, row by row: saturation and the filter's colours.
    package let matrix: [Float]
    /// The filter's S-curve and lift.
    package let contrast: Float
    package let lift: Float
    package let vignette: Float
    package let sharpness: Float
    private let tone: (black: Float, shadows: Float, highlights: Float, brilliance: Float, contrast: Float)

    /// How much of the brightness is red's, green's and blue's (ITU-R BT.709).
    package static let weights: [Float] = [0.2126, 0.7152, 0.0722]

    package init(_ adjustments: PhotoAdjustments) {
        let warmth = Float(adjustments.warmth), tint = Float(adjustments.tint)
        let balance = [exp2(0.4 * warmth + 0.2 * tint), exp2(-0.2 * tint), exp2(-0.4 * warmth + 0.2 * tint)]
        // Grey keeps its brightness.
        let brightness = warmth == 0 && tint == 0 ? 1 : zip(balance, Self.weights).reduce(0) { $0 + $1.0 * $1.1 }
        gains = balance.map { $0 / brightness * exp2(Float(adjustments.exposure)) }
        tone = (
            0.15 * Float(adjustments.blackPoint), 0.9 * Float(adjustments.shadows), 0.9 * Float(adjustments.highlights), 0.6 * Float(adjustments.brilliance),
            0.9 * Float(adjustments.contrast)
        )
        let look = adjustments.filter?.recipe ?? PhotoFilter.Recipe(), part = adjustments.filter == nil ? 0 : Float(adjustments.filterIntensity)
        func mixed(_ value: Float, _ neutral: Float) -> Float { neutral + (value - neutral) * part }
        let saturation = (1 + Float(adjustments.saturation)) * mixed(look.saturation, 1)
        let scales = [mixed(look.gains.red, 1), mixed(look.gains.green, 1), mixed(look.gains.blue, 1)]
        matrix = (0..<9).map { at in scales[at / 3] * (Self.weights[at % 3] * (1 - saturation) + (at / 3 == at % 3 ? saturation : 0)) }
        (contrast, lift) = (0.9 * mixed(look.contrast, 0), mixed(look.lift, 0))
        (vignette, sharpness) = (0.8 * Float(adjustments.vignette), 1.5 * Float(adjustments.sharpness))
    }

    /// Whether every pixel keeps its colours.
    package var isNeutral: Bool {
        gains == [1, 1, 1] && tone == (0, 0, 0, 0, 0) && matrix == [1, 0, 0, 0, 1, 0, 0, 0, 1] && contrast == 0 && lift == 0 && vignette == 0 && sharpness == 0
    }

    /// What a channel's value becomes before channels are mixed; from 0 to 1, and likewise the result.
    package func value(_ value: Float, channel: Int) -> Float {
        var x = value
        if gains[channel] != 1 { x = Self.encoded(Self.light(value) * gains[channel]) }
        x = min(max(x, 0), 1)
        x = min(max((x - tone.black) / (1 - tone.black), 0), 1)
        x += tone.brilliance * x * (1 - x) * (1 - x)
        x += tone.shadows * x * (1 - x) * (1 - x) * (1 - x)
        x += tone.highlights * (1 - x) * x * x * x
        x += tone.contrast * x * (1 - x) * (2 * x - 1)
        return min(max(x, 0), 1)
    }

    /// sRGB's curve.
    package static func light(_ value: Float) -> Float { value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4) }
    /// The other way.
    package static func encoded(_ light: Float) -> Float { light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055 }
}
