import Foundation
import LibraryEngine
import PhotoModel

/// What one change did to the objects of one type, as local identifiers.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phpersistentobjectchangedetails>.
public class PHPersistentObjectChangeDetails: NSObject {
    /// The type that was asked about.
    public let objectType: PHObjectType
    /// What is new.
    public let insertedLocalIdentifiers: Set<String>
    /// What was changed in any way; assets that were hidden or moved to Recently Deleted, and those that came back, are among them.
    public let updatedLocalIdentifiers: Set<String>
    /// What is gone for good. An asset is once it was purged from Recently Deleted.
    public let deletedLocalIdentifiers: Set<String>

    init(_ type: PHObjectType, _ items: some Sequence<ChangeItem>) {
        var sets: [ChangeItem.Kind: Set<String>] = [:]
        for item in items where item.entity == type.entity { sets[item.kind, default: []].insert(item.localIdentifier) }
        objectType = type
        insertedLocalIdentifiers = sets[.inserted] ?? []
        updatedLocalIdentifiers = sets[.updated] ?? []
        deletedLocalIdentifiers = sets[.deleted] ?? []
    }
}
