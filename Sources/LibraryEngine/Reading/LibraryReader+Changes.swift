import Foundation
import PhotoModel

extension LibraryReader {
    /// The newest change that this snapshot contains.
    package var position: ChangePosition { get throws { try catalog.position } }
    /// The earliest position from which on all changes are known.
    package var oldestPosition: ChangePosition { get throws { try catalog.oldestPosition } }
    /// Whether everything that happened after a position is still known.
    package func remembers(_ position: ChangePosition) throws -> Bool { try catalog.remembers(position) }

    /// Row ids of assets that were added or changed after a position; some may be gone since. An asset changed twice may be in it twice.
    package func changedAssetIDs(after position: ChangePosition) throws -> ContiguousArray<Int64> { try catalog.changedAssetIDs(after: position) }
    /// Row ids of assets that came into the library after a position; some may be gone since.
    package func addedAssetIDs(after position: ChangePosition) throws -> ContiguousArray<Int64> { try catalog.addedAssetIDs(after: position) }
    /// UUIDs of albums and folders that were added, changed or deleted after a position.
    package func changedCollections(after position: ChangePosition) throws -> Set<UUID> { try catalog.changedCollections(after: position) }
    /// Whether any asset was added, changed or deleted after one position and up to another; to a reader of a selection, also whether that changed.
    package func hasAssetChanges(after: ChangePosition, through: ChangePosition) throws -> Bool { try catalog.hasAssetChanges(after: after, through: through) }
    /// Whether the selection that this reader is limited to may have changed.
    package func hasSelectionChanges(after: ChangePosition, through: ChangePosition) throws -> Bool {
        try catalog.hasSelectionChanges(after: after, through: through)
    }
    /// Whether any album or folder was added, changed or deleted.
    package func hasCollectionChanges(after: ChangePosition, through: ChangePosition) throws -> Bool {
        try catalog.hasCollectionChanges(after: after, through: through)
    }
    /// What happened to one object after one position and up to another, joined; `nil` when nothing did.
    package func aspects(of uuid: UUID, after: ChangePosition, through: ChangePosition) throws -> ChangeItem.Aspects? {
        try catalog.aspects(of: uuid, after: after, through: through)
    }

    /// The newest change that history tells of. Where none is kept, the place before the oldest of the others.
    package var historyPosition: ChangePosition { get throws { try catalog.historyPosition } }
    /// A page of history, oldest first: a few hundred changes at most, and a few thousand items. Empty at the end.
    package func history(after: ChangePosition, through: ChangePosition) throws -> [HistoryEntry] { try catalog.history(after: after, through: through) }
    /// What one change did to objects of one kind, in the order of UUIDs; `nil` where the change is no longer kept.
    package func historyItems(at position: ChangePosition, _ entity: ChangeItem.Entity) throws -> [ChangeItem]? {
        try catalog.historyItems(at: position, entity)
    }
}
