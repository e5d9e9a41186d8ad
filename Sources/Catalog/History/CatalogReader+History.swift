import Foundation
import PhotoModel

extension CatalogReader {
    /// What history does not tell, such as a grant, has entities behind these.
    private static let told = "entity <= \(ChangeItem.Entity.list.rawValue)"
    private static let tells = "EXISTS (SELECT 1 FROM change_item WHERE change_item.position = change.position AND \(told))"

    /// The newest change that history tells of. Where none is kept, the place before the oldest of the others.
    package var historyPosition: ChangePosition {
        get throws {
            let newest = try db.first("SELECT position FROM change WHERE \(Self.tells) ORDER BY position DESC LIMIT 1") { $0.int64(0) } ?? 0
            return max(ChangePosition(rawValue: newest), try oldestPosition)
        }
    }

    /// When the change at a position was made; `nil` where it is not kept.
    package func changeDate(at position: ChangePosition) throws -> Double? {
        try db.first("SELECT date FROM change WHERE position = ?", [.int(position.rawValue)]) { $0.double(0) }
    }

    /// When the oldest change that is kept was made.
    package var oldestChangeDate: Double? {
        get throws { try db.first("SELECT date FROM change ORDER BY position LIMIT 1") { $0.double(0) } }
    }

    /// A page of history, oldest first: never more than `limit` changes and `itemLimit` items, however large a change is. Empty at the end.
    /// - Throws: `.expired` when changes after the position were already forgotten.
    package func history(after: ChangePosition, through: ChangePosition, limit: Int = 256, itemLimit: Int = 4_096) throws -> [HistoryEntry] {
        let oldest = try oldestPosition
        guard after >= oldest else {
            throw CatalogError(
                .expired, "The changes after \(after.rawValue) are no longer kept (the oldest known position is \(oldest.rawValue)). Read all anew.")
        }
        var entries = try db.all(
            "SELECT position, date, author FROM change WHERE position > ? AND position <= ? AND \(Self.tells) ORDER BY position LIMIT ?",
            [.int(after.rawValue), .int(through.rawValue), SQLValue(limit)]
        ) { HistoryEntry(position: ChangePosition(rawValue: $0.int64(0)), date: $0.double(1), author: $0.text(2), items: []) }
        guard let last = entries.last else { return [] }

        var index = 0, count = 0
        try db.forEach(
            """
            SELECT \(Self.itemColumns), position FROM change_item WHERE position > ? AND position <= ? AND \(Self.told) AND \(seen.text)
            ORDER BY position, entity, uuid LIMIT ?
            """, [.int(after.rawValue), .int(last.position.rawValue)] + seen.arguments + [SQLValue(itemLimit + 1)]
        ) { row in
            let position = ChangePosition(rawValue: row.int64(5))
            while entries[index].position < position { index += 1 }
            entries[index].items?.append(try item(row, at: position))
            count += 1
        }
        // One more than fits: the change it belongs to is not whole.
        guard count > itemLimit else { return entries }
        guard index == 0 else { return Array(entries[..<index]) }
        entries[0].items = nil
        return [entries[0]]
    }

    /// What one change did to objects of one kind, in the order of UUIDs; `nil` where the change is no longer kept.
    package func historyItems(at position: ChangePosition, _ entity: ChangeItem.Entity) throws -> [ChangeItem]? {
        guard try changeDate(at: position) != nil else { return nil }
        return try db.all(
            "SELECT \(Self.itemColumns) FROM change_item WHERE position = ? AND entity = ? AND \(seen.text) ORDER BY uuid",
            [.int(position.rawValue), SQLValue(entity.rawValue)] + seen.arguments
        ) { try item($0, at: position) }
    }

    /// Who was given single assets hears of those, and that something changed. A purged one is in no selection any more: it was told of as updated
    /// when it was deleted.
    private var seen: (text: String, arguments: [SQLValue]) {
        guard let selection else { return ("TRUE", []) }
        return (
            """
            entity = \(ChangeItem.Entity.asset.rawValue) AND coalesce(rowID, (SELECT id FROM asset WHERE asset.uuid = change_item.uuid))
            IN (SELECT assetID FROM access_selection WHERE application = ?)
            """, [.text(selection)]
        )
    }
}
