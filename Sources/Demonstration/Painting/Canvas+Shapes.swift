import Glibc

struct Point: Sendable {
    var x: Float, y: Float

    init(_ x: Float, _ y: Float) { (self.x, self.y) = (x, y) }
}

extension Canvas {
    /// Any polygon, its edge smoothed by four lines to a row; where it crosses itself it is even and odd.
    func polygon(_ points: [Point], _ colour: Colour, opacity: Float = 1) {
        guard points.count > 2 else { return }
        var (left, right, top, bottom) = (Float.infinity, -Float.infinity, Float.infinity, -Float.infinity)
        for point in points {
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
        let rows = rows(top, bottom), columns = columns(left, right)
        guard columns.first < columns.end else { return }
        var crossings: [Float] = []
        var row = rows.first
        while row < rows.end {
            for column in columns.first..<columns.end { mask[column] = 0 }
            for part in 0..<4 {
                let line = Float(row) + (Float(part) - 1.5) * 0.25
                crossings.removeAll(keepingCapacity: true)
                var before = points[points.count - 1]
                for point in points {
                    if (before.y <= line) != (point.y <= line) {
                        crossings.append(before.x + (line - before.y) / (point.y - before.y) * (point.x - before.x))
                    }
                    before = point
                }
                crossings.sort()
                var pair = 0
                while pair + 1 < crossings.count {
                    cover(crossings[pair], crossings[pair + 1], 0.25 * opacity)
                    pair += 2
                }
            }
            lay(colour, row: row, columns.first, columns.end)
            row += 1
        }
    }

    /// Adds a span to the mask, its ends as much as they reach into their pixels.
    private func cover(_ from: Float, _ to: Float, _ amount: Float) {
        let start = max(from + 0.5, 0), stop = min(to + 0.5, wide)
        guard stop > start else { return }
        let first = Int(start), last = min(Int(stop), width - 1), mask = mask
        if first == last {
            mask[first] += (stop - start) * amount
            return
        }
        mask[first] += (Float(first + 1) - start) * amount
        var column = first + 1
        while column < last {
            mask[column] += amount
            column &+= 1
        }
        mask[last] += (stop - Float(last)) * amount
    }

    func rectangle(_ x: Float, _ y: Float, _ width: Float, _ height: Float, _ colour: Colour, opacity: Float = 1) {
        let rows = rows(y, y + height), columns = columns(x, x + width)
        var row = rows.first
        while row < rows.end {
            let share = min(Float(row) + 1, y + height) - max(Float(row), y)
            if share > 0 {
                var column = columns.first
                while column < columns.end {
                    let across = min(Float(column) + 1, x + width) - max(Float(column), x)
                    mask[column] = across > 0 ? across * share * opacity : 0
                    column &+= 1
                }
                lay(colour, row: row, columns.first, columns.end)
            }
            row += 1
        }
    }

    /// A straight stroke, as wide at each end as is said there.
    func stroke(_ a: Point, _ b: Point, _ widthA: Float, _ widthB: Float, _ colour: Colour, opacity: Float = 1) {
        let dx = b.x - a.x, dy = b.y - a.y, length = max((dx * dx + dy * dy).squareRoot(), 0.001)
        let nx = -dy / length * 0.5, ny = dx / length * 0.5
        polygon(
            [
                Point(a.x + nx * widthA, a.y + ny * widthA), Point(b.x + nx * widthB, b.y + ny * widthB),
                Point(b.x - nx * widthB, b.y - ny * widthB), Point(a.x - nx * widthA, a.y - ny * widthA),
            ], colour, opacity: opacity)
    }

    /// An ellipse turned by `angle` (radians).
    func ellipse(_ x: Float, _ y: Float, _ a: Float, _ b: Float, angle: Float = 0, _ colour: Colour, opacity: Float = 1) {
        let (c, s) = (cosf(angle), sinf(angle))
        let count = max(16, min(72, Int(max(a, b) / 2)))
        polygon(
            (0..<count).map { place in
                let turn = Float(place) / Float(count) * 2 * .pi
                let (u, v) = (cosf(turn) * a, sinf(turn) * b)
                return Point(x + u * c - v * s, y + u * s + v * c)
            }, colour, opacity: opacity)
    }
}
