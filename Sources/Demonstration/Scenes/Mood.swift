/// When a scene is: it decides every colour in it.
struct Mood: Sendable {
    enum Time: CaseIterable, Sendable { case dawn, day, golden, dusk, night }
    enum Season: CaseIterable, Sendable { case spring, summer, autumn, winter }

    var time: Time
    var season: Season

    /// Of an hour of the day, 0 to 24, and a month, 1 to 12; south of the equator the seasons are the other way round.
    init(hour: Double, month: Int, isSouthern: Bool) {
        let order = Season.allCases
        season = order[((month + 9) / 3 + (isSouthern ? 2 : 0)) % 4]
        let (rise, set): (Double, Double) =
            switch season {
            case .spring: (6.3, 19.4)
            case .summer: (5.2, 21.2)
            case .autumn: (6.9, 18.1)
            case .winter: (7.8, 16.6)
            }
        time =
            switch hour {
            case ..<(rise - 0.8): .night
            case ..<(rise + 1.2): .dawn
            case ..<(set - 1.6): .day
            case ..<(set - 0.2): .golden
            case ..<(set + 1): .dusk
            default: .night
            }
    }

    init(_ time: Time, _ season: Season) { (self.time, self.season) = (time, season) }
}

/// The colours of one moment.
struct Palette: Sendable {
    /// From the zenith to the horizon.
    var sky: [Colour]
    var sun: Colour
    var haze: Colour
    /// Land far away and near.
    var far: Colour
    var near: Colour
    var water: Colour
    /// How bright what is lit is, 0 to 1.
    var daylight: Float

    /// One of several for a time of day, shifted a little, so that no two pictures are alike.
    init(_ mood: Mood, _ dice: inout Dice) {
        let made: [Palette] =
            switch mood.time {
            case .dawn:
                [
                    Palette([0x2E3E6B, 0x7D7CA8, 0xE3A6A1, 0xFFDDB0], 0xFFF0D0, 0xF0C4B0, 0x9C8AA8, 0x2B2A48, 0x6E7FA6, 0.62),
                    Palette([0x4F6D9A, 0x9DB1CE, 0xF2CDBF, 0xFFE9CF], 0xFFF6E0, 0xEFD6CC, 0xA9B3C9, 0x34475F, 0x7F98B5, 0.7),
                    Palette([0x36506B, 0x7FA0A8, 0xE8C9A0, 0xFCE8BE], 0xFFF3D6, 0xEBD6B4, 0x93A9A4, 0x24403F, 0x6F9AA0, 0.68),
                ]
            case .day:
                [
                    Palette([0x2A6FBF, 0x5E9FDE, 0xA9D1F0, 0xDDEEF8], 0xFFFFF2, 0xD3E6F2, 0x8FB2CC, 0x2F5B2C, 0x2E76A8, 1),
                    Palette([0x1F5FA8, 0x4E8FCB, 0x9CC6E6, 0xEAF3F5], 0xFFFFF5, 0xDCEBF0, 0x86A9BE, 0x35602F, 0x1F7F9C, 1),
                    Palette([0x3C7FC4, 0x7DB3E3, 0xC3DFF0, 0xF3F4EA], 0xFFFDEB, 0xE6ECE4, 0x9DB9C2, 0x41672F, 0x3A8C9E, 0.96),
                ]
            case .golden:
                [
                    Palette([0x4A6FA5, 0xA79BB3, 0xF2B880, 0xFFD98E], 0xFFF1C4, 0xF7C98D, 0xC79B86, 0x3A3327, 0x8F8A94, 0.78),
                    Palette([0x35507E, 0x8E86A6, 0xF09E6D, 0xFFCB77], 0xFFEDB8, 0xF3B579, 0xB8837A, 0x33281F, 0x7B7587, 0.74),
                    Palette([0x5B86A8, 0xB9C0B0, 0xF3CE8B, 0xFFE7A6], 0xFFF6D2, 0xF4DBA0, 0xB9AE86, 0x3D4223, 0x8FA39A, 0.82),
                ]
            case .dusk:
                [
                    Palette([0x1B1F4B, 0x4B3B77, 0xB45A7E, 0xFF9A6B], 0xFFD2A0, 0xC9738A, 0x6D4C7D, 0x14122B, 0x3E3560, 0.42),
                    Palette([0x14264F, 0x2F5C85, 0xD98E73, 0xFFC288], 0xFFDDA8, 0xC99182, 0x55607F, 0x0F1729, 0x2C4B6E, 0.44),
                    Palette([0x241A3F, 0x6A3468, 0xD8546A, 0xFFA65C], 0xFFD08F, 0xCF6A6E, 0x7A4266, 0x170E22, 0x4A2D55, 0.42),
                ]
            case .night:
                [
                    Palette([0x050A1E, 0x0D1B3D, 0x1C3358, 0x35527A], 0xF3F0DC, 0x2A4263, 0x22375A, 0x05080F, 0x142A47, 0.2),
                    Palette([0x0A0820, 0x1D1440, 0x3A2A5E, 0x6B4A7A], 0xF6EBDD, 0x3B2C58, 0x33264F, 0x08060F, 0x231A40, 0.2),
                    Palette([0x03121A, 0x08283A, 0x13485A, 0x2C6E7A], 0xEFF5E6, 0x1D4A5A, 0x17404F, 0x03090C, 0x0C3040, 0.22),
                ]
            }
        self = dice.pick(made)
        let ground = Palette.ground(mood.season)
        switch mood.time {
        case .day: near = dice.pick(ground)
        case .dawn, .golden: near = near.mixed(with: dice.pick(ground).scaled(0.55), 0.6)
        case .dusk, .night: near = near.mixed(with: dice.pick(ground).scaled(0.2), 0.25)
        }
        if mood.season == .winter { far = far.mixed(with: Colour(0xDCE6F0).scaled(daylight), 0.35) }
        let shift = dice.between(-0.025, 0.025), richness = dice.between(0.88, 1.14)
        for place in sky.indices { sky[place] = Palette.turned(sky[place], shift).saturated(richness) }
        haze = Palette.turned(haze, shift).saturated(richness)
        far = Palette.turned(far, shift).saturated(richness)
    }

