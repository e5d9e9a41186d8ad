import Glibc

/// Things near by, with the rest out of focus.
enum Closeups {
    /// Lights out of focus.
    static func bokeh(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let sets: [(low: UInt32, high: UInt32, lights: [UInt32])] = [
            (0x0D1020, 0x2A1E3A, [0xFFC46B, 0xFF8A5C, 0xFFE3A8, 0x7CC4FF, 0xFF6B8A]),
            (0x0B1A14, 0x1F4030, [0xD8FF9A, 0x8AE07A, 0xFFF2A8, 0x5CC88A]),
            (0x1A0D14, 0x4A1E34, [0xFF9AC4, 0xFFD0E0, 0xFF6B9A, 0xFFB88A]),
            (0x081422, 0x173C5A, [0x9AD8FF, 0xD8F0FF, 0x5CA8FF, 0xFFE8C0]),
        ]
        let set = dice.pick(sets)
        canvas.fill(Gradient([Colour(set.low), Colour(set.high), Colour(set.low)]))
        blurredLights(canvas, set.lights.map { Colour($0) }, count: 64, size: 0.3, &dice)
    }

    static func blurredLights(_ canvas: Canvas, _ colours: [Colour], count: Int, size: Float, opacity: Float = 1, _ dice: inout Dice) {
        for place in 0..<count {
            let far = Float(place) / Float(count), radius = canvas.side * size * dice.between(0.22, 0.6) * (0.35 + 0.65 * far)
            let x = dice.unit() * canvas.wide, y = dice.unit() * canvas.high, colour = dice.pick(colours)
            let strong = dice.between(0.12, 0.42) * opacity
            canvas.disc(x, y, radius, colour, opacity: strong, softness: radius * (0.06 + 0.5 * (1 - far)))
            canvas.ring(
                x, y, radius * 0.95, thickness: radius * 0.06, colour.mixed(with: .white, 0.5), opacity: strong * 0.7, softness: radius * 0.08)
        }
    }

    /// A flower from the front, by its number of petals.
    static func blossom(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let leaf = dice.pick([Colour(0x274A2C), Colour(0x2F5A3A), Colour(0x1F3F34), Colour(0x3E5A2A)])
        canvas.fill(Gradient([leaf.scaled(1.5), leaf, leaf.scaled(0.55)]))
        blurredLights(
            canvas, [leaf.scaled(1.9), leaf.scaled(1.3), Colour(0xDDE8A0), leaf.mixed(with: Colour(0xF2E6A0), 0.5)], count: 46, size: 0.24,
            opacity: 0.8, &dice)
        let kinds: [(petal: UInt32, tip: UInt32, heart: UInt32)] = [
            (0xF7D4E2, 0xE0709A, 0xF2C14E), (0xFFF4D8, 0xF2C14E, 0xB5651D), (0xE8604C, 0xB02A34, 0x2A1A1E), (0x9A86E0, 0x5A3FA8, 0xF2D06B),
            (0xFDFBF5, 0xDCE3EC, 0xF0B429), (0xFFB25C, 0xE8642A, 0x5A2A16), (0x8AB8F0, 0x3C6BC4, 0xFFF0B8),
        ]
        let kind = dice.pick(kinds), petals = dice.pick([5, 6, 8, 13, 21]), layers = petals > 8 ? 3 : 2
        let centre = Point(canvas.wide * dice.between(0.42, 0.58), canvas.high * dice.between(0.42, 0.55))
        let radius = canvas.side * dice.between(0.34, 0.42)
        stem(canvas, centre, leaf.scaled(1.35), &dice)
        let turn = dice.unit() * 6
        for layer in 0..<layers {
            let part = Float(layer) / Float(layers), reach = radius * (1 - 0.24 * Float(layer))
            for petal in 0..<petals {
                let angle = turn + (Float(petal) + 0.5 * Float(layer)) / Float(petals) * 2 * .pi + dice.between(-0.05, 0.05)
                let colour = Colour(kind.tip).mixed(with: Colour(kind.petal), 0.35 + 0.3 * part + dice.between(0, 0.3))
                self.petal(
                    canvas, centre, angle, reach * dice.between(0.93, 1.05), half: reach * min(0.5, 2.1 / Float(petals) + 0.06), colour,
                    Colour(kind.petal), Colour(kind.tip))
            }
        }
        let heart = Colour(kind.heart), size = radius * (petals > 8 ? 0.3 : 0.17)
        canvas.ball(centre.x, centre.y, size, heart, gloss: 0.15)
        for place in 0..<150 {
            // The spiral of a sunflower.
            let away = (Float(place) / 150).squareRoot() * size * 1.05, angle = Float(place) * 2.39996
            canvas.disc(
                centre.x + cosf(angle) * away, centre.y + sinf(angle) * away, size * 0.05,
                heart.mixed(with: place % 2 == 0 ? .white : .black, 0.35), opacity: 0.8)
        }
    }

