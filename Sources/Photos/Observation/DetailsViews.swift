import Foundation

// A test double of PHChange tells details of `PHObject`, and who asks gets them of the type asked about. To Objective-C, whose generics are forgotten,
// that is one object; here another one shows it.

/// Details of one object under the object's own type.
final class ObjectDetailsView<ObjectType: PHObject>: PHObjectChangeDetails<ObjectType>, @unchecked Sendable {
    // Guarded by being immutable.
    private let told: PHObjectChangeDetails<PHObject>

    private init(_ told: PHObjectChangeDetails<PHObject>) {
        self.told = told
        super.init()
    }

    static func of(_ told: PHObjectChangeDetails<PHObject>) -> PHObjectChangeDetails<ObjectType> {
        told as? PHObjectChangeDetails<ObjectType> ?? ObjectDetailsView(told)
    }

    override var objectBeforeChanges: ObjectType { Self.typed(told.objectBeforeChanges) }
    override var objectAfterChanges: ObjectType? { told.objectAfterChanges.map(Self.typed) }
    override var assetContentChanged: Bool { told.assetContentChanged }
    override var objectWasDeleted: Bool { told.objectWasDeleted }

    private static func typed(_ object: PHObject) -> ObjectType {
        guard let object = object as? ObjectType else { preconditionFailure("details of a \(ObjectType.self) hold a \(type(of: object))") }
        return object
    }
}

/// Details of a result under the result's own type.
final class ResultDetailsView<ObjectType: PHObject>: PHFetchResultChangeDetails<ObjectType>, @unchecked Sendable {
    // Guarded by being immutable.
    private let told: PHFetchResultChangeDetails<PHObject>

    private init(_ told: PHFetchResultChangeDetails<PHObject>) {
        self.told = told
        super.init()
    }

    static func of(_ told: PHFetchResultChangeDetails<PHObject>) -> PHFetchResultChangeDetails<ObjectType> {
        told as? PHFetchResultChangeDetails<ObjectType> ?? ResultDetailsView(told)
    }

    override var fetchResultBeforeChanges: PHFetchResult<ObjectType> { PHFetchResult(viewing: told.fetchResultBeforeChanges) }
    override var fetchResultAfterChanges: PHFetchResult<ObjectType> { PHFetchResult(viewing: told.fetchResultAfterChanges) }
    override var hasIncrementalChanges: Bool { told.hasIncrementalChanges }
    override var removedIndexes: IndexSet? { told.removedIndexes }
    override var removedObjects: [ObjectType] { told.removedObjects.compactMap { $0 as? ObjectType } }
    override var insertedIndexes: IndexSet? { told.insertedIndexes }
    override var insertedObjects: [ObjectType] { told.insertedObjects.compactMap { $0 as? ObjectType } }
    override var changedIndexes: IndexSet? { told.changedIndexes }
    override var changedObjects: [ObjectType] { told.changedObjects.compactMap { $0 as? ObjectType } }
    override var hasMoves: Bool { told.hasMoves }
    override func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) { told.enumerateMoves(handler) }
}
