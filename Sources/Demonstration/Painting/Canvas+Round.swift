extension Canvas {
    /// A disc with an edge of `softness` pixels; half a pixel where nothing is said.
    func disc(_ x: Float, _ y: Float, _ radius: Float, _ colour: Colour, opacity: Float = 1, softness: Float = 1) {
        let reach = radius + softness
        let rows = rows(y - reach, y + reach), columns = columns(x - reach, x + reach)
        let mask = mask, slope = 1 / max(softness, 0.001), edge = radius + softness * 0.5
        var row = rows.first
        while row < rows.end {
            let dy = Float(row) - y, dy2 = dy * dy
            var column = columns.first
            while column < columns.end {
                let dx = Float(column) - x
                let inside = (edge - (dx * dx + dy2).squareRoot()) * slope
                mask[column] = inside <= 0 ? 0 : inside >= 1 ? opacity : opacity * inside
                column &+= 1
            }
            lay(colour, row: row, columns.first, columns.end)
            row &+= 1
        }
    }

    /// Light around a point that falls off softly; `radius` is where about a quarter is left. Flattened by `squash`.
    func glow(_ x: Float, _ y: Float, _ radius: Float, _ colour: Colour, strength: Float, squash: Float = 1) {
        let reach = radius * 5
        let rows = rows(y - reach / squash, y + reach / squash), columns = columns(x - reach, x + reach)
        let mask = mask, scale = 1 / (radius * radius)
        var row = rows.first
        while row < rows.end {
            let dy = (Float(row) - y) * squash, dy2 = dy * dy * scale
            var column = columns.first
            while column < columns.end {
                let dx = Float(column) - x
                let far = dx * dx * scale + dy2
                let near = 1 / (1 + far) - 0.038
                mask[column] = near <= 0 ? 0 : near * near * strength
                column &+= 1
            }
            shine(colour, row: row, columns.first, columns.end)
            row &+= 1
        }
    }

    /// A circle of a line `thickness` wide.
    func ring(_ x: Float, _ y: Float, _ radius: Float, thickness: Float, _ colour: Colour, opacity: Float = 1, softness: Float = 1) {
        let reach = radius + thickness + softness
        let rows = rows(y - reach, y + reach), columns = columns(x - reach, x + reach)
        let mask = mask, half = thickness * 0.5 + softness * 0.5, slope = 1 / softness
        var row = rows.first
        while row < rows.end {
            let dy = Float(row) - y, dy2 = dy * dy
            var column = columns.first
            while column < columns.end {
                let dx = Float(column) - x
                let inside = (half - abs((dx * dx + dy2).squareRoot() - radius)) * slope
                mask[column] = inside <= 0 ? 0 : inside >= 1 ? opacity : opacity * inside
                column &+= 1
            }
            lay(colour, row: row, columns.first, columns.end)
            row &+= 1
        }
    }

    /// A ball lit from the upper left, or from wherever `light` (a direction of about unit length in the picture's plane) points to.
    func ball(
        _ x: Float, _ y: Float, _ radius: Float, _ colour: Colour, light: (x: Float, y: Float) = (-0.5, -0.6), gloss: Float = 0.6,
        shadow: Colour = .black
    ) {
        disc(x, y, radius, colour, softness: 1.2)
        let rows = rows(y - radius, y + radius), columns = columns(x - radius, x + radius)
        let mask = mask, scale = 1 / radius, depth: Float = 0.62
        func shade(_ colour: Colour, lit: Bool, _ amount: Float) {
            var row = rows.first
            while row < rows.end {
                let ny = (Float(row) - y) * scale
                var column = columns.first
                while column < columns.end {
                    let nx = (Float(column) - x) * scale
                    let flat = nx * nx + ny * ny
                    var value: Float = 0
                    if flat < 1 {
                        let toward = nx * light.x + ny * light.y + (1 - flat).squareRoot() * depth
                        if lit {
                            let strong = toward > 0 ? toward * toward : 0
                            value = strong * strong * strong * amount
                        } else {
                            let away = 0.8 - toward
                            value = away <= 0 ? 0 : away > 1.1 ? amount : away * amount * 0.9
                        }
                        let rim = (1 - flat) * radius * 0.4
                        if rim < 1 { value *= rim }
                    }
                    mask[column] = value > 1 ? 1 : value
                    column &+= 1
                }
                if lit { shine(colour, row: row, columns.first, columns.end) } else { lay(colour, row: row, columns.first, columns.end) }
                row &+= 1
            }
        }
        shade(shadow, lit: false, 0.72)
        if gloss > 0 { shade(.white, lit: true, gloss) }
    }
}