    private static func stem(_ canvas: Canvas, _ from: Point, _ colour: Colour, _ dice: inout Dice) {
        let lean = dice.between(-0.2, 0.2) * canvas.wide
        var last = from
        for part in 1...12 {
            let t = Float(part) / 12, next = Point(from.x + lean * t * t, from.y + (canvas.high - from.y) * 1.05 * t)
            canvas.stroke(last, next, canvas.side * 0.02, canvas.side * 0.021, colour)
            last = next
        }
    }

    private static func petal(
        _ canvas: Canvas, _ centre: Point, _ angle: Float, _ length: Float, half: Float, _ colour: Colour, _ light: Colour, _ dark: Colour
    ) {
        let (c, s) = (cosf(angle), sinf(angle))
        func outline(_ scale: Float, _ from: Float) -> [Point] {
            var left: [Point] = [], right: [Point] = []
            for step in 0...14 {
                let t = from + (1 - from) * Float(step) / 14
                let across = sinf(powf(t, 0.72) * .pi) * half * scale + (t > 0.97 ? 0 : half * 0.05 * scale)
                let along = t * length
                left.append(Point(centre.x + c * along - s * across, centre.y + s * along + c * across))
                right.append(Point(centre.x + c * along + s * across, centre.y + s * along - c * across))
            }
            return left + right.reversed()
        }
        canvas.polygon(outline(1.08, 0).map { Point($0.x + length * 0.012, $0.y + length * 0.02) }, .black, opacity: 0.16)
        canvas.polygon(outline(1, 0), colour)
        canvas.polygon(outline(0.66, 0.1), light, opacity: 0.28)
        canvas.polygon(outline(0.3, 0.05), dark, opacity: 0.28)
        for vein in [-0.5, -0.2, 0.2, 0.5] as [Float] {
            let end = angle + vein * half / length * 0.9
            canvas.stroke(
                Point(centre.x + c * length * 0.15, centre.y + s * length * 0.15),
                Point(centre.x + cosf(end) * length * 0.82, centre.y + sinf(end) * length * 0.82),
                length * 0.008, length * 0.002, dark, opacity: 0.35)
        }
    }

