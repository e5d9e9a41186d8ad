import Catalog
import Foundation
import LibraryEngine

extension LibraryTransaction {
    /// The row of an asset or of a placeholder of one, among what the transaction wrote so far.
    func assetID(of object: PHObject) throws -> Int64 {
        guard let id = try catalog.assetID(uuid: object.uuid) else {
            throw PHPhotosError(.identifierNotFound, "The library has no asset \(object.localIdentifier) any more. Fetch it again.")
        }
        return id
    }

    /// - Throws: `.changeNotSupported` where the asset, as it is now, does not take this change.
    func require(_ operation: PHAssetEditOperation, ofAsset id: Int64, _ session: LibrarySession) throws {
        guard let record = try catalog.assets(ids: [id]).first ?? nil else { return }
        guard PHAsset(record: record, session: session).canPerform(operation) else {
            throw PHPhotosError(.changeNotSupported, "\(record.filename) can't be changed: it is \(record.isTrashed ? "deleted" : "not of the user's own library").")
        }
    }

    /// - Throws: `.changeNotSupported` where the album or folder, as it is now, does not take this change.
    func require(_ operation: PHCollectionEditOperation, of record: CollectionRecord, _ session: LibrarySession) throws {
        guard PHCollection.make(record, session).canPerform(operation) else {
            throw PHPhotosError(.changeNotSupported, "\(record.title ?? "The album") can't be changed in this way. Ask canPerform first.")
        }
    }

    /// The row of an album or folder or of a placeholder of one.
    func collection(of object: PHObject) throws -> CollectionRecord {
        guard let record = try catalog.collection(uuid: object.uuid) else {
            throw PHPhotosError(.identifierNotFound, "The library has no album \(object.localIdentifier) any more. Fetch it again.")
        }
        return record
    }
}
