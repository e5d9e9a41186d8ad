import Foundation
import PhotoModel
import Support

extension CatalogReader {
    /// The records of `ids`, in their order, through one compiled statement; `nil` for a purged one. Keywords are read for those that have some.
    package func assets(ids: some Collection<Int64>) throws -> [AssetRecord?] {
        var result: [AssetRecord?] = []
        result.reserveCapacity(ids.count)
        try db.withStatement("SELECT \(AssetRecord.selection) FROM asset WHERE id = ?", [], cached: true) { statement in
            // As an array: whatever collection it is would be asked for each through its tables.
            for id in Array(ids) { result.append(try sees(assetID: id) ? record(id, statement) : nil) }
        }
        return result
    }

    package func asset(uuid: UUID) throws -> AssetRecord? {
        guard let id = try assetID(uuid: uuid) else { return nil }
        return try assets(ids: CollectionOfOne(id))[0]
    }

    package func asset(id: Int64) throws -> AssetRecord? { try assets(ids: CollectionOfOne(id))[0] }

    package func assetID(uuid: UUID) throws -> Int64? {
        let id = try db.first("SELECT id FROM asset WHERE uuid = ?", [.uuid(uuid)]) { $0.int64(0) }
        return try id.flatMap { try sees(assetID: $0) ? $0 : nil }
    }

    /// The assets whose UUID begins with `uuidPrefix`, in the order of their UUIDs, through the index alone. Trashed ones are among them.
    /// - Parameters:
    ///   - uuidPrefix: hex digits of either case and any number; dashes don't count. Nothing begins with what is no hex digit, or with more than 32.
    ///   - limit: how many at most.
    package func assetIDs(uuidPrefix: String, limit: Int) throws -> [Int64] {
        guard let range = UUID.range(prefix: uuidPrefix) else { return [] }
        return try db.all(
            "SELECT id FROM asset WHERE uuid BETWEEN ? AND ? ORDER BY uuid LIMIT ?", [.uuid(range.lower), .uuid(range.upper), SQLValue(max(0, limit))]
        ) { $0.int64(0) }.filter { try sees(assetID: $0) }
    }

    /// The UUIDs of `ids`, in their order; `nil` for a purged one. Cheaper than whole records.
    package func uuids(assetIDs ids: some Collection<Int64>) throws -> [UUID?] {
        try ids.map { id in
            guard try sees(assetID: id) else { return nil }
            return try db.first("SELECT uuid FROM asset WHERE id = ?", [.int(id)]) { $0.uuid(0) }
        }
    }

    private func record(_ id: Int64, _ statement: OpaquePointer) throws -> AssetRecord? {
        guard
            let (record, keywordCount) = try db.step(
                statement, binding: id,
                { row in
                    (AssetRecord(row: row), AssetRecord.keywordCount(row: row))
                })
        else { return nil }
        guard keywordCount > 0 else { return record }
        var complete = record
        complete.keywords = try keywords(assetID: id)
        return complete
    }

    func keywords(assetID: Int64) throws -> [String] {
        try db.all(
            """
            SELECT keyword.name FROM asset_keyword CROSS JOIN keyword ON keyword.id = asset_keyword.keywordID
            WHERE asset_keyword.assetID = ? ORDER BY asset_keyword.position
            """, [.int(assetID)]
        ) { $0.text(0) }
    }
}

extension UUID {
    /// The first and the last UUID that begin with these hex digits, in the order of their bytes; `nil` where none can.
    fileprivate static func range(prefix: String) -> (lower: UUID, upper: UUID)? {
        var bounds = (
            lower: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid,
            upper: uuid_t(
                255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)
        )
        let digits = prefix.filter { $0 != "-" }
        guard digits.utf8.count <= 32 else { return nil }
        for (index, digit) in digits.utf8.enumerated() {
            guard let value = UInt8(hexadecimalDigit: digit) else { return nil }
            let shift = index.isMultiple(of: 2) ? 4 : 0
            withUnsafeMutableBytes(of: &bounds.lower) { $0[index / 2] |= value << shift }
            withUnsafeMutableBytes(of: &bounds.upper) { $0[index / 2] &= value << shift | 0xF0 >> shift }
        }
        return (UUID(uuid: bounds.lower), UUID(uuid: bounds.upper))
    }
}
