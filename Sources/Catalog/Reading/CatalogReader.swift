import Columns
import Foundation
import GRDB
import PhotoModel
import Query

/// One snapshot of the catalogue, valid inside the block it was given to.
package class CatalogReader {
    let db: Database
    let cache: FetchCache?
    let columns: ColumnIndex?
    let options: CatalogOptions
    let path: String
    /// The application whose selection is all that this reader shows: no other asset, and no album or folder. `nil` shows everything.
    package internal(set) var selection: String?
    /// What everything that is fetched may cost together; `nil` gives each fetch a budget of its own.
    package internal(set) var budget: QueryBudget?
    /// What this reader has looked for among the words of assets.
    var foundWords: [WordRequest: RowSet] = [:]
    /// Of which assets a condition on a name of their place holds, as far as this reader has looked.
    var foundPlaces: [Condition: RowSet] = [:]
    /// Of the tables whose rows this reader has met column by column.
    private var tables: [String: TableColumns] = [:]

    init(db: Database, cache: FetchCache?, columns: ColumnIndex?, options: CatalogOptions, path: String, selection: String? = nil) {
        (self.db, self.cache, self.columns, self.options, self.path, self.selection) = (db, cache, columns, options, path, selection)
    }

    /// The budget for one fetch.
    func fetchBudget() -> QueryBudget { budget ?? QueryBudget(options.queryWork) }

    /// The newest change this snapshot contains.
    package var position: ChangePosition {
        get throws { ChangePosition(rawValue: try db.first("SELECT max(position) FROM change") { $0.int64(0) } ?? 0) }
    }

    /// Asked of the database once: it takes longer than to read a row, and no schema changes within a transaction.
    func tableColumns(_ table: String) throws -> TableColumns {
        if let known = tables[table] { return known }
        let columns = try TableColumns(table, db)
        tables[table] = columns
        return columns
    }

    /// A value that `setValue` kept with the library.
    package func value(forKey key: String) throws -> String? {
        try db.first("SELECT value FROM library WHERE key = ?", [.text(key)]) { $0.text(0) }
    }

    /// Numbers about the catalogue as a whole.
    package func libraryInfo() throws -> LibraryInfo {
        func number(_ sql: String) throws -> Int { try db.first(sql) { $0.int(0) } ?? 0 }
        return LibraryInfo(
            schemaVersion: try number("PRAGMA user_version"),
            createdDate: try value(forKey: "created").flatMap(Double.init) ?? 0,
            assetCount: try number("SELECT sum(count) FROM asset_census WHERE trashed = 0"),
            trashedCount: try number("SELECT sum(count) FROM asset_census WHERE trashed = 1"),
            collectionCount: try number("SELECT count(*) FROM collection"),
            resourceCount: try number("SELECT count(*) FROM resource"),
            fileSize: Int64(try number("PRAGMA page_count") * number("PRAGMA page_size")))
    }

    /// Reads every page and every rule of the schema; seconds on a large catalogue.
    /// - Returns: what is wrong, a line each; empty for a sound catalogue.
    package func integrityProblems() throws -> [String] {
        let pages = try db.all("PRAGMA integrity_check(100)", cached: false) { $0.text(0) }.filter { $0 != "ok" }
        let links = try db.all("PRAGMA foreign_key_check", cached: false) { "table \($0.text(0)), row \($0.int64(1)): refers to a missing row of \($0.text(2))" }
        return pages + links
    }
}
