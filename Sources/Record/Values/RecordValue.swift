/// A value of an object's field, as JSON has them; whole numbers and others are kept apart.
package enum RecordValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text(String)
    case list([RecordValue])
    case object([RecordField])

    package subscript(name: String) -> RecordValue? {
        if case .object(let fields) = self { fields[name] } else { nil }
    }

    package var int: Int64? { if case .int(let value) = self { value } else { nil } }
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var list: [RecordValue]? { if case .list(let values) = self { values } else { nil } }
    package var fields: [RecordField]? { if case .object(let fields) = self { fields } else { nil } }
    /// Also of a whole number.
    package var double: Double? {
        switch self {
        case .double(let value): value
        case .int(let value): Double(value)
        default: nil
        }
    }
}

/// A name and its value.
package struct RecordField: Sendable, Hashable {
    package var name: String
    package var value: RecordValue

    package init(_ name: String, _ value: RecordValue) { (self.name, self.value) = (name, value) }
}

extension [RecordField] {
    package subscript(name: String) -> RecordValue? { first { $0.name == name }?.value }
}
