import Foundation
import LibraryEngine

/// What became of a fetch result: the result now, and the steps from one to the other.
///
/// An array kept in step is updated in the order removed, inserted, changed, moved. The objects are read when they are asked for, as they are then.
/// Mirrors <https://developer.apple.com/documentation/photos/phfetchresultchangedetails>.
open class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    private let before: PHFetchResult<ObjectType>
    private let after: PHFetchResult<ObjectType>
    private let difference: ListDifference?

    /// The result that was asked about.
    open var fetchResultBeforeChanges: PHFetchResult<ObjectType> { before }
    /// What the same fetch finds now.
    open var fetchResultAfterChanges: PHFetchResult<ObjectType> { after }

    private init(_ before: PHFetchResult<ObjectType>, _ after: PHFetchResult<ObjectType>, _ difference: ListDifference?) {
        (self.before, self.after, self.difference) = (before, after, difference)
    }

    /// Two empty results, and no differences: for test doubles.
    public override init() { (before, after, difference) = (PHFetchResult(), PHFetchResult(), nil) }

    /// The difference of any two results. Of `changedObjects`, those count that are in both.
    public convenience init(from fromResult: PHFetchResult<ObjectType>, to toResult: PHFetchResult<ObjectType>, changedObjects: [ObjectType]) {
        let listed = ListedObjects(fromResult.members, toResult.members)
        let changed = IDSet(listed.numbers(of: changedObjects))
        self.init(fromResult, toResult, ListDifference(from: listed.before, to: listed.after, changed: changed))
    }

    /// The same as `init(from:to:changedObjects:)`, by its older name.
    public convenience init(
        fromFetchResult fromResult: PHFetchResult<ObjectType>, toFetchResult toResult: PHFetchResult<ObjectType>, changedObjects: [ObjectType]
    ) {
        self.init(from: fromResult, to: toResult, changedObjects: changedObjects)
    }

    /// Fetches anew and compares; `nil` when nothing changed.
    convenience init?(_ before: PHFetchResult<ObjectType>, _ recipe: FetchRecipe, _ reader: LibraryReader) throws {
        let (storage, position) = try recipe.fetch(reader)
        let after = PHFetchResult<ObjectType>(storage, recipe: recipe, position: position)
        // What is forgotten can't be told step by step.
        guard try reader.remembers(before.position) else {
            self.init(before, after, nil)
            return
        }
        let listed = ListedObjects(before.storage, storage)
        let changed: IDSet
        if before.storage is AssetStorage {
            changed = IDSet(try reader.changedAssetIDs(after: before.position))
        } else {
            changed = IDSet(listed.numbers(of: try Self.changedObjects(before, after, reader)))
        }
        let difference = ListDifference(from: listed.before, to: listed.after, changed: changed)
        if difference.isEmpty { return nil }
        self.init(before, after, recipe.wantsIncrementalDetails ? difference : nil)
    }

    /// Of objects that are held whole: what the log names, and what reads differently now.
    private static func changedObjects(
        _ before: PHFetchResult<ObjectType>, _ after: PHFetchResult<ObjectType>, _ reader: LibraryReader
    ) throws -> [PHObject] {
        let named = try reader.changedCollections(after: before.position)
        var old: [UUID: PHObject] = [:]
        for object in before.storage.objects(at: 0..<before.count) { old[object.uuid] = object }
        return try after.storage.objects(at: 0..<after.count).filter { object in
            guard let old = old[object.uuid] else { return false }
            return try named.contains(object.uuid) || old.differs(from: object, reader, since: before.position)
        }
    }

    /// False where the fetch asked for no index differences (`wantsIncrementalChangeDetails`), or where the library no longer remembers how it came
    /// here: show the result after changes from scratch.
    open var hasIncrementalChanges: Bool { difference != nil }

    /// In the result before changes.
    open var removedIndexes: IndexSet? { difference?.removed }
    /// In the order of `removedIndexes`; empty where there are no incremental changes.
    open var removedObjects: [ObjectType] { objects(fetchResultBeforeChanges, removedIndexes ?? []) }

    /// In the result before changes without what was removed; these are their places in the result after changes, too.
    open var insertedIndexes: IndexSet? { difference?.inserted }
    /// In the order of `insertedIndexes`; empty where there are no incremental changes.
    open var insertedObjects: [ObjectType] { objects(fetchResultAfterChanges, insertedIndexes ?? []) }

    /// In the result before changes with removals and insertions made, and before any move: without moves, in the result after changes.
    open var changedIndexes: IndexSet? { difference?.changed }
    /// In the order of `changedIndexes`.
    open var changedObjects: [ObjectType] {
        if let difference, !difference.changedFinally.isEmpty { return objects(fetchResultAfterChanges, difference.changedFinally) }
        return objects(fetchResultAfterChanges, changedIndexes ?? [])
    }

    /// Whether anything changed its place beyond what removals and insertions did.
    open var hasMoves: Bool { difference?.moves.isEmpty == false }

    /// Each move from an index to an index, to be made one after the other once removals and insertions are made: take the object out at the first
    /// index, put it in at the second.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in difference?.moves ?? [] { handler(move.from, move.to) }
    }

    private func objects(_ result: PHFetchResult<ObjectType>, _ indexes: some Collection<Int>) -> [ObjectType] {
        result.members.objects(at: indexes).compactMap { $0 as? ObjectType }
    }
}
