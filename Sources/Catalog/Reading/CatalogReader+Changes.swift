import Foundation
import PhotoModel

/// One transaction as the change log remembers it.
package struct ChangeRecord: Sendable, Equatable {
    package var position: ChangePosition
    /// Seconds since 2001-01-01T00:00:00Z.
    package var date: Double
    /// Who made it: the application's identifier.
    package var author: String
    /// At most one item for an object, in the order of entity and UUID.
    package var items: [ChangeItem]
}

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
        try db.forEach(
            "SELECT position, date, author FROM change WHERE position > ? ORDER BY position LIMIT ?",
            [.int(after.rawValue), SQLValue(limit > 0 ? limit : -1)]
        ) { row in
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

    /// Tells which objects the changes after a position name, oldest change first, a page at a time: memory stays the same however much was changed.
    /// - Parameter left: leaves out the changes of an author behind a position.
    package func forEachChangedPage(
        after: ChangePosition, leavingOut left: (author: String, after: ChangePosition)? = nil, pageSize: Int = 10_000, _ body: ([ChangeItem]) throws -> Void
    ) throws {
        var start: [SQLValue] = [.int(after.rawValue + 1), .int(0), .blob(Data())]
        let condition = left == nil ? "" : "AND (position <= ? OR position NOT IN (SELECT position FROM change WHERE author = ?))"
        let leaving: [SQLValue] = left.map { [.int($0.after.rawValue), .text($0.author)] } ?? []
        while true {
            var position = after
            let page = try db.all(
                """
                SELECT \(Self.itemColumns), position FROM change_item WHERE (position, entity, uuid) > (?, ?, ?) \(condition)
                ORDER BY position, entity, uuid LIMIT ?
                """, start + leaving + [SQLValue(pageSize)]
            ) { row in
                position = ChangePosition(rawValue: row.int64(5))
                return try item(row, at: position)
            }
            guard let last = page.last else { return }
            try body(page)
            start = [.int(position.rawValue), SQLValue(last.entity.rawValue), .uuid(last.uuid)]
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
