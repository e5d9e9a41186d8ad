import Foundation
import LibraryEngine
import PhotoModel

/// What one change did to the objects of one type, as local identifiers.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phpersistentobjectchangedetails>.
open class PHPersistentObjectChangeDetails: NSObject {
    private let type: PHObjectType
    private let sets: [ChangeItem.Kind: Set<String>]

    /// The type that was asked about.
    open var objectType: PHObjectType { type }
    /// What is new.
    open var insertedLocalIdentifiers: Set<String> { sets[.inserted] ?? [] }
    /// What was changed in any way; assets that were hidden or moved to Recently Deleted, and those that came back, are among them.
    open var updatedLocalIdentifiers: Set<String> { sets[.updated] ?? [] }
    /// What is gone for good. An asset is once it was purged from Recently Deleted.
    open var deletedLocalIdentifiers: Set<String> { sets[.deleted] ?? [] }

    /// Nothing happened to any asset: for test doubles.
    public override init() { (type, sets) = (.asset, [:]) }

    init(_ type: PHObjectType, _ items: some Sequence<ChangeItem>) {
        var sets: [ChangeItem.Kind: Set<String>] = [:]
        for item in items where item.entity == type.entity { sets[item.kind, default: []].insert(item.localIdentifier) }
        (self.type, self.sets) = (type, sets)
    }
}

/// What kind of object a persistent change is about. <https://developer.apple.com/documentation/photos/phobjecttype>
public enum PHObjectType: Int, Sendable {
    /// An asset.
    case asset = 1
    /// An album.
    case assetCollection = 2
    /// A folder.
    case collectionList = 3

    var entity: ChangeItem.Entity {
        switch self {
        case .asset: .asset
        case .assetCollection: .collection
        case .collectionList: .list
        }
    }
}
