import Foundation
import Photos

/// The model of a screen that shows an album, as applications write it: the classes it fetches with and the library are passed in.
final class AlbumModel: NSObject, PHPhotoLibraryChangeObserver {
    private(set) var album: PHAssetCollection?
    private(set) var assets: PHFetchResult<PHAsset>
    /// What a table would be told.
    private(set) var updates: [String] = []
    private let library: PHPhotoLibrary

    init(library: PHPhotoLibrary, albums: PHAssetCollection.Type = PHAssetCollection.self, assets: PHAsset.Type = PHAsset.self) {
        self.library = library
        album = albums.fetchAssetCollections(with: .album, subtype: .any, options: nil).firstObject
        self.assets = album.map { assets.fetchAssets(in: $0, options: nil) } ?? PHFetchResult()
        super.init()
        library.register(self)
    }

    var title: String { album?.localizedTitle ?? "Nothing" }

    var rows: [String] {
        var rows: [String] = []
        assets.enumerateObjects { asset, index, _ in rows.append("\(index) \(asset.localIdentifier)\(asset.isFavorite ? " ♥" : "")") }
        return rows
    }

    func add(_ request: PHAssetChangeRequest.Type, from image: UIImage) async throws -> String? {
        var identifier: String?
        try await library.performChanges { identifier = request.creationRequestForAsset(from: image).placeholderForCreatedAsset?.localIdentifier }
        return identifier
    }

    func photoLibraryDidChange(_ change: PHChange) {
        if let album, let details = change.changeDetails(for: album) {
            self.album = details.objectAfterChanges
            updates.append(details.objectWasDeleted ? "closed" : "renamed")
        }
        guard let details = change.changeDetails(for: assets) else { return }
        assets = details.fetchResultAfterChanges
        guard details.hasIncrementalChanges else { return updates.append("reload") }
        if let removed = details.removedIndexes, !removed.isEmpty { updates.append("delete \(Array(removed))") }
        if let inserted = details.insertedIndexes, !inserted.isEmpty { updates.append("insert \(Array(inserted))") }
        if let changed = details.changedIndexes, !changed.isEmpty { updates.append("reload \(Array(changed))") }
        details.enumerateMoves { self.updates.append("move \($0) to \($1)") }
    }
}
