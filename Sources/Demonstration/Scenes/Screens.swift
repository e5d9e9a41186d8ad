/// What a telephone's screen shows: a screenshot of an app that never was.
enum Screens {
    static func weather(_ canvas: Canvas, _ dice: inout Dice) {
        let mood = Mood(dice.pick([.day, .golden, .dusk, .night]), dice.pick(Mood.Season.allCases))
        let sky = Sky.paint(canvas, mood, horizon: canvas.high, clouds: 0.5, sun: Point(canvas.wide * 0.74, canvas.high * 0.17), &dice)
        let unit = canvas.wide / 100
        status(canvas, unit, &dice)
        digits(canvas, dice.pick(["7", "12", "18", "21", "24", "-3"]), Point(unit * 10, canvas.high * 0.16), unit * 15, &dice)
        bar(canvas, unit * 10, canvas.high * 0.12, unit * 36, unit * 3.4)
        bar(canvas, unit * 10, canvas.high * 0.285, unit * 28, unit * 2.4)
        panel(canvas, unit * 5, canvas.high * 0.36, unit * 90, canvas.high * 0.16, unit)
        for hour in 0..<6 {
            let x = unit * (13 + 15 * Float(hour)), y = canvas.high * 0.44
            bar(canvas, x - unit * 3, canvas.high * 0.385, unit * 6, unit * 1.7)
            symbol(canvas, Point(x, y), unit * 3.2, &dice)
            bar(canvas, x - unit * 2.4, canvas.high * 0.49, unit * 4.8, unit * 1.9)
        }
        panel(canvas, unit * 5, canvas.high * 0.55, unit * 90, canvas.high * 0.39, unit)
        for day in 0..<7 {
            let y = canvas.high * (0.59 + 0.05 * Float(day))
            bar(canvas, unit * 10, y, unit * dice.between(12, 19), unit * 2.1)
            symbol(canvas, Point(unit * 41, y + unit), unit * 2.6, &dice)
            bar(canvas, unit * 52, y + unit * 0.6, unit * 36, unit * 1.1, opacity: 0.25)
            let from = dice.between(54, 66)
            canvas.capsule(
                unit * from, y + unit * 0.6, unit * dice.between(12, 20), unit * 1.1, sky.palette.sun.mixed(with: Colour(0xFFB84A), 0.5), opacity: 1)
        }
        canvas.capsule(unit * 34, canvas.high - unit * 4, unit * 32, unit * 1.2, .white, opacity: 0.85)
    }

    static func status(_ canvas: Canvas, _ unit: Float, _ dice: inout Dice) {
        digits(canvas, "9:41", Point(unit * 8, unit * 4.2), unit * 3.6, &dice)
        canvas.capsule(unit * 36, unit * 3, unit * 28, unit * 7.4, .black, opacity: 1)
        for step in 0..<4 {
            canvas.rectangle(unit * (76 + 1.5 * Float(step)), unit * (6.6 - 0.7 * Float(step)), unit, unit * (1.1 + 0.7 * Float(step)), .white)
        }
        canvas.capsule(unit * 84, unit * 4.4, unit * 8, unit * 3.6, .white, opacity: 0.9)
    }

    private static func bar(_ canvas: Canvas, _ x: Float, _ y: Float, _ width: Float, _ height: Float, opacity: Float = 0.85) {
        canvas.capsule(x, y, width, height, .white, opacity: opacity)
    }

    private static func panel(_ canvas: Canvas, _ x: Float, _ y: Float, _ width: Float, _ height: Float, _ unit: Float) {
        canvas.rounded(x, y, width, height, radius: unit * 5, Colour(0x10204A), opacity: 0.3)
    }

    private static func symbol(_ canvas: Canvas, _ at: Point, _ size: Float, _ dice: inout Dice) {
        if dice.chance(0.6) { canvas.disc(at.x - size * 0.2, at.y - size * 0.15, size * 0.62, Colour(0xFFD24A)) }
        guard dice.chance(0.65) else { return }
        for part in [(-0.5, 0.25, 0.42), (0.05, 0.0, 0.55), (0.55, 0.28, 0.4)] as [(Float, Float, Float)] {
            canvas.disc(at.x + part.0 * size, at.y + part.1 * size, part.2 * size, Colour(0xF4F8FC))
        }
    }

    /// Numbers of seven strokes, as on a clock.
    private static func digits(_ canvas: Canvas, _ text: String, _ at: Point, _ height: Float, _ dice: inout Dice) {
        let strokes: [Character: String] = [
            "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg",
            "9": "abcdfg", "-": "g",
        ]
        let width = height * 0.52, thick = height * 0.115
        var x = at.x
        for character in text {
            if character == ":" {
                for y in [0.32, 0.68] as [Float] { canvas.disc(x + thick * 0.4, at.y + height * y, thick * 0.6, .white) }
                x += thick * 2.2
                continue
            }
            let (l, r, t, m, b) = (x, x + width, at.y, at.y + height / 2, at.y + height)
            let lines: [Character: (Point, Point)] = [
                "a": (Point(l, t), Point(r, t)), "b": (Point(r, t), Point(r, m)), "c": (Point(r, m), Point(r, b)), "d": (Point(l, b), Point(r, b)),
                "e": (Point(l, m), Point(l, b)), "f": (Point(l, t), Point(l, m)), "g": (Point(l, m), Point(r, m)),
            ]
            for name in strokes[character] ?? "" {
                guard let line = lines[name] else { continue }
                canvas.stroke(line.0, line.1, thick, thick, .white)
                for end in [line.0, line.1] { canvas.disc(end.x, end.y, thick / 2, .white) }
            }
            x += width + thick * 2
        }
    }
}

extension Canvas {
    func capsule(_ x: Float, _ y: Float, _ width: Float, _ height: Float, _ colour: Colour, opacity: Float) {
        rounded(x, y, width, height, radius: height / 2, colour, opacity: opacity)
    }

    func rounded(_ x: Float, _ y: Float, _ width: Float, _ height: Float, radius: Float, _ colour: Colour, opacity: Float) {
        let rows = rows(y, y + height), columns = columns(x, x + width)
        let (halfWide, halfHigh, cx, cy) = (width / 2 - radius, height / 2 - radius, x + width / 2, y + height / 2)
        for row in rows.first..<rows.end {
            let dy = max(abs(Float(row) + 0.5 - cy) - halfHigh, 0)
            for column in columns.first..<columns.end {
                let dx = max(abs(Float(column) + 0.5 - cx) - halfWide, 0)
                mask[column] = min(max(radius - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1) * opacity
            }
            lay(colour, row: row, columns.first, columns.end)
        }
    }
}
