import Glibc

/// Fields, and what floats over them.
enum Summers {
    /// Rows of flowers that run toward the horizon.
    static func field(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let horizon = (canvas.high * dice.between(0.4, 0.52)).rounded()
        let sky = Sky.paint(canvas, mood, horizon: horizon, &dice)
        let hills = Landscapes.ridge(canvas, base: horizon - canvas.high * 0.015, height: canvas.high * 0.06, scale: 1.5, crested: false, &dice)
        canvas.land(hills, Gradient([sky.palette.land(0.3), sky.palette.haze]), depth: canvas.high * 0.1, until: horizon + 1)
        let sets: [[UInt32]] = [
            [0x6A4FA8, 0x8A6FC4], [0xD8344A, 0xF2C14E, 0xE86A9A, 0xF4F0E6, 0xE8742A], [0xE8B92A, 0xF4D35E], [0x7A9A3A, 0x5E8A34], [0xC8506A, 0xE890A8],
        ]
        let crops = dice.pick(sets).map { sky.palette.lit(Colour($0)) }, soil = sky.palette.lit(Colour(0x3F4A26))
        let vanish = Point(canvas.wide * dice.between(0.25, 0.75), horizon), rowsCount: Float = dice.between(0.09, 0.15)
        let tufts = NoiseField(columns: canvas.width, rows: canvas.height / 2, across: 150, down: 60, octaves: 2, roughness: 0.6, &dice)
        let mask = canvas.mask
        for row in Int(horizon)..<canvas.height {
            let depth = (Float(row) - horizon + 1) / (canvas.high - horizon), scale = 1 / (depth * canvas.side * rowsCount * 3.2)
            let fog = max(0, 1 - depth * 3.4) * 0.6
            canvas.fill(soil.mixed(with: sky.palette.haze, fog), row: row, 0, canvas.width)
            for (place, crop) in crops.enumerated() {
                let period = Float(crops.count)
                var column = 0
                while column < canvas.width {
                    let across = (Float(column) - vanish.x) * scale + 1000 * period
                    let turn = across - (across / period).rounded(.down) * period
                    let away = abs(turn - Float(place) - 0.5)
                    let value = (0.4 - away) * 7
                    mask[column] = value <= 0 ? 0 : value >= 1 ? 1 : value
                    column &+= 1
                }
                canvas.lay(crop.scaled(0.75 + 0.35 * depth).mixed(with: sky.palette.haze, fog), row: row, 0, canvas.width)
            }
        }
        canvas.relief(
            [Float](repeating: horizon, count: canvas.width), tufts, lit: sky.palette.sun, shade: soil.scaled(0.5), strength: 0.75,
            reach: canvas.high * 2, light: (0.003, -0.008),
            fade: canvas.high * 0.3)
        Trees.conifers(canvas, along: { _ in horizon + 2 }, height: canvas.high * 0.03, spacing: 1.4, sky.palette.land(0.6), snow: nil, &dice)
    }

    /// Balloons over hills in the morning.
    static func balloons(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        var still = dice
        Landscapes.hills(canvas, Mood(mood.time == .night ? .dawn : mood.time, mood.season), &still)
        _ = dice.next()
        let schemes: [[UInt32]] = [
            [0xE63946, 0xF1FAEE, 0x1D3557], [0xF4A261, 0xE76F51, 0x264653], [0xFFD166, 0x118AB2, 0xEF476F], [0x06D6A0, 0xFFFFFF, 0x073B4C],
            [0x9B5DE5, 0xFEE440, 0xF15BB5],
        ]
        let light: Float = mood.time == .dusk || mood.time == .night ? 0.75 : 1
        for place in 0..<dice.number(4...8) {
            let near = Float(place + 1) / 8, size = canvas.side * (0.018 + 0.075 * near * near * dice.between(0.8, 1.3))
            let x = canvas.wide * dice.between(0.06, 0.94) + moment * canvas.side * 0.1 * near
            let y = canvas.high * dice.between(0.1, 0.48) - moment * canvas.side * 0.16 * near
            balloon(canvas, Point(x, y), size, dice.pick(schemes).map { Colour($0).scaled(light) })
        }
    }

    static func balloon(_ canvas: Canvas, _ at: Point, _ size: Float, _ colours: [Colour]) {
        let strips = 14
        func half(_ t: Float) -> Float { t < 0.5 ? sinf(t * .pi) : sinf(t * .pi) * 0.72 + 0.28 * (1 - (t - 0.5) * 2) }
        for strip in 0..<strips {
            let a = sinf((Float(strip) / Float(strips) - 0.5) * .pi), b = sinf((Float(strip + 1) / Float(strips) - 0.5) * .pi), m = (a + b) / 2
            let light = 1.05 - (m + 0.3) * (m + 0.3) * 0.4
            let outline = (0...12).map { Float($0) / 12 }
            canvas.polygon(
                outline.map { Point(at.x + half($0) * size * a, at.y - size + $0 * size * 2.25) }
                    + outline.reversed().map { Point(at.x + half($0) * size * (b + 0.01), at.y - size + $0 * size * 2.25) },
                colours[strip % colours.count].scaled(light))
        }
        let basket = at.y + size * 1.62
        for side in [Float(-1), 1] {
            canvas.stroke(
                Point(at.x + side * size * 0.2, at.y + size * 1.16), Point(at.x + side * size * 0.11, basket), size * 0.02, size * 0.02,
                Colour(0x3A2E26))
        }
        canvas.rectangle(at.x - size * 0.13, basket, size * 0.26, size * 0.2, Colour(0x6B4A2E))
    }
}
