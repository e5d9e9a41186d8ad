/// TIFF directories in one byte order, which EXIF is made of, and the head of a raw file.
package struct TIFFBlock: Sendable {
    /// What a directory says under one tag.
    package struct Entry: Sendable {
        fileprivate let tag: Int, type: Int, count: Int
        /// The numbers that it is made of, and the bytes that each has.
        fileprivate let numbers: [Int], size: Int

        /// A text, and the zero that ends it.
        package static func text(_ tag: Int, _ text: String) -> Entry { bytes(tag, Array(text.utf8) + [0], type: 2) }

        /// - Parameter type: 1 for bytes, 2 for a text that ends with a zero, 7 for what only its tag explains.
        package static func bytes(_ tag: Int, _ values: [UInt8], type: Int = 1) -> Entry {
            Entry(tag: tag, type: type, count: values.count, numbers: values.map { Int($0) }, size: 1)
        }

        package static func shorts(_ tag: Int, _ values: [Int]) -> Entry { Entry(tag: tag, type: 3, count: values.count, numbers: values, size: 2) }

        package static func longs(_ tag: Int, _ values: [Int]) -> Entry { Entry(tag: tag, type: 4, count: values.count, numbers: values, size: 4) }

        package static func fractions(_ tag: Int, _ values: [(Int, Int)], signed: Bool = false) -> Entry {
            Entry(tag: tag, type: signed ? 10 : 5, count: values.count, numbers: values.flatMap { [$0.0, $0.1] }, size: 4)
        }
    }

    private let isBigEndian: Bool

    package static let littleEndian = TIFFBlock(isBigEndian: false)
    package static let bigEndian = TIFFBlock(isBigEndian: true)

    package static func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    package static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

    private func number(_ value: Int, _ count: Int) -> [UInt8] { isBigEndian ? Self.big(value, count) : Self.little(value, count) }

    /// A directory that begins at `offset`; what doesn't fit into four bytes follows it.
    package func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var table = number(entries.count, 2), values: [UInt8] = []
        let after = offset + 2 + entries.count * 12 + 4
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            let value = entry.numbers.flatMap { number($0, entry.size) }
            table += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
            if value.count <= 4 {
                table += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                table += number(after + values.count, 4)
                values += value + (value.count.isMultiple(of: 2) ? [] : [0])
            }
        }
        return table + number(0, 4) + values
    }

    /// The whole block: a head, and the main directory with its two children, where they say anything.
    /// - Parameters:
    ///   - strip: the tag that says where the bytes behind the directories begin.
    ///   - more: these bytes.
    package func file(_ main: [Entry], exif: [Entry], gps: [Entry] = [], strip: Int? = nil, more: [UInt8] = []) -> [UInt8] {
        // Offsets count from the block's beginning, so the main directory's length is needed before it is written.
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
        let head = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        return head + directory(entries(exifOffset, gpsOffset, gpsOffset + gpsBytes.count), at: 8) + exifBytes + gpsBytes + more
    }
}
