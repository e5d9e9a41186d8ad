import GRDB
import GRDBSQLite

/// Statements stepped through the C interface, without GRDB's rows in between.
extension Database {
    /// Runs `body` for each row. `cached` keeps the compiled statement with the connection: for fixed texts only.
    func forEach(_ sql: String, _ arguments: [SQLValue] = [], cached: Bool = true, _ body: (Row) throws -> Void) throws {
        try withStatement(sql, arguments, cached: cached) { try step($0, sql, body) }
    }

    /// The same of a statement whose first parameters are row ids; those behind them stay NULL.
    func forEach(_ sql: String, ids: some Sequence<Int64>, _ body: (Row) throws -> Void) throws {
        try withStatement(sql, [], cached: true) { statement in
            var parameter: Int32 = 0
            for id in ids {
                parameter += 1
                let code = sqlite3_bind_int64(statement, parameter, id)
                guard code == SQLITE_OK else { throw failure(code, sql) }
            }
            try step(statement, sql, body)
        }
    }

    private func step(_ statement: OpaquePointer, _ sql: String, _ body: (Row) throws -> Void) throws {
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(Row(statement: statement))
            case SQLITE_DONE: return
            case let code: throw failure(code, sql)
            }
        }
    }

    /// Runs a statement that returns no rows, or whose rows don't matter.
    func run(_ sql: String, _ arguments: [SQLValue] = [], cached: Bool = true) throws {
        try forEach(sql, arguments, cached: cached) { _ in }
    }

    /// The first row, or `nil`.
    func first<T>(_ sql: String, _ arguments: [SQLValue] = [], cached: Bool = true, _ map: (Row) throws -> T) throws -> T? {
        try withStatement(sql, arguments, cached: cached) { statement in
            switch sqlite3_step(statement) {
            case SQLITE_ROW: return try map(Row(statement: statement))
            case SQLITE_DONE: return nil
            case let code: throw failure(code, sql)
            }
        }
    }

    func all<T>(_ sql: String, _ arguments: [SQLValue] = [], cached: Bool = true, _ map: (Row) throws -> T) throws -> [T] {
        var result: [T] = []
        try forEach(sql, arguments, cached: cached) { result.append(try map($0)) }
        return result
    }

    /// Compiles (or takes from the cache), binds, lends the statement to `body`, and resets it.
    func withStatement<T>(_ sql: String, _ arguments: [SQLValue], cached: Bool, _ body: (OpaquePointer) throws -> T) throws -> T {
        var statement = cached ? try cachedStatement(sql: sql) : try makeStatement(sql: sql)
        // The same text is being stepped further up the stack: it keeps its cursor, this call gets its own.
        if sqlite3_stmt_busy(statement.sqliteStatement) != 0 { statement = try makeStatement(sql: sql) }
        return try withExtendedLifetime(statement) {
            let pointer = statement.sqliteStatement
            defer {
                sqlite3_reset(pointer)
                sqlite3_clear_bindings(pointer)
            }
            for (index, argument) in arguments.enumerated() {
                let code = argument.bind(to: pointer, at: Int32(index + 1))
                guard code == SQLITE_OK else { throw failure(code, sql) }
            }
            return try body(pointer)
        }
    }

    /// Runs statements that have neither parameters nor rows that matter, and keeps none of them: what a connection begins with, and transactions around reads.
    /// GRDB's `execute` makes an object of each, with what it reads and writes, which takes longer than SQLite needs for all of it.
    func script(_ sql: String) throws {
        let code = sqlite3_exec(sqliteConnection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql) }
    }

    func failure(_ code: Int32, _ sql: String) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }
}

extension Database {
    /// Runs a statement again with one row id as its only parameter, and maps its first row.
    func step<T>(_ statement: OpaquePointer, binding id: Int64, _ map: (Row) throws -> T) throws -> T? {
        defer { sqlite3_reset(statement) }
        sqlite3_bind_int64(statement, 1, id)
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return try map(Row(statement: statement))
        case SQLITE_DONE: return nil
        case let code: throw failure(code, String(cString: sqlite3_sql(statement)))
        }
    }
}
