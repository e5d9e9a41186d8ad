import Glibc

/// Reads a file's lines one after the other, compressed or not, in the memory of the longest line.
final class LineSource {
    private let file: RecordFile
    private let decompressor: BlockGzip.Decompressor?
    /// In the file.
    private var offset: Int64 = 0
    private var compressed: [UInt8] = []
    private var text: [UInt8] = []
    private var start = 0
    /// CRC-32 of the file's own bytes so far.
    private(set) var fileSum: UInt32 = 0
    private var isAtEnd = false
    /// Whether the compressed bytes are no blocks, or the mark of their end is missing.
    private(set) var isBroken = false

    /// Far more than any object takes: a line without an end must not take all memory.
    private static let longestLine = 256 << 20
    private static let step = 256 << 10

    init(_ file: RecordFile, isCompressed: Bool) throws {
        self.file = file
        guard isCompressed else {
            decompressor = nil
            return
        }
        guard let decompressor = BlockGzip.Decompressor() else { throw RecordError(.cannotWrite, "There is no memory to read \(file.path).") }
        self.decompressor = decompressor
    }

    /// The next line without its newline; `nil` after the last one. Bytes without a newline are no line.
    func next() throws -> [UInt8]? {
        var searched = start
        while true {
            if let end = newline(from: searched) {
                defer { start = end + 1 }
                return Array(text[start..<end])
            }
            searched = text.count
            guard !isAtEnd, text.count - start <= Self.longestLine else { return nil }
            if start > 0 {
                text.removeSubrange(..<start)
                searched -= start
                start = 0
            }
            try fill()
        }
    }

    /// Bytes after the last line.
    var rest: Int { text.count - start }

    private func newline(from position: Int) -> Int? {
        text.withUnsafeBytes { bytes in
            guard position < bytes.count, let base = bytes.baseAddress, let found = memchr(base + position, 0x0A, bytes.count - position) else { return nil }
            return base.distance(to: found)
        }
    }

    private func fill() throws {
        guard let decompressor else {
            let count = try file.read(at: offset, count: Self.step, into: &text)
            offset += Int64(count)
            isAtEnd = count == 0
            return
        }
        let known = compressed.count
        let count = try file.read(at: offset, count: Self.step, into: &compressed)
        offset += Int64(count)
        fileSum = compressed[known...].withUnsafeBytes { LineText.sum($0, after: fileSum) }
        var position = 0
        while let length = BlockGzip.blockCount(compressed[position...]), position + length <= compressed.count {
            guard decompressor.decompress(compressed[position..<position + length], into: &text) else {
                (isBroken, isAtEnd) = (true, true)
                return
            }
            position += length
        }
        compressed.removeSubrange(..<position)
        let isStuck = compressed.count >= 65_536 || (compressed.count >= BlockGzip.headerCount && BlockGzip.blockCount(compressed[...]) == nil)
        if isStuck || count == 0 {
            isAtEnd = true
            isBroken = isStuck || !compressed.isEmpty
        }
    }
}
