/// Reads bits, lowest first, as JPEG XL packs them.
struct BitReader {
    private let reader: ByteReader
    private var position: Int

    init(_ bytes: UnsafeRawBufferPointer, at byteOffset: Int) {
        reader = ByteReader(bytes)
        position = byteOffset * 8
    }

    /// Up to 32 bits; `nil` behind the end.
    mutating func read(_ count: Int) -> Int? {
        var value = 0
        for index in 0..<count {
            guard let byte = reader.uint8(position / 8) else { return nil }
            value |= (byte >> (position % 8) & 1) << index
            position += 1
        }
        return value
    }
}
