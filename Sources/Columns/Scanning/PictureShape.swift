import Foundation

/// A picture's proportions in a byte: a page lays out a million of them before it knows anything else of them.
///
/// Width over height goes from 2:5 to 5:1 in 254 equal ratios, so that a byte is within half a percent; what is taller or wider counts as these. 0 is no
/// shape: pages keep it for what they don't know yet.
package struct PictureShape {
    /// The page reckons the same from a tile (`timeline/shapes.js`).
    private static let tallest = 0.4, widest = 5.0, steps = 254.0
    /// Pictures that stand together are mostly of a few sizes: a logarithm for each would take longer than all else.
    private var known: [(width: UInt32, height: UInt32, byte: UInt8)]

    package init() { known = Array(repeating: (0, 0, Self.byte(0, 0)), count: 64) }

    /// The byte of so many pixels; a square where nothing says how many.
    package mutating func byte(width: UInt32, height: UInt32) -> UInt8 {
        let slot = Int((width &* 31 &+ height) & 63)
        if known[slot].width == width, known[slot].height == height { return known[slot].byte }
        let byte = Self.byte(width, height)
        known[slot] = (width, height, byte)
        return byte
    }

    private static func byte(_ width: UInt32, _ height: UInt32) -> UInt8 {
        let ratio = width > 0 && height > 0 ? min(widest, max(tallest, Double(width) / Double(height))) : 1
        return 1 + UInt8((steps * log(ratio / tallest) / log(widest / tallest)).rounded())
    }
}

extension ColumnTable {
    /// The shapes of a list's assets, in its order; a square for what is in no row.
    package func shapes(of ids: ContiguousArray<Int64>) -> [UInt8] {
        var shape = PictureShape()
        let unknown = shape.byte(width: 0, height: 0)
        let (rowIDs, widths, heights) = (id, pixelWidth, pixelHeight)
        var byID = [UInt8](repeating: unknown, count: Int((ids.max() ?? -1) + 1))
        for row in 0..<max(0, count) {
            let id = Int(rowIDs[row])
            if id < byID.count { byID[id] = shape.byte(width: widths[row], height: heights[row]) }
        }
        return ids.map { byID.indices.contains(Int($0)) ? byID[Int($0)] : unknown }
    }
}
