/// A piece of SQL with what stands for its question marks, in order.
package struct SQLFragment: Sendable, Hashable {
    package var sql: String
    package var arguments: [SQLArgument]

    package init(_ sql: String, _ arguments: [SQLArgument] = []) {
        self.sql = sql
        self.arguments = arguments
    }

    /// Several pieces one after the other.
    static func join(_ parts: [SQLFragment], _ separator: String) -> SQLFragment {
        SQLFragment(parts.map(\.sql).joined(separator: separator), parts.flatMap(\.arguments))
    }

    /// Text around this piece.
    func inside(_ before: String, _ after: String) -> SQLFragment { SQLFragment(before + sql + after, arguments) }
}

/// A value bound to a question mark.
package enum SQLArgument: Sendable, Hashable {
    case text(String)
    case real(Double)
    case blob([UInt8])
}
