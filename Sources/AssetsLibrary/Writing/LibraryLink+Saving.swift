import PhotoModel
import Photos

extension LibraryLink {
    /// Makes an asset of a file.
    /// - Returns: its URL.
    /// - Throws: a `LibraryFailure`.
    func save(_ file: SavedFile) throws -> URL? {
        var identifier: String?
        try change {
            let request = PHAssetCreationRequest.forAsset()
            file.add(to: request)
            file.describe(request)
            identifier = request.placeholderForCreatedAsset?.localIdentifier
        }
        return identifier.flatMap { url(ofSaved: $0, file) }
    }

    /// Who may only add sees nothing of it, not even what its file is called.
    func url(ofSaved identifier: String, _ file: SavedFile) -> URL? {
        asset(identifier: identifier)?.libraryURL
            ?? AssetsLibraryURL.asset(identifier, filename: file.filename ?? "", type: file.type == .video ? .quickTimeMovie : .jpeg)
    }

    /// An album at the end of the library's; `nil` where one has the name.
    /// - Throws: a `LibraryFailure`.
    func makeAlbum(named name: String) throws -> ALAssetsGroup? {
        let albums = try groups(of: [.savedPhotos, .album, .event, .faces, .photoStream])
        guard !name.isEmpty, !albums.contains(where: { $0.name == name }) else { return nil }
        var identifier = ""
        try change {
            identifier = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: name).placeholderForCreatedAssetCollection.localIdentifier
        }
        return group(identifier: identifier)
    }

    /// - Throws: a `LibraryFailure`.
    func change(_ block: @escaping () -> Void) throws {
        do { try photoLibrary.performChangesAndWait(block) } catch { throw LibraryFailure(error, otherwise: ALAssetsLibraryWriteFailedError) }
    }
}
