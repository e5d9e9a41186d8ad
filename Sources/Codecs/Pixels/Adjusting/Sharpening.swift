import CAdjusting
import Glibc
import Pixels

/// What sharpening adds to each pixel: the difference between its brightness and that of a blurred copy, of which only some rows are kept.
final class Sharpening {
    private let layout: PixelLayout
    private let amount: Float
    private let radius: Int
    private let weights: [Float]
    /// A row's brightness with its ends repeated.
    private var line: [Float]
    private let result: UnsafeMutablePointer<Float>
    /// Brightness and its blur along the row, of the last rows, by their number modulo the count.
    private let bright: UnsafeMutablePointer<Float>
    private let blurred: UnsafeMutablePointer<Float>
    private let kept: Int
    private var next = 0

    /// The blur's radius is a part of the picture's longer side, so that it is the same at any size.
    init(_ layout: PixelLayout, _ amount: Float) throws(CodecError) {
        let sigma = 0.0008 * Double(max(layout.width, layout.height))
        radius = max(1, Int((3 * sigma).rounded(.up)))
        let raw = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }, sum = raw.reduce(0, +)
        weights = raw.map { Float($0 / sum) }
        (self.layout, self.amount, kept) = (layout, amount, 2 * radius + 1)
        line = [Float](repeating: 0, count: layout.width + 2 * radius)
        result = .allocate(capacity: layout.width)
        bright = .allocate(capacity: kept * layout.width)
        blurred = .allocate(capacity: kept * layout.width)
    }

    deinit {
        result.deallocate()
        bright.deallocate()
        blurred.deallocate()
    }

    /// Rows must be asked for in their order. Valid until the next call.
    func detail(ofRow y: Int, in pixels: UnsafeRawPointer) -> UnsafePointer<Float> {
        while next <= min(y + radius, layout.height - 1) { read(pixels) }
        let rows: [UnsafePointer<Float>?] = (y - radius...y + radius).map { UnsafePointer(blurred + min(max($0, 0), layout.height - 1) % kept * layout.width) }
        cadjusting_detail(bright + y % kept * layout.width, rows, weights, kept, layout.width, amount, result)
        return UnsafePointer(result)
    }

    private func read(_ pixels: UnsafeRawPointer) {
        let width = layout.width, row = pixels + next * layout.bytesPerRow, target = bright + next % kept * width
        switch layout.format {
        case .rgba8: cadjusting_brightness8(row.assumingMemoryBound(to: UInt8.self), width, target)
        case .rgba16: cadjusting_brightness16(row.assumingMemoryBound(to: UInt16.self), width, target)
        }
        for i in 0..<line.count { line[i] = target[min(max(i - radius, 0), width - 1)] }
        cadjusting_blur(line, width, weights, kept, blurred + next % kept * width)
        next += 1
    }
}
