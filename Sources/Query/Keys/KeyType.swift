/// What a key's values are, and so what they can be compared with.
package enum KeyType: String, Sendable, Hashable {
    /// YES or NO; compares with numbers as 1 and 0.
    case bool
    /// Whole numbers, enumerations and bit sets among them.
    case integer
    /// Numbers with a fraction.
    case number
    case string
    /// Seconds since 1 January 2001.
    case date
    /// A UUID; local identifiers and asset URLs are read as theirs.
    case identifier
    /// Whatever an object of unknown type yields; compared at run time only.
    case any

    /// How error messages call it.
    var displayName: String {
        switch self {
        case .bool: "YES or NO"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "a text"
        case .date: "a date"
        case .identifier: "an identifier"
        case .any: "a value"
        }
    }

    var isNumeric: Bool { self == .bool || self == .integer || self == .number }
}
