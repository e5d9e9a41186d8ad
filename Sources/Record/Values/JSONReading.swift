/// Reads one JSON value from bytes. Whole numbers stay whole and others keep every bit, in the order of the text, which general readers do not promise.
struct JSONReading {
    /// What the bytes are instead of JSON; the line that they are of says where.
    struct Malformed: Error {}

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private static let deepest = 16

    /// - Throws: `Malformed` where the bytes are anything else than one value.
    static func value(of bytes: UnsafeRawBufferPointer) throws -> RecordValue {
        var reading = JSONReading(bytes: bytes.bindMemory(to: UInt8.self))
        let value = try reading.value(depth: 0)
        guard reading.index == bytes.count else { throw Malformed() }
        return value
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func value(depth: Int) throws -> RecordValue {
        guard depth < Self.deepest else { throw Malformed() }
        switch try peek() {
        case UInt8(ascii: "{"): return .object(try fields(depth))
        case UInt8(ascii: "["): return .list(try values(depth))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func fields(_ depth: Int) throws -> [RecordField] {
        index += 1
        var fields: [RecordField] = []
        if try take(UInt8(ascii: "}")) { return fields }
        // About as many as a photo and its file have: to grow step by step takes as long as to read them.
        fields.reserveCapacity(depth == 0 ? 40 : 16)
        repeat {
            let name = try text()
            guard try take(UInt8(ascii: ":")) else { throw Malformed() }
            fields.append(RecordField(name, try value(depth: depth + 1)))
        } while try take(UInt8(ascii: ","))
        guard try take(UInt8(ascii: "}")) else { throw Malformed() }
        return fields
    }

    private mutating func values(_ depth: Int) throws -> [RecordValue] {
        index += 1
        var values: [RecordValue] = []
        if try take(UInt8(ascii: "]")) { return values }
        repeat { values.append(try value(depth: depth + 1)) } while try take(UInt8(ascii: ","))
        guard try take(UInt8(ascii: "]")) else { throw Malformed() }
        return values
    }

    private mutating func text() throws -> String {
        guard try take(UInt8(ascii: "\"")) else { throw Malformed() }
        let start = index
        var isPlain = true
        while true {
            switch try peek() {
            case UInt8(ascii: "\""):
                let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
                index += 1
                return isPlain ? String(decoding: part, as: UTF8.self) : try unescaped(part)
            case UInt8(ascii: "\\"):
                isPlain = false
                index += 2
            case ..<0x20: throw Malformed()
            default: index += 1
            }
        }
    }

    private func unescaped(_ part: UnsafeBufferPointer<UInt8>) throws -> String {
        var units: [UInt8] = []
        var index = 0
        func code(_ start: Int) throws -> UInt32 {
            guard start + 4 <= part.count, let value = UInt32(String(decoding: part[start..<start + 4], as: UTF8.self), radix: 16) else { throw Malformed() }
            return value
        }
        while index < part.count {
            guard part[index] == UInt8(ascii: "\\") else {
                units.append(part[index])
                index += 1
                continue
            }
            guard index + 1 < part.count else { throw Malformed() }
            index += 2
            switch part[index - 1] {
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "u"):
                var value = try code(index)
                index += 4
                // Another program may have written what lies beyond 16 bits as two halves.
                if (0xD800..<0xDC00).contains(value), index + 1 < part.count, part[index] == UInt8(ascii: "\\"), part[index + 1] == UInt8(ascii: "u") {
                    let low = try code(index + 2)
                    guard (0xDC00..<0xE000).contains(low) else { throw Malformed() }
                    value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                    index += 6
                }
                guard let scalar = Unicode.Scalar(value) else { throw Malformed() }
                units.append(contentsOf: String(Character(scalar)).utf8)
            case let other: units.append(other)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    private mutating func number() throws -> RecordValue {
        let start = index
        var isWhole = true
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
            default:
                return try number(start..<index, isWhole)
            }
            index += 1
        }
        return try number(start..<index, isWhole)
    }

    private func number(_ range: Range<Int>, _ isWhole: Bool) throws -> RecordValue {
        if let short = Self.short(UnsafeBufferPointer(rebasing: bytes[range])) { return short }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        if isWhole {
            guard let value = Int64(text) else { throw Malformed() }
            return .int(value)
        }
        guard let value = Double(text) else { throw Malformed() }
        return .double(value)
    }

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

    /// A number of few digits, which nearly all are, many times as quickly as Swift reads any: both that are divided are exact, so that the result is rounded once.
    /// - Returns: `nil` for all others, and for what is no number.
    private static func short(_ text: UnsafeBufferPointer<UInt8>) -> RecordValue? {
        var digits: Int64 = 0, count = 0, point: Int?
        let isNegative = text.first == UInt8(ascii: "-")
        for byte in text.dropFirst(isNegative ? 1 : 0) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where count < 15: (digits, count) = (digits * 10 + Int64(byte - UInt8(ascii: "0")), count + 1)
            case UInt8(ascii: ".") where point == nil && count > 0: point = count
            default: return nil
            }
        }
        guard count > point ?? 0 else { return nil }
        guard let point else { return .int(isNegative ? -digits : digits) }
        let value = Double(digits) / powers[count - point]
        return .double(isNegative ? -value : value)
    }

    private mutating func word(_ word: StaticString, _ value: RecordValue) throws -> RecordValue {
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count, (0..<count).allSatisfy({ bytes[index + $0] == word.utf8Start[$0] }) else { throw Malformed() }
        index += count
        return value
    }

    private func peek() throws -> UInt8 {
        guard index < bytes.count else { throw Malformed() }
        return bytes[index]
    }

    private mutating func take(_ byte: UInt8) throws -> Bool {
        guard try peek() == byte else { return false }
        index += 1
        return true
    }
}
