import Glibc

/// Seas and harbours.
enum Waters {
    static func sea(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        let horizon = (canvas.high * dice.between(0.42, 0.58)).rounded()
        let sky = Sky.paint(canvas, mood, horizon: horizon, &dice)
        water(canvas, sky, from: horizon, moment: moment, &dice)
        if dice.chance(0.45) { island(canvas, sky, at: horizon, &dice) }
        switch dice.number(0...2) {
        case 0:
            boat(
                canvas, sky, Point(canvas.wide * dice.between(0.2, 0.8) + moment * canvas.side * 0.05, horizon + canvas.high * 0.03),
                canvas.side * dice.between(0.05, 0.12))
        case 1: sky.birds(canvas, count: dice.number(3...8), moment: moment, &dice)
        default: break
        }
        if dice.chance(0.4) { beach(canvas, sky, &dice) }
    }

    static func water(_ canvas: Canvas, _ sky: Sky, from horizon: Float, moment: Float, _ dice: inout Dice) {
        let p = sky.palette
        let near = p.water.mixed(with: p.sky[0], 0.35).scaled(sky.isNight ? 0.7 : 0.8)
        canvas.fill(Gradient([(0, p.water.mixed(with: p.sky[3], 0.55)), (0.18, p.water.mixed(with: p.sky[2], 0.3)), (1, near)]), from: horizon)
        // Waves of one shape, finer toward the horizon: the field is read along a curve.
        let waves = NoiseField(columns: canvas.width / 2, rows: 400, across: 9, down: 56, octaves: 4, roughness: 0.6, &dice)
        let depth = canvas.high - horizon, first = Int(horizon)
        for row in first..<canvas.height {
            let far = Float(row - first) / depth, v = powf(far, 0.45) * 0.9 + moment * 0.03
            for (colour, sign) in [(p.sky[3].mixed(with: p.sun, 0.4), Float(1)), (near.scaled(0.7), Float(-1))] {
                waves.read(
                    into: canvas.mask, count: canvas.width, v: v.truncatingRemainder(dividingBy: 1), u: 0.5 - 0.5 * (0.3 + 0.7 * (1 - far)),
                    step: (0.3 + 0.7 * (1 - far)) / canvas.wide)
                let mask = canvas.mask, gain = (0.5 + 0.5 * far) * sign
                var column = 0
                while column < canvas.width {
                    let value = mask[column] * gain - 0.02
                    mask[column] = value <= 0 ? 0 : min(value * 1.3, 0.7)
                    column &+= 1
                }
                canvas.lay(colour, row: row, 0, canvas.width)
            }
        }
        canvas.glow(sky.sun.x, horizon + depth * 0.12, canvas.side * 0.22, p.sun, strength: sky.isNight ? 0.25 : 0.4, squash: 0.8)
        canvas.glitter(
            at: sky.sun.x, from: horizon, p.sun.mixed(with: .white, 0.4), spread: canvas.side * 0.16, strength: sky.isNight ? 0.7 : 0.95,
            moment: moment, &dice)
    }

    private static func island(_ canvas: Canvas, _ sky: Sky, at horizon: Float, _ dice: inout Dice) {
        let middle = canvas.wide * dice.between(0, 1), half = canvas.side * dice.between(0.2, 0.6), height = canvas.side * dice.between(0.04, 0.13)
        let ridge = Ridge(&dice)
        let line = (0..<canvas.width).map { column -> Float in
            let away = (Float(column) - middle) / half
            let bulge = max(0, 1 - away * away)
            return horizon + 1.5 - powf(bulge, 0.8) * height * (0.75 + 0.35 * ridge.layered(Float(column) / canvas.side * 7, octaves: 5))
                + (bulge <= 0 ? 3 : 0)
        }
        let colour = sky.palette.land(0.45)
        canvas.land(line, Gradient([colour, colour.mixed(with: sky.palette.haze, 0.35)]), depth: height, until: horizon + 1)
    }

    static func boat(_ canvas: Canvas, _ sky: Sky, _ foot: Point, _ size: Float) {
        let dark = sky.palette.near.mixed(with: .black, 0.3), sail = sky.palette.lit(Colour(0xFBF3E4)), (x, y) = (foot.x, foot.y)
        canvas.polygon(
            [
                Point(x - size * 0.5, y - size * 0.12), Point(x + size * 0.55, y - size * 0.14), Point(x + size * 0.35, y + size * 0.04),
                Point(x - size * 0.35, y + size * 0.04),
            ], dark)
        canvas.stroke(Point(x, y - size * 0.1), Point(x, y - size * 1.25), size * 0.025, size * 0.015, dark)
        canvas.polygon(
            [Point(x + size * 0.03, y - size * 1.2), Point(x + size * 0.03, y - size * 0.2), Point(x + size * 0.52, y - size * 0.22)], sail)
        canvas.polygon(
            [Point(x - size * 0.03, y - size * 1.1), Point(x - size * 0.03, y - size * 0.2), Point(x - size * 0.4, y - size * 0.2)],
            sail.mixed(with: sky.palette.haze, 0.3))
        for part in 0..<6 {
            let down = Float(part) * size * 0.07
            canvas.rectangle(
                x - size * (0.4 - Float(part) * 0.05), y + size * 0.06 + down, size * (0.8 - Float(part) * 0.1), max(1, size * 0.02),
                sail, opacity: 0.35 - Float(part) * 0.05)
        }
    }

