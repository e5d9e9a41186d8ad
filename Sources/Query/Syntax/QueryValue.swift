import Foundation

/// A constant in a predicate, and what a key of an object yields when a predicate is evaluated in memory.
package enum QueryValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    /// Seconds since 1 January 2001, 00:00 UTC.
    case date(Double)
    case uuid(UUID)
    /// The values of a to-many key, or a literal `{…}`.
    case list([QueryValue])
}

extension QueryValue {
    /// The value as it is called in error messages, with its content shortened.
    var displayName: String {
        switch self {
        case .null: "nil"
        case .bool(let value): value ? "YES" : "NO"
        case .int(let value): "the number \(value)"
        case .double(let value): "the number \(value)"
        case .string(let text): "the text \"\(text.prefix(60))\""
        case .date: "a date"
        case .uuid(let uuid): "the identifier \(uuid.uuidString)"
        case .list: "a list of values"
        }
    }

    var isNull: Bool { self == .null }
}

extension QueryValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
    package init(integerLiteral value: Int64) { self = .int(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: QueryValue...) { self = .list(elements) }
}
