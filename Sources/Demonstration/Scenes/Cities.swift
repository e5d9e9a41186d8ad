import Glibc

/// What people build.
enum Cities {
    /// A skyline over a river, its windows lit.
    static func skyline(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        let shore = (canvas.high * dice.between(0.68, 0.76)).rounded()
        let time: Mood.Time = mood.time == .day ? .golden : mood.time
        let sky = Sky.paint(canvas, Mood(time, mood.season), horizon: shore, &dice)
        let isDark = time == .dusk || time == .night
        for layer in 0..<3 {
            let nearness = Float(layer + 1) / 3
            let colour = sky.palette.haze.scaled(0.8).mixed(with: sky.palette.near.mixed(with: Colour(0x10131F), 0.6), 0.3 + 0.7 * nearness)
            houses(
                canvas, shore: shore, height: canvas.high * (0.36 - 0.07 * Float(layer)), colour, lit: isDark ? 0.3 + 0.25 * nearness : 0.12,
                nearness, &dice)
            if layer < 2 {
                let fog = Gradient([sky.palette.haze, sky.palette.haze])
                canvas.haze(fog, from: shore - canvas.high * 0.2, to: shore, opacity: 0.35)
            }
        }
        canvas.mirror(at: shore, sky.palette.water.mixed(with: sky.palette.sky[0], 0.5), tint: 0.28, waves: canvas.side * 0.008, &dice)
        canvas.rectangle(0, shore - canvas.side * 0.004, canvas.wide, canvas.side * 0.007, sky.palette.near.mixed(with: .black, 0.55))
        guard isDark else { return }
        for _ in 0..<26 {
            let x = dice.unit() * canvas.wide, lamp = dice.pick([Colour(0xFFD79A), Colour(0xFFE9C8), Colour(0xFFB870)])
            canvas.glow(x, shore - canvas.side * 0.008, canvas.side * 0.008, lamp, strength: 0.9)
            canvas.glow(x, shore + canvas.high * 0.07, canvas.side * 0.012, lamp, strength: 0.3, squash: 0.22)
        }
    }

    private static func houses(_ canvas: Canvas, shore: Float, height: Float, _ colour: Colour, lit: Float, _ nearness: Float, _ dice: inout Dice) {
        let unit = canvas.side
        let lights = [Colour(0xFFD98A), Colour(0xFFE8B8), Colour(0xFFC46B), Colour(0xD8E8FF)]
        let centre = dice.between(0.3, 0.7)
        var x = -unit * 0.03
        while x < canvas.wide {
            let width = unit * dice.between(0.035, 0.1)
            let middle = 1 - abs((x + width / 2) / canvas.wide - centre) * 1.3
            let tall = height * max(0.16, middle) * dice.between(0.35, 1.05)
            let top = shore - tall, wall = colour.mixed(with: .black, dice.between(0, 0.16))
            canvas.rectangle(x, top, width, tall, wall)
            switch dice.number(0...5) {
            case 0: canvas.stroke(Point(x + width / 2, top), Point(x + width / 2, top - tall * 0.22), unit * 0.004, unit * 0.0012, wall)
            case 1: canvas.polygon([Point(x, top), Point(x + width, top), Point(x + width / 2, top - width * 0.7)], wall)
            case 2: canvas.rectangle(x + width * 0.2, top - unit * 0.018, width * 0.6, unit * 0.02, wall)
            case 3: canvas.polygon([Point(x, top), Point(x + width, top), Point(x + width, top - width * 0.4)], wall)
            default: break
            }
            // Windows by floors; some floors dark altogether.
            let pane = max(unit * 0.0046, 1.6), gap = pane * dice.between(1.7, 2.4)
            var y = top + gap
            while y < shore - gap {
                if dice.chance(0.85) {
                    var across = x + gap * 0.6
                    while across < x + width - gap * 0.8 {
                        if dice.chance(lit) {
                            canvas.rectangle(
                                across, y, pane * 0.8, pane, dice.pick(lights), opacity: dice.between(0.35, 0.95) * (0.35 + 0.65 * nearness))
                        }
                        across += gap
                    }
                }
                y += gap * 1.25
            }
            x += width + (dice.chance(0.2) ? unit * dice.between(0, 0.03) : 0)
        }
    }

