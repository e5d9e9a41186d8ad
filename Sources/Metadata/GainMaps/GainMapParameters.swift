import Glibc

/// What the values of a gain map mean (ISO 21496-1). Logarithms are of base 2; light is linear, and white is 1.
package struct GainMapParameters: Sendable, Equatable {
    /// Of red, green or blue.
    package struct Channel: Sendable, Equatable {
        /// Logarithms of the gain that the values 0 and 1 stand for.
        package var minimum = 0.0
        package var maximum = 1.0
        /// A value is raised to the power of 1 over this.
        package var gamma = 1.0
        /// Added to the picture's light before it is multiplied, and taken off the result.
        package var baseOffset = 1.0 / 64
        package var alternateOffset = 1.0 / 64

        package init(minimum: Double = 0, maximum: Double = 1, gamma: Double = 1, baseOffset: Double = 1.0 / 64, alternateOffset: Double = 1.0 / 64) {
            (self.minimum, self.maximum, self.gamma) = (minimum, maximum, gamma)
            (self.baseOffset, self.alternateOffset) = (baseOffset, alternateOffset)
        }
    }

    /// Three, or one for all colours.
    package var channels: [Channel]
    /// Logarithms of how bright a screen is, of white, on which the picture itself is right, and from which on the map works in full.
    package var baseHeadroom: Double
    package var alternateHeadroom: Double

    /// `nil` for numbers that can't be meant, and where the picture itself is the brighter one of the two.
    package init?(channels: [Channel], baseHeadroom: Double = 0, alternateHeadroom: Double) {
        guard channels.count == 1 || channels.count == 3, channels.allSatisfy(\.isPossible) else { return nil }
        guard baseHeadroom >= 0, alternateHeadroom - baseHeadroom > 1e-4, alternateHeadroom <= 16 else { return nil }
        (self.channels, self.baseHeadroom, self.alternateHeadroom) = (channels, baseHeadroom, alternateHeadroom)
    }

    /// How bright the brightest is, of white.
    package var headroom: Double { exp2(alternateHeadroom) }

    /// How much of the gain a screen shows, from 0 to 1, whose brightest is so many times white; all of it for 0.
    package func weight(headroom: Double) -> Double {
        guard headroom > 0 else { return 1 }
        return min(max((log2(headroom) - baseHeadroom) / (alternateHeadroom - baseHeadroom), 0), 1)
    }
}

extension GainMapParameters.Channel {
    fileprivate var isPossible: Bool {
        let logarithms = -16.0...16.0
        return logarithms.contains(minimum) && logarithms.contains(maximum) && minimum <= maximum && (0.001...1000).contains(gamma)
            && logarithms.contains(baseOffset) && logarithms.contains(alternateOffset)
    }
}
