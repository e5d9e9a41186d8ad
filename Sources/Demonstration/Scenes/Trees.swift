import Glibc

/// Trees, from silhouettes to branches.
enum Trees {
    /// A row of firs along a line.
    /// - Parameter spacing: of a tree's height; small is a dense wood.
    static func conifers(
        _ canvas: Canvas, along line: (Float) -> Float, height: Float, spacing: Float, _ colour: Colour, snow: Colour?, _ dice: inout Dice
    ) {
        var x = -height * dice.unit()
        while x < canvas.wide + height {
            let size = height * dice.between(0.55, 1.15)
            conifer(canvas, Point(x, line(x)), size, colour.mixed(with: .black, dice.between(0, 0.18)), snow: snow, &dice)
            x += height * spacing * dice.between(0.4, 1.5)
        }
    }

    static func conifer(_ canvas: Canvas, _ foot: Point, _ height: Float, _ colour: Colour, snow: Colour?, _ dice: inout Dice) {
        guard height > 2 else { return }
        let tiers = max(4, min(11, Int(height / 9)))
        let half = height * dice.between(0.17, 0.25)
        canvas.rectangle(foot.x - height * 0.018, foot.y - height * 0.2, height * 0.036, height * 0.2, colour.scaled(0.6))
        var points: [Point] = [Point(foot.x, foot.y - height)], back: [Point] = []
        for tier in 1...tiers {
            let part = Float(tier) / Float(tiers), y = foot.y - height * (1 - part * 0.9)
            let reach = half * powf(part, 0.85) * dice.between(0.82, 1.12)
            points.append(Point(foot.x + reach, y))
            back.append(Point(foot.x - reach * dice.between(0.85, 1.15), y + height * 0.006))
            points.append(Point(foot.x + reach * 0.45, y - height * 0.028))
            back.append(Point(foot.x - reach * 0.45, y - height * 0.028))
        }
        canvas.polygon(points + back.reversed(), colour)
        guard let snow, height > 24 else { return }
        for tier in 1..<tiers {
            let part = Float(tier) / Float(tiers), y = foot.y - height * (1 - part * 0.9) - height * 0.02
            let reach = half * powf(part, 0.85) * 0.8, start = foot.x + dice.between(-0.9, -0.2) * reach
            canvas.polygon(
                [
                    Point(start, y), Point(foot.x + dice.between(-0.2, 0.4) * reach, y - height * 0.045),
                    Point(foot.x + reach * dice.between(0.3, 0.95), y + height * 0.008),
                    Point(foot.x, y - height * 0.005),
                ], snow, opacity: 0.85)
        }
    }

    /// A wood in fog, layer behind layer.
    static func forest(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let sky = Sky.paint(
            canvas, mood, horizon: canvas.high, clouds: 0.4,
            sun: Point(canvas.wide * dice.between(0.25, 0.75), canvas.high * dice.between(0.18, 0.34)), &dice)
        let layers = dice.number(5...7)
        let fog = NoiseField(columns: canvas.width / 4, rows: canvas.height / 4, across: 3, down: 9, octaves: 4, &dice)
        let green = sky.palette.lit(dice.pick([Colour(0x1C3A2C), Colour(0x24402A), Colour(0x1A3440)]))
        for layer in 0..<layers {
            let nearness = Float(layer + 1) / Float(layers)
            let line = Landscapes.ridge(
                canvas, base: canvas.high * (0.44 + 0.5 * nearness), height: canvas.high * 0.07, scale: 1.4, crested: false, octaves: 3, &dice)
            let colour = sky.palette.haze.mixed(with: green, 0.12 + 0.88 * nearness * nearness)
            conifers(
                canvas, along: { line[min(max(Int($0), 0), canvas.width - 1)] + 3 }, height: canvas.high * (0.1 + 0.34 * nearness * nearness),
                spacing: 0.26, colour, snow: nil, &dice)
            canvas.land(line, Gradient([colour, colour.mixed(with: sky.palette.haze, 0.4 * (1 - nearness)).scaled(0.9)]), depth: canvas.high * 0.2)
            if layer < layers - 1 {
                let top = line.min() ?? 0
                canvas.veil(
                    fog, sky.palette.haze.mixed(with: .white, 0.12), from: -0.55, to: 0.5, opacity: 0.6, top: top - canvas.high * 0.08,
                    bottom: top + canvas.high * 0.2, shift: Float(layer) * 0.1
                ) { v in
                    1 - abs(v - 0.6) * 1.9 < 0 ? 0 : 1 - abs(v - 0.6) * 1.9
                }
            }
        }
        canvas.glow(sky.sun.x, sky.sun.y, canvas.side * 0.4, sky.palette.sun, strength: 0.35)
    }

