/// What the pictures of `Reference` show: the formulas of Scripts/reference/scene.py.
struct ReferenceScene {
    enum Subject {
        case colours
        /// Quantised to so many bits.
        case grey(bits: Int)
        /// Colours with alpha.
        case clear, clearGrey
        /// 4 × 4 fields of one colour each, of which some are transparent.
        case cells, cellsWithAlpha, cellsWithHole
        /// Ink over ink.
        case inks
        /// Colours with a little too much light.
        case bright
    }

    var subject = Subject.colours
    /// What the file's numbers go through on their way in, such as the part of a curve that is used.
    var scale = 1.0

    /// Red, green, blue and alpha as the file encodes them, at unit coordinates.
    func value(_ u: Double, _ v: Double) -> (color: [Double], alpha: Double) {
        let alpha = 0.2 + 0.4 * (u + v), grey = 0.02 + 0.96 * (0.7 * u + 0.3 * v)
        switch subject {
        case .colours: return (Self.colour(u, v).map { $0 * scale }, 1)
        case .grey(let bits):
            let highest = Double(1 << bits - 1)
            return (Array(repeating: (grey * highest + 0.5).rounded(.down) / highest, count: 3), 1)
        case .clear: return (Self.colour(u, v), alpha)
        case .clearGrey: return (Array(repeating: grey, count: 3), alpha)
        case .cells, .cellsWithAlpha, .cellsWithHole:
            let (x, y) = (Int(u * 4), Int(v * 4)), number = y * 4 + x
            let color = Self.colour((Double(x) + 0.5) / 4, (Double(y) + 0.5) / 4)
            switch subject {
            case .cellsWithAlpha: return (color, Double(15 + 16 * number) / 255)
            case .cellsWithHole: return (color, number == 5 ? 0 : 1)
            default: return (color, 1)
            }
        case .bright: return (Self.colour(u, v).map { min(1, 1.06 * $0) }, 1)
        case .inks: return (Self.colour(u, v).map { $0 * (1 - 0.25 * u) }, 1)
        }
    }

    private static func colour(_ u: Double, _ v: Double) -> [Double] { [0.02 + 0.96 * u, 0.02 + 0.96 * v, 0.98 - 0.96 * u * v] }
}
