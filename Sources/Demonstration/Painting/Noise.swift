/// Smooth chance along a line, such as the ridge of hills.
struct Ridge {
    private let seed: UInt64

    init(_ dice: inout Dice) { seed = dice.next() }

    /// -1 to 1; changes about once per unit of `x`.
    func value(_ x: Float) -> Float {
        let floor = x.rounded(.down), part = x - floor
        let smooth = part * part * part * (part * (part * 6 - 15) + 10)
        let a = Ridge.chance(seed, Int(floor)), b = Ridge.chance(seed, Int(floor) &+ 1)
        return a + (b - a) * smooth
    }

    /// Several layers, each of twice the frequency and `roughness` of the height of the one before.
    func layered(_ x: Float, octaves: Int, roughness: Float = 0.5) -> Float {
        var sum: Float = 0, height: Float = 1, total: Float = 0, place = x
        var left = octaves
        while left > 0 {
            sum += value(place) * height
            total += height
            height *= roughness
            place = place * 2 + 17.31
            left -= 1
        }
        return sum / total
    }

    /// Sharp crests, as young mountains have; 0 to 1.
    func crested(_ x: Float, octaves: Int, roughness: Float = 0.5) -> Float {
        var sum: Float = 0, height: Float = 1, total: Float = 0, place = x
        var left = octaves
        while left > 0 {
            sum += (1 - abs(value(place))) * height
            total += height
            height *= roughness
            place = place * 2.03 + 9.7
            left -= 1
        }
        return sum / total
    }

    static func chance(_ seed: UInt64, _ place: Int) -> Float {
        var z = UInt64(bitPattern: Int64(place)) &* 0x9E37_79B9_7F4A_7C15 ^ seed
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        z ^= z >> 31
        return Float(z >> 40) * 0x1p-23 - 1
    }
}

/// Smooth chance over an area, kept in a coarse grid and read between its points: fog, clouds, rock, waves.
final class NoiseField {
    let columns: Int, rows: Int
    private let values: UnsafeMutablePointer<Float>

    /// - Parameters:
    ///   - across, down: how often the coarsest layer changes over the grid.
    init(columns: Int, rows: Int, across: Float, down: Float, octaves: Int, roughness: Float = 0.5, _ dice: inout Dice) {
        self.columns = max(columns, 2)
        self.rows = max(rows, 2)
        values = .allocate(capacity: self.columns * self.rows)
        values.initialize(repeating: 0, count: self.columns * self.rows)
        var height: Float = 1, total: Float = 0
        var layer = (across: across, down: down)
        for _ in 0..<octaves {
            add(across: layer.across, down: layer.down, height: height, seed: dice.next())
            total += height
            height *= roughness
            layer = (layer.across * 2.02, layer.down * 2.02)
        }
        var place = 0
        while place < self.columns * self.rows {
            values[place] = values[place] / total
            place &+= 1
        }
    }

    deinit { values.deallocate() }

    private func add(across: Float, down: Float, height: Float, seed: UInt64) {
        let wide = Int(across) + 3, high = Int(down) + 3
        let lattice = UnsafeMutablePointer<Float>.allocate(capacity: wide * high)
        defer { lattice.deallocate() }
        var place = 0
        while place < wide * high {
            lattice[place] = Ridge.chance(seed, place) * height
            place &+= 1
        }
        var y = 0
        while y < rows {
            let v = Float(y) * down / Float(rows), vi = Int(v)
            var fv = v - Float(vi)
            fv = fv * fv * (3 - 2 * fv)
            let upper = lattice + vi * wide, lower = upper + wide
            let row = values + y * columns
            let step = across / Float(columns)
            var x = 0
            while x < columns {
                let u = Float(x) * step, ui = Int(u)
                var fu = u - Float(ui)
                fu = fu * fu * (3 - 2 * fu)
                let a = upper[ui] + (upper[ui &+ 1] - upper[ui]) * fu
                let b = lower[ui] + (lower[ui &+ 1] - lower[ui]) * fu
                row[x] += a + (b - a) * fv
                x &+= 1
            }
            y &+= 1
        }
    }

    /// The values along one row, at height `v` of the unit square, for `count` places from `u` on, `step` apart.
    func read(into row: UnsafeMutablePointer<Float>, count: Int, v: Float, u: Float = 0, step: Float) {
        let y = min(max(v, 0), 1) * Float(rows - 1)
        let yi = min(Int(y), rows - 2)
        let fy = y - Float(yi)
        let upper = values + yi * columns, lower = upper + columns
        let last = Float(columns - 1) - 0.001
        let stride = step * Float(columns - 1)
        var x = u * Float(columns - 1)
        var place = 0
        while place < count {
            let inside = x < 0 ? 0 : x > last ? last : x
            let xi = Int(inside), fx = inside - Float(xi)
            let a = upper[xi] + (upper[xi &+ 1] - upper[xi]) * fx
            let b = lower[xi] + (lower[xi &+ 1] - lower[xi]) * fx
            row[place] = a + (b - a) * fy
            x += stride
            place &+= 1
        }
    }
}
