import Foundation
import GRDBSQLite
import LibraryEngine
import PhotosTesting

extension World {
    /// An invented library of as many assets, without files.
    ///
    /// A part is generated; SQLite itself copies that part, a little later each time, since a million through the catalogue's own writer take minutes
    /// in a debug build. Triggers keep the counts right, as with any insertion.
    static func ofMany(_ count: Int) throws -> World {
        let copies = max(1, count / 20_000)
        return try World { url, environment in
            let library = try PhotoLibrary.create(at: url, environment: environment)
            defer { library.close() }
            try LibraryGenerator(assetCount: count / copies).fill(library)
            library.close()
            try copyAssets(url.appending(path: "database/catalog.sqlite"), times: copies - 1)
        }
    }

    private static func copyAssets(_ catalog: URL, times: Int) throws {
        var database: OpaquePointer?
        guard sqlite3_open_v2(catalog.path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else { throw Failure(database) }
        defer { sqlite3_close(database) }
        let columns = try names(database).filter { $0 != "id" }
        let values = columns.map { column in
            switch column {
            case "uuid": "randomblob(16)"
            case "creationDate", "addedDate": "\(column) + copy.number * 137.0"
            case "burstIdentifier": "burstIdentifier || copy.number"
            default: column
            }
        }
        try run(
            database,
            """
            PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY;
            BEGIN;
            WITH RECURSIVE copy(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < \(times)),
                original AS MATERIALIZED (SELECT * FROM asset)
            INSERT INTO asset (\(columns.joined(separator: ", ")))
            SELECT \(values.joined(separator: ", ")) FROM original JOIN copy ORDER BY creationDate;
            COMMIT;
            PRAGMA wal_checkpoint(TRUNCATE);
            """)
    }

    private static func names(_ database: OpaquePointer?) throws -> [String] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let sql = "SELECT name FROM pragma_table_info('asset')"
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw Failure(database) }
        var names: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW { names.append(String(cString: sqlite3_column_text(statement, 0))) }
        return names
    }

    private static func run(_ database: OpaquePointer?, _ sql: String) throws {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw Failure(database) }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ database: OpaquePointer?) { description = String(cString: sqlite3_errmsg(database)) }
    }
}
