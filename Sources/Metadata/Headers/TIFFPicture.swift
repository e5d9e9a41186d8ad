/// Where the picture of a TIFF file lies, which must stay the same when metadata are written: the strips or tiles, and the tags that say how to read them.
package struct TIFFPicture {
    /// In the file's order of tags; the strips' or tiles' bytes last.
    package let parts: [Range<Int>]

    /// How pixels are stored, in as far as a reader needs it: size, bits, compression, colours, layout, and their tables.
    private static let structure: Set = [
        0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x010A, 0x0115, 0x0116, 0x011C, 0x013D, 0x0140, 0x0142, 0x0143, 0x0152, 0x0153, 0x015B, 0x0211, 0x0212, 0x0214, 0x8773,
    ]
    private static let mostParts = 1 << 20

    /// `nil` for what is no TIFF of one directory in order: of several pages, and of directories beneath, the metadata library does not keep all.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        let little = ByteReader(bytes).matches([0x49, 0x49, 0x2A, 0], at: 0)
        guard little || ByteReader(bytes).matches([0x4D, 0x4D, 0, 0x2A], at: 0) else { return nil }
        let reader = ByteReader(bytes, isLittleEndian: little)
        guard let directory = reader.uint32(4), directory >= 8, let count = reader.uint16(directory), reader.uint32(directory + 2 + count * 12) == 0 else { return nil }
        var parts: [Range<Int>] = [], starts: [Int]?, lengths: [Int]?
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = reader.uint16(entry), let type = reader.uint16(entry + 2), let number = reader.uint32(entry + 4) else { return nil }
            switch tag {
            case 0x014A: return nil
            case 0x0111, 0x0144: starts = Self.numbers(reader, entry, type, number)
            case 0x0117, 0x0145: lengths = Self.numbers(reader, entry, type, number)
            case let tag where Self.structure.contains(tag):
                guard let range = Self.range(reader, entry, type, number) else { return nil }
                parts.append(range)
            default: break
            }
        }
        guard let starts, let lengths, starts.count == lengths.count else { return nil }
        for (start, length) in zip(starts, lengths) {
            guard reader.has(length, at: start) else { return nil }
            parts.append(start..<start + length)
        }
        self.parts = parts
    }

    /// Whether two files hold the same picture.
    package static func areEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
        guard let one = TIFFPicture(first), let other = TIFFPicture(second), first.first == second.first, one.parts.count == other.parts.count else { return false }
        return zip(one.parts, other.parts).allSatisfy { part, other in
            UnsafeRawBufferPointer(rebasing: first[part]).elementsEqual(UnsafeRawBufferPointer(rebasing: second[other]))
        }
    }

    private static func range(_ reader: ByteReader, _ entry: Int, _ type: Int, _ number: Int) -> Range<Int>? {
        let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8]
        guard let size = sizes[type], number <= reader.count else { return nil }
        guard let start = size * number <= 4 ? entry + 8 : reader.uint32(entry + 8), reader.has(size * number, at: start) else { return nil }
        return start..<start + size * number
    }

    private static func numbers(_ reader: ByteReader, _ entry: Int, _ type: Int, _ number: Int) -> [Int]? {
        guard type == 3 || type == 4, number <= mostParts, let range = range(reader, entry, type, number) else { return nil }
        let step = type == 3 ? 2 : 4
        return stride(from: range.lowerBound, to: range.upperBound, by: step).map { (step == 2 ? reader.uint16($0) : reader.uint32($0)) ?? 0 }
    }
}
