import Foundation
import GRDB
import GRDBSQLite
import PhotoModel
import Support

/// Fills a new catalogue with what another one kept: rows with the ids they had, and all that is made of them afterwards.
///
/// Indexes of many rows are made and counts are taken when all rows are there, which is what makes a million of them a matter of a minute.
package final class CatalogRestorer {
    private let db: Database
    private let path: String
    /// How assets are made ready, on whatever thread.
    package let assets: AssetPreparation
    private let root: RowInsertion
    private let collection: RowInsertion
    private let share: RowInsertion
    private var keywordIDs: [[UInt8]: Int64] = [:]
    /// What is to be found of assets that were added last. They come in their order, so that few of their blocks are written twice.
    private var words: [Int64: AssetWords?] = [:]
    private static let wordsAtOnce = 2_560
    /// By table.
    private var statements: [String: Statement] = [:]
    /// Rows come in the order of these, each of which goes to the end.
    private static let indexesInOrder: Set = ["resource_by_asset", "asset_listed_by_added"]
    /// An index of some rows is kept as they come, since to test each takes less than to look at all of them once more. These hold nearly all, in another order.
    private static let indexesOfMany: Set = ["asset_listed", "asset_listed_by_type", "asset_alive", "asset_content_identifiers", "membership_by_date"]
    /// What was dropped, to be made again.
    private var indexes: [String] = []
    private var triggers: [String] = []

    fileprivate init(_ db: Database, path: String, _ files: RestoredFiles) throws {
        (self.db, self.path) = (db, path)
        assets = AssetPreparation(
            asset: RowInsertion(try TableColumns("asset", db)), resource: RowInsertion(try TableColumns("resource", db), owner: "assetID"), files: files,
            makesWords: try db.tableExists("asset_words"))
        root = RowInsertion(try TableColumns("reference_root", db))
        collection = RowInsertion(try TableColumns("collection", db), extra: ["position"])
        share = RowInsertion(try TableColumns("share", db))
        for (type, name, sql) in try db.all(
            "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL", [],
            { row in
                (row.text(0), row.text(1), row.text(2))
            })
        {
            if type == "index", Self.indexesInOrder.contains(name) || sql.contains(" WHERE ") && !Self.indexesOfMany.contains(name) { continue }
            if type == "index" { indexes.append(sql) } else { triggers.append(sql) }
            try db.run("DROP \(type) \"\(name)\"", cached: false)
        }
    }

    /// - Throws: `.constraint` for rows that no catalogue can hold.
    package func add(_ asset: ReadyAsset) throws {
        do { try insert(asset.row, assets.asset) } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // A UUID that came back after a purge, in a change that told only of its coming: the newer row is the living one.
            let other = try db.first("SELECT id FROM asset WHERE uuid = ?", [asset.uuid], { $0.int64(0) })
            guard let other else { throw error }
            guard other < asset.row.id else { return }
            for table in ["resource", "asset_keyword"] { try db.run("DELETE FROM \(table) WHERE assetID = ?", [.int(other)], cached: false) }
            try db.run("DELETE FROM asset WHERE id = ?", [.int(other)])
            if assets.makesWords { words[other] = .some(nil) }
            try insert(asset.row, assets.asset)
        }
        if let made = asset.words { words[asset.row.id] = made }
        if words.count >= Self.wordsAtOnce { try flushWords() }
        for (position, name) in asset.keywords.enumerated() {
            try db.run(
                "INSERT INTO asset_keyword (assetID, position, keywordID) VALUES (?, ?, ?)", [.int(asset.row.id), SQLValue(position), .int(try keywordID(name))])
        }
        for row in asset.resources { try insert(row, assets.resource) }
    }

    package func add(root row: StoredRow) throws { try insert(try root.prepared(row), root) }

    package func add(share row: StoredRow) throws { try insert(try share.prepared(row), share) }

    package func add(_ stored: StoredCollection) throws {
        try insert(try collection.prepared(stored.row), collection)
        guard let extensionData = stored.extensionData else { return }
        try db.run(
            "INSERT INTO project (collectionID, extensionData, preview) VALUES (?, ?, ?)",
            [.int(stored.row.id), .blob(extensionData), stored.preview.map { .blob($0) } ?? .null])
    }

    /// After all assets and albums. Assets that there are no more have left the album.
    package func add(members: [Int64], of collectionID: Int64) throws {
        guard try db.first("SELECT 1 FROM collection WHERE id = ?", [.int(collectionID)], { _ in true }) == true else { return }
        for (index, id) in members.enumerated() {
            try db.run(
                """
                INSERT INTO membership (collectionID, position, assetID, visible, trashed, creationDate)
                SELECT ?, ?, id, visible, trashed, creationDate FROM asset WHERE id = ?
                """, [.int(collectionID), .int(Int64(index + 1) << 20), .int(id)])
        }
    }

    /// What a folder, or the top level for `nil`, holds. After all albums and folders.
    package func arrange(children: [Int64], of folderID: Int64?) throws {
        for (index, id) in children.enumerated() {
            try db.run("UPDATE collection SET parentID = ?, position = ? WHERE id = ?", [SQLValue(folderID), SQLValue(index), .int(id)])
        }
    }

    /// After all assets.
    package func add(_ access: StoredAccess) throws {
        for grant in access.grants {
            try db.run(
                "INSERT INTO access_grant (application, level, status, date) VALUES (?, ?, ?, ?)",
                [
                    .text(access.application), SQLValue(grant.level.rawValue), SQLValue(grant.status.rawValue), .double(grant.date),
                ])
        }
        for id in access.selection {
            try db.run("INSERT INTO access_selection (application, assetID) SELECT ?, id FROM asset WHERE id = ?", [.text(access.application), .int(id)])
        }
    }

    package func add(_ library: StoredLibrary) throws {
        for (key, value) in library.values { try db.run("INSERT OR REPLACE INTO library (key, value) VALUES (?, ?)", [.text(key), .text(value)]) }
        for (table, highest) in library.highestIDs { try raise(table, to: highest) }
    }

    private func raise(_ table: String, to highest: Int64) throws {
        try db.run("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = ?2", [.int(highest), .text(table)])
        guard db.changesCount == 0 else { return }
        try db.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [.text(table), .int(highest)])
    }

    // MARK: Rows

    private func insert(_ row: ReadyRow, _ insertion: RowInsertion) throws {
        // The connection looks a statement up by its text, which takes nearly as long as to insert a row.
        let statement: Statement
        if let known = statements[insertion.table] {
            statement = known
        } else {
            statement = try db.makeStatement(sql: insertion.sql)
            statements[insertion.table] = statement
        }
        let pointer = statement.sqliteStatement
        defer {
            sqlite3_reset(pointer)
            sqlite3_clear_bindings(pointer)
        }
        try insertion.bind(row, to: pointer, path)
        guard case let code = sqlite3_step(pointer), code != SQLITE_DONE else { return }
        throw db.failure(code, insertion.sql)
    }

    private func flushWords() throws {
        try WordIndex.apply(words, db, path: path)
        words.removeAll(keepingCapacity: true)
    }

    private func keywordID(_ name: String) throws -> Int64 {
        let bytes = Array(name.utf8)
        if let known = keywordIDs[bytes] { return known }
        try db.run("INSERT INTO keyword (name) VALUES (?)", [.text(name)])
        keywordIDs[bytes] = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    // MARK: The end

    /// Makes everything that is made of the rows.
    /// - Parameters:
    ///   - position: the last change that what was restored contains. The log goes on behind it, with one entry that tells of nothing but the recovery. Where it says
    ///     otherwise of files than what it was made from, it remembers that position no more: whoever knows that state reads all anew, the library's record too.
    ///   - date: of the recovery.
    fileprivate func finish(at position: ChangePosition, date: Double) throws {
        try tidy()
        try flushWords()
        for index in indexes { try db.run(index, cached: false) }
        try count()
        for trigger in triggers { try db.run(trigger, cached: false) }
        let next = position.rawValue + (assets.files == .asTold ? 1 : 2)
        try db.run("INSERT INTO change (position, date, author) VALUES (?, ?, 'recover')", [.int(next), .double(date)])
    }

    /// What refers to something that is no more refers to nothing.
    private func tidy() throws {
        try db.run("UPDATE collection SET keyAssetID = NULL WHERE keyAssetID NOT IN (SELECT id FROM asset)", cached: false)
        let lost = "parentID IS NOT NULL AND parentID NOT IN (SELECT id FROM collection AS folder WHERE folder.\(CollectionRecord.Kind.folder.condition))"
        try db.run(
            """
            UPDATE collection SET parentID = NULL, position = id + (SELECT count(*) FROM collection) WHERE \(lost)
            """, cached: false)
    }

    private func count() throws {
        try db.run(
            """
            UPDATE collection SET
                count = (SELECT count(*) FROM membership WHERE collectionID = collection.id AND visible = 1),
                startDate = (SELECT min(creationDate) FROM membership WHERE collectionID = collection.id AND visible = 1),
                endDate = (SELECT max(creationDate) FROM membership WHERE collectionID = collection.id AND visible = 1)
            WHERE \(CollectionRecord.Kind.album.condition)
            """, cached: false)
        try db.run(
            """
            UPDATE collection SET count = (SELECT count(*) FROM collection AS child WHERE child.parentID = collection.id)
            WHERE \(CollectionRecord.Kind.folder.condition)
            """, cached: false)
        try countAssets()
        try db.run(SchemaV2.fillAddedCounts, cached: false)
        try db.run(SchemaV2.fillVariationCounts, cached: false)
    }

    /// By all that the kept counts tell them apart by. SQLite would sort the rows for that, which takes several times as long.
    private func countAssets() throws {
        let columns = SchemaV1.countedColumns, names = columns.joined(separator: ", ")
        var counts: [[Int64]: Int64] = [:], key = [Int64](repeating: 0, count: columns.count)
        try db.forEach("SELECT \(names) FROM asset", cached: false) { row in
            for index in columns.indices { key[index] = row.int64(Int32(index)) }
            counts[key, default: 0] += 1
        }
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        for (key, count) in counts {
            try db.run("INSERT INTO asset_census (\(names), count) VALUES (\(places), ?)", key.map { SQLValue.int($0) } + [.int(count)])
        }
    }

    fileprivate func problems() throws -> [String] {
        let pages = try db.all("PRAGMA quick_check(10)", cached: false) { $0.text(0) }.filter { $0 != "ok" }
        return pages + (try db.all("PRAGMA foreign_key_check", cached: false) { "table \($0.text(0)), row \($0.int64(1)) refers to a missing row of \($0.text(2))" })
    }
}

