import Pixels

extension PlanarImage {
    /// The average colours of the quarters, of an image in JPEG's coding. A column or row in the middle belongs to both sides.
    var quarters: QuarterColors? {
        var bytes: [UInt8] = []
        for bottom in [false, true] {
            for right in [false, true] {
                let light = luma.mean(right: right, bottom: bottom)
                let blue = (chroma?.blue.mean(right: right, bottom: bottom) ?? 128) - 128
                let red = (chroma?.red.mean(right: right, bottom: bottom) ?? 128) - 128
                for value in [light + 1.402 * red, light - 0.344_136 * blue - 0.714_136 * red, light + 1.772 * blue] {
                    bytes.append(UInt8(min(max(value.rounded(), 0), 255)))
                }
            }
        }
        return QuarterColors(bytes: bytes)
    }
}

extension Plane {
    fileprivate func mean(right: Bool, bottom: Bool) -> Double {
        let columns = right ? width / 2..<width : 0..<(width + 1) / 2
        let rows = bottom ? height / 2..<height : 0..<(height + 1) / 2
        var sum = 0
        for y in rows {
            let samples = row(y)
            for x in columns { sum += Int(samples[x]) }
        }
        return Double(sum) / Double(max(1, columns.count * rows.count))
    }
}
