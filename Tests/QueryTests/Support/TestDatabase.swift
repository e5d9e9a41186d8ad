import Foundation
import GRDBSQLite
@testable import Query
import TestSupport

/// SQLite in memory with a table whose columns are the assets' keys, and the functions that translated SQL calls.
final class TestDatabase {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private var handle: OpaquePointer?

    static let mapping: SQLMapping = {
        var sources: [String: SQLMapping.Source] = [:]
        for key in KeySpace.assets.keys {
            let kind: SQLMapping.Kind =
                switch key.type {
                case .bool: .bool
                case .integer: .integer
                case .number: .real
                case .date: .date
                case .identifier: .uuid
                case .string, .any: .text
                }
            sources[key.name] =
                key.isToMany
                ? .toMany(
                    element: "k.value", kind,
                    exists: "EXISTS (SELECT 1 FROM element k WHERE k.asset = a.id AND k.key = '\(key.name)' AND {condition})",
                    count: "(SELECT COUNT(*) FROM element k WHERE k.asset = a.id AND k.key = '\(key.name)')")
                : .column("a.\(key.name)", kind, isNullable: key.type != .identifier && !SeededRandom.notNull.contains(key.name))
        }
        return SQLMapping(sources)
    }()

    init(rows: [[QueryValue]]) throws {
        try check(sqlite3_open(":memory:", &handle))
        register()
        let columns = KeySpace.assets.keys.filter { !$0.isToMany }.map { key in
            let type =
                switch key.type {
                case .bool, .integer: "INTEGER"
                case .number, .date: "REAL"
                case .identifier: "BLOB"
                case .string, .any: "TEXT"
                }
            return "\(key.name) \(type)" + (SeededRandom.notNull.contains(key.name) || key.type == .identifier ? " NOT NULL" : "")
        }
        try run("CREATE TABLE asset (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))")
        try run("CREATE TABLE element (asset INTEGER NOT NULL, key TEXT NOT NULL, value NOT NULL)")
        try run("CREATE INDEX asset_on_uuid ON asset (localIdentifier)")
        try run("CREATE INDEX asset_images ON asset (creationDate) WHERE mediaType = 1")
        for (index, row) in rows.enumerated() { try insert(row, id: index) }
    }

    deinit { sqlite3_close(handle) }

    /// Indexes of the rows that fulfil the condition, ascending.
    func rows(where condition: SQLFragment) throws -> [Int] {
        try run("SELECT a.id FROM asset a WHERE \(condition.sql) ORDER BY a.id", condition.arguments)
    }

    /// The query plan, one line per step.
    func plan(where condition: SQLFragment) throws -> String {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN SELECT a.id FROM asset a WHERE \(condition.sql)", -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        var lines: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW { lines.append(String(cString: sqlite3_column_text(statement, 3))) }
        return lines.joined(separator: "\n")
    }

    private func insert(_ row: [QueryValue], id: Int) throws {
        var names: [String] = [], marks: [String] = [], arguments: [SQLArgument] = []
        for (key, value) in zip(KeySpace.assets.keys, row) {
            if case .list(let members) = value {
                for member in members {
                    let argument: SQLArgument? =
                        switch member {
                        case .string(let text): .text(text)
                        case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
                        default: nil
                        }
                    if let argument { try run("INSERT INTO element VALUES (\(id), '\(key.name)', ?)", [argument]) }
                }
                continue
            }
            names.append(key.name)
            switch value {
            case .bool(let flag): marks.append(flag ? "1" : "0")
            case .int(let number): marks.append("\(number)")
            case .double(let number), .date(let number): marks.append("?"); arguments.append(.real(number))
            case .string(let text): marks.append("?"); arguments.append(.text(text))
            case .uuid(let uuid): marks.append("?"); arguments.append(.blob(withUnsafeBytes(of: uuid.uuid) { Array($0) }))
            case .null, .list: marks.append("NULL")
            }
        }
        try run("INSERT INTO asset (id, \(names.joined(separator: ", "))) VALUES (\(id), \(marks.joined(separator: ", ")))", arguments)
    }

    @discardableResult
    private func run(_ sql: String, _ arguments: [SQLArgument] = []) throws -> [Int] {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil), sql)
        defer { sqlite3_finalize(statement) }
        // SQLITE_TRANSIENT: SQLite copies what is bound.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, argument) in arguments.enumerated() {
            let place = Int32(index + 1)
            switch argument {
            case .text(let text): try check(sqlite3_bind_text(statement, place, text, -1, transient))
            case .real(let number): try check(sqlite3_bind_double(statement, place, number))
            case .blob(let bytes): try check(sqlite3_bind_blob(statement, place, bytes, Int32(bytes.count), transient))
            }
        }
        var ids: [Int] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: ids.append(Int(sqlite3_column_int64(statement, 0)))
            case SQLITE_DONE: return ids
            default: throw Failure(description: String(cString: sqlite3_errmsg(handle)) + " in " + sql)
            }
        }
    }

    private func check(_ code: Int32, _ sql: String = "") throws {
        guard code == SQLITE_OK else { throw Failure(description: String(cString: sqlite3_errmsg(handle)) + " in " + sql) }
    }

    private func register() {
        func add(_ name: String, _ count: Int32, _ body: @escaping @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void) {
            sqlite3_create_function_v2(handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, body, nil, nil, nil)
        }
        add(QueryFunctions.foldName, 2) { context, _, values in
            SQLCall(context, values).finish { call in
                guard case .string(let text) = call[0], case .int(let options) = call[1] else { return .null }
                return .string(QueryFunctions.fold(text, options: Int(options)))
            }
        }
        add(QueryFunctions.likeName, 2) { context, _, values in
            SQLCall(context, values).finish { call in
                guard case .string(let text) = call[0], case .string(let pattern) = call[1] else { return .null }
                return .bool(try QueryFunctions.like(text, pattern: pattern))
            }
        }
        add(QueryFunctions.matchName, 3) { context, _, values in
            SQLCall(context, values).finish { call in
                guard case .string(let text) = call[0], case .string(let pattern) = call[1], case .int(let options) = call[2] else { return .null }
                return .bool(try QueryFunctions.match(text, pattern: pattern, options: Int(options)))
            }
        }
        for count in [2, 3, 5] as [Int32] {
            add(QueryFunctions.callName, count) { context, count, values in
                SQLCall(context, values).finish { call in
                    guard case .string(let name) = call[0] else { return .null }
                    return QueryFunctions.call(name, (1..<Int(count)).map { call[$0] })
                }
            }
        }
    }
}

/// One call of a registered function.
struct SQLCall {
    private let context: OpaquePointer?
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    init(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
        self.context = context
        self.values = values
    }

    subscript(_ index: Int) -> QueryValue {
        let value = values?[index]
        return switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: .int(sqlite3_value_int64(value))
        case SQLITE_FLOAT: .double(sqlite3_value_double(value))
        case SQLITE_TEXT: .string(String(cString: sqlite3_value_text(value)))
        default: .null
        }
    }

    func finish(_ body: (SQLCall) throws -> QueryValue) {
        do {
            switch try body(self) {
            case .bool(let flag): sqlite3_result_int64(context, flag ? 1 : 0)
            case .int(let number): sqlite3_result_int64(context, number)
            case .double(let number): sqlite3_result_double(context, number)
            case .string(let text): sqlite3_result_text(context, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            default: sqlite3_result_null(context)
            }
        } catch {
            sqlite3_result_error(context, "\(error)", -1)
        }
    }
}
