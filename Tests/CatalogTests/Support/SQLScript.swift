import Foundation
import GRDBSQLite

/// SQLite files as readable scripts and back, below and apart from the code under test.
enum SQLScript {
    struct Failure: Error { var message: String }

    /// Makes a database from a script.
    static func build(_ script: String, at file: URL) throws {
        try withDatabase(file) { db in
            guard sqlite3_exec(db, script, nil, nil, nil) == SQLITE_OK else { throw Failure(message: String(cString: sqlite3_errmsg(db))) }
        }
    }

    /// Writes a database as a script: tables, rows (without generated columns), then indexes and triggers, so that no trigger counts twice.
    static func record(_ file: URL) throws -> String {
        try withDatabase(file) { db in
            let objects = try rows(db, "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
            var lines: [String] = []
            for pragma in ["application_id", "user_version"] { lines.append("PRAGMA \(pragma) = \(try rows(db, "PRAGMA \(pragma)")[0][0]);") }
            for object in objects where object[0] == "table" { lines.append(object[2] + ";") }
            for table in objects.filter({ $0[0] == "table" }).map({ $0[1] }) + ["sqlite_sequence"] {
                let columns = try rows(db, "PRAGMA table_xinfo(\(table))").filter { $0[6] == "0" }.map { $0[1] }
                let quoted = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
                for row in try rows(db, "SELECT \(quoted) FROM \(table)") {
                    lines.append("INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(row[0]));")
                }
                // The sequences exist already, with what the inserts above left in them.
                if table != "sqlite_sequence" { continue }
                lines.insert("DELETE FROM sqlite_sequence;", at: lines.firstIndex { $0.hasPrefix("INSERT INTO sqlite_sequence") } ?? lines.endIndex)
            }
            for object in objects where object[0] != "table" { lines.append(object[2] + ";") }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    /// Every object of the schema, for comparison.
    static func schema(_ file: URL) throws -> Set<String> {
        try withDatabase(file) { db in Set(try rows(db, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").map { $0[0] }) }
    }

    private static func withDatabase<T>(_ file: URL, _ body: (OpaquePointer) throws -> T) throws -> T {
        var db: OpaquePointer?
        let code = sqlite3_open_v2(file.path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        defer { sqlite3_close(db) }
        guard code == SQLITE_OK, let db else { throw Failure(message: "\(file.path) can't be opened") }
        return try body(db)
    }

    private static func rows(_ db: OpaquePointer, _ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(db, sql, -1, &statement, nil) == SQLITE_OK else { throw Failure(message: String(cString: sqlite3_errmsg(db)) + ": " + sql) }
        defer { sqlite3_finalize(statement) }
        var result: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            result.append((0..<sqlite3_column_count(statement)).map { sqlite3_column_text(statement, $0).map { String(cString: $0) } ?? "" })
        }
        return result
    }
}
