import CResampling
import Pixels

/// Crops, resizes and turns one plane in a single pass over it.
///
/// Works in strips of 32 output rows: the rows are blended vertically, the strip is transposed, its columns are blended by the
/// same kind of loop, and it is transposed back, or not, where the picture is to be turned by a quarter. Mirroring reverses the
/// order in which rows and columns are taken. So turning costs nothing, and memory beyond the result is two strips.
struct PlaneScaler {
    /// The part of the input to show, in its samples, and how many output samples it covers on each axis.
    struct Axis {
        var origin: Double
        var length: Double
        var count: Int
        var coverage: Double
    }

    private static let strip = Int(RESAMPLING_STRIP)

    /// `x` and `y` describe the stored axes; the result is turned.
    static func scale(_ source: Plane, x: Axis, y: Axis, turn: OrientationTransform) throws(CodecError) -> Plane {
        var source = source, x = x, y = y
        // A wide kernel would be slow, and its weights too small for 7 bits: halve until the rest is less than 4.
        while x.length >= 4 * x.coverage || y.length >= 4 * y.coverage {
            let (halvesX, halvesY) = (x.length >= 4 * x.coverage, y.length >= 4 * y.coverage)
            source = try halve(source, x: halvesX, y: halvesY)
            if halvesX { (x.origin, x.length) = (x.origin / 2, x.length / 2) }
            if halvesY { (y.origin, y.length) = (y.origin / 2, y.length / 2) }
        }
        let columns = SampleFilter(origin: x.origin, length: x.length, count: x.count, coverage: x.coverage)
        let rows = SampleFilter(origin: y.origin, length: y.length, count: y.count, coverage: y.coverage)
        if turn == .none, columns.copiesFrom == 0, rows.copiesFrom == 0, x.count == source.width, y.count == source.height { return source }
        let size = turn.apply(PixelSize(width: x.count, height: y.count))
        let result = try Plane(width: size.width, height: size.height)
        try PlaneScaler(source: source, result: result, columns: columns, rows: rows, turn: turn).run()
        return result
    }

    private let source: Plane
    private let result: Plane
    private let columns: SampleFilter
    private let rows: SampleFilter
    private let turn: OrientationTransform

    private func run() throws(CodecError) {
        let strip = Self.strip
        // The input columns that any output needs, from a clamped first one.
        let low = min(max(columns.first[0], 0), source.width - 1)
        let last = columns.first[columns.count - 1] + columns.maximumTaps
        let high = min(max(last, low + 1), source.width)
        // Columns repeated at either edge, so that the column loop need not clamp.
        let before = max(0, low - columns.first[0]), after = max(0, last - high)
        let blended = try Plane(width: high - low, height: strip)
        let turned = try Plane(stripOf: before + max(blended.stride, high - low + after))
        let output = try Plane(stripOf: (columns.count + 15) & ~15)
        var pointers = [UnsafePointer<UInt8>?](repeating: nil, count: rows.maximumTaps)
        // What is only turned has nothing to be blended.
        let copiesRows = rows.copiesFrom != nil && rows.first[0] >= 0 && rows.first[rows.count - 1] < source.height
        let copiesColumns = columns.copiesFrom != nil && !turn.mirrorsColumns && before == 0 && after == 0
        var top = 0
        while top < rows.count {
            let count = min(strip, rows.count - top)
            if copiesRows, count == strip {
                let first = source.row(rows.first[turn.mirrorsRows ? rows.count - 1 - top : top]) + low
                cresampling_columns_of_rows(first, turn.mirrorsRows ? -source.stride : source.stride, high - low, turned.samples + before * strip)
            } else {
                for i in 0..<count {
                    blendRow(turn.mirrorsRows ? rows.count - 1 - (top + i) : top + i, low, high - low, &pointers, blended.row(i))
                }
                cresampling_columns_of_rows(blended.samples, blended.stride, high - low, turned.samples + before * strip)
            }
            if copiesColumns {
                store(turned.samples, top: top, count: count)
            } else {
                repeatEdges(turned.samples, before: before, count: high - low, after: after)
                columns.withAxis { axis in
                    cresampling_blend_columns(turned.samples, low - before, axis, turn.mirrorsColumns ? 1 : 0, output.samples)
                }
                store(output.samples, top: top, count: count)
            }
            top += strip
        }
    }

    private func blendRow(_ index: Int, _ low: Int, _ count: Int, _ pointers: inout [UnsafePointer<UInt8>?], _ output: UnsafeMutablePointer<UInt8>) {
        let weights = rows.start[index]..<rows.start[index + 1]
        for t in 0..<weights.count {
            let y = min(max(rows.first[index] + t, 0), source.height - 1)
            pointers[t] = UnsafePointer(source.row(y) + low)
        }
        rows.weights.withUnsafeBufferPointer { all in
            cresampling_blend_rows(pointers, UnsafeBufferPointer(rebasing: all[weights]).baseAddress, weights.count, count, output)
        }
    }

    private func repeatEdges(_ strip: UnsafeMutablePointer<UInt8>, before: Int, count: Int, after: Int) {
        for i in 0..<before { (strip + i * Self.strip).update(from: strip + before * Self.strip, count: Self.strip) }
        let last = strip + (before + count - 1) * Self.strip
        for i in 0..<after { (last + (i + 1) * Self.strip).update(from: last, count: Self.strip) }
    }

    /// The strip is in columns: written as rows of the turned picture, or turned back.
    private func store(_ strip: UnsafePointer<UInt8>, top: Int, count: Int) {
        if turn.transposes {
            for x in 0..<columns.count { (result.row(x) + top).update(from: strip + x * Self.strip, count: count) }
        } else {
            cresampling_rows_of_columns(strip, columns.count, result.row(top), result.stride)
        }
    }

    /// Averages neighbours on the axes asked for.
    private static func halve(_ source: Plane, x halvesX: Bool, y halvesY: Bool) throws(CodecError) -> Plane {
        let width = halvesX ? (source.width + 1) / 2 : source.width, height = halvesY ? (source.height + 1) / 2 : source.height
        let result = try Plane(width: width, height: height)
        for y in 0..<height {
            let upper = source.row(halvesY ? 2 * y : y), lower = source.row(min(halvesY ? 2 * y + 1 : y, source.height - 1)), output = result.row(y)
            if halvesX {
                // An odd last column has no partner: it is its own.
                let pairs = source.width / 2
                for i in 0..<pairs {
                    let sum = UInt16(upper[2 &* i]) &+ UInt16(upper[2 &* i &+ 1]) &+ UInt16(lower[2 &* i]) &+ UInt16(lower[2 &* i &+ 1])
                    output[i] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
                }
                if pairs < width { output[pairs] = UInt8((UInt16(upper[2 * pairs]) + UInt16(lower[2 * pairs]) + 1) / 2) }
            } else {
                for i in 0..<width { output[i] = UInt8(truncatingIfNeeded: (UInt16(upper[i]) &+ UInt16(lower[i]) &+ 1) &>> 1) }
            }
        }
        return result
    }
}