    /// Slices of fruit on a board.
    static func citrus(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let board = dice.pick([Colour(0x2E5A63), Colour(0xE8DCC8), Colour(0x3A3450), Colour(0xD9A05B), Colour(0x84A59D)])
        canvas.fill(Gradient([board.scaled(1.08), board, board.scaled(0.86)]))
        let grain = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 3, down: 60, octaves: 4, &dice)
        canvas.relief(
            [Float](repeating: 0, count: canvas.width), grain, lit: .white, shade: .black, strength: 0.35, reach: canvas.high * 20,
            light: (0.01, -0.006))
        let kinds: [(rind: UInt32, flesh: UInt32)] = [
            (0xF29A1F, 0xFFB52E), (0xF2D33A, 0xF8E36A), (0x7FB83A, 0xB8D96A), (0xE8643C, 0xF28A6B), (0xC4303A, 0xE05A5A),
        ]
        var placed: [(Point, Float)] = []
        for _ in 0..<220 where placed.count < 13 {
            let radius = canvas.side * dice.between(0.09, 0.2), at = Point(dice.unit() * canvas.wide, dice.unit() * canvas.high)
            let isFree = placed.allSatisfy { other in
                let dx = other.0.x - at.x, dy = other.0.y - at.y
                return (dx * dx + dy * dy).squareRoot() > (other.1 + radius) * 1.04
            }
            guard isFree else { continue }
            placed.append((at, radius))
            let kind = dice.pick(kinds)
            slice(canvas, at, radius, Colour(kind.rind), Colour(kind.flesh), &dice)
        }
        for _ in 0..<9 {
            let at = Point(dice.unit() * canvas.wide, dice.unit() * canvas.high), angle = dice.unit() * 6
            canvas.ellipse(at.x + 3, at.y + 4, canvas.side * 0.05, canvas.side * 0.02, angle: angle, .black, opacity: 0.2)
            canvas.ellipse(at.x, at.y, canvas.side * 0.05, canvas.side * 0.02, angle: angle, Colour(0x4F8A4A))
            let reach = canvas.side * 0.048
            canvas.stroke(
                Point(at.x - cosf(angle) * reach, at.y - sinf(angle) * reach),
                Point(at.x + cosf(angle) * reach, at.y + sinf(angle) * reach), 2, 1, Colour(0xA8D08A), opacity: 0.7)
        }
    }

    private static func slice(_ canvas: Canvas, _ at: Point, _ radius: Float, _ rind: Colour, _ flesh: Colour, _ dice: inout Dice) {
        canvas.disc(at.x + radius * 0.07, at.y + radius * 0.1, radius * 1.04, .black, opacity: 0.32, softness: radius * 0.25)
        canvas.disc(at.x, at.y, radius, rind, softness: 1.5)
        canvas.disc(at.x, at.y, radius * 0.92, flesh.mixed(with: .white, 0.72), softness: 2)
        let parts = dice.number(8...11), turn = dice.unit() * 6
        for part in 0..<parts {
            let from = turn + (Float(part) + 0.07) / Float(parts) * 2 * .pi, to = turn + (Float(part) + 0.93) / Float(parts) * 2 * .pi
            let arc = (0...10).map { step -> Point in
                let angle = from + (to - from) * Float(step) / 10, bulge: Float = step == 0 || step == 10 ? 0.8 : 0.86
                return Point(at.x + cosf(angle) * radius * bulge, at.y + sinf(angle) * radius * bulge)
            }
            let middle = (from + to) / 2
            let inner = Point(at.x + cosf(middle) * radius * 0.1, at.y + sinf(middle) * radius * 0.1)
            canvas.polygon([inner] + arc, flesh.mixed(with: rind, dice.between(0, 0.3)))
            for _ in 0..<16 {
                let angle = from + (to - from) * dice.between(0.15, 0.85), away = radius * dice.between(0.25, 0.8)
                let end = away * dice.between(0.8, 0.93)
                canvas.stroke(
                    Point(at.x + cosf(angle) * end, at.y + sinf(angle) * end), Point(at.x + cosf(angle) * away, at.y + sinf(angle) * away),
                    radius * 0.006, radius * 0.03, .white, opacity: 0.25)
            }
        }
    }

    /// Balls and a bowl on a table by a window.
    static func stillLife(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let wall = dice.pick([Colour(0x8FA3A8), Colour(0xC9B8A0), Colour(0x5A6B7A), Colour(0xB89A9A), Colour(0x7A8A72)])
        let table = dice.pick([Colour(0x8A5A36), Colour(0xE0D2BC), Colour(0x4A3A34), Colour(0xB9A288)])
        let edge = canvas.high * dice.between(0.56, 0.66)
        canvas.fill(Gradient([wall.scaled(0.75), wall, wall.scaled(1.08)]), to: edge)
        canvas.fill(Gradient([table.scaled(1.1), table, table.scaled(0.7)]), from: edge)
        // Light of a window on the wall.
        let x = canvas.wide * dice.between(0.05, 0.4), w = canvas.wide * 0.34, h = edge * 0.62, top = edge * 0.12
        for pane in 0..<4 {
            let px = x + Float(pane % 2) * w * 0.52, py = top + Float(pane / 2) * h * 0.52, skew = canvas.wide * 0.08
            canvas.polygon(
                [
                    Point(px + skew * (1 - py / edge), py), Point(px + w * 0.47 + skew * (1 - py / edge), py),
                    Point(px + w * 0.47, py + h * 0.47), Point(px, py + h * 0.47),
                ], Colour(0xFFF1D0), opacity: 0.3)
        }
        canvas.blur(max(1, Int(canvas.side * 0.006)))
        let grain = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 3, down: 90, octaves: 4, &dice)
        canvas.relief(
            [Float](repeating: edge, count: canvas.width), grain, lit: table.mixed(with: .white, 0.4), shade: table.scaled(0.5),
            strength: 0.9, reach: canvas.high * 3, light: (0.01, -0.004))
        let colours = dice.shuffled(
            [Colour(0xD2452F), Colour(0xE89A2A), Colour(0x7A9A3A), Colour(0xE8C23A), Colour(0x7A3A5A), Colour(0x3A6A8A), Colour(0xD98A7A)])
        let count = dice.number(4...6)
        var things: [(x: Float, radius: Float, depth: Float)] = []
        for place in 0..<count {
            things.append(
                (
                    canvas.wide * (0.16 + 0.68 * (Float(place) + dice.between(0.2, 0.8)) / Float(count)),
                    canvas.side * dice.between(0.085, 0.15), dice.unit()
                ))
        }
        if dice.chance(0.7) {
            vase(canvas, Point(canvas.wide * dice.between(0.3, 0.7), edge + canvas.high * 0.07), canvas.side * 0.3, colours[6], &dice)
        }
        for (place, thing) in things.sorted(by: { $0.depth < $1.depth }).enumerated() {
            let foot = edge + canvas.high * (0.08 + 0.2 * thing.depth), y = foot - thing.radius
            canvas.glowless(thing.x + thing.radius * 0.7, foot - thing.radius * 0.12, thing.radius * 1.35, thing.radius * 0.3)
            let colour = colours[place % 6]
            canvas.ball(thing.x, y, thing.radius, colour, gloss: 0.55, shadow: colour.scaled(0.16))
            canvas.stroke(
                Point(thing.x + thing.radius * 0.02, y - thing.radius * 0.86),
                Point(thing.x + thing.radius * 0.14, y - thing.radius * 1.16), thing.radius * 0.07, thing.radius * 0.05, Colour(0x3F2E1E))
        }
    }

    private static func vase(_ canvas: Canvas, _ foot: Point, _ height: Float, _ colour: Colour, _ dice: inout Dice) {
        func half(_ t: Float) -> Float { height * (0.12 + 0.2 * sinf(powf(t, 0.8) * .pi) * (t < 0.8 ? 1 : 0.9) + (t > 0.86 ? (t - 0.86) * 0.5 : 0)) }
        canvas.glowless(foot.x + height * 0.2, foot.y - height * 0.02, height * 0.4, height * 0.09)
        let green = Colour(0x4A6A3A)
        for _ in 0..<9 {
            let end = Point(foot.x + dice.between(-0.42, 0.42) * height, foot.y - height * dice.between(1.35, 1.9))
            canvas.stroke(Point(foot.x, foot.y - height * 0.95), end, height * 0.015, height * 0.008, green)
            for leaf in 0..<5 {
                let t = 0.4 + 0.6 * Float(leaf) / 4, x = foot.x + (end.x - foot.x) * t
                let y = foot.y - height * 0.95 + (end.y - foot.y + height * 0.95) * t
                canvas.ellipse(
                    x + dice.between(-0.05, 0.05) * height, y, height * 0.055, height * 0.022, angle: dice.unit() * 6,
                    green.mixed(with: Colour(0xA8C08A), dice.unit() * 0.6))
            }
        }
        let strips = 26
        for strip in 0..<strips {
            let a = Float(strip) / Float(strips) * 2 - 1, b = Float(strip + 1) / Float(strips) * 2 - 1, m = (a + b) / 2
            let light = max(0.18, 0.95 - (m + 0.35) * (m + 0.35) * 0.7)
            let outline = (0...16).map { Float($0) / 16 }
            canvas.polygon(
                outline.map { Point(foot.x + half($0) * a, foot.y - height * $0) }
                    + outline.reversed().map { Point(foot.x + half($0) * (b + 0.02), foot.y - height * $0) }, colour.scaled(light))
        }
        canvas.ellipse(foot.x, foot.y - height, half(1), half(1) * 0.2, colour.scaled(0.25))
    }
}

extension Canvas {
    /// A soft flat shadow.
    func glowless(_ x: Float, _ y: Float, _ a: Float, _ b: Float) {
        for step in 0..<7 { ellipse(x, y, a * (1 - Float(step) * 0.1), b * (1 - Float(step) * 0.1), .black, opacity: 0.085) }
    }
}
