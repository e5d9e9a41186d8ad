/// A little-endian TIFF: what EXIF is made of, and a camera's raw file.
struct TIFFBlock {
    struct Entry {
        let tag: UInt16, type: UInt16, count: Int, value: [UInt8]

        static func text(_ tag: UInt16, _ text: String) -> Entry {
            let value = Array(text.utf8) + [0]
            return Entry(tag: tag, type: 2, count: value.count, value: value)
        }

        static func bytes(
            _ tag: UInt16, _ value: [UInt8],
            type: UInt16 = 1
        ) -> Entry { Entry(tag: tag, type: type, count: value.count, value: value) }
        static func shorts(
            _ tag: UInt16,
            _ values: [Int]
        ) -> Entry { Entry(tag: tag, type: 3, count: values.count, value: values.flatMap { little($0, 2) }) }
        static func longs(
            _ tag: UInt16,
            _ values: [Int]
        ) -> Entry { Entry(tag: tag, type: 4, count: values.count, value: values.flatMap { little($0, 4) }) }

        static func fractions(_ tag: UInt16, _ values: [(Int, Int)], signed: Bool = false) -> Entry {
            Entry(tag: tag, type: signed ? 10 : 5, count: values.count, value: values.flatMap { little($0.0, 4) + little($0.1, 4) })
        }
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

    /// A directory that begins at `offset`; what doesn't fit into four bytes follows it.
    static func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var table = little(entries.count, 2), values: [UInt8] = []
        let after = offset + 2 + entries.count * 12 + 4
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            table += little(Int(entry.tag), 2) + little(Int(entry.type), 2) + little(entry.count, 4)
            if entry.value.count <= 4 {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                table += little(after + values.count, 4)
                values += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
            }
        }
        return table + little(0, 4) + values
    }

    /// The whole block: the main directory with its two children.
    /// - Parameter more: bytes that follow; `strip` then is the tag that says where they begin.
    static func file(_ main: [Entry], exif: [Entry], gps: [Entry], strip: UInt16? = nil, more: [UInt8] = []) -> [UInt8] {
        func entries(_ exifOffset: Int, _ gpsOffset: Int, _ moreOffset: Int) -> [Entry] {
            var all = main
            if !exif.isEmpty { all.append(.longs(0x8769, [exifOffset])) }
            if !gps.isEmpty { all.append(.longs(0x8825, [gpsOffset])) }
            if let strip { all.append(.longs(strip, [moreOffset])) }
            return all
        }
        let exifOffset = 8 + directory(entries(0, 0, 0), at: 8).count
        let exifBytes = exif.isEmpty ? [] : directory(exif, at: exifOffset)
        let gpsOffset = exifOffset + exifBytes.count
        let gpsBytes = gps.isEmpty ? [] : directory(gps, at: gpsOffset)
        let head: [UInt8] = Array("II*\0".utf8) + little(8, 4)
        return head + directory(entries(exifOffset, gpsOffset, gpsOffset + gpsBytes.count), at: 8) + exifBytes + gpsBytes + more
    }
}