    /// One tree on a hill, in the leaves of its season.
    static func solitary(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let horizon = canvas.high * dice.between(0.7, 0.8)
        let sky = Sky.paint(canvas, mood, horizon: horizon, &dice)
        let far = Landscapes.ridge(canvas, base: horizon, height: canvas.high * 0.06, scale: 1.6, crested: false, &dice)
        canvas.land(far, Gradient([sky.palette.land(0.3), sky.palette.haze]), depth: canvas.high * 0.2)
        let grass = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 80, down: 26, octaves: 3, roughness: 0.6, &dice)
        let bow = canvas.high * 0.06, middle = canvas.wide * dice.between(0.35, 0.65)
        let line = (0..<canvas.width).map { column -> Float in
            let away = (Float(column) - middle) / canvas.wide
            return horizon + bow * (0.4 + away * away * 5)
        }
        let ground = sky.palette.land(0.9)
        canvas.land(line, Gradient([ground.mixed(with: sky.palette.sun, 0.18), ground, ground.scaled(0.7)]), depth: canvas.high * 0.3)
        canvas.relief(
            line, grass, lit: ground.mixed(with: sky.palette.sun, 0.5), shade: ground.scaled(0.5), strength: 1.1, reach: canvas.high,
            light: (0.004, -0.012))
        let leaves: [Colour] =
            switch mood.season {
            case .spring: [Colour(0xF3B7C8), Colour(0xF9D3DC), Colour(0xE796B0)]
            case .summer: [Colour(0x3E7A35), Colour(0x5A9440), Colour(0x2C5E33)]
            case .autumn: [Colour(0xD9822B), Colour(0xC2542A), Colour(0xE8B13C)]
            case .winter: []
            }
        let foot = Point(middle, horizon + bow * 0.4 + canvas.side * 0.01)
        let bark = sky.palette.lit(Colour(0x3B2C24))
        var tips: [Point] = []
        branch(
            canvas, foot, angle: -.pi / 2 + dice.between(-0.08, 0.08), length: canvas.side * dice.between(0.12, 0.16), width: canvas.side * 0.026,
            left: 8, bark, &tips, &dice)
        guard !leaves.isEmpty else { return }
        for shade in 0..<3 {
            for tip in tips {
                let spread = canvas.side * 0.03
                let colour = sky.palette.lit(dice.pick(leaves)).scaled(0.62 + 0.26 * Float(shade))
                canvas.disc(
                    tip.x + dice.between(-spread, spread), tip.y + dice.between(-spread, spread) - Float(shade) * spread * 0.3,
                    canvas.side * dice.between(0.004, 0.0125),
                    colour, opacity: 0.9, softness: 1.5)
            }
        }
        for _ in 0..<40 {
            let x = middle + dice.between(-0.25, 0.25) * canvas.side
            let y = line[min(max(Int(x), 0), canvas.width - 1)] + dice.unit() * canvas.side * 0.05
            canvas.disc(x, y, canvas.side * 0.003, sky.palette.lit(dice.pick(leaves)), opacity: 0.8)
        }
    }

    private static func branch(
        _ canvas: Canvas, _ from: Point, angle: Float, length: Float, width: Float, left: Int, _ colour: Colour, _ tips: inout [Point],
        _ dice: inout Dice
    ) {
        let to = Point(from.x + cosf(angle) * length, from.y + sinf(angle) * length)
        canvas.stroke(from, to, width, width * 0.7, colour)
        if left <= 4 { tips.append(to) }
        guard left > 0 else { return }
        let turn = dice.between(0.28, 0.52)
        for side in [Float(-1), 1] {
            branch(
                canvas, to, angle: angle + side * turn * dice.between(0.7, 1.25), length: length * dice.between(0.72, 0.86), width: width * 0.68,
                left: left - 1,
                colour, &tips, &dice)
        }
    }
}
