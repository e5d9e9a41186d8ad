import Support

extension Expression: CustomStringConvertible {
    /// The expression as a format writes it.
    package var description: String {
        switch self {
        case .value(let value): value.description
        case .key(let key): key.description
        case .object: "SELF"
        case .count(let key): "\(key).@count"
        case .arithmetic(let sign, let left, let right): "\(left.enclosed) \(sign.rawValue) \(right.enclosed)"
        // Parentheses keep "-(5)" apart from the literal "-5".
        case .negative(let operand): "-(\(operand))"
        case .complement(let operand): "~(\(operand))"
        case .function(let function, let arguments):
            "\(function.rawValue)(\(arguments.map(\.description).joined(separator: ", ")))"
        case .aggregate(let members): "{\(members.map(\.description).joined(separator: ", "))}"
        }
    }

    private var enclosed: String {
        if case .arithmetic = self { "(\(self))" } else { description }
    }
}

extension QueryValue: CustomStringConvertible {
    /// The constant as a format writes it.
    package var description: String {
        switch self {
        case .null: "NIL"
        case .bool(let value): value ? "YES" : "NO"
        case .int(let value): String(value)
        case .double(let value): value.isFinite ? "\(value)" : "CAST(\"\(Self.endless(value))\", \"NSNumber\")"
        case .string(let text): Self.quoted(text)
        case .date(let seconds): seconds.isFinite ? "CAST(\(seconds), \"NSDate\")" : "CAST(\"\(Self.endless(seconds))\", \"NSDate\")"
        case .uuid(let uuid): "CAST(\"\(uuid.uuidString)\", \"NSUUID\")"
        case .list(let members): "{\(members.map(\.description).joined(separator: ", "))}"
        }
    }

    /// Swift writes the payload of a not-a-number too, which nothing reads.
    private static func endless(_ value: Double) -> String { value.isNaN ? "nan" : "\(value)" }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\"; result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    result += "\\u" + UInt16(truncatingIfNeeded: scalar.value).hexadecimal
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}
