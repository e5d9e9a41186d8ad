import Support

/// JSON without spaces, in the order that is given, which is the same bytes every time.
extension [UInt8] {
    mutating func append(json value: RecordValue) {
        switch value {
        case .null: append(contentsOf: "null".utf8)
        case .bool(let value): append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): append(contentsOf: String(value).utf8)
        case .double(let value): append(json: value)
        case .text(let value): append(json: value)
        case .list(let values):
            append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(json: value)
            }
            append(UInt8(ascii: "]"))
        case .object(let fields):
            append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(json: field)
            }
            append(UInt8(ascii: "}"))
        }
    }

    mutating func append(json field: RecordField) {
        append(json: field.name)
        append(UInt8(ascii: ":"))
        append(json: field.value)
    }

    /// The shortest digits that read back as the same number, bit for bit. JSON has no word for infinity; what is too large to be a number reads as one.
    private mutating func append(json value: Double) {
        guard !value.isNaN else { return append(contentsOf: "null".utf8) }
        append(contentsOf: (value.isFinite ? value.description : value < 0 ? "-1e999" : "1e999").utf8)
    }

    mutating func append(json text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            // Nearly all texts are of plain characters, which are appended at once.
            guard bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else { return append(contentsOf: bytes) }
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    append(UInt8(ascii: "\\"))
                    append(byte)
                case ..<0x20:
                    append(contentsOf: "\\u00".utf8)
                    append(hexadecimal: byte)
                default: append(byte)
                }
            }
        }
        append(UInt8(ascii: "\""))
    }
}