    /// A painted front of houses, straight on: windows, shutters, shadows.
    static func facade(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let walls = [
            Colour(0xE9B872), Colour(0xD97B5B), Colour(0xE8D5B0), Colour(0x8FB0A9), Colour(0xC9626A), Colour(0x6F93B8), Colour(0xF1E3C6),
            Colour(0xB7C49A),
        ]
        let light: Float = mood.time == .night ? 0.45 : mood.time == .dusk ? 0.65 : 1
        let unit = canvas.side
        let plaster = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 18, down: 24, octaves: 5, roughness: 0.6, &dice)
        var x = -unit * dice.between(0, 0.2)
        let flat = [Float](repeating: 0, count: canvas.width)
        let shutter = dice.shuffled([Colour(0x2F5D50), Colour(0x35506E), Colour(0x7A3B2E), Colour(0x4A4A3C)])
        var house = 0
        while x < canvas.wide {
            let width = unit * dice.between(0.36, 0.55), wall = dice.pick(walls).scaled(light)
            canvas.rectangle(x, 0, width, canvas.high, wall)
            canvas.rectangle(x, 0, unit * 0.006, canvas.high, .black, opacity: 0.25)
            let across = dice.number(2...3), cell = width / Float(across), tall = cell * dice.between(1.45, 1.8)
            var y = -tall * dice.between(0.1, 0.8)
            while y < canvas.high {
                for column in 0..<across {
                    let w = cell * 0.36, h = tall * 0.56, left = x + cell * (Float(column) + 0.5) - w / 2
                    window(
                        canvas, left, y, w, h, wall: wall, shutter: shutter[house % shutter.count].scaled(light),
                        isLit: light < 0.9
                            && dice.chance(0.55), isOpen: dice.chance(0.75), &dice)
                }
                canvas.rectangle(x, y + tall * 0.86, width, unit * 0.009, wall.mixed(with: .white, 0.3))
                canvas.rectangle(x, y + tall * 0.86 + unit * 0.009, width, unit * 0.006, .black, opacity: 0.18)
                y += tall
            }
            x += width
            house += 1
        }
        canvas.relief(flat, plaster, lit: .white, shade: .black, strength: 0.16, reach: canvas.high * 20, light: (0.006, -0.006))
        // The shade of the house across the street.
        let edge = dice.between(0.25, 0.75) * canvas.high, fall = dice.between(-0.5, 0.5)
        if light == 1 {
            canvas.polygon(
                [
                    Point(0, edge), Point(canvas.wide * 0.4, edge + fall * canvas.high * 0.3), Point(canvas.wide, edge + fall * canvas.high),
                    Point(canvas.wide, canvas.high), Point(0, canvas.high),
                ], Colour(0x1B2440), opacity: 0.32)
        }
    }

    private static func window(
        _ canvas: Canvas, _ x: Float, _ y: Float, _ w: Float, _ h: Float, wall: Colour, shutter: Colour, isLit: Bool, isOpen: Bool, _ dice: inout Dice
    ) {
        let frame = wall.mixed(with: .white, 0.55)
        canvas.rectangle(x - w * 0.07, y - w * 0.07, w * 1.14, h + w * 0.14, frame)
        canvas.rectangle(x, y, w, h, isLit ? Colour(0xFFCF86) : Colour(0x2C3A4A))
        if !isLit {
            canvas.polygon([Point(x, y + h * 0.7), Point(x + w, y), Point(x, y)], Colour(0x8FA9C0), opacity: 0.35)
        }
        canvas.rectangle(x + w * 0.47, y, w * 0.06, h, frame)
        canvas.rectangle(x, y + h * 0.33, w, w * 0.05, frame)
        let sill = w * 0.1
        canvas.rectangle(x - w * 0.12, y + h + w * 0.05, w * 1.24, sill, frame.scaled(0.9))
        canvas.rectangle(x - w * 0.12, y + h + w * 0.05 + sill, w * 1.24, sill * 0.5, .black, opacity: 0.25)
        for left in [true, false] {
            let span = isOpen ? w * 0.5 : w * 0.5
            let at = isOpen ? (left ? x - span - w * 0.07 : x + w + w * 0.07) : (left ? x : x + w * 0.5)
            canvas.rectangle(at, y, span, h, shutter)
            let slats = 12
            for slat in 0..<slats {
                canvas.rectangle(at + span * 0.12, y + h * (Float(slat) + 0.35) / Float(slats), span * 0.76, h * 0.022, .black, opacity: 0.22)
            }
            if isOpen, left { canvas.rectangle(at + span, y, w * 0.05, h, .black, opacity: 0.2) }
        }
        if dice.chance(0.3) {
            for _ in 0..<26 {
                canvas.disc(
                    x + dice.unit() * w, y + h + w * 0.05 - dice.unit() * w * 0.22, w * dice.between(0.03, 0.07),
                    dice.pick([Colour(0xD8345F), Colour(0xE86A8A), Colour(0x3F7A3A), Colour(0x2F6B36), Colour(0xF2C14E)]))
            }
        }
    }
}

extension Canvas {
    /// Mixes a gradient in, more toward its lower end.
    func haze(_ gradient: Gradient, from top: Float, to bottom: Float, opacity: Float) {
        let rows = rows(top, bottom)
        for row in rows.first..<rows.end {
            let part = min(max((Float(row) - top) / max(bottom - top, 1), 0), 1)
            for column in 0..<width { mask[column] = part * opacity }
            lay(gradient.colour(at: part), row: row, 0, width)
        }
    }
}
