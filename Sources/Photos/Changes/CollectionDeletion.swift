import Catalog
import Foundation
import LibraryEngine

/// Deletes albums, and folders with what is in them.
final class CollectionDeletion: PHChangeRequest {
    private let collections: [PHObject]

    init(_ collections: any NSFastEnumeration) {
        self.collections = elements(of: collections).compactMap { $0 as? PHObject }
        super.init()
    }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        for collection in collections {
            if let collection = collection as? PHCollection, !collection.canPerform(.delete) {
                throw PHPhotosError(.changeNotSupported, "\(collection.localizedTitle ?? "The album") can't be deleted.")
            }
            // One that somebody else deleted meanwhile is deleted already.
            guard let record = try transaction.catalog.collection(uuid: collection.uuid) else { continue }
            try transaction.catalog.deleteCollection(id: record.id)
        }
    }
}