    private static func beach(_ canvas: Canvas, _ sky: Sky, _ dice: inout Dice) {
        let ridge = Ridge(&dice), base = canvas.high * dice.between(0.84, 0.92), slope = dice.between(-0.1, 0.1)
        let line = (0..<canvas.width).map { column -> Float in
            let x = Float(column) / canvas.side
            return base + x * slope * canvas.high * 0.5 + ridge.layered(x * 1.6, octaves: 3) * canvas.high * 0.035
        }
        let sand = sky.palette.lit(Colour(0xD9BC8C)), wet = sand.mixed(with: sky.palette.water, 0.45)
        let foam = sky.palette.lit(Colour(0xFAFCFC))
        canvas.land(
            line.map { $0 - canvas.high * 0.022 }, Gradient([foam, foam.mixed(with: sky.palette.water, 0.4), foam]), depth: canvas.high * 0.05)
        canvas.land(line, Gradient([wet, sand, sand.mixed(with: sky.palette.sun, 0.2)]), depth: canvas.high * 0.16)
        let grains = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 120, down: 110, octaves: 2, &dice)
        canvas.relief(
            line, grains, lit: sky.palette.sun, shade: wet.scaled(0.8), strength: 0.25, reach: canvas.high, light: (0.003, -0.004), fade: 25)
    }

    /// A lighthouse on a cape.
    static func lighthouse(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        let horizon = (canvas.high * dice.between(0.58, 0.68)).rounded()
        let isRight = dice.chance(0.5)
        let foot = Point(canvas.wide * (isRight ? dice.between(0.66, 0.78) : dice.between(0.22, 0.34)), horizon - canvas.high * 0.05)
        let sky = Sky.paint(canvas, mood, horizon: horizon, sun: nil, showsSun: true, &dice)
        water(canvas, sky, from: horizon, moment: moment, &dice)
        let ridge = Ridge(&dice), rock = sky.palette.land(0.8)
        let line = (0..<canvas.width).map { column -> Float in
            let out = (Float(column) - foot.x) / canvas.side * (isRight ? 1 : -1)
            let fall = out > -0.12 ? 0 : (out + 0.12) * (out + 0.12) * 4.2 - (out + 0.12) * 0.25
            return foot.y + (fall + ridge.layered(Float(column) / canvas.side * 5, octaves: 5) * 0.028) * canvas.high
        }
        canvas.land(line, Gradient([rock.mixed(with: sky.palette.sun, 0.2), rock, rock.scaled(0.6)]), depth: canvas.high * 0.35)
        let stone = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 22, down: 26, octaves: 5, roughness: 0.6, &dice)
        canvas.relief(
            line, stone, lit: rock.mixed(with: sky.palette.sun, 0.55), shade: rock.scaled(0.4), strength: 1.5, reach: canvas.high,
            light: (sky.sun.x < foot.x ? 0.008 : -0.008, -0.01))
        tower(
            canvas, sky, Point(foot.x, line[min(max(Int(foot.x), 0), canvas.width - 1)] + canvas.side * 0.01),
            canvas.side * dice.between(0.3, 0.4), isLit: mood.time != .day, &dice)
        sky.birds(canvas, count: 5, moment: moment, &dice)
    }

    private static func tower(_ canvas: Canvas, _ sky: Sky, _ foot: Point, _ height: Float, isLit: Bool, _ dice: inout Dice) {
        let band = sky.palette.lit(dice.pick([Colour(0xB3322E), Colour(0x1F3A6B), Colour(0x2A2A2E)])), wall = sky.palette.lit(Colour(0xF4EFE6))
        let (low, top) = (height * 0.1, height * 0.062)
        func across(_ part: Float) -> Float { low + (top - low) * part }
        for piece in 0..<5 {
            let a = Float(piece) / 5 * 0.82, b = Float(piece + 1) / 5 * 0.82
            canvas.polygon(
                [
                    Point(foot.x - across(a), foot.y - height * a), Point(foot.x + across(a), foot.y - height * a),
                    Point(foot.x + across(b), foot.y - height * b), Point(foot.x - across(b), foot.y - height * b),
                ], piece % 2 == 0 ? wall : band)
        }
        // The side away from the sun.
        let side: Float = sky.sun.x < foot.x ? 1 : -1
        canvas.polygon(
            [
                Point(foot.x + side * low * 0.25, foot.y), Point(foot.x + side * low, foot.y),
                Point(foot.x + side * across(0.82), foot.y - height * 0.82),
                Point(foot.x + side * top * 0.25, foot.y - height * 0.82),
            ], .black, opacity: 0.22)
        let lamp = Point(foot.x, foot.y - height * 0.88)
        canvas.rectangle(foot.x - top * 1.35, foot.y - height * 0.835, top * 2.7, height * 0.02, band.scaled(0.6))
        canvas.rectangle(
            foot.x - top * 0.7, foot.y - height * 0.93, top * 1.4, height * 0.1, isLit ? Colour(0xFFF2C0) : sky.palette.lit(Colour(0x9FB6C6)))
        canvas.polygon(
            [Point(foot.x - top, foot.y - height * 0.93), Point(foot.x + top, foot.y - height * 0.93), Point(foot.x, foot.y - height * 1.01)], band)
        guard isLit else { return }
        canvas.glow(lamp.x, lamp.y, height * 0.1, Colour(0xFFE9A8), strength: 0.9)
        let far = canvas.wide * 0.8
        for direction in [Float(-1), 1] {
            for width in [0.05, 0.09, 0.14] as [Float] {
                canvas.polygon(
                    [
                        lamp, Point(lamp.x + direction * far, lamp.y - far * width),
                        Point(lamp.x + direction * far, lamp.y + far * width * 0.4),
                    ], Colour(0xFFF0C4), opacity: 0.07)
            }
        }
    }
}
