import Foundation
import PhotoModel
import Photos

/// Facts that cameras, synchronisation and other applications leave in a library, and that no application can set.
public struct Invented: Sendable {
    public var type = PHAssetMediaType.image
    public var subtypes: PHAssetMediaSubtype = []
    public var style = PHAsset.PlaybackStyle.image
    public var source: PHAssetSourceType = .typeUserLibrary
    public var creationDate: Date?
    public var modificationDate: Date?
    public var pixelWidth = 4032
    public var pixelHeight = 3024
    /// Seconds.
    public var duration: TimeInterval = 0
    public var isFavorite = false
    public var isHidden = false
    public var burst: String?
    public var picks: PHAssetBurstSelectionType = []
    public var representsBurst = false
    public var adjustmentFormat: String?
    public var adjustmentDate: Date?
    public var isFrontCamera = false
    public var filename = "IMG_1000.JPG"
    public var uniformType = "public.jpeg"

    public init() {}
}

extension World {
    /// Puts assets into the library that have facts and no files, and gives them in the same order.
    @discardableResult
    public func invent(_ count: Int = 1, _ tell: (Int, inout Invented) -> Void) throws -> [PHAsset] {
        var identifiers: [String] = []
        try temporary.library.performChanges(author: "test") { transaction in
            for index in 0..<count {
                var facts = Invented()
                facts.creationDate = World.day(index)
                tell(index, &facts)
                let record = record(facts)
                identifiers.append(record.uuid.uuidString + "/L0/001")
                try transaction.insert(record, resources: [])
            }
        }
        return try identifiers.map(asset)
    }

    /// Puts an album into the library as synchronisation or an import does.
    public func inventAlbum(_ title: String, subtype: PHAssetCollectionSubtype) throws -> PHAssetCollection {
        let uuid = temporary.library.environment.makeUUID()
        try temporary.library.performChanges(author: "test") { transaction in
            _ = try transaction.insert(CollectionRecord(uuid: uuid, type: .album(AlbumSubtype(rawValue: subtype.rawValue)), title: title))
        }
        return try album(identifier: uuid.uuidString + "/L0/040")
    }

    /// Takes an album out of the library as synchronisation does, also one that no application may delete.
    public func removeAlbum(_ album: PHAssetCollection) throws {
        guard let uuid = UUID(uuidString: String(album.localIdentifier.prefix(36))) else { throw Failure(description: "No album \(album.localIdentifier)") }
        try temporary.library.performChanges(author: "test") { transaction in
            if let id = try transaction.reader.collection(uuid: uuid)?.id { try transaction.deleteCollection(id: id) }
        }
    }

    /// Drops what is known of changes until now, as months do.
    public func forgetHistory() throws {
        try temporary.library.forgetHistory(before: now.timeIntervalSinceReferenceDate + 1)
    }

    private func record(_ facts: Invented) -> AssetRecord {
        var record = AssetRecord(
            uuid: temporary.library.environment.makeUUID(), mediaType: MediaType(rawValue: facts.type.rawValue), addedDate: now.timeIntervalSinceReferenceDate,
            filename: facts.filename, uniformType: facts.uniformType)
        record.mediaSubtypes = MediaSubtypes(rawValue: facts.subtypes.rawValue)
        record.playbackStyle = PlaybackStyle(rawValue: facts.style.rawValue)
        record.sourceType = SourceTypes(rawValue: facts.source.rawValue)
        record.creationDate = facts.creationDate?.timeIntervalSinceReferenceDate
        record.modificationDate = facts.modificationDate?.timeIntervalSinceReferenceDate
        (record.pixelWidth, record.pixelHeight, record.duration) = (facts.pixelWidth, facts.pixelHeight, facts.duration)
        (record.isFavorite, record.isHidden) = (facts.isFavorite, facts.isHidden)
        (record.burstIdentifier, record.burstSelectionTypes) = (facts.burst, BurstSelectionTypes(rawValue: facts.picks.rawValue))
        record.representsBurst = facts.representsBurst
        record.adjustmentFormatIdentifier = facts.adjustmentFormat
        record.adjustmentTimestamp = facts.adjustmentDate?.timeIntervalSinceReferenceDate
        record.isFrontFacing = facts.isFrontCamera
        return record
    }
}
