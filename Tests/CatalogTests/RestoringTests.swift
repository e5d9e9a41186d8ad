import Catalog
import Foundation
import GRDBSQLite
import PhotoModel
import Query
import TestSupport
import Testing

/// A catalogue that was read as it is stored, and made again of that, is the same in every table.
@Suite struct RestoringTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func everyTableIsRestoredWithItsCountsAndRules(_ seed: UInt64) throws {
        let library = try TemporaryCatalog()
        var random = SeededRandom(seed: seed)
        _ = try RandomLibrary.fill(library, count: 60, seed: seed)
        var ids = try library.write { try Self.addOthers($0) }
        var number = 1_000
        for _ in 0..<12 { try library.write { try ColumnHistory.step($0, &ids, &number, &random) } }
        let copy = library.folder.appendingPathComponent("copy.sqlite")
        try Self.restore(library.catalog, to: copy)
        let (before, after) = (try Self.dump(library.file), try Self.dump(copy))
        #expect(before.keys.sorted() == after.keys.sorted())
        for (name, rows) in before { #expect(after[name] == rows, "\(name)") }
        let restored = try Catalog.open(at: copy, options: TemporaryCatalog.options())
        defer { restored.close() }
        #expect(try restored.read { try $0.integrityProblems() } == [])
        let position = try library.read { try $0.position }
        try restored.read { reader in
            // Whoever knows the state that was restored hears of nothing, and whoever knows an older one that it is not kept.
            let (newest, changes) = (try reader.position, try reader.changes(after: position))
            #expect(newest.rawValue == position.rawValue + 1)
            #expect(changes.map(\.items) == [[]])
            #expect(try !reader.remembers(ChangePosition(rawValue: position.rawValue - 1)))
        }
        let new = try restored.write(author: "tests") { try $0.insert(Sample.asset(5_000), resources: []) }
        let next = try library.write { try $0.insert(Sample.asset(5_000), resources: []) }
        #expect(new == next, "no row id is given twice")
    }

