/// Reads what `ByteWriter` wrote, from bytes that may be anything at all.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(ProtocolError) -> Value {
        let size = MemoryLayout<Value>.size
        guard bytes.count - position >= size else { throw .truncated }
        defer { position += size }
        return bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Value.self)) }
    }

    mutating func int() throws(ProtocolError) -> Int {
        guard let value = Int(exactly: try integer(Int64.self)) else { throw .invalid("integer") }
        return value
    }

    /// A size or a length: never negative.
    mutating func count() throws(ProtocolError) -> Int {
        let value = try int()
        guard value >= 0 else { throw .invalid("length") }
        return value
    }

    mutating func flag() throws(ProtocolError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        default: throw .invalid("flag")
        }
    }

    mutating func double() throws(ProtocolError) -> Double {
        let value = Double(bitPattern: try integer(UInt64.self))
        guard value.isFinite else { throw .invalid("number") }
        return value
    }

    mutating func text(limit: Int) throws(ProtocolError) -> String {
        let length = Int(try integer(UInt32.self))
        guard length <= limit else { throw .invalid("text") }
        guard bytes.count - position >= length else { throw .truncated }
        defer { position += length }
        return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }

    mutating func optional<Value>(_ read: (inout ByteReader) throws(ProtocolError) -> Value) throws(ProtocolError) -> Value? {
        guard try flag() else { return nil }
        return try read(&self)
    }

    /// Nothing may follow the last field.
    func end() throws(ProtocolError) {
        guard position == bytes.count else { throw .invalid("length") }
    }
}
