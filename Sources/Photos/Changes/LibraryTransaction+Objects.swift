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

    /// The row of an album or folder or of a placeholder of one.
    func collection(of object: PHObject) throws -> CollectionRecord {
        guard let record = try catalog.collection(uuid: object.uuid) else {
            throw PHPhotosError(.identifierNotFound, "The library has no album \(object.localIdentifier) any more. Fetch it again.")
        }
        return record
    }
}
