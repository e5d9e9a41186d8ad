import Foundation
import GRDB

extension Catalog {
    /// Compares the catalogue with an earlier copy of itself, row by row: what the change log does not name as changed since must be what it was. SQLite
    /// keeps no sums of its pages, so this is what finds a rotten title.
    ///
    /// A row that was changed since the copy was made has no witness in it, and what the log does not tell of (where a folder of references lies, small
    /// settings) is left out, unless nothing at all has changed since.
    /// - Returns: what differs, a line each; `nil` where the copy is of another history or another schema and tells nothing.
    package func differences(from copy: URL) throws -> [String]? {
        try Self.withLoneFile(file, readOnly: true) { db in
            try db.run("ATTACH DATABASE ? AS old", [.text(copy.path)], cached: false)
            var problems: [String]? = []
            try db.inTransaction(.deferred) {
                problems = try Comparison(db)?.problems()
                return .rollback
            }
            return problems
        }
    }
}

/// Two catalogues of one history: `old`, and `main`, which went on from it.
private struct Comparison {
    let db: Database
    /// The newest change of `old`.
    let position: Int64
    /// Nothing was changed since, so every row must be equal.
    let isSame: Bool
    /// `main` ends here, and `old` goes on: its newest changes are gone.
    var lostAfter: Int64?

    init?(_ db: Database) throws {
        func newest(_ schema: String) throws -> (Int64, Double)? {
            try db.first("SELECT position, date FROM \(schema).change ORDER BY position DESC LIMIT 1", cached: false) { ($0.int64(0), $0.double(1)) }
        }
        func number(_ sql: String) throws -> Int64 { try db.first(sql, cached: false) { $0.int64(0) } ?? 0 }
        guard try number("PRAGMA old.user_version") == number("PRAGMA main.user_version"), let (position, date) = try newest("old") else { return nil }
        (self.db, self.position) = (db, position)
        let end = try newest("main")
        isSame = end?.0 == position
        func text(_ schema: String) throws -> String? {
            try db.first("SELECT value FROM \(schema).library WHERE key = ?", [.text(CatalogReader.recoveredKey)], cached: false) { $0.text(0) }
        }
        let then = try db.first("SELECT date FROM main.change WHERE position = ?", [.int(position)], cached: false) { $0.double(0) }
        lostAfter = nil
        guard then != date else { return }
        // Who was set back to an earlier copy on purpose has that noted, and no longer has what the later ones hold.
        guard try text("old") == text("main"), position > end?.0 ?? 0 else { return nil }
        lostAfter = end?.0 ?? 0
    }

    private struct Table {
        var name: String
        /// What tells its rows apart.
        var key: [String]
        /// What is compared; `nil` compares all that is stored.
        var columns: [String]?
        /// Of a row called `row`: that nothing changed it since.
        var isUnchanged: String
    }

    private func changed(_ what: String, _ entities: String) -> String {
        "(SELECT \(what) FROM main.change_item WHERE position > \(position) AND entity IN (\(entities)) AND \(what) IS NOT NULL)"
    }