extension Catalog {
    /// Makes a catalogue of what `body` adds, checks it, and leaves it on the disk. Nobody else may know of the file until then.
    /// - Parameters:
    ///   - schema: the one whose columns are added. Whoever opens an older one brings it up to date.
    ///   - files: what it says of where they are.
    ///   - body: returns the last change that what it added contains.
    /// - Throws: `.alreadyExists` when there is a file; `.corrupt` where what was added contradicts itself; what `body` throws. The file is left behind then.
    package static func restore(
        at file: URL, schema: Int = Catalog.schemaVersion, files: RestoredFiles = .asTold, options: CatalogOptions,
        _ body: (CatalogRestorer) throws -> ChangePosition
    ) throws {
        guard (2...Schema.version).contains(schema) else {
            throw CatalogError(.invalid, "What is to be restored has the format \(schema), from which no catalogue can be made.")
        }
        let descriptor = Glibc.open(file.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CatalogError(errno == EEXIST ? .alreadyExists : .cannotOpen, "\(file.path) can't be made (\(String(cString: strerror(errno)))). Check the folder.")
        }
        defer { Glibc.close(descriptor) }
        try CatalogError.translating(file.path) {
            var configuration = Configuration()
            configuration.label = "photos.restore"
            // Rows come in their own order, and what they refer to is checked at the end.
            configuration.foreignKeysEnabled = false
            configuration.prepareDatabase { db in
                // Nobody needs half of it: what breaks off is begun again.
                try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA temp_store = FILE")
                try CatalogFunctions.add(to: db)
            }
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            defer { try? queue.close() }
            try Schema.migrator.migrate(queue, upTo: Schema.migrations[schema - 1].name)
            let problems = try queue.writeWithoutTransaction { db in
                var restorer: CatalogRestorer?
                try db.inTransaction(.immediate) {
                    let new = try CatalogRestorer(db, path: file.path, files)
                    restorer = new
                    try new.finish(at: try body(new), date: options.now())
                    return .commit
                }
                return try restorer?.problems() ?? []
            }
            guard problems.isEmpty else {
                throw CatalogError(.corrupt, "What was restored contradicts itself (\(problems.prefix(3).joined(separator: "; "))).")
            }
        }
        guard fsync(descriptor) == 0 else {
            throw CatalogError(.io, "\(file.path) could not be saved (\(String(cString: strerror(errno)))). Check the disk.")
        }
    }
}
