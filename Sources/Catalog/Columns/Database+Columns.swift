import Columns
import Foundation
import GRDB
import PhotoModel

/// What keeps the columns in step, read from one snapshot.
extension Database {
    /// What the columns must say when they hold the state after a change; `nil` where the log does not know it.
    func columnState(at position: Int64, catalog: UInt64) throws -> ColumnIdentity? {
        guard position > 0 else { return ColumnIdentity(catalog: catalog, position: 0, stamp: 0) }
        guard let date = try first("SELECT date FROM change WHERE position = ?", [.int(position)], { $0.double(0) }) else { return nil }
        return ColumnIdentity(catalog: catalog, position: position, stamp: date.bitPattern)
    }

    var newestPosition: Int64 {
        get throws { try first("SELECT max(position) FROM change") { $0.int64(0) } ?? 0 }
    }

    /// What became of assets between two positions, each once.
    /// - Returns: `nil` where the log does not say enough: changes were forgotten or came from the first schema, or there are more than
    ///   `limit`, or one left the columns' range.
    func columnChanges(after: Int64, through: Int64, limit: Int) throws -> [ColumnChange]? {
        guard try first("SELECT 1 FROM change WHERE position = ?", [.int(after + 1)], { _ in true }) == true else { return nil }
        var order: [UInt32] = []
        var isNew: [UInt32: Bool] = [:]
        var isComplete = true
        try forEach(
            "SELECT rowID, kind FROM change_item WHERE position > ? AND position <= ? AND \(ChangeItem.Entity.asset.condition) ORDER BY position LIMIT ?",
            [.int(after), .int(through), SQLValue(limit + 1)]
        ) { row in
            guard let rowID = row.optionalInt64(0), let id = UInt32(exactly: rowID) else { return isComplete = false }
            // What the first of several changes was says whether the columns know the asset.
            guard isNew[id] == nil else { return }
            isNew[id] = row.int(1) == ChangeItem.Kind.inserted.rawValue
            order.append(id)
        }
        guard isComplete, order.count <= limit else { return nil }
        return try columnChanges(order.map { ($0, isNew[$0] ?? false) })
    }

    /// Reads the rows as they are in this snapshot.
    /// - Returns: `nil` where one does not fit the columns.
    func columnChanges(_ assets: [(id: UInt32, isNew: Bool)]) throws -> [ColumnChange]? {
        guard !assets.isEmpty else { return [] }
        return try withStatement(ColumnRow.selectionByID, [], cached: true) { statement in
            var changes: [ColumnChange] = []
            changes.reserveCapacity(assets.count)
            for (id, isNew) in assets {
                let row = try step(statement, binding: Int64(id)) { ColumnRow.read($0) }
                // Outer nil: no such asset any more. Inner nil: one that does not fit.
                if let row, row == nil { return nil }
                changes.append(ColumnChange(id: id, isNew: isNew, row: row ?? nil))
            }
            return changes
        }
    }
}
