/// A look: colours mixed and bent by fixed numbers. Docs/Adjustments.md has them all.
public enum PhotoFilter: String, Sendable, CaseIterable {
    /// Stronger colours and more contrast; as they are, warmer and colder.
    case vivid, vividWarm, vividCool
    /// Weaker colours and much contrast; as they are, warmer and colder.
    case dramatic, dramaticWarm, dramaticCool
    /// Greys: with a little more contrast, slightly warm with lifted blacks, and with hard contrast.
    case mono, silvertone, noir
    /// Browns; pale colours with lifted blacks; strong colours, slightly cold.
    case sepia, fade, chrome

    /// What the look is made of; applied to values of the picture's curve, from 0 to 1.
    package struct Recipe: Sendable, Equatable {
        /// What colours are multiplied by, around their brightness.
        package var saturation: Float = 1
        /// What red, green and blue are multiplied by afterwards.
        package var gains: (red: Float, green: Float, blue: Float) = (1, 1, 1)
        /// How strong the S-curve is.
        package var contrast: Float = 0
        /// What black becomes; white stays.
        package var lift: Float = 0

        package static func == (a: Recipe, b: Recipe) -> Bool {
            a.saturation == b.saturation && a.gains == b.gains && a.contrast == b.contrast && a.lift == b.lift
        }
    }

    package var recipe: Recipe {
        switch self {
        case .vivid: Recipe(saturation: 1.3, contrast: 0.2)
        case .vividWarm: Recipe(saturation: 1.3, gains: (1.04, 1, 0.93), contrast: 0.2)
        case .vividCool: Recipe(saturation: 1.3, gains: (0.95, 1, 1.05), contrast: 0.2)
        case .dramatic: Recipe(saturation: 0.75, contrast: 0.5)
        case .dramaticWarm: Recipe(saturation: 0.75, gains: (1.05, 0.99, 0.9), contrast: 0.5)
        case .dramaticCool: Recipe(saturation: 0.75, gains: (0.92, 0.99, 1.05), contrast: 0.5)
        case .mono: Recipe(saturation: 0, contrast: 0.1)
        case .silvertone: Recipe(saturation: 0, gains: (1.01, 1, 0.97), contrast: 0.35, lift: 0.03)
        case .noir: Recipe(saturation: 0, contrast: 0.8)
        case .sepia: Recipe(saturation: 0, gains: (1.07, 0.97, 0.78), contrast: 0, lift: 0.02)
        case .fade: Recipe(saturation: 0.7, contrast: -0.2, lift: 0.1)
        case .chrome: Recipe(saturation: 1.15, gains: (1, 1, 1.02), contrast: 0.35, lift: 0.02)
        }
    }
}
