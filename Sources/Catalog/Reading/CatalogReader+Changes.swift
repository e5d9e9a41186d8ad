import Foundation

extension CatalogReader {
    /// The changes after a position, oldest first.
    /// - Parameter limit: how many at most; 0 is all.
    /// - Throws: `.invalid` when changes after the position were already forgotten: read everything anew.
    package func changes(after: ChangePosition, limit: Int = 0) throws -> [ChangeRecord] {
        let oldest = try oldestPosition
        guard after >= oldest else {
            throw CatalogError(
                .invalid, "The changes after \(after.rawValue) are no longer kept (the oldest known position is \(oldest.rawValue)). Read all anew.")
        }
        var records: [ChangeRecord] = []
        try db.forEach("SELECT position, date, author FROM change WHERE position > ? ORDER BY position LIMIT ?",
                       [.int(after.rawValue), SQLValue(limit > 0 ? limit : -1)]) { row in
            let position = ChangePosition(rawValue: row.int64(0))
            records.append(ChangeRecord(position: position, date: row.double(1), author: row.text(2), items: try items(of: position)))
        }
        return records
    }

    /// The earliest position that `changes(after:)` still answers.
    package var oldestPosition: ChangePosition {
        get throws {
            let first = try db.first("SELECT min(position) FROM change") { $0.int64(0) } ?? 0
            return ChangePosition(rawValue: max(0, first - 1))
        }
    }

    private func items(of position: ChangePosition) throws -> [ChangeItem] {
        try db.all("SELECT \(Self.itemColumns) FROM change_item WHERE position = ? ORDER BY entity, uuid", [.int(position.rawValue)]) { row in
            try item(row, at: position)
        }
    }

    static var itemColumns: String { "entity, uuid, kind, aspects, rowID" }

    /// From `itemColumns`.
    func item(_ row: Row, at position: ChangePosition) throws -> ChangeItem {
        guard let entity = ChangeItem.Entity(rawValue: row.int(0)), let kind = ChangeItem.Kind(rawValue: row.int(2)) else {
            throw CatalogError(
                .corrupt, "The change log of \(path) is damaged at position \(position.rawValue). Recover from a snapshot with 'photos recover'.")
        }
        return ChangeItem(
            entity: entity, uuid: row.uuid(1), kind: kind, aspects: ChangeItem.Aspects(rawValue: row.int(3)), rowID: row.optionalInt64(4))
    }
}
