import Glibc

extension Canvas {
    /// Mirrors what is above `horizon` into what is below, broken by waves and tinted toward `colour`.
    func mirror(at horizon: Float, _ colour: Colour, tint: Float, waves: Float, _ dice: inout Dice) {
        let first = max(Int(horizon), 1)
        let ripple = Ridge(&dice), sway = Ridge(&dice)
        for row in first..<max(first, height) {
            let depth = Float(row - first), far = depth / max(high - horizon, 1)
            // Waves look flatter the farther away they are.
            let wave = ripple.layered(powf(depth, 0.62) * 0.9, octaves: 3) * waves * (0.15 + far)
            let source = min(max(first - 1 - Int(depth * 1.02 + wave * 6), 0), first - 1)
            let shift = Int(wave * 2)
            let part = min(tint + far * 0.25, 1)
            let (from, to) = (source * width, row * width)
            var column = 0
            let wobble = Int(sway.value(depth * 0.35) * waves * (0.2 + far) * 1.5) + shift
            while column < width {
                let place = column + wobble
                let taken = from + (place < 0 ? 0 : place >= width ? width - 1 : place)
                red[to + column] = red[taken] + (colour.red - red[taken]) * part
                green[to + column] = green[taken] + (colour.green - green[taken]) * part
                blue[to + column] = blue[taken] + (colour.blue - blue[taken]) * part
                column &+= 1
            }
        }
    }

    /// Small lights on waves, in a path under a sun or moon at `x`.
    func glitter(at x: Float, from horizon: Float, _ colour: Colour, spread: Float, strength: Float, moment: Float = 0, _ dice: inout Dice) {
        let deep = high - horizon
        let count = Int(deep * 1.6)
        for _ in 0..<count {
            let far = dice.unit() * dice.unit()
            let y = horizon + 1 + far * deep
            let reach = spread * (0.22 + far * 1.2)
            let away = (dice.unit() + dice.unit() + dice.unit() - 1.5) / 1.5
            let length = side * (0.003 + far * 0.03) * dice.between(0.5, 1.6), thick = max(0.6, side * 0.0035 * (0.25 + far))
            // They come and go while a film runs.
            let twinkle = 0.65 + 0.35 * sinf(moment * 40 + dice.unit() * 6.283)
            let opacity = strength * (1 - abs(away)) * dice.between(0.25, 1) * twinkle
            rectangle(x + away * reach - length, y, length * 2, thick, colour, opacity: min(opacity, 1))
        }
    }

    /// Blurs rows by a box three times, sideways and then down; `radius` in pixels.
    func blur(_ radius: Int) {
        guard radius > 0 else { return }
        let line = UnsafeMutablePointer<Float>.allocate(capacity: max(width, height))
        defer { line.deallocate() }
        for plane in [red, green, blue] {
            for row in 0..<height { for _ in 0..<2 { Canvas.box(plane + row * width, 1, width, radius, line) } }
            for column in 0..<width { for _ in 0..<2 { Canvas.box(plane + column, width, height, radius, line) } }
        }
    }

    private static func box(_ start: UnsafeMutablePointer<Float>, _ step: Int, _ count: Int, _ radius: Int, _ line: UnsafeMutablePointer<Float>) {
        let scale = 1 / Float(2 * radius + 1)
        var sum: Float = 0
        var place = -radius
        while place <= radius {
            sum += start[min(max(place, 0), count - 1) * step]
            place &+= 1
        }
        place = 0
        while place < count {
            line[place] = sum * scale
            let leaving = place &- radius, arriving = place &+ radius &+ 1
            sum += start[(arriving < count ? arriving : count - 1) * step] - start[(leaving < 0 ? 0 : leaving) * step]
            place &+= 1
        }
        place = 0
        while place < count {
            start[place * step] = line[place]
            place &+= 1
        }
    }
}
