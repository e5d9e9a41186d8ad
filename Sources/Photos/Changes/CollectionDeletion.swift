import Foundation
import LibraryEngine
import PhotoModel

/// Deletes albums, or folders with what is in them: of one kind, so that a folder handed in for an album does not take its albums along.
final class CollectionDeletion: PHChangeRequest {
    private let collections: [PHObject]
    private let kind: CollectionRecord.Kind

    init(_ collections: any NSFastEnumeration, _ kind: CollectionRecord.Kind) {
        self.kind = kind
        self.collections = elements(of: collections).compactMap { $0 as? PHObject }
        super.init()
        enroll()
    }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        for collection in collections {
            if let collection = collection as? PHCollection, !collection.canPerform(.delete) {
                throw PHPhotosError(.changeNotSupported, "\(collection.localizedTitle ?? "The album") can't be deleted.")
            }
            // One that somebody else deleted meanwhile is deleted already.
            guard let record = try transaction.reader.collection(uuid: collection.uuid) else { continue }
            guard record.kind == kind else {
                throw PHPhotosError(
                    .changeNotSupported,
                    kind == .album
                        ? "\(record.title ?? "This") is a folder. Delete it by PHCollectionListChangeRequest."
                        : "\(record.title ?? "This") is an album. Delete it by PHAssetCollectionChangeRequest.")
            }
            try transaction.require(.delete, of: record, session)
            try transaction.deleteCollection(id: record.id)
        }
    }
}