    private var tables: [Table] {
        let (assets, albums) = (changed("rowID", "1"), changed("rowID", "2, 3"))
        let kept = "row.position <= \(position) AND row.position >= (SELECT coalesce(min(position), 0) FROM main.change)"
        // What others' files looked like is noted without an entry in the log.
        let resource = ["assetID", "type", "filename", "uniformType", "size", "sha256", "rootID", "path", "modified", "isLocal", "isInCloud", "damage", "fileOffset"]
        if isSame {
            return [
                ("asset", ["id"]), ("keyword", ["id"]), ("asset_keyword", ["assetID", "position"]),
                ("collection", ["id"]), ("membership", ["collectionID", "position"]), ("project", ["collectionID"]), ("change", ["position"]),
                ("change_item", ["position", "entity", "uuid"]), ("access_grant", ["application", "level"]),
                ("access_selection", ["application", "assetID"]), ("sqlite_sequence", ["name"]), ("grdb_migrations", ["identifier"]),
            ].map { Table(name: $0.0, key: $0.1, isUnchanged: $0.0.hasPrefix("change") ? kept : "TRUE") } + [
                Table(name: "resource", key: ["id"], columns: resource, isUnchanged: "TRUE"),
                Table(name: "reference_root", key: ["id"], columns: ["uuid"], isUnchanged: "TRUE"), settings,
            ]
        }
        return [
            Table(name: "asset", key: ["id"], isUnchanged: "row.id NOT IN \(assets) AND row.uuid NOT IN \(changed("uuid", "1"))"),
            Table(name: "asset_keyword", key: ["assetID", "position"], isUnchanged: "row.assetID NOT IN \(assets)"),
            Table(name: "keyword", key: ["id"], isUnchanged: "row.id IN (SELECT id FROM old.keyword) AND row.id IN (SELECT id FROM main.keyword)"),
            Table(name: "resource", key: ["id"], columns: resource, isUnchanged: "row.assetID NOT IN \(assets)"),
            Table(
                name: "collection", key: ["id"], columns: ["uuid", "kind", "subtype", "title", "parentID", "modificationDate"],
                isUnchanged: "row.id NOT IN \(albums) AND row.uuid NOT IN \(changed("uuid", "2, 3"))"),
            Table(
                name: "membership", key: ["collectionID", "position"], columns: ["assetID"],
                isUnchanged: "row.collectionID NOT IN \(albums) AND row.assetID NOT IN \(assets)"),
            Table(name: "project", key: ["collectionID"], isUnchanged: "row.collectionID NOT IN \(albums)"),
            Table(name: "change", key: ["position"], isUnchanged: kept),
            Table(name: "change_item", key: ["position", "entity", "uuid"], isUnchanged: kept),
            settings,
        ]
    }

    /// The manifest is noted once, without an entry in the log, and the copy may be older than that.
    private var settings: Table {
        let manifest = CatalogReader.manifestKey
        return Table(
            name: "library", key: ["key"],
            isUnchanged: "(row.key = 'created' OR row.key = '\(manifest)' AND EXISTS (SELECT 1 FROM old.library WHERE key = '\(manifest)'))")
    }

    func problems() throws -> [String] {
        if let lostAfter { return ["its newest changes are gone: it ends with change \(lostAfter), and the copy goes on to \(position)"] }
        return try tables.compactMap { table in
            let count = try differences(table)
            return count == 0 ? nil : "table \(table.name): \(count) \(count == 1 ? "row is" : "rows are") not what the copy has, and no change tells why"
        }
    }

    private func differences(_ table: Table) throws -> Int {
        func number(_ sql: String) throws -> Int { try db.first(sql, cached: false) { $0.int(0) } ?? 0 }
        let stored = try db.all("PRAGMA main.table_info(\(table.name))", cached: false) { $0.text(1) }
        let columns = table.columns ?? stored
        func list(_ row: String) -> String { columns.map { "\(row).\($0)" }.joined(separator: ", ") }
        func matches(_ a: String, _ b: String) -> String { table.key.map { "\(a).\($0) = \(b).\($0)" }.joined(separator: " AND ") }
        func missing(_ from: String, _ to: String) -> String {
            "SELECT count(*) FROM \(from).\(table.name) AS row WHERE \(table.isUnchanged) AND NOT EXISTS (SELECT 1 FROM \(to).\(table.name) AS other WHERE \(matches("other", "row")))"
        }
        return try number(missing("old", "main")) + number(missing("main", "old"))
            + number(
                """
                SELECT count(*) FROM old.\(table.name) AS row JOIN main.\(table.name) AS other ON \(matches("other", "row"))
                WHERE \(table.isUnchanged) AND (\(list("row"))) IS NOT (\(list("other")))
                """)
    }
}
