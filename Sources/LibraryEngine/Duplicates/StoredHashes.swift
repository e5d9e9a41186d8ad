import Similarity
import Support

/// What thumbnails look like, in the order of their assets' rows, as it is kept beside them: `derivatives/similarity`.
///
/// Nothing here is believed that is not of the rendering that its asset shows: the tag says which, as in the thumbnails' own tables. The file may be deleted at any time.
struct StoredHashes: Equatable {
    static let fileName = "similarity"
    /// For more assets than any library has.
    static let largest = 1 << 31
    /// The last character is the version of the layout and of the hash: another one has all hashes made again.
    private static let magic = Array("PKSIMIL2".utf8)
    /// Row, tag, four words, whether it is plain, and how strong its colours are; all little-endian.
    private static let recordSize = 8 + 8 + 32 + 1 + 1

    private(set) var rows: [Int64] = []
    private(set) var tags: [UInt64] = []
    private(set) var hashes: [PictureHash] = []

    /// - Parameter row: greater than all before.
    mutating func append(row: Int64, tag: UInt64, hash: PictureHash) {
        rows.append(row)
        tags.append(tag)
        hashes.append(hash)
    }

    /// Where a row is, at `start` or behind it; `start` moves up to it.
    func index(of row: Int64, from start: inout Int) -> Int? {
        while start < rows.count, rows[start] < row { start += 1 }
        return start < rows.count && rows[start] == row ? start : nil
    }

    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.reserveCapacity(16 + rows.count * Self.recordSize)
        func put(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        for index in rows.indices {
            put(UInt64(bitPattern: rows[index]))
            put(tags[index])
            for word in 0..<4 { put(hashes[index].words[word]) }
            bytes.append(hashes[index].isPlain ? 1 : 0)
            bytes.append(hashes[index].colour)
        }
        var sum = CRC32()
        bytes.withUnsafeBytes { sum.update($0) }
        put(UInt64(sum.value))
        return bytes
    }

    init() {}

    /// - Returns: `nil` for bytes that are not as they were written.
    init?(_ bytes: [UInt8]) {
        let count = (bytes.count - Self.magic.count - 8) / Self.recordSize
        guard bytes.count == Self.magic.count + 8 + max(0, count) * Self.recordSize, bytes.starts(with: Self.magic) else { return nil }
        let isWhole = bytes.withUnsafeBytes { buffer in
            var sum = CRC32()
            sum.update(UnsafeRawBufferPointer(rebasing: buffer.dropLast(8)))
            return UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: buffer.count - 8, as: UInt64.self)) == UInt64(sum.value)
        }
        guard isWhole else { return nil }
        rows.reserveCapacity(count)
        tags.reserveCapacity(count)
        hashes.reserveCapacity(count)
        let isOrdered = bytes.withUnsafeBytes { buffer in
            for index in 0..<count {
                let start = Self.magic.count + index * Self.recordSize
                func word(_ number: Int) -> UInt64 { UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: start + 8 * number, as: UInt64.self)) }
                let row = Int64(bitPattern: word(0))
                if let last = rows.last, last >= row { return false }
                let words = SIMD4(word(2), word(3), word(4), word(5))
                append(row: row, tag: word(1), hash: PictureHash(words: words, isPlain: buffer[start + 48] != 0, colour: buffer[start + 49]))
            }
            return true
        }
        guard isOrdered else { return nil }
    }
}
