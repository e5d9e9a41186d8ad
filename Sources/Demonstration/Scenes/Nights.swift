import Glibc

/// Skies that are the picture.
enum Nights {
    /// Curtains of light over mountains and a lake.
    static func aurora(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        let shore = (canvas.high * dice.between(0.72, 0.8)).rounded()
        var sky = Sky.paint(canvas, Mood(.night, mood.season), horizon: shore, clouds: 0, showsSun: false, &dice)
        sky.palette.near = Colour(0x04080C)
        let green = dice.pick([Colour(0x3CFFA0), Colour(0x5CFFC4), Colour(0x4AF08A)])
        let violet = dice.pick([Colour(0xB05CFF), Colour(0xFF5CA8), Colour(0x5C7CFF)])
        for _ in 0..<dice.number(2...3) {
            curtain(canvas, foot: shore * dice.between(0.5, 0.82), tall: canvas.high * dice.between(0.3, 0.5), green, violet, moment: moment, &dice)
        }
        let line = Landscapes.ridge(canvas, base: shore - canvas.high * 0.04, height: canvas.high * 0.09, scale: 1.7, crested: true, &dice)
        canvas.land(line, Gradient([Colour(0x0A141C), Colour(0x050A10)]), depth: canvas.high * 0.12, until: shore + 1)
        Trees.conifers(canvas, along: { _ in shore + 2 }, height: canvas.high * 0.06, spacing: 0.45, Colour(0x03070A), snow: nil, &dice)
        canvas.mirror(at: shore, Colour(0x06131C), tint: 0.22, waves: canvas.side * 0.005, &dice)
    }

    private static func curtain(_ canvas: Canvas, foot: Float, tall: Float, _ green: Colour, _ violet: Colour, moment: Float, _ dice: inout Dice) {
        let bend = Ridge(&dice), rays = Ridge(&dice), strength = Ridge(&dice), tilt = dice.between(-0.25, 0.25)
        var feet = [Float](repeating: 0, count: canvas.width), lights = feet, talls = feet
        for column in 0..<canvas.width {
            let x = Float(column) / canvas.side
            feet[column] = foot + (bend.layered(x * 1.2 + moment * 0.35, octaves: 3) * 0.12 + tilt * (x - 0.7)) * canvas.high
            let ray = rays.layered(x * 16 + moment * 2, octaves: 3) * 0.5 + 0.5
            lights[column] = max(0, 0.25 + 0.75 * strength.layered(x * 1.5 + moment * 0.6, octaves: 2) + 0.35) * (0.35 + 0.65 * ray)
            talls[column] = tall * (0.55 + 0.6 * ray)
        }
        let top = (feet.min() ?? 0) - tall * 1.2, rows = canvas.rows(top, (feet.max() ?? 0) + canvas.high * 0.02), mask = canvas.mask
        for row in rows.first..<rows.end {
            for (colour, isUpper) in [(green, false), (violet, true)] {
                var column = 0
                while column < canvas.width {
                    let up = (feet[column] - Float(row)) / talls[column]
                    var value: Float = 0
                    if up > -0.04, up < 1 {
                        let shape = up < 0 ? 1 + up / 0.04 : (1 - up) * (1 - up)
                        value = isUpper ? max(0, up) * (1 - up) * 2 * lights[column] * 0.75 : shape * lights[column] * 0.9
                    }
                    mask[column] = value < 0 ? 0 : value > 0.95 ? 0.95 : value
                    column += 1
                }
                canvas.shine(colour, row: row, 0, canvas.width)
            }
        }
    }

    /// The Milky Way over somebody's tent, or trees.
    static func stars(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let ground = canvas.high * dice.between(0.8, 0.88)
        canvas.fill(
            Gradient([
                Colour(0x03050F), Colour(0x08132B), Colour(0x1B2F52),
                dice.pick([Colour(0x4A4A63), Colour(0x6B4A48), Colour(0x2F5A66)]),
            ]), to: canvas.high)
        let dust = NoiseField(columns: canvas.width / 3, rows: canvas.height / 3, across: 5, down: 7, octaves: 6, roughness: 0.6, &dice)
        let slope = dice.between(-0.9, 0.9), middle = canvas.wide * dice.between(0.35, 0.65), spread = canvas.side * dice.between(0.14, 0.22)
        let mask = canvas.mask
        func band(_ colour: Colour, _ strength: Float, narrow: Float, threshold: Float) {
            for row in 0..<Int(ground) {
                dust.read(into: mask, count: canvas.width, v: Float(row) / canvas.high, step: 1 / canvas.wide)
                let centre = middle + (Float(row) - canvas.high * 0.5) * slope, scale = 1 / (spread * narrow)
                var column = 0
                while column < canvas.width {
                    let away = (Float(column) - centre) * scale
                    let inside = 1 / (1 + away * away * away * away)
                    let value = (mask[column] + threshold) * inside * strength
                    mask[column] = value < 0 ? 0 : value > 0.85 ? 0.85 : value
                    column &+= 1
                }
                canvas.shine(colour, row: row, 0, canvas.width)
            }
        }
        band(Colour(0x5A6FB0), 0.75, narrow: 1.8, threshold: 0.45)
        band(Colour(0xE8C8B0), 0.9, narrow: 0.75, threshold: 0.15)
        band(Colour(0xFFF0E0), 0.8, narrow: 0.35, threshold: 0.0)
        Sky.stars(canvas, until: ground, density: 2.6, &dice)
        for _ in 0..<Int(900) {
            let y = dice.unit() * ground, away = (dice.unit() + dice.unit() + dice.unit() - 1.5) * spread * 1.2
            canvas.disc(
                middle + (y - canvas.high * 0.5) * slope + away, y, canvas.side * 0.0006, .white, opacity: dice.between(0.2, 0.8), softness: 1)
        }
        let line = Landscapes.ridge(canvas, base: ground, height: canvas.high * 0.05, scale: 1.6, crested: false, &dice)
        let dark = Colour(0x05070D)
        Trees.conifers(
            canvas, along: { line[min(max(Int($0), 0), canvas.width - 1)] + 2 }, height: canvas.high * 0.09, spacing: 0.8, dark, snow: nil, &dice)
        canvas.land(line, Gradient([dark, .black]), depth: canvas.high * 0.2)
        if dice.chance(0.6) { tent(canvas, Point(canvas.wide * dice.between(0.25, 0.75), canvas.high * 0.93), canvas.side * 0.07) }
    }

