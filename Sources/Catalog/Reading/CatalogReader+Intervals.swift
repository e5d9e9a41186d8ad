import Foundation
import PhotoModel

/// What the change log says of an interval of positions, without the transactions one by one.
extension CatalogReader {
    /// Whether everything that happened after a position is still known.
    package func remembers(_ position: ChangePosition) throws -> Bool { try position >= oldestPosition }

    /// Row ids of assets that were added or changed after a position; some may be gone since. An asset changed twice may be in it twice.
    package func changedAssetIDs(after position: ChangePosition) throws -> ContiguousArray<Int64> {
        try assetIDs(after: position, where: "kind <> \(ChangeItem.Kind.deleted.rawValue)")
    }

    /// Row ids of assets that came into the library after a position; some may be gone since.
    package func addedAssetIDs(after position: ChangePosition) throws -> ContiguousArray<Int64> {
        try assetIDs(after: position, where: "kind = \(ChangeItem.Kind.inserted.rawValue)")
    }

    private func assetIDs(after position: ChangePosition, where condition: String) throws -> ContiguousArray<Int64> {
        // What the first schema recorded has no row ids.
        try db.ids(
            """
            SELECT coalesce(rowID, (SELECT id FROM asset WHERE asset.uuid = change_item.uuid), 0) FROM change_item
            WHERE position > ? AND \(ChangeItem.Entity.asset.condition) AND \(condition)
            """, [.int(position.rawValue)], cached: true)
    }

    /// Whether any asset was added, changed or deleted after one position and up to another; to a reader of a selection, also whether that changed.
    package func hasAssetChanges(after: ChangePosition, through: ChangePosition) throws -> Bool {
        try hasChanges(after, through, ChangeItem.Entity.asset.condition) || hasSelectionChanges(after: after, through: through)
    }

    /// Whether the selection that this reader is limited to may have changed after one position and up to another.
    package func hasSelectionChanges(after: ChangePosition, through: ChangePosition) throws -> Bool {
        try selection != nil && hasChanges(after, through, ChangeItem.Entity.access.condition)
    }

    /// Whether any album or folder was added, changed or deleted after one position and up to another.
    package func hasCollectionChanges(after: ChangePosition, through: ChangePosition) throws -> Bool {
        try hasChanges(after, through, ChangeItem.Entity.ofCollections)
    }

    private func hasChanges(_ after: ChangePosition, _ through: ChangePosition, _ condition: String) throws -> Bool {
        try db.first(
            "SELECT 1 FROM change_item WHERE position > ? AND position <= ? AND \(condition) LIMIT 1",
            [.int(after.rawValue), .int(through.rawValue)]
        ) { _ in true } ?? false
    }

    /// UUIDs of albums and folders that were added, changed or deleted after a position.
    package func changedCollections(after position: ChangePosition) throws -> Set<UUID> {
        Set(try db.all("SELECT uuid FROM change_item WHERE position > ? AND \(ChangeItem.Entity.ofCollections)", [.int(position.rawValue)]) { $0.uuid(0) })
    }

    /// What happened to one object after one position and up to another, joined; `nil` when nothing did.
    package func aspects(of uuid: UUID, after: ChangePosition, through: ChangePosition) throws -> ChangeItem.Aspects? {
        let found = try db.all(
            "SELECT aspects FROM change_item WHERE position > ? AND position <= ? AND uuid = ?",
            [
                .int(after.rawValue), .int(through.rawValue), .uuid(uuid),
            ]
        ) { ChangeItem.Aspects(rawValue: $0.int(0)) }
        return found.isEmpty ? nil : found.reduce(into: []) { $0.formUnion($1) }
    }
}
