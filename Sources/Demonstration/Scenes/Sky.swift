import Glibc

/// A sky as painted, so that what stands under it can answer to its sun.
struct Sky {
    var palette: Palette
    /// Where the sun or moon stands, in pixels.
    var sun: Point
    var isNight: Bool

    /// Paints down to `horizon` and a little beyond.
    static func paint(
        _ canvas: Canvas, _ mood: Mood, horizon: Float, clouds: Float? = nil, sun place: Point? = nil, showsSun: Bool = true, _ dice: inout Dice
    ) -> Sky {
        let palette = Palette(mood, &dice)
        let s = palette.sky
        canvas.fill(Gradient([(0, s[0]), (0.42, s[1]), (0.8, s[2]), (1, s[3])]), to: horizon)
        if horizon < canvas.high { canvas.fill(Gradient([s[3], s[3]]), from: horizon) }
        let isNight = mood.time == .night
        if isNight {
            stars(canvas, until: horizon, density: 1, &dice)
        } else if mood.time == .dusk {
            stars(canvas, until: horizon * 0.6, density: 0.25, &dice)
        }

        let height: Float =
            switch mood.time {
            case .day: dice.between(0.12, 0.4)
            case .night: dice.between(0.15, 0.45)
            case .golden: dice.between(0.68, 0.88)
            case .dawn, .dusk: dice.between(0.8, 0.96)
            }
        let sun = place ?? Point(canvas.wide * dice.between(0.18, 0.82), horizon * height)
        let field = NoiseField(
            columns: canvas.width / 3, rows: max(canvas.height / 4, 8), across: dice.between(2, 4), down: dice.between(7, 14), octaves: 5,
            roughness: 0.55, &dice)
        let amount = clouds ?? (dice.chance(0.3) ? 0 : dice.between(0.15, 0.7))
        if showsSun { light(canvas, palette, mood, sun, &dice) }
        if amount > 0 {
            let bright = isNight ? palette.haze.scaled(1.2) : palette.sun.mixed(with: s[3], 0.35)
            let dark = s[1].mixed(with: s[2], 0.5)
            let edge = 0.32 - amount * 0.5
            canvas.veil(field, dark, from: edge, to: edge + 0.55, opacity: isNight ? 0.35 : 0.3, bottom: horizon) { v in 0.25 + 0.75 * v }
            canvas.veil(field, bright, from: edge + 0.1, to: edge + 0.6, opacity: isNight ? 0.3 : 0.85, bottom: horizon, shift: 0.006) { v in
                let middle = 1 - abs(v - 0.55) * 1.5
                return middle < 0 ? 0 : middle
            }
        }
        return Sky(palette: palette, sun: sun, isNight: isNight)
    }

    private static func light(_ canvas: Canvas, _ palette: Palette, _ mood: Mood, _ sun: Point, _ dice: inout Dice) {
        let side = canvas.side
        switch mood.time {
        case .night:
            let radius = side * dice.between(0.022, 0.05)
            canvas.glow(sun.x, sun.y, side * 0.16, palette.sun.mixed(with: palette.sky[3], 0.4), strength: 0.5)
            canvas.disc(sun.x, sun.y, radius, palette.sun, softness: 1.5)
            for _ in 0..<7 {
                let turn = dice.unit() * 6.283, away = dice.unit() * radius * 0.7
                canvas.disc(
                    sun.x + cosf(turn) * away, sun.y + sinf(turn) * away, radius * dice.between(0.08, 0.24), palette.sun.scaled(0.8), opacity: 0.4,
                    softness: radius * 0.15)
            }
        case .day:
            canvas.glow(sun.x, sun.y, side * 0.3, palette.sun, strength: 0.4)
            canvas.glow(sun.x, sun.y, side * 0.05, palette.sun, strength: 1)
            canvas.disc(sun.x, sun.y, side * 0.022, .white, softness: side * 0.02)
        case .dawn, .golden, .dusk:
            let warm = palette.sun.mixed(with: palette.sky[3], 0.55)
            canvas.glow(sun.x, sun.y, side * 0.5, warm, strength: 0.55, squash: 1.5)
            canvas.glow(sun.x, sun.y, side * 0.12, palette.sun, strength: 0.75)
            canvas.disc(sun.x, sun.y, side * dice.between(0.03, 0.055), palette.sun.mixed(with: .white, 0.5), softness: side * 0.006)
        }
    }

    static func stars(_ canvas: Canvas, until bottom: Float, density: Float, _ dice: inout Dice) {
        let count = Int(canvas.wide * bottom / (canvas.side * canvas.side) * 520 * density)
        for _ in 0..<count {
            let x = dice.unit() * canvas.wide, y = dice.unit() * bottom
            let fade = 1 - y / bottom * 0.8, bright = dice.unit() * dice.unit()
            let tint = dice.pick([Colour(0xFFFFFF), Colour(0xCFE0FF), Colour(0xFFE9CF)])
            canvas.disc(x, y, canvas.side * (0.0004 + 0.0011 * bright), tint, opacity: (0.25 + 0.75 * bright) * fade, softness: 1.1)
            if bright > 0.8 { canvas.glow(x, y, canvas.side * 0.004, tint, strength: 0.5 * fade) }
        }
    }

    /// What moves over a land in this light: birds as small strokes.
    func birds(_ canvas: Canvas, count: Int, moment: Float = 0, _ dice: inout Dice) {
        let colour = palette.near.mixed(with: palette.haze, 0.25), unit = canvas.side
        let middle = Point(
            canvas.wide * dice.between(0.2, 0.75) + moment * unit * 0.12, canvas.high * dice.between(0.15, 0.35) - moment * unit * 0.02)
        for _ in 0..<count {
            let x = middle.x + dice.between(-0.16, 0.16) * unit, y = middle.y + dice.between(-0.07, 0.07) * unit
            let size = unit * dice.between(0.006, 0.015), lift = size * (0.35 + 0.35 * sinf(moment * 18 + dice.unit() * 6))
            let body = Point(x, y)
            canvas.stroke(Point(x - size, y - lift), body, size * 0.1, size * 0.22, colour)
            canvas.stroke(body, Point(x + size, y - lift), size * 0.22, size * 0.1, colour)
        }
    }
}
