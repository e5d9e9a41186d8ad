import PhotoModel
import Photos

extension LibraryLink {
    /// Groups of these types, as they are now.
    func groups(of types: GroupTypes) throws -> [ALAssetsGroup] {
        var groups: [ALAssetsGroup] = []
        if types.contains(.savedPhotos) {
            groups += try albums(.smartAlbum, .smartAlbumUserLibrary).compactMap { ALAssetsGroup($0, of: self) }
        }
        if types.contains(.library), let synced = syncedGroup { groups.append(synced) }
        if !types.isDisjoint(with: [.album, .event, .faces, .photoStream]) {
            groups += try albums(.album, .any).compactMap { ALAssetsGroup($0, of: self) }.filter { group in group.types.map(types.contains) == true }
        }
        return groups
    }

    private func albums(_ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype) throws -> [PHAssetCollection] {
        let found = PHAssetCollection.fetchAssetCollections(with: type, subtype: subtype, options: fetchOptions)
        if let error = found.error { throw error }
        return (0..<found.count).map { found.object(at: $0) }
    }

    /// That of all synced assets; `nil` where there are none.
    private var syncedGroup: ALAssetsGroup? {
        // Asked of the source: a library that is released while its changes are told is nobody's mistake.
        GroupSource.synced.count(nil, self) > 0 ? ALAssetsGroup(.synced, of: self) : nil
    }

    /// The group that a URL names.
    func group(at url: URL) -> ALAssetsGroup? {
        guard AssetsLibraryURL.isGroup(url), let uuid = LocalIdentifier.uuid(from: url.absoluteString) else { return nil }
        if uuid == GroupSource.syncedUUID { return syncedGroup }
        return group(identifier: LocalIdentifier.album(uuid))
    }

    func group(identifier: String) -> ALAssetsGroup? {
        PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: fetchOptions).firstObject.flatMap { ALAssetsGroup($0, of: self) }
    }

    /// The asset that a URL names, whichever of its representations.
    func asset(at url: URL) -> ALAsset? {
        guard AssetsLibraryURL.isAsset(url), let uuid = LocalIdentifier.uuid(from: url.absoluteString) else { return nil }
        return asset(identifier: LocalIdentifier.asset(uuid)).map { ALAsset($0, of: self) }
    }

    func asset(identifier: String) -> PHAsset? {
        PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: fetchOptions).firstObject.flatMap { SharedStreams.shows($0) ? $0 : nil }
    }
}
