import Glibc

/// Land under a sky.
enum Landscapes {
    /// Layers of hills that fade into the distance, with mist between them.
    static func hills(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        let horizon = canvas.high * dice.between(0.48, 0.62)
        let sky = Sky.paint(canvas, mood, horizon: horizon * 1.08, &dice)
        let layers = dice.number(4...7)
        let rough = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 26, down: 22, octaves: 5, roughness: 0.6, &dice)
        for layer in 0..<layers {
            let nearness = Float(layer + 1) / Float(layers)
            let base = horizon + (canvas.high * 0.98 - horizon) * (nearness - 1 / Float(layers)) * 0.92
            let line = ridge(
                canvas, base: base, height: canvas.high * (0.13 - 0.05 * nearness), scale: 2.1 - nearness * 0.9, crested: layer < 2, &dice)
            let colour = sky.palette.land(nearness)
            let deep = (canvas.high - horizon) * 0.5
            canvas.land(line, Gradient([colour, colour.mixed(with: sky.palette.haze, 0.5 * (1 - nearness) + 0.06)]), depth: deep)
            if mood.time != .night {
                canvas.relief(
                    line, rough, lit: colour.mixed(with: sky.palette.sun, 0.4), shade: colour.scaled(0.68), strength: 1.3 - nearness * 0.75,
                    reach: deep * 1.4,
                    light: (sky.sun.x < canvas.wide / 2 ? 0.008 : -0.008, -0.01))
            }
        }
        if dice.chance(0.45) {
            let foot = canvas.high * 1.02, wood = sky.palette.land(1).scaled(0.7)
            Trees.conifers(canvas, along: { _ in foot }, height: canvas.high * dice.between(0.12, 0.24), spacing: 0.42, wood, snow: nil, &dice)
        }
        if dice.chance(0.35) { sky.birds(canvas, count: dice.number(3...9), moment: moment, &dice) }
    }

    /// A line for land: `height` above `base` at most, more or less.
    static func ridge(_ canvas: Canvas, base: Float, height: Float, scale: Float, crested: Bool, octaves: Int = 6, _ dice: inout Dice) -> [Float] {
        let ridge = Ridge(&dice), start = dice.unit() * 100, step = scale / canvas.side
        return (0..<canvas.width).map { column in
            let x = start + Float(column) * step
            return crested
                ? base - (ridge.crested(x * 1.3, octaves: octaves) - 0.5) * height * 2.1
                : base - ridge.layered(x * 1.2, octaves: octaves, roughness: 0.42) * height
        }
    }

    /// Mountains with snow on them, mirrored in a lake.
    static func lake(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        let shore = canvas.high * dice.between(0.52, 0.62)
        let sky = Sky.paint(canvas, mood, horizon: shore, &dice)
        let rock = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 14, down: 12, octaves: 6, roughness: 0.62, &dice)
        for layer in 0..<2 {
            let nearness = 0.25 + 0.3 * Float(layer)
            let line = ridge(
                canvas, base: shore - canvas.high * (0.14 - 0.09 * Float(layer)), height: canvas.high * (0.24 - 0.12 * Float(layer)),
                scale: 1.5, crested: true, &dice)
            let stone = sky.palette.land(nearness)
            canvas.land(line, Gradient([stone, stone.mixed(with: sky.palette.haze, 0.55)]), depth: canvas.high * 0.42, until: shore + 1)
            let snow = sky.palette.lit(Colour(0xF4F7FB)).mixed(with: sky.palette.sun, 0.15)
            canvas.relief(
                line, rock, lit: layer == 0 ? snow : stone.mixed(with: snow, 0.35), shade: stone.scaled(0.6), strength: layer == 0 ? 3.2 : 1.4,
                reach: canvas.high * (mood.season == .winter ? 0.4 : 0.24), until: shore + 1,
                light: (sky.sun.x < canvas.wide / 2 ? 0.012 : -0.012, -0.014))
        }
        let trees = sky.palette.land(0.82).scaled(0.8)
        Trees.conifers(canvas, along: { _ in shore + 1 }, height: canvas.high * 0.035, spacing: 0.35, trees, snow: nil, &dice)
        canvas.mirror(at: shore, sky.palette.water.mixed(with: sky.palette.sky[0], 0.3), tint: 0.16, waves: canvas.side * 0.0045, &dice)
        let glow = NoiseField(columns: canvas.width / 4, rows: canvas.height / 3, across: 3, down: 30, octaves: 3, &dice)
        canvas.veil(glow, sky.palette.haze, from: 0.1, to: 0.7, opacity: 0.22, top: shore, glowing: true) { v in 1 - v }
        if mood.time != .day { canvas.glitter(at: sky.sun.x, from: shore, sky.palette.sun, spread: canvas.side * 0.1, strength: 0.4, &dice) }
    }

    /// Dunes: smooth crests, one side in the light.
    static func dunes(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let horizon = canvas.high * dice.between(0.38, 0.52)
        let sky = Sky.paint(canvas, mood, horizon: horizon * 1.1, clouds: dice.chance(0.7) ? 0 : 0.3, &dice)
        let sand = dice.pick([Colour(0xE3A565), Colour(0xD98E4A), Colour(0xE8C08A), Colour(0xC97B4B)])
        let ripples = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 5, down: 70, octaves: 3, roughness: 0.5, &dice)
        let layers = dice.number(4...6)
        for layer in 0..<layers {
            let nearness = Float(layer + 1) / Float(layers)
            let ridge = Ridge(&dice), start = dice.unit() * 50
            let base = horizon + (canvas.high - horizon) * (nearness - 1 / Float(layers)) * 0.95
            let line = (0..<canvas.width).map { column -> Float in
                let x = start + Float(column) / canvas.side * (1.9 - nearness)
                return base - ridge.crested(x * 0.9, octaves: 2, roughness: 0.25) * canvas.high * (0.06 + 0.1 * nearness) + canvas.high * 0.08
            }
            let lit = sky.palette.lit(sand).mixed(with: sky.palette.haze, 0.65 * (1 - nearness))
            let dark = lit.mixed(with: sky.palette.sky[0].scaled(0.5), 0.55)
            canvas.land(line, Gradient([lit.mixed(with: sky.palette.sun, 0.25), lit, lit.mixed(with: dark, 0.35)]), depth: canvas.high * 0.3)
            let toward: Float = sky.sun.x < canvas.wide / 2 ? 1 : -1, reach = max(2, Int(canvas.side * 0.012))
            let amounts = (0..<canvas.width).map { column -> Float in
                let fall = (line[min(column + reach, canvas.width - 1)] - line[max(column - reach, 0)]) / Float(2 * reach) * toward
                return min(max(fall * 6 + 0.05, 0), 1) * 0.85
            }
            canvas.slopeShade(line, amounts, dark, depth: canvas.high * (0.14 + 0.3 * nearness), lean: toward * dice.between(0.4, 1.1), &dice)
            canvas.relief(
                line, ripples, lit: sky.palette.sun, shade: dark, strength: 0.5 * nearness, reach: canvas.high * 0.5,
                light: (0.002, -0.008), fade: 20)
        }
    }

    /// Snow on hills, trees under it, flakes in the air.
    static func winter(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        let horizon = canvas.high * dice.between(0.42, 0.56)
        let sky = Sky.paint(canvas, Mood(mood.time, .winter), horizon: horizon * 1.1, clouds: 0.6, &dice)
        let snow = sky.palette.lit(Colour(0xF2F6FB)), shade = sky.palette.lit(Colour(0x9FB4D2)).mixed(with: sky.palette.sky[0], 0.25)
        let drifts = NoiseField(columns: canvas.width / 3, rows: canvas.height / 3, across: 7, down: 16, octaves: 4, &dice)
        let layers = dice.number(3...5)
        for layer in 0..<layers {
            let nearness = Float(layer + 1) / Float(layers)
            let base = horizon + (canvas.high - horizon) * (nearness - 1 / Float(layers)) * 0.8
            let line = ridge(canvas, base: base, height: canvas.high * 0.09, scale: 1.5 - nearness * 0.5, crested: false, octaves: 4, &dice)
            let white = snow.mixed(with: sky.palette.haze, 0.55 * (1 - nearness))
            let green = sky.palette.lit(Colour(0x22402F)).mixed(with: sky.palette.haze, 0.75 * (1 - nearness))
            Trees.conifers(
                canvas, along: { line[min(max(Int($0), 0), canvas.width - 1)] + 2 }, height: canvas.high * (0.05 + 0.2 * nearness * nearness),
                spacing: layer == layers - 1 ? 1.3 : 0.42, green, snow: nearness > 0.3 ? white : nil, &dice)
            canvas.land(line, Gradient([white, white.mixed(with: shade, 0.5)]), depth: canvas.high * 0.32)
            canvas.relief(line, drifts, lit: .white, shade: shade, strength: 1.1, reach: canvas.high * 0.6, light: (0.012, -0.016), fade: 8)
        }
        if dice.chance(0.7) { flakes(canvas, moment: moment, count: 260, &dice) }
    }

    static func flakes(_ canvas: Canvas, moment: Float, count: Int, _ dice: inout Dice) {
        for _ in 0..<count {
            let near = dice.unit() * dice.unit()
            let x = dice.unit() * canvas.wide + sinf(moment * 3 + dice.unit() * 6) * canvas.side * 0.015 * near
            let y = (dice.unit() * 1.1 + moment * (0.25 + near * 0.7)).truncatingRemainder(dividingBy: 1.1) * canvas.high
            let radius = canvas.side * (0.0012 + near * 0.008)
            canvas.disc(x, y, radius, .white, opacity: 0.75 - near * 0.45, softness: radius * (0.6 + near))
        }
    }
}

extension Canvas {
    /// Shade of the side that lies away from the light: as much as `amounts` says under each column, along a winding edge, fading over `depth`.
    func slopeShade(_ line: [Float], _ amounts: [Float], _ colour: Colour, depth: Float, lean: Float, _ dice: inout Dice) {
        guard let top = line.min(), let bottom = line.max() else { return }
        let rows = rows(top, bottom + depth), mask = mask, scale = 1 / depth, sway = Ridge(&dice), last = width - 1
        for row in rows.first..<rows.end {
            let y = Float(row)
            var column = 0
            while column < width {
                let under = y - line[column]
                if under <= 0 || under >= depth {
                    mask[column] = 0
                } else {
                    let aside = column - Int(under * lean + sway.value(under * 4 / side) * side * 0.02)
                    let left = 1 - under * scale
                    mask[column] = amounts[aside < 0 ? 0 : aside > last ? last : aside] * left * (under < 2 ? under * 0.5 : 1)
                }
                column &+= 1
            }
            lay(colour, row: row, 0, width)
        }
    }
}
