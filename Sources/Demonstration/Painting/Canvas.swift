/// A picture being painted: three planes of light, and one row that says how much of each pixel a brush covers.
///
/// The loops over pixels use plain pointers and `while`: they are quick in a release build and bearable in a debug one.
final class Canvas {
    let width: Int, height: Int
    let red: UnsafeMutablePointer<Float>
    let green: UnsafeMutablePointer<Float>
    let blue: UnsafeMutablePointer<Float>
    /// What the next `lay` or `shine` takes, one number a column.
    let mask: UnsafeMutablePointer<Float>

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        func plane(_ count: Int) -> UnsafeMutablePointer<Float> {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: count)
            plane.initialize(repeating: 0, count: count)
            return plane
        }
        (red, green, blue, mask) = (plane(width * height), plane(width * height), plane(width * height), plane(width))
    }

    deinit { for plane in [red, green, blue, mask] { plane.deallocate() } }

    /// The shorter side: what sizes in a scene are parts of.
    var side: Float { Float(min(width, height)) }
    var wide: Float { Float(width) }
    var high: Float { Float(height) }

    /// Columns of a span that are in the picture; empty where none is.
    func columns(_ from: Float, _ to: Float) -> (first: Int, end: Int) { Canvas.clipped(from, to, width) }
    func rows(_ from: Float, _ to: Float) -> (first: Int, end: Int) { Canvas.clipped(from, to, height) }

    private static func clipped(_ from: Float, _ to: Float, _ count: Int) -> (first: Int, end: Int) {
        let first = Int(max(from.rounded(.down), 0)), end = Int(min(to.rounded(.up) + 1, Float(count)))
        return (first, max(first, end))
    }

    // MARK: One row

    /// Mixes `colour` in, as much as the mask says.
    func lay(_ colour: Colour, row y: Int, _ first: Int, _ end: Int) {
        let (r, g, b, mask) = (red + y * width, green + y * width, blue + y * width, mask)
        let (cr, cg, cb) = (colour.red, colour.green, colour.blue)
        var x = first
        while x < end {
            let part = mask[x]
            r[x] += (cr - r[x]) * part
            g[x] += (cg - g[x]) * part
            b[x] += (cb - b[x]) * part
            x &+= 1
        }
    }

    /// Adds light, as much as the mask says; what is bright gets less of it, so that nothing burns out.
    func shine(_ colour: Colour, row y: Int, _ first: Int, _ end: Int) {
        let (r, g, b, mask) = (red + y * width, green + y * width, blue + y * width, mask)
        let (cr, cg, cb) = (colour.red, colour.green, colour.blue)
        var x = first
        while x < end {
            let part = mask[x]
            r[x] += (1 - r[x]) * cr * part
            g[x] += (1 - g[x]) * cg * part
            b[x] += (1 - b[x]) * cb * part
            x &+= 1
        }
    }

    func fill(_ colour: Colour, row y: Int, _ first: Int, _ end: Int) {
        let (r, g, b) = (red + y * width, green + y * width, blue + y * width)
        var x = first
        while x < end {
            r[x] = colour.red
            g[x] = colour.green
            b[x] = colour.blue
            x &+= 1
        }
    }

    // MARK: Everything

    func fill(_ colour: Colour) {
        for y in 0..<height { fill(colour, row: y, 0, width) }
    }

    /// From top to bottom between two heights in pixels; nothing outside of them.
    func fill(_ gradient: Gradient, from top: Float = 0, to bottom: Float? = nil) {
        let bottom = bottom ?? high
        let rows = rows(top, bottom)
        for y in rows.first..<rows.end { fill(gradient.colour(at: (Float(y) - top) / max(bottom - top, 1)), row: y, 0, width) }
    }
}
