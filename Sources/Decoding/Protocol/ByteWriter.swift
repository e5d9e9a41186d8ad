/// Appends values in the fixed little-endian layout of the worker protocol.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(256) }

    mutating func put(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ value: Int) { put(Int64(value)) }

    mutating func put(_ value: Bool) { put(UInt8(value ? 1 : 0)) }

    mutating func put(_ value: Double) { put(value.bitPattern) }

    /// At most `limit` bytes of UTF-8, cut between characters; the end is kept, as that is where a file name has its extension.
    mutating func put(_ text: String, limit: Int) {
        var kept = Array(text.utf8.suffix(limit))[...]
        if kept.count < text.utf8.count { kept = kept.drop { $0 & 0xC0 == 0x80 } }
        put(UInt32(kept.count))
        bytes.append(contentsOf: kept)
    }

    /// A flag, and the value where there is one.
    mutating func put<Value>(_ value: Value?, _ write: (inout ByteWriter, Value) -> Void) {
        put(value != nil)
        if let value { write(&self, value) }
    }
}
