import Foundation

extension CatalogReader {
    /// The records of `ids`, in their order, through one compiled statement; `nil` for a purged one. Keywords are read for those that have some.
    package func assets(ids: some Collection<Int64>) throws -> [AssetRecord?] {
        var result: [AssetRecord?] = []
        result.reserveCapacity(ids.count)
        try db.withStatement("SELECT \(AssetRecord.selection) FROM asset WHERE id = ?", [], cached: true) { statement in
            for id in ids { result.append(try record(id, statement)) }
        }
        return result
    }

    package func asset(uuid: UUID) throws -> AssetRecord? {
        guard let id = try assetID(uuid: uuid) else { return nil }
        return try assets(ids: CollectionOfOne(id))[0]
    }

    package func asset(id: Int64) throws -> AssetRecord? { try assets(ids: CollectionOfOne(id))[0] }

    package func assetID(uuid: UUID) throws -> Int64? {
        try db.first("SELECT id FROM asset WHERE uuid = ?", [.uuid(uuid)]) { $0.int64(0) }
    }

    /// The UUIDs of `ids`, in their order; `nil` for a purged one. Cheaper than whole records.
    package func uuids(assetIDs ids: some Collection<Int64>) throws -> [UUID?] {
        try ids.map { id in try db.first("SELECT uuid FROM asset WHERE id = ?", [.int(id)]) { $0.uuid(0) } }
    }

    private func record(_ id: Int64, _ statement: OpaquePointer) throws -> AssetRecord? {
        guard let (record, keywordCount) = try db.step(statement, binding: id, { row in
            (AssetRecord(row: row), AssetRecord.keywordCount(row: row))
        }) else { return nil }
        guard keywordCount > 0 else { return record }
        var complete = record
        complete.keywords = try keywords(assetID: id)
        return complete
    }

    private func keywords(assetID: Int64) throws -> [String] {
        try db.all("""
            SELECT keyword.name FROM asset_keyword CROSS JOIN keyword ON keyword.id = asset_keyword.keywordID
            WHERE asset_keyword.assetID = ? ORDER BY asset_keyword.position
            """, [.int(assetID)]) { $0.text(0) }
    }
}
