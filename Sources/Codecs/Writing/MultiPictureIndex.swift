import Metadata

/// Writes the index of a JPEG that has more pictures behind its own. It says where they begin, counted from itself, and how long the first picture is; both
/// change when the metadata before the picture grow. exiv2 knows nothing of it.
enum MultiPictureIndex {
    /// Makes a file's index true again after what lies before its picture was written anew.
    /// - Parameter former: the file as it was; the same but for its segments before the picture.
    static func adjust(in file: inout [UInt8], to former: UnsafeRawBufferPointer) {
        let grown = file.count - former.count
        guard grown != 0, let old = MultiPictureList(in: former), let new = file.withUnsafeBytes({ MultiPictureList(in: $0) }), old.entries == new.entries else { return }
        // What lies behind the picture moved by as much as the file grew, the index by what was written before it.
        let moved = grown - (new.start - old.start)
        for (number, entry) in new.entries.enumerated() {
            if number == 0 {
                put(entry.size + grown, at: new.table + 4, new, &file)
            } else if entry.offset != 0 {
                put(entry.offset + moved, at: new.table + number * MultiPictureList.entrySize + 8, new, &file)
            }
        }
    }

    private static func put(_ value: Int, at offset: Int, _ index: MultiPictureList, _ file: inout [UInt8]) {
        guard let value = UInt32(exactly: value), offset + 4 <= file.count else { return }
        withUnsafeBytes(of: index.isLittleEndian ? value.littleEndian : value.bigEndian) { file.replaceSubrange(offset..<offset + 4, with: $0) }
    }
}
