import PhotoModel

extension CatalogReader {
    /// Assets that have been in Recently Deleted since a date or longer, through the index of what is there.
    /// - Parameter date: seconds since 2001-01-01T00:00:00Z.
    package func assetIDs(trashedBefore date: Double) throws -> [Int64] {
        try db.all("SELECT id FROM asset WHERE trashed = 1 AND trashedDate <= ? ORDER BY id", [.double(date)]) { $0.int64(0) }
    }

    /// Whether anything is in Recently Deleted.
    package var hasTrash: Bool { get throws { try db.first("SELECT 1 FROM asset WHERE trashed = 1 LIMIT 1") { _ in true } ?? false } }

    /// Whether anything that was moved to Recently Deleted after a position, and is there still, says that it was before a date.
    package func hasTrash(before date: Double, madeAfter position: ChangePosition) throws -> Bool {
        // What the first schema recorded has no row ids.
        try db.first(
            """
            SELECT 1 FROM change_item CROSS JOIN asset
            ON asset.id = coalesce(change_item.rowID, (SELECT id FROM asset AS known WHERE known.uuid = change_item.uuid))
            WHERE change_item.position > ? AND \(ChangeItem.Entity.asset.condition) AND (aspects & \(ChangeItem.Aspects.trashed.rawValue)) <> 0
            AND asset.trashed = 1 AND asset.trashedDate < ? LIMIT 1
            """, [.int(position.rawValue), .double(date)]
        ) { _ in true } ?? false
    }
}
