extension AppleMakerNote {
    /// A note that says this content identifier, and all that a note said before.
    /// - Parameter former: `nil` where there is none yet.
    /// - Returns: `nil` where the former is not Apple's, or so built that nothing can be put into it.
    package static func bytes(saying contentIdentifier: String, in former: UnsafeRawBufferPointer?) -> [UInt8]? {
        let text = Array(contentIdentifier.utf8) + [0]
        // Shorter ones would stand in the entry itself; nobody has such.
        guard text.count > 4, text.count <= 1024 else { return nil }
        guard let former else {
            let directory = number(1, 2) + entry(count: text.count, offset: head + 2 + entrySize + 4) + number(0, 4)
            return Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8) + directory + text
        }
        guard AppleMakerNote(former) != nil else { return nil }
        let reader = ByteReader(former, isLittleEndian: ByteReader(former).matches("II", at: 12))
        guard let count = reader.uint16(head), count < 1024, case let end = head + 2 + count * entrySize, reader.has(4, at: end) else { return nil }
        var note = Array(former)
        func put(_ value: Int, _ size: Int, at offset: Int) {
            let bytes = number(value, size)
            note.replaceSubrange(offset..<offset + size, with: reader.isLittleEndian ? bytes.reversed() : bytes)
        }
        let entries = (0..<count).map { head + 2 + $0 * entrySize }
        if let known = entries.last(where: { reader.uint16($0) == tag }) {
            put(2, 2, at: known + 2)
            put(text.count, 4, at: known + 4)
            put(note.count, 4, at: known + 8)
            return note + text
        }
        // The directory becomes longer by an entry, and what lies behind it moves by as much.
        for entry in entries {
            guard let type = reader.uint16(entry + 2), let values = reader.uint32(entry + 4), let offset = reader.uint32(entry + 8), let size = sizes[type] else { return nil }
            guard values * size > 4 else { continue }
            guard offset >= end, offset <= former.count else { return nil }
            put(offset + entrySize, 4, at: entry + 8)
        }
        put(count + 1, 2, at: head)
        let index = entries.first { reader.uint16($0) ?? 0 > tag } ?? end
        var new = entry(count: text.count, offset: note.count + entrySize)
        if reader.isLittleEndian { new = [new[1], new[0], new[3], new[2]] + new[4..<8].reversed() + new[8..<12].reversed() }
        note.insert(contentsOf: new, at: index)
        return note + text
    }

    private static let head = 14, entrySize = 12, tag = 0x11
    /// Bytes of a value, by TIFF's types.
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8]

    private static func entry(count: Int, offset: Int) -> [UInt8] { number(tag, 2) + number(2, 2) + number(count, 4) + number(offset, 4) }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
}
