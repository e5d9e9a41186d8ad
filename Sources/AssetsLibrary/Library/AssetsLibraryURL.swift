import PhotoModel
import Photos

/// URLs of assets and groups: `assets-library://asset/asset.JPG?id=UUID&ext=JPG`, `assets-library://group/?id=UUID`.
enum AssetsLibraryURL {
    static func isAsset(_ url: URL) -> Bool { isOf("asset", url) }
    static func isGroup(_ url: URL) -> Bool { isOf("group", url) }

    private static func isOf(_ kind: String, _ url: URL) -> Bool { url.scheme?.lowercased() == LocalIdentifier.urlScheme && url.host?.lowercased() == kind }

    /// - Parameter filename: of the file that the URL names.
    static func asset(_ identifier: String, filename: String, type: UTType) -> URL? {
        guard let uuid = LocalIdentifier.uuid(from: identifier) else { return nil }
        return URL(string: LocalIdentifier.assetURL(uuid, pathExtension: pathExtension(filename, type)))
    }

    static func group(_ uuid: UUID) -> URL? { URL(string: LocalIdentifier.groupURL(uuid)) }

    /// The file's own where a URL can hold it as it is, else that of its type.
    private static func pathExtension(_ filename: String, _ type: UTType) -> String {
        let own = (filename as NSString).pathExtension
        if !own.isEmpty, own.utf8.count <= 16, own.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0 & 0xDF) }) { return own }
        return type.preferredFilenameExtension ?? "DAT"
    }
}

extension PHAsset {
    /// That of its default representation, as far as the asset itself knows it. Files are asked only where the original is a RAW beside the photo, whose name the
    /// asset has.
    package var libraryURL: URL? {
        if let raw = chosenRaw { return AssetFiles.url(of: raw) }
        return AssetsLibraryURL.asset(localIdentifier, filename: extendedMetadata.originalFilename ?? "", type: contentType)
    }

    /// The RAW that came beside the photo, where it is what counts as the original.
    package var chosenRaw: PHAssetResource? {
        originalResourceChoice == .raw ? AssetFiles.chosenRaw(of: self, PHAssetResource.assetResources(for: self)) : nil
    }
}
