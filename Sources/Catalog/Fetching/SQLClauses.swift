import Support

/// A piece of SQL with the values of its parameters, in their order.
struct SQLPart: Hashable {
    var sql: String
    var arguments: [SQLValue]

    init(_ sql: String, _ arguments: [SQLValue] = []) { (self.sql, self.arguments) = (sql, arguments) }
}

/// Conditions that all must hold.
struct SQLClauses {
    private(set) var conditions: [String] = []
    private(set) var arguments: [SQLValue] = []

    mutating func add(_ fragment: SQLPart) {
        conditions.append(fragment.sql)
        arguments += fragment.arguments
    }

    mutating func add(_ condition: String) { conditions.append(condition) }

    /// ` WHERE …`, or nothing.
    var whereText: String { conditions.isEmpty ? "" : " WHERE " + conditions.separated(by: " AND ") }
}
