import CSQLite
import Glibc
import GRDB
import GRDBSQLite

/// What a catalogue may come with that somebody else has made: a schema is a program that runs in whoever opens it.
enum ForeignSchema {
    /// Called first on every connection. The schema can't call functions of ours, nor change itself, and a page that contradicts itself is an error
    /// rather than believed.
    static func defend(_ db: Database) throws {
        let code = csqlite_defend(db.sqliteConnection)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "SQLite is too old to be protected from foreign schemas") }
        try db.execute(sql: "PRAGMA cell_size_check = ON")
    }

    /// The name of a trigger or view that no schema of ours has. Triggers run with every change, and could change what the change doesn't speak of.
    static func stranger(in db: Database) throws -> String? {
        try db.all("SELECT name, type, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')") { ($0.text(0), $0.text(1), $0.text(2)) }
            .first { _, type, sql in type == "view" || strstr(Schema.text, sql) == nil }?.0
    }
}
