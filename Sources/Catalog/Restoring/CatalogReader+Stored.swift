import Foundation
import PhotoModel

/// Everything that a catalogue keeps, as it is kept: for the library's own record, and whatever else must bring it back without a loss.
extension CatalogReader {
    /// What is kept of these assets, in their order; `nil` for a purged one.
    package func storedAssets(ids: some Collection<Int64>) throws -> [StoredAsset?] {
        let (columns, resources) = (try tableColumns("asset"), try tableColumns("resource"))
        let sql = "SELECT \(columns.selection) FROM asset WHERE id = ?"
        return try ids.map { id in
            guard let row = try db.first(sql, [.int(id)], { columns.row($0) }) else { return nil }
            return try stored(row, resources)
        }
    }

    /// What is kept of an asset beside its files; `nil` for a purged one.
    package func storedAsset(withoutFiles id: Int64) throws -> StoredAsset? {
        let columns = try tableColumns("asset")
        guard let row = try db.first("SELECT \(columns.selection) FROM asset WHERE id = ?", [.int(id)], { columns.row($0) }) else { return nil }
        return StoredAsset(row: row, keywords: row["keywordCount"] == nil ? [] : try keywords(assetID: id), resources: [])
    }

    /// Whether a file of an asset is the user's own, and stays where it is.
    package func hasReferencedFile(assetID id: Int64) throws -> Bool {
        try db.first("SELECT 1 FROM resource WHERE assetID = ? AND rootID IS NOT NULL LIMIT 1", [.int(id)]) { _ in true } ?? false
    }

    /// Every asset in the order of row ids, those in Recently Deleted among them.
    package func forEachStoredAsset(_ body: (StoredAsset) throws -> Void) throws {
        let (columns, resources) = (try tableColumns("asset"), try tableColumns("resource"))
        try db.forEach("SELECT \(columns.selection) FROM asset ORDER BY id", cached: false) { try body(stored(columns.row($0), resources)) }
    }

    private func stored(_ row: StoredRow, _ resources: TableColumns) throws -> StoredAsset {
        StoredAsset(
            row: row, keywords: row["keywordCount"] == nil ? [] : try keywords(assetID: row.id),
            resources: try db.all("SELECT \(resources.selection) FROM resource WHERE assetID = ? ORDER BY id", [.int(row.id)]) { resources.row($0) })
    }

    /// Albums and folders by row id, of those that there are.
    package func storedCollection(id: Int64) throws -> StoredCollection? {
        let columns = try tableColumns("collection")
        guard let row = try db.first("SELECT \(columns.selection) FROM collection WHERE id = ?", [.int(id)], { columns.row($0) }) else { return nil }
        return StoredCollection(
            row: row, extensionData: try projectExtensionData(collectionID: id), preview: try projectPreview(collectionID: id))
    }

    /// The row ids of all albums and folders, ascending.
    package func everyCollectionID() throws -> [Int64] { try db.all("SELECT id FROM collection ORDER BY id") { $0.int64(0) } }

    /// The folders that hold something, the top level, which is `nil`, first, and what they hold in its order.
    package func collectionTree() throws -> [(folder: Int64?, children: [Int64])] {
        var tree: [(folder: Int64?, children: [Int64])] = []
        try db.forEach("SELECT parentID, id FROM collection ORDER BY parentID, position, id") { row in
            let folder = row.optionalInt64(0)
            if let last = tree.indices.last, tree[last].folder == folder { tree[last].children.append(row.int64(1)) } else { tree.append((folder, [row.int64(1)])) }
        }
        return tree
    }

    package func storedRoots() throws -> [StoredRow] {
        let columns = try tableColumns("reference_root")
        return try db.all("SELECT \(columns.selection) FROM reference_root ORDER BY id") { columns.row($0) }
    }

    package func storedLibrary() throws -> StoredLibrary {
        var values: [String: String] = [:], ids: [String: Int64] = [:]
        try db.forEach("SELECT key, value FROM library") { values[$0.text(0)] = $0.text(1) }
        // The change log's own number is the position, which is told with every commit.
        try db.forEach("SELECT name, seq FROM sqlite_sequence WHERE name NOT IN ('change', 'keyword')") { ids[$0.text(0)] = $0.int64(1) }
        return StoredLibrary(values: values, highestIDs: ids)
    }

    /// When a change was made, and by whom; `nil` where it is not kept.
    package func storedChange(at position: ChangePosition) throws -> (date: Double, author: String)? {
        try db.first("SELECT date, author FROM change WHERE position = ?", [.int(position.rawValue)]) { ($0.double(0), $0.text(1)) }
    }

    /// The applications of which anything was decided or given, by name.
    package func accessApplications() throws -> [String] {
        try db.all("SELECT application FROM access_grant UNION SELECT application FROM access_selection ORDER BY 1") { $0.text(0) }
    }

    package func storedAccess(of application: String) throws -> StoredAccess {
        StoredAccess(
            application: application, grants: try accessGrants().filter { $0.application == application },
            selection: Array(try selectedAssetIDs(of: application)))
    }

    /// The applications that were given one of these assets.
    package func applications(given assetIDs: some Sequence<Int64>) throws -> Set<String> {
        var found: Set<String> = []
        guard try db.first("SELECT 1 FROM access_selection LIMIT 1", [], { _ in true }) == true else { return found }
        for id in assetIDs {
            try db.forEach("SELECT application FROM access_selection WHERE assetID = ?", [.int(id)]) { found.insert($0.text(0)) }
        }
        return found
    }
}
