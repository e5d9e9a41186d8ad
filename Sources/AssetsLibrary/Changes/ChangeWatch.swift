import PhotoModel
import Photos

/// Hears of changes for one `ALAssetsLibrary`, and says what it means in that framework's terms.
final class ChangeWatch: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // Guarded by being immutable.
    private let link: LibraryLink
    private let post: @Sendable ([AnyHashable: Any]?) -> Void

    /// More objects are not told one by one.
    private static let mostItems = 10_000

    /// - Parameter post: gets the notification's `userInfo`, on a queue that is not the main one.
    init(_ link: LibraryLink, post: @escaping @Sendable ([AnyHashable: Any]?) -> Void) {
        (self.link, self.post) = (link, post)
        super.init()
        link.photoLibrary.register(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard !link.wasReleased else { return }
        // Who may not see the library hears nothing of it, not even that something changed.
        guard [.authorized, .limited].contains(link.photoLibrary.authorizationStatus(for: .readWrite)) else { return }
        guard let (items, albums) = changeInstance.everything(atMost: Self.mostItems) else { return post(nil) }
        let info = userInfo(NotifiedChanges(items, albums: albums))
        if !info.isEmpty { post(info) }
    }

    private func userInfo(_ changes: NotifiedChanges) -> [AnyHashable: Any] {
        // What is gone can't be fetched, so no fetch limits it: with limited access there were no albums.
        let seesAlbums = link.photoLibrary.authorizationStatus(for: .readWrite) == .authorized
        let deletedAlbums = seesAlbums ? changes.deletedAlbums.union(SharedStreams.areShown ? changes.deletedSharedAlbums : []) : []
        var updatedGroups = urls(ofAlbums: changes.updatedAlbums)
        if changes.hasOtherAssets, let all = try? link.groups(of: [.savedPhotos, .library]) { updatedGroups.formUnion(all.compactMap(\.url)) }
        let sets = [
            ALAssetLibraryUpdatedAssetsKey: urls(ofAssets: changes.updatedAssets), ALAssetLibraryInsertedAssetGroupsKey: urls(ofAlbums: changes.insertedAlbums),
            ALAssetLibraryUpdatedAssetGroupsKey: updatedGroups, ALAssetLibraryDeletedAssetGroupsKey: Set(deletedAlbums.compactMap(AssetsLibraryURL.group)),
        ]
        return sets.filter { !$0.value.isEmpty }
    }

    /// Of those that are there.
    private func urls(ofAssets uuids: Set<UUID>) -> Set<URL> {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: uuids.map(LocalIdentifier.asset), options: link.fetchOptions)
        return Set(
            (0..<found.count).compactMap { index in
                let asset = found.object(at: index)
                return SharedStreams.shows(asset) ? asset.libraryURL : nil
            })
    }

    /// Of those that are there and are groups.
    private func urls(ofAlbums uuids: Set<UUID>) -> Set<URL> {
        guard !uuids.isEmpty else { return [] }
        let found = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: uuids.map(LocalIdentifier.album), options: link.fetchOptions)
        return Set((0..<found.count).compactMap { ALAssetsGroup(found.object(at: $0), of: link)?.url })
    }
}