    private static func tent(_ canvas: Canvas, _ foot: Point, _ size: Float) {
        let glow = Colour(0xFFB45C)
        canvas.glow(foot.x, foot.y - size * 0.2, size * 0.9, glow, strength: 0.55)
        canvas.polygon(
            [Point(foot.x - size, foot.y), Point(foot.x - size * 0.1, foot.y - size), Point(foot.x + size * 0.9, foot.y)], Colour(0xF29A3F))
        canvas.polygon(
            [Point(foot.x - size * 0.25, foot.y), Point(foot.x - size * 0.1, foot.y - size), Point(foot.x + size * 0.2, foot.y)], Colour(0xFFD98E))
        canvas.stroke(
            Point(foot.x - size * 0.1, foot.y - size), Point(foot.x - size * 1.3, foot.y + size * 0.05), size * 0.02, size * 0.02, Colour(0x3A2A1A))
    }

    /// The full moon through a long lens.
    static func moon(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        canvas.fill(Gradient([Colour(0x05070E), Colour(0x0B1222)]))
        Sky.stars(canvas, until: canvas.high, density: 0.25, &dice)
        let centre = Point(canvas.wide / 2 + dice.between(-0.1, 0.1) * canvas.side, canvas.high / 2 + dice.between(-0.06, 0.06) * canvas.side)
        let radius = canvas.side * dice.between(0.28, 0.38)
        let tint = dice.pick([Colour(0xEDE6D6), Colour(0xF0D9B0), Colour(0xDFE3EA)])
        canvas.glow(centre.x, centre.y, radius * 0.8, tint, strength: 0.4)
        let seas = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 4, down: 4, octaves: 5, roughness: 0.55, &dice)
        let rough = NoiseField(columns: canvas.width, rows: canvas.height, across: 40, down: 40, octaves: 4, roughness: 0.6, &dice)
        canvas.disc(centre.x, centre.y, radius, tint, softness: 2)
        let rows = canvas.rows(centre.y - radius, centre.y + radius), mask = canvas.mask
        func inside(_ row: Int, _ value: (Float, Int) -> Float) {
            for column in 0..<canvas.width {
                let dx = Float(column) - centre.x, dy = Float(row) - centre.y
                let rim = radius - 1 - (dx * dx + dy * dy).squareRoot()
                mask[column] = rim <= 0 ? 0 : min(max(value(mask[column], column), 0), 0.85) * min(rim, 1)
            }
        }
        for row in rows.first..<rows.end {
            let v = Float(row) / canvas.high
            seas.read(into: mask, count: canvas.width, v: v, step: 1 / canvas.wide)
            inside(row) { value, _ in (value + 0.02) * 2.4 }
            canvas.lay(tint.scaled(0.5), row: row, 0, canvas.width)
            rough.read(into: mask, count: canvas.width, v: v, step: 1 / canvas.wide)
            inside(row) { value, _ in value * 0.7 }
            canvas.lay(tint.scaled(0.72), row: row, 0, canvas.width)
        }
        for _ in 0..<70 {
            let turn = dice.unit() * 6.283, away = dice.unit().squareRoot() * radius * 0.9
            let size = radius * (0.01 + 0.07 * dice.unit() * dice.unit() * dice.unit())
            let x = centre.x + cosf(turn) * away, y = centre.y + sinf(turn) * away
            canvas.disc(x, y, size, tint.scaled(0.62), opacity: 0.5, softness: size * 0.6)
            canvas.disc(x + size * 0.25, y + size * 0.25, size * 0.75, tint, opacity: 0.5, softness: size * 0.5)
        }
        // The terminator: how much of it the sun lights.
        let phase = dice.between(-0.35, 0.85), side: Float = dice.chance(0.5) ? 1 : -1
        for row in rows.first..<rows.end {
            let dy = Float(row) - centre.y, half = max(radius * radius - dy * dy, 1).squareRoot()
            inside(row) { _, column in ((Float(column) - centre.x) * side / half - phase) * 3.2 + 0.5 }
            for column in 0..<canvas.width { mask[column] = min(mask[column] * 1.14, 0.97) }
            canvas.lay(Colour(0x080B15), row: row, 0, canvas.width)
        }
    }
}
