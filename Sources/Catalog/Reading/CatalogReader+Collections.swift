import Foundation
import PhotoModel
import Query

extension CatalogReader {
    /// Stored albums and folders.
    /// - Throws: a `QueryError` for a predicate or sort key that collections don't have, and for one that takes too much work.
    package func collections(_ query: CollectionQuery) throws -> [CollectionRecord] {
        var clauses = SQLClauses()
        let budget = fetchBudget()
        if let kind = query.kind { clauses.add(SQLPart("kind = ?", [SQLValue(kind.rawValue)])) }
        switch query.type {
        case .album(let subtype)?: clauses.add(SQLPart("\(CollectionRecord.Kind.album.condition) AND subtype = ?", [SQLValue(subtype)]))
        case .folder(let subtype)?: clauses.add(SQLPart("\(CollectionRecord.Kind.folder.condition) AND subtype = ?", [SQLValue(subtype)]))
        case nil: break
        }
        if let isSynced = query.isSynced {
            let synced = FolderSubtype.named.filter(\.isSynced).map { String($0.rawValue) }.joined(separator: ", ")
            clauses.add("\(CollectionRecord.Kind.folder.condition) AND subtype \(isSynced ? "" : "NOT ")IN (\(synced))")
        }
        switch query.parent {
        case .anywhere: break
        case .topLevel: clauses.add("parentID IS NULL")
        case .folder(let id): clauses.add(SQLPart("parentID = ?", [.int(id)]))
        }
        if let uuids = query.uuids {
            let list = "[" + uuids.map { "\"\($0.uuidString)\"" }.joined(separator: ",") + "]"
            clauses.add(SQLPart("uuid IN (SELECT \(CatalogFunctions.uuidBytes)(value) FROM json_each(?))", [.text(list)]))
        }
        if let predicate = query.predicate { clauses.add(try PredicateSQL.collections.translate(predicate, now: options.now(), budget)) }
        let order =
            try query.sort.isEmpty
            ? "collection.parentID, collection.position, collection.id"
            : PredicateSQL.collections.order(by: query.sort, id: "collection.id")
        let limit = query.limit > 0 ? " LIMIT \(query.limit)" : ""
        return try matching(query.predicate, budget) {
            try select(clauses.whereText + " ORDER BY " + order + limit, clauses.arguments, cached: query.predicate == nil && query.sort.isEmpty)
        }
    }

    package func collection(uuid: UUID) throws -> CollectionRecord? { try select("WHERE uuid = ?", [.uuid(uuid)]).first }
    package func collection(id: Int64) throws -> CollectionRecord? { try select("WHERE id = ?", [.int(id)]).first }

    /// The albums that hold an asset, in the order of their row ids.
    package func collectionsContaining(assetID: Int64) throws -> [CollectionRecord] {
        try select("WHERE id IN (SELECT collectionID FROM membership WHERE assetID = ?) ORDER BY id", [.int(assetID)])
    }

    /// A folder's albums and folders in order; of the top level for `nil`.
    package func children(of folderID: Int64?) throws -> [CollectionRecord] {
        try select("WHERE parentID IS ? ORDER BY position, id", [SQLValue(folderID)])
    }

    /// An album's members that are not trashed, hidden ones included, in album order. Indexes of the writer's membership operations count in this list.
    package func memberIDs(of collectionID: Int64) throws -> ContiguousArray<Int64> {
        guard selection == nil else { return [] }
        return try db.ids(
            "SELECT assetID FROM membership WHERE collectionID = ? AND trashed = 0 ORDER BY position", [.int(collectionID)], cached: true)
    }

    private func select(_ rest: String, _ arguments: [SQLValue], cached: Bool = true) throws -> [CollectionRecord] {
        // Who was given single assets knows of no albums.
        guard selection == nil else { return [] }
        return try db.all("SELECT \(CollectionRecord.selection) FROM collection \(rest)", arguments, cached: cached) { CollectionRecord(row: $0) }
    }
}

extension CatalogReader {
    /// Creation dates of a smart album's oldest and newest asset, from the ends of its index. `nil` for an empty one, and for Recently Added: its
    /// index goes by another date, so that every asset in it would have to be looked at.
    package func smartAlbumDates(_ subtype: AlbumSubtype) throws -> (start: Double, end: Double)? {
        guard let album = SmartAlbum.with(subtype), !album.isRecentlyAdded else { return nil }
        let limit = selection.map { SQLPart("id IN (SELECT assetID FROM access_selection WHERE application = ?)", [.text($0)]) } ?? SQLPart("1")
        let conditions =
            AssetQuery(scope: .smartAlbum(subtype)).visibility + (album.condition.map { [$0] } ?? [])
            + ["creationDate IS NOT NULL", limit.sql]
        func end(_ direction: String) throws -> Double? {
            try db.first(
                "SELECT creationDate FROM asset WHERE \(conditions.joined(separator: " AND ")) ORDER BY creationDate \(direction) LIMIT 1",
                limit.arguments
            ) { $0.double(0) }
        }
        guard let start = try end("ASC"), let end = try end("DESC") else { return nil }
        return (start, end)
    }

    /// The asset that a person chose to stand for an album, as long as it shows there.
    package func chosenKeyAsset(of collectionID: Int64) throws -> Int64? {
        guard selection == nil else { return nil }
        return try db.first(
            """
            SELECT assetID FROM membership JOIN collection ON collection.id = collectionID AND keyAssetID = assetID
            WHERE collectionID = ? AND visible = 1
            """, [.int(collectionID)]
        ) { $0.int64(0) }
    }

    /// Whether an asset is the user's own, rather than shared or synced.
    package func isOfUserLibrary(assetID: Int64) throws -> Bool {
        try db.first("SELECT sourceType & \(SourceTypes.userLibrary.rawValue) FROM asset WHERE id = ?", [.int(assetID)]) { $0.bool(0) } ?? false
    }
}
