/// Reads numbers from untrusted bytes: every access is checked, and one outside of them is `nil`.
package struct ByteReader {
    package let bytes: UnsafeRawBufferPointer
    package var isLittleEndian: Bool

    package init(_ bytes: UnsafeRawBufferPointer, isLittleEndian: Bool = false) {
        self.bytes = bytes
        self.isLittleEndian = isLittleEndian
    }

    package var count: Int { bytes.count }

    /// Whether `length` bytes lie at `offset`; safe for any two numbers.
    package func has(_ length: Int, at offset: Int) -> Bool {
        offset >= 0 && length >= 0 && length <= bytes.count && offset <= bytes.count - length
    }

    package func uint8(_ offset: Int) -> Int? {
        has(1, at: offset) ? Int(bytes[offset]) : nil
    }

    package func uint16(_ offset: Int) -> Int? {
        guard has(2, at: offset) else { return nil }
        let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return Int(isLittleEndian ? UInt16(littleEndian: raw) : UInt16(bigEndian: raw))
    }

    package func uint32(_ offset: Int) -> Int? {
        guard has(4, at: offset) else { return nil }
        let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return Int(isLittleEndian ? UInt32(littleEndian: raw) : UInt32(bigEndian: raw))
    }

    package func int32(_ offset: Int) -> Int? {
        uint32(offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    /// `nil` also for numbers above `Int.max`, which no size or offset in a file can be.
    package func uint64(_ offset: Int) -> Int? {
        guard has(8, at: offset) else { return nil }
        let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Int(exactly: isLittleEndian ? UInt64(littleEndian: raw) : UInt64(bigEndian: raw))
    }

    package func slice(_ offset: Int, _ length: Int) -> UnsafeRawBufferPointer? {
        guard has(length, at: offset) else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    }

    /// Whether the ASCII characters of `text` stand at `offset`.
    package func matches(_ text: StaticString, at offset: Int) -> Bool {
        guard has(text.utf8CodeUnitCount, at: offset) else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    package func matches(_ expected: [UInt8], at offset: Int) -> Bool {
        guard has(expected.count, at: offset) else { return false }
        for (index, byte) in expected.enumerated() where bytes[offset + index] != byte { return false }
        return true
    }

    /// Four characters at `offset`, unprintable ones as `?`.
    package func fourCharacters(_ offset: Int) -> String? {
        guard let four = slice(offset, 4) else { return nil }
        return String(decoding: four.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// Offset of the first `text` within `range`, cut to the bytes there are.
    package func firstIndex(of text: StaticString, in range: Range<Int>) -> Int? {
        let window = range.clamped(to: 0..<bytes.count)
        let length = text.utf8CodeUnitCount
        guard length > 0, window.count >= length else { return nil }
        let first = text.utf8Start[0]
        for offset in window.lowerBound...(window.upperBound - length) where bytes[offset] == first && matches(text, at: offset) {
            return offset
        }
        return nil
    }
}
