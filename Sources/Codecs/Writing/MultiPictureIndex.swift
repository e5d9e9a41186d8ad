import Metadata

/// The index of a JPEG that has more pictures behind its own (CIPA DC-007): a gain map, a depth map, a preview.
///
/// It says where they begin, counted from itself, and how long the first picture is; both change when the metadata before the picture grow. exiv2 knows
/// nothing of it.
enum MultiPictureIndex {
    /// Makes a file's index true again after what lies before its picture was written anew.
    /// - Parameter former: the file as it was; the same but for its segments before the picture.
    static func adjust(in file: inout [UInt8], to former: UnsafeRawBufferPointer) {
        let grown = file.count - former.count
        guard grown != 0, let old = Index(in: former), let new = file.withUnsafeBytes({ Index(in: $0) }), old.entries == new.entries else { return }
        // What lies behind the picture moved by as much as the file grew, the index by what was written before it.
        let moved = grown - (new.start - old.start)
        for (number, entry) in new.entries.enumerated() {
            if number == 0 {
                put(entry.size + grown, at: new.table + 4, new, &file)
            } else if entry.offset != 0 {
                put(entry.offset + moved, at: new.table + number * Index.entrySize + 8, new, &file)
            }
        }
    }

    private static func put(_ value: Int, at offset: Int, _ index: Index, _ file: inout [UInt8]) {
        guard let value = UInt32(exactly: value), offset + 4 <= file.count else { return }
        withUnsafeBytes(of: index.isLittleEndian ? value.littleEndian : value.bigEndian) { file.replaceSubrange(offset..<offset + 4, with: $0) }
    }

    private struct Entry: Equatable {
        var size: Int
        var offset: Int
    }

    /// Where a file's index lies and what it says.
    private struct Index {
        static let entrySize = 16
        private static let entryTag = 0xB002, most = 64

        /// Where its TIFF header stands, from which offsets count.
        let start: Int
        let table: Int
        let isLittleEndian: Bool
        let entries: [Entry]

        init?(in bytes: UnsafeRawBufferPointer) {
            var reader = ByteReader(bytes)
            guard let segment = JPEGSegments(bytes).first(where: { $0.marker == 0xE2 && reader.matches("MPF\0", at: $0.body) }) else { return nil }
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
    }
}
