import Foundation
import LibraryEngine
import PhotoModel
import Photos

extension TemporaryLibrary {
    /// Adds assets that have records and no files, for tests that never look at pixels.
    public func insertRecords(_ count: Int, _ facts: (Int) -> (date: Date, isVideo: Bool)) throws {
        try library.performChanges(author: "test") { transaction in
            for index in 0..<count {
                let (date, isVideo) = facts(index)
                var record = AssetRecord(
                    uuid: library.environment.makeUUID(), mediaType: isVideo ? .video : .image, addedDate: clock.now.timeIntervalSinceReferenceDate,
                    filename: "IMG_\(index).\(isVideo ? "MOV" : "JPG")", uniformType: isVideo ? UniformTypes.quickTimeMovie : UniformTypes.jpeg)
                record.creationDate = date.timeIntervalSinceReferenceDate
                (record.pixelWidth, record.pixelHeight, record.playbackStyle) = (4032, 3024, isVideo ? .video : .image)
                try transaction.insert(record, resources: [])
            }
        }
    }

    /// Takes assets out of Recently Deleted.
    public func restore(_ assets: [PHAsset]) throws {
        try library.performChanges(author: "test") { transaction in
            try transaction.restore(
                try assets.compactMap { asset in
                    try UUID(uuidString: String(asset.localIdentifier.prefix(36))).flatMap { try transaction.reader.assetID(uuid: $0) }
                })
        }
    }

    /// Adds an album of a kind that no change request makes, such as a synced or shared one.
    /// - Returns: its local identifier.
    public func insertAlbum(_ subtype: PHAssetCollectionSubtype, title: String, _ assets: [PHAsset] = []) throws -> String {
        let uuid = library.environment.makeUUID()
        try library.performChanges(author: "test") { transaction in
            let id = try transaction.insert(CollectionRecord(uuid: uuid, type: .album(AlbumSubtype(rawValue: subtype.rawValue)), title: title))
            let members = try assets.compactMap { asset in
                try UUID(uuidString: String(asset.localIdentifier.prefix(36))).flatMap { try transaction.reader.assetID(uuid: $0) }
            }
            try transaction.addMembers(members, to: id)
        }
        return LocalIdentifier.album(uuid)
    }

    /// Adds an empty folder of a kind that no change request makes.
    /// - Returns: its local identifier.
    public func insertFolder(_ subtype: PHCollectionListSubtype, title: String) throws -> String {
        let uuid = library.environment.makeUUID()
        try library.performChanges(author: "test") { transaction in
            _ = try transaction.insert(CollectionRecord(uuid: uuid, type: .folder(FolderSubtype(rawValue: subtype.rawValue)), title: title))
        }
        return LocalIdentifier.folder(uuid)
    }

    /// Removes assets for good, as the end of their days in Recently Deleted does.
    public func purge(_ assets: [PHAsset]) throws {
        try library.performChanges(author: "test") { transaction in
            let ids = try assets.compactMap { asset in
                try UUID(uuidString: String(asset.localIdentifier.prefix(36))).flatMap { try transaction.reader.assetID(uuid: $0) }
            }
            try transaction.purge(ids)
        }
    }

    /// Removes the entries of the change log, as happens with old ones.
    public func forgetChanges() throws {
        try library.forgetHistory(before: clock.now.timeIntervalSinceReferenceDate)
    }
}
