import PhotoModel
import Photos

/// Where a group's assets are.
enum GroupSource: Sendable {
    case album(PHAssetCollection, GroupTypes)
    /// Every asset that was synced from another computer, which PhotoKit has no collection of.
    case synced

    /// What the group of synced assets is called in URLs, the same in every library.
    static let syncedUUID = UUID(uuid: (0xA1, 0x5E, 0x75, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))

    /// `nil` for a collection that was none of AssetsLibrary's: smart albums but the user's library, moments, projects, and what others share where the program
    /// does not want it.
    init?(_ collection: PHAssetCollection) {
        guard !(collection is PHProject), SharedStreams.shows(collection), let types = GroupTypes(of: collection) else { return nil }
        self = .album(collection, types)
    }

    var types: GroupTypes { if case .album(_, let types) = self { types } else { .library } }

    var name: String { if case .album(let album, _) = self { album.localizedTitle ?? "" } else { "Photo Library" } }

    var uuid: UUID? { if case .album(let album, _) = self { LocalIdentifier.uuid(from: album.localIdentifier) } else { Self.syncedUUID } }

    /// The assets of one type, as they are now.
    func fetch(_ mediaType: PHAssetMediaType?, _ link: LibraryLink) -> PHFetchResult<PHAsset> {
        switch self {
        case .album(let album, _): PHAsset.fetchAssets(in: album, options: options(mediaType, link))
        case .synced: PHAsset.fetchAssets(with: options(mediaType, link))
        }
    }

    /// How many assets of one type there are, as it is now, without looking at them: albums keep their number, and the library one of each type.
    func count(_ mediaType: PHAssetMediaType?, _ link: LibraryLink) -> Int {
        switch self {
        case .album(let album, _) where mediaType == nil:
            let now = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [album.localIdentifier], options: link.fetchOptions).firstObject
            let count = now?.estimatedAssetCount ?? 0
            return count == NSNotFound ? 0 : count
        case .album(let album, _): return PHAsset.countAssets(in: album, options: options(mediaType, link))
        case .synced: return PHAsset.countAssets(in: nil, options: options(mediaType, link))
        }
    }

    private func options(_ mediaType: PHAssetMediaType?, _ link: LibraryLink) -> PHFetchOptions {
        let options = link.fetchOptions
        if let mediaType { options.predicate = NSPredicate(format: "mediaType == %d", mediaType.rawValue) }
        if case .synced = self { options.includeAssetSourceTypes = .typeiTunesSynced }
        return options
    }

    /// The asset that stands for the group.
    func keyAsset(_ link: LibraryLink) -> PHAsset? {
        switch self {
        case .album(let album, _): PHAsset.fetchKeyAssets(in: album, options: link.fetchOptions)?.firstObject
        case .synced: fetch(nil, link).lastObject
        }
    }
}

extension GroupTypes {
    /// `nil` for a collection that is no group.
    init?(of collection: PHAssetCollection) {
        switch (collection.assetCollectionType, collection.assetCollectionSubtype) {
        case (.smartAlbum, .smartAlbumUserLibrary): self = .savedPhotos
        case (.album, .albumRegular), (.album, .albumSyncedAlbum): self = .album
        case (.album, .albumSyncedEvent), (.album, .albumImported): self = .event
        case (.album, .albumSyncedFaces): self = .faces
        case (.album, .albumMyPhotoStream), (.album, .albumCloudShared): self = .photoStream
        default: return nil
        }
    }
}
