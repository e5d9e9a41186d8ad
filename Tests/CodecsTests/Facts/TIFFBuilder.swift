/// A small uncompressed TIFF of either byte order, its strips before its directories, as many programs write it.
enum TIFFBuilder {
    static func picture(isLittleEndian: Bool, pages: Int = 1) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = ByteBuilder.number(value, bytes: count)
            return isLittleEndian ? bytes.reversed() : bytes
        }
        let width = 40, height = 30, half = width * 15 * 3
        let pixels = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let bits = 8 + pixels.count, offsets = bits + 6, lengths = offsets + 8, first = lengths + 8
        var file = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(first, 4) + pixels + number(8, 2) + number(8, 2) + number(8, 2)
        file += number(8, 4) + number(8 + half, 4) + number(half, 4) + number(half, 4)
        let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 3, 1, width), (257, 3, 1, height), (258, 3, 3, bits), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 2, offsets), (277, 3, 1, 3), (278, 3, 1, 15), (279, 4, 2, lengths),
        ]
        for page in 1...pages {
            file += number(entries.count, 2)
            for entry in entries {
                let isInline = entry.type == 3 && entry.count == 1
                file += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4) + (isInline ? number(entry.value, 2) + [0, 0] : number(entry.value, 4))
            }
            file += number(page == pages ? 0 : file.count + 4, 4)
        }
        return file
    }
}