    private init(_ sky: [UInt32], _ sun: UInt32, _ haze: UInt32, _ far: UInt32, _ near: UInt32, _ water: UInt32, _ daylight: Float) {
        self.sky = sky.map { Colour($0) }
        (self.sun, self.haze, self.far, self.near, self.water) = (Colour(sun), Colour(haze), Colour(far), Colour(near), Colour(water))
        self.daylight = daylight
    }

    private static func ground(_ season: Mood.Season) -> [Colour] {
        switch season {
        case .spring: [Colour(0x5E8C3A), Colour(0x4F8544), Colour(0x7A9A3E)]
        case .summer: [Colour(0x3F6F33), Colour(0x2F6237), Colour(0x5C7A32)]
        case .autumn: [Colour(0x8A5A24), Colour(0x9A6B2A), Colour(0x6E4A22)]
        case .winter: [Colour(0x9FB3C6), Colour(0xB4C3D0), Colour(0x8DA2B4)]
        }
    }

    /// Warmer (above 0) or cooler.
    private static func turned(_ colour: Colour, _ shift: Float) -> Colour {
        Colour(min(max(colour.red + shift, 0), 1), colour.green, min(max(colour.blue - shift, 0), 1))
    }

    /// Land at a distance: 0 is the horizon, 1 is at the viewer's feet.
    func land(_ nearness: Float) -> Colour {
        far.mixed(with: near, nearness * nearness * 0.35 + nearness * 0.65)
    }

    /// What is lit by this light.
    func lit(_ colour: Colour) -> Colour {
        let shaded = Colour(colour.red * (0.25 + 0.75 * daylight), colour.green * (0.2 + 0.8 * daylight), colour.blue * (0.3 + 0.7 * daylight))
        return shaded.mixed(with: haze.scaled(0.7), (1 - daylight) * 0.25)
    }
}
