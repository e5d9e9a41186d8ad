/// The index of a JPEG that has more pictures behind its own (CIPA DC-007): a gain map, a depth map, a preview. It counts from itself where they begin.
package struct MultiPictureList: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package var size: Int
        package var offset: Int
    }

    package static let entrySize = 16
    /// What its segment begins with.
    package static let name = Array("MPF\0".utf8)
    private static let entryTag = 0xB002, most = 64

    /// Where its TIFF header stands, from which offsets count.
    package let start: Int
    /// Where its entries begin.
    package let table: Int
    package let isLittleEndian: Bool
    /// The first is of the picture itself.
    package let entries: [Entry]

    /// `nil` where there is none that can be read.
    package init?(in bytes: UnsafeRawBufferPointer) {
        var reader = ByteReader(bytes)
        guard let segment = JPEGSegments(bytes).first(where: { $0.marker == 0xE2 && reader.matches(Self.name, at: $0.body) }) else { return nil }
        start = segment.body + 4
        isLittleEndian = reader.matches("II", at: start)
        guard isLittleEndian || reader.matches("MM", at: start) else { return nil }
        reader.isLittleEndian = isLittleEndian
        guard let first = reader.uint32(start + 4), let count = reader.uint16(start + first) else { return nil }
        for number in 0..<min(count, 64) {
            let row = start + first + 2 + number * 12
            guard reader.uint16(row) == Self.entryTag, let length = reader.uint32(row + 4), let offset = reader.uint32(row + 8) else { continue }
            table = start + offset
            var entries: [Entry] = []
            for entry in 0..<min(length / Self.entrySize, Self.most) {
                let at = start + offset + entry * Self.entrySize
                guard at + Self.entrySize <= segment.end, let size = reader.uint32(at + 4), let place = reader.uint32(at + 8) else { return nil }
                entries.append(Entry(size: size, offset: place))
            }
            self.entries = entries
            return
        }
        return nil
    }

    /// Where the others lie in a file of so many bytes: only those that lie in it.
    package func others(in count: Int) -> [Range<Int>] {
        entries.dropFirst().compactMap { entry in
            guard entry.offset > 0, entry.size > 4, start + entry.offset <= count, entry.size <= count - start - entry.offset else { return nil }
            return start + entry.offset..<start + entry.offset + entry.size
        }
    }
}