    /// What a later schema adds must be carried, or left out on purpose.
    @Test func everyStoredColumnIsReadAndWritten() throws {
        let library = try TemporaryCatalog()
        let ids = try library.write { try Self.addOthers($0) }
        let stored = try #require(try library.read { try $0.storedAssets(ids: [ids[0]])[0] })
        let assetColumns = Set(stored.row.fields.map(\.name)), resourceColumns = Set(stored.resources.flatMap(\.fields).map(\.name))
        let collection = try #require(
            try library.read { reader in
                try reader.everyCollectionID().compactMap { try reader.storedCollection(id: $0) }.max { $0.row.fields.count < $1.row.fields.count }
            })
        func columns(_ table: String) throws -> Set<String> {
            Set(try SQLDump(library.file).rows("SELECT name FROM pragma_table_xinfo('\(table)') WHERE hidden = 0"))
        }
        let (assets, resources, collections) = (try columns("asset"), try columns("resource"), try columns("collection"))
        #expect(assets.subtracting(assetColumns) == ["id"])
        #expect(resources.subtracting(resourceColumns) == ["id", "assetID"])
        #expect(collections.subtracting(collection.row.fields.map(\.name)) == ["id", "parentID", "position", "count", "startDate", "endDate"])
    }

    @Test func anUnknownColumnIsOfANewerVersion() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(1)
        var asset = try #require(try library.read { try $0.storedAssets(ids: [1])[0] })
        asset.row.fields.append(StoredRow.Field("smell", .text("pine")))
        let copy = library.folder.appendingPathComponent("copy.sqlite")
        #expect(
            code {
                try Catalog.restore(at: copy, options: TemporaryCatalog.options()) { restorer in
                    try restorer.add(restorer.assets.prepared(asset))
                    return .start
                }
            } == .tooNew)
    }

    /// The log tells of one object once: a purge and a return in one change are told as the return.
    @Test func theNewerOfTwoAssetsOfOneUUIDIsTheLivingOne() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(1)
        let old = try #require(try library.read { try $0.storedAssets(ids: [1])[0] })
        var new = old
        new.row.id = 7
        for (index, pair) in [[old, new], [new, old]].enumerated() {
            let copy = library.folder.appendingPathComponent("copy\(index).sqlite")
            try Catalog.restore(at: copy, options: TemporaryCatalog.options()) { restorer in
                for asset in pair { try restorer.add(restorer.assets.prepared(asset)) }
                return ChangePosition(rawValue: 1)
            }
            let restored = try Catalog.open(at: copy, options: TemporaryCatalog.options())
            #expect(try restored.read { try $0.assetIDs(AssetQuery()) } == [7])
            restored.close()
        }
    }

    /// Where the files are not, the catalogue says so from its first row on, and whoever knew the state that it was made of reads all anew.
    @Test(arguments: [
        (RestoredFiles.asTold, [true, true, true, true]), (RestoredFiles.inStore, [true, false, false, true]), (RestoredFiles.elsewhere, [false, false, false, true]),
    ])
    func filesAreWhereTheRestoredCatalogueIsToldThatTheyAre(_ files: RestoredFiles, _ isLocal: [Bool]) throws {
        let library = try TemporaryCatalog()
        try library.write { writer in
            let root = try writer.addReferenceRoot(ReferenceRootRecord(uuid: Sample.uuid(60), path: "/disk"))
            var resources = (0..<4).map { Sample.resource("\($0)", path: "originals/A/\($0)", hash: UInt8($0)) }
            for index in 1..<4 { resources[index].isInCloud = true }
            resources[2].offset = 9
            resources[3].location = .referenced(rootID: root, path: "a", modified: 1.5)
            _ = try writer.insert(Sample.asset(1), resources: resources)
        }
        let copy = library.folder.appendingPathComponent("copy.sqlite")
        try Self.restore(library.catalog, to: copy, files)
        let restored = try Catalog.open(at: copy, options: TemporaryCatalog.options()), position = try library.read { try $0.position }
        defer { restored.close() }
        try restored.read { reader throws in
            #expect(try reader.resources(afterID: 0, limit: 9).map(\.isLocal) == isLocal)
            #expect(try reader.remembers(position) == (files == .asTold))
            #expect(try reader.filesToBeHere(afterID: 0, limit: 9).map(\.filename) == (files == .asTold ? ["0", "1"] : ["0"]))
        }
    }

    // MARK: Support

    /// One asset with a value in every column, folders in folders, a project, key assets, access, a root.
    private static func addOthers(_ writer: CatalogWriter) throws -> [Int64] {
        var full = Sample.asset(2_000)
        (full.mediaSubtypes, full.creationOffset, full.modificationDate, full.duration) = (.photoLive, 0, 1.5, 2.5)
        (full.pixelWidth, full.pixelHeight, full.isFavorite, full.isHidden, full.trashedDate) = (1, 2, true, true, 690_000_000)
        var place = LocationRecord(latitude: 0, longitude: -0.0)
        (place.altitude, place.horizontalAccuracy, place.direction, place.speed) = (0, 5, 359.9, 0.1)
        full.location = place
        (full.adjustmentFormatIdentifier, full.adjustmentFormatVersion, full.adjustmentTimestamp, full.adjustmentEditor) = ("a.b", "1", 3.25, "e")
        (full.burstIdentifier, full.burstSelectionTypes, full.representsBurst, full.contentIdentifier) = ("b", [.autoPick, .userPick], true, "c")
        (full.title, full.caption, full.rating, full.keywords) = ("", "line\nline", 5, ["é", "e\u{301}", "x"])
        (full.cameraMake, full.cameraModel, full.lens, full.isFrontFacing, full.fileSize, full.damage) = ("m", "n", "l", true, 9, "broken")
        (full.originalChoice, full.playbackVariation, full.playsLivePhoto) = (.raw, .longExposure, true)
        let root = try writer.addReferenceRoot(ReferenceRootRecord(uuid: Sample.uuid(60), path: "/disk/\u{FFFD}"))
        var referenced = Sample.resource("a.raf", path: "", hash: 0xA5, type: "com.fuji.raw-image")
        (referenced.location, referenced.isInCloud, referenced.damage) = (.referenced(rootID: root, path: "a/b", modified: 1.5), true, "torn")
        referenced.facts = FileFacts(inode: 7, modified: -1, changed: 9_000_000_000_000_000_000)
        var embedded = Sample.resource("c", path: "originals/B/b", hash: 6)
        (embedded.offset, embedded.sha1) = (77, Data((1...20).map { UInt8($0) }))
        let first = try writer.insert(full, resources: [referenced, Sample.resource("b", path: "originals/B/b"), embedded])
        let others = try (1...4).map { try writer.insert(Sample.asset(2_000 + $0), resources: []) }
        var parent: Int64?
        for depth in 0..<3 {
            var folder = Sample.album("Folder \(depth)", number: 9_100 + depth, kind: .folder)
            folder.parentID = parent
            parent = try writer.insert(folder, at: 0)
            var album = Sample.album("Album in \(depth)", number: 9_200 + depth)
            album.parentID = parent
            let id = try writer.insert(album)
            try writer.addMembers(others.reversed(), to: id)
            try writer.addMembers([], to: id)
            try writer.update(collectionID: id) { $0.keyAssetID = others[1] }
            if depth == 1 {
                try writer.makeProject(collectionID: id, extensionData: Data([0, 1, 255]))
                try writer.setProjectPreview(Data([9]), collectionID: id)
            }
        }
        try writer.trash(assetIDs: [others[2]])
        try writer.setAccess(.limited, level: .readWrite, of: "app")
        try writer.setSelection(of: "app", to: [others[0], others[2], first])
        try writer.setAccess(.denied, level: .addOnly, of: "other")
        for (number, scope) in [ShareRecord.Scope.album(Sample.uuid(9_200)), .assets([Sample.uuid(2_001), Sample.uuid(2_003)])].enumerated() {
            try writer.insert(
                ShareRecord(
                    uuid: Sample.uuid(9_300 + number), tokenHash: Data(repeating: UInt8(number), count: 32), scope: scope, title: number == 0 ? nil : "",
                    rules: number == 0 ? [] : [.downloads], passwordHash: number == 0 ? "scrypt$1" : nil, created: 1.25, expires: number == 0 ? nil : 1e9,
                    quota: number == 0 ? .init(bytes: 1 << 40, files: 7) : nil))
        }
        try writer.add(ShareRecord.Sent(bytes: 1 << 33, files: 2), toShare: Sample.uuid(9_300))
        try writer.setValue("kept", forKey: "key")
        return [first] + others
    }

    static func restore(_ catalog: Catalog, to file: URL, _ files: RestoredFiles = .asTold) throws {
        try catalog.read { reader in
            try Catalog.restore(at: file, files: files, options: TemporaryCatalog.options()) { restorer in
                try reader.forEachStoredAsset { try restorer.add(restorer.assets.prepared($0)) }
                try restorer.add(reader.storedLibrary())
                for root in try reader.storedRoots() { try restorer.add(root: root) }
                for id in try reader.everyCollectionID() { try restorer.add(#require(try reader.storedCollection(id: id))) }
                for (folder, children) in try reader.collectionTree() { try restorer.arrange(children: children, of: folder) }
                for id in try reader.everyCollectionID() { try restorer.add(members: Array(reader.everyMemberID(of: id)), of: id) }
                for application in try reader.accessApplications() { try restorer.add(reader.storedAccess(of: application)) }
                for share in try reader.storedShares() { try restorer.add(share: share) }
                return try reader.position
            }
        }
    }

    /// All rows of all tables that say something to the outside.
    private static func dump(_ file: URL) throws -> [String: [String]] {
        let dump = try SQLDump(file)
        var result: [String: [String]] = [:]
        for table in ["asset", "resource", "reference_root", "collection", "project", "access_grant", "access_selection", "share", "asset_census", "library"] {
            result[table] = try dump.rows("SELECT * FROM \(table)").sorted()
        }
        for table in ["added_census", "variation_census"] { result[table] = try dump.rows("SELECT * FROM \(table) WHERE count <> 0").sorted() }
        result["membership"] = try dump.rows(
            """
            SELECT collectionID, row_number() OVER (PARTITION BY collectionID ORDER BY position), assetID, visible, trashed, creationDate FROM membership
            """
        ).sorted()
        result["keywords"] = try dump.rows("SELECT assetID, position, name FROM asset_keyword JOIN keyword ON keyword.id = keywordID").sorted()
        result["schema"] = try dump.rows("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'").sorted()
        return result
    }
}

/// Reads a database beside the catalogue's own connections.
private final class SQLDump {
    private var db: OpaquePointer?

    init(_ file: URL) throws { try #require(sqlite3_open_v2(file.path, &db, SQLITE_OPEN_READONLY, nil) == SQLITE_OK) }

    deinit { sqlite3_close(db) }

    func rows(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(db, sql, -1, &statement, nil) == SQLITE_OK, "\(sql): \(String(cString: sqlite3_errmsg(db)))")
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    switch sqlite3_column_type(statement, column) {
                    case SQLITE_NULL: return "NULL"
                    case SQLITE_FLOAT: return "\(sqlite3_column_double(statement, column))"
                    case SQLITE_BLOB:
                        let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
                        return bytes.map { String($0, radix: 16) }.joined(separator: ".")
                    default: return String(cString: sqlite3_column_text(statement, column))
                    }
                }.joined(separator: "|"))
        }
        return rows
    }
}
