import Foundation
import LibraryEngine
import PhotoModel

extension LibraryTransaction {
    /// The row of an asset or of a placeholder of one, among what the transaction wrote so far.
    func assetID(of object: PHObject) throws -> Int64 {
        guard let id = try reader.assetID(uuid: object.uuid) else {
            throw PHPhotosError(.identifierNotFound, "The library has no asset \(object.localIdentifier) any more. Fetch it again.")
        }
        return id
    }

    /// The row of an asset that an album may take in.
    /// - Throws: `.changeNotSupported` for one that is shared or synced from elsewhere.
    func ownAssetID(of object: PHObject) throws -> Int64 {
        let id = try assetID(of: object)
        guard try reader.isOfUserLibrary(assetID: id) else {
            throw PHPhotosError(
                .changeNotSupported,
                "\(object.localIdentifier) is shared or synced from elsewhere, and can't be put into an album. Import its files first.")
        }
        return id
    }

    /// Changes an asset if it takes changes, as it is now: with one read and one write, since a block may change thousands.
    /// - Parameter wasChangeable: whether the same request asked that already, and may have put the asset into Recently Deleted since.
    /// - Throws: `.identifierNotFound`, `.changeNotSupported`, and what `change` throws.
    func update(_ asset: PHAsset, in library: PhotoLibrary, wasChangeable: Bool = false, _ change: (inout AssetRecord) throws -> Void) throws {
        // A row of another library means another asset here.
        let id = asset.session.openLibrary === library ? asset.record.id : try assetID(of: asset)
        do {
            try update(assetID: id) { record in
                if !wasChangeable { try record.requireChangeable() }
                try change(&record)
            }
        } catch let error as LibraryError where error.code == .unknown {
            throw PHPhotosError(.identifierNotFound, "The library has no asset \(asset.localIdentifier) any more. Fetch it again.", cause: error)
        }
    }

    /// The records of those assets, or placeholders of some, that are still there.
    func records(of assets: [PHObject]) throws -> [AssetRecord] {
        try reader.assets(ids: assets.compactMap { try reader.assetID(uuid: $0.uuid) }).compactMap { $0 }
    }

    /// - Throws: `.changeNotSupported` where the album or folder, as it is now, does not take this change.
    func require(_ operation: PHCollectionEditOperation, of record: CollectionRecord, _ session: LibrarySession) throws {
        guard PHCollection.make(record, session).canPerform(operation) else {
            throw PHPhotosError(.changeNotSupported, "\(record.title ?? "The album") can't be changed in this way. Ask canPerform first.")
        }
    }

    /// The row of an album or folder or of a placeholder of one.
    func collection(of object: PHObject) throws -> CollectionRecord {
        guard let record = try reader.collection(uuid: object.uuid) else {
            throw PHPhotosError(.identifierNotFound, "The library has no album \(object.localIdentifier) any more. Fetch it again.")
        }
        return record
    }
}

extension AssetRecord {
    /// - Throws: `.changeNotSupported`.
    func requireChangeable() throws(PHPhotosError) {
        guard !takesChanges else { return }
        throw PHPhotosError(.changeNotSupported, "\(filename) can't be changed: it is \(isTrashed ? "deleted" : "not of the user's own library").")
    }
}
