extension Canvas {
    /// Fills everything under a line, one height a column. `gradient` runs from the line's highest point over `depth` pixels.
    func land(_ line: [Float], _ gradient: Gradient, depth: Float, until floor: Float? = nil) {
        guard let top = line.min() else { return }
        let rows = rows(top - 1, floor ?? high), mask = mask
        line.withUnsafeBufferPointer { line in
            guard let line = line.baseAddress else { return }
            var row = rows.first
            while row < rows.end {
                let y = Float(row) + 0.5
                var column = 0
                while column < width {
                    let inside = y - line[column]
                    mask[column] = inside <= 0 ? 0 : inside >= 1 ? 1 : inside
                    column &+= 1
                }
                lay(gradient.colour(at: (y - top) / depth), row: row, 0, width)
                row &+= 1
            }
        }
    }

    /// Light and shade of a rough surface under a line: where `field` falls toward the light it is lit, where it rises it is in shade.
    /// - Parameters:
    ///   - fade: pixels under the line over which it comes in; 0 is at once.
    ///   - reach: pixels under the line after which it has gone.
    func relief(
        _ line: [Float], _ field: NoiseField, lit: Colour, shade: Colour, strength: Float, reach: Float, until floor: Float? = nil,
        light: (x: Float, y: Float) = (0.012, -0.012), fade: Float = 2, stretch: Float = 1
    ) {
        guard let top = line.min() else { return }
        let rows = rows(top, floor ?? high), mask = mask
        let (here, there) = (UnsafeMutablePointer<Float>.allocate(capacity: width), UnsafeMutablePointer<Float>.allocate(capacity: width))
        defer {
            here.deallocate()
            there.deallocate()
        }
        let step = 1 / wide, come = 1 / max(fade, 0.1), go = 1 / reach
        line.withUnsafeBufferPointer { line in
            guard let line = line.baseAddress else { return }
            var row = rows.first
            while row < rows.end {
                let y = Float(row), v = (y / high * stretch).truncatingRemainder(dividingBy: 1)
                field.read(into: here, count: width, v: v, step: step)
                field.read(into: there, count: width, v: v + light.y, u: light.x, step: step)
                func pass(_ colour: Colour, _ sign: Float) {
                    let gain = strength * sign
                    var column = 0
                    while column < width {
                        let under = y - line[column]
                        var value = (here[column] - there[column]) * gain
                        if under <= 0 || value <= 0 {
                            value = 0
                        } else {
                            let coming = under * come
                            if coming < 1 { value *= coming }
                            let left = 1 - under * go
                            value = left <= 0 ? 0 : value * left
                            if value > 0.9 { value = 0.9 }
                        }
                        mask[column] = value
                        column &+= 1
                    }
                    lay(colour, row: row, 0, width)
                }
                pass(lit, 1)
                pass(shade, -1)
                row &+= 1
            }
        }
    }

    /// Lays `colour` where a field is above `from`, whole where it is above `to`; `window` says how much at each height of the unit square.
    func veil(
        _ field: NoiseField, _ colour: Colour, from: Float, to: Float, opacity: Float, top: Float = 0, bottom: Float? = nil, shift: Float = 0,
        glowing: Bool = false, window: (Float) -> Float = { _ in 1 }
    ) {
        let bottom = bottom ?? high
        let rows = rows(top, bottom - 1), mask = mask, slope = 1 / (to - from)
        for row in rows.first..<rows.end {
            let v = (Float(row) - top) / max(bottom - top, 1), part = window(v) * opacity
            if part <= 0.001 { continue }
            field.read(into: mask, count: width, v: v, u: shift, step: 1 / wide)
            var column = 0
            while column < width {
                var value = (mask[column] - from) * slope
                value = value < 0 ? 0 : value > 1 ? 1 : value
                mask[column] = value * value * (3 - 2 * value) * part
                column &+= 1
            }
            if glowing { shine(colour, row: row, 0, width) } else { lay(colour, row: row, 0, width) }
        }
    }
}
