import CSQLite
import Glibc
import GRDB
import GRDBSQLite

/// What a catalogue may come with that somebody else has made: a schema is a program that runs in whoever opens it.
enum ForeignSchema {
    /// Called first on every connection. The schema can't call functions of ours, nor change itself, and a page that contradicts itself is an error
    /// rather than believed.
    static func defend(_ db: Database) throws {
        try require(csqlite_defend(db.sqliteConnection))
        try db.script("PRAGMA cell_size_check = ON")
    }

    /// Whether the file and its log are left as they are when this connection is the last one to close.
    static func keepLog(_ db: Database, _ keeps: Bool) throws { try require(csqlite_keep_log(db.sqliteConnection, keeps ? 1 : 0)) }

    private static func require(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "SQLite is too old to be protected from foreign schemas") }
    }

    /// The name of a trigger or view that no schema of ours has. Triggers run with every change, and could change what the change doesn't speak of.
    static func stranger(in db: Database) throws -> String? {
        var strangers = try db.all("SELECT name, type = 'view', sql FROM sqlite_schema WHERE type IN ('trigger', 'view')") {
            (name: $0.text(0), isView: $0.bool(1), sql: $0.text(2))
        }
        for text in Schema.textsWithTriggers {
            text.withCString { text in strangers.removeAll { !$0.isView && strstr(text, $0.sql) != nil } }
        }
        return strangers.first?.name
    }
}
