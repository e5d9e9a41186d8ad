/// Appends numbers, highest byte first, and builds the structures that media files are made of.
struct ByteBuilder {
    var bytes: [UInt8] = []

    @discardableResult
    mutating func add(_ text: String) -> Self { add(Array(text.utf8)) }

    @discardableResult
    mutating func add(_ raw: [UInt8]) -> Self {
        bytes += raw
        return self
    }

    @discardableResult
    mutating func add(_ value: Int, bytes count: Int) -> Self {
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        return self
    }

    static func number(_ value: Int, bytes count: Int) -> [UInt8] {
        var builder = ByteBuilder()
        return builder.add(value, bytes: count).bytes
    }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// A box of an ISO base media file.
    static func box(_ kind: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return number(body.count + 8, bytes: 4) + Array(kind.utf8) + body
    }

    /// A box with a version and flags.
    static func fullBox(_ kind: String, version: Int = 0, flags: Int = 0, _ parts: [UInt8]...) -> [UInt8] {
        box(kind, number(version << 24 | flags, bytes: 4), parts.flatMap { $0 })
    }
}
