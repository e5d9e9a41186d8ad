import PhotoModel
import Photos

/// Which files of an asset were its representations.
enum AssetFiles {
    /// The one that is shown without edits first; of most assets there is no other.
    static func representations(of asset: PHAsset) -> [PHAssetResource] {
        let files = PHAssetResource.assetResources(for: asset)
        if let replacement = Replacement.file(of: asset, files) { return [replacement] }
        switch asset.mediaType {
        case .video: return files.filter { $0.type == .video }
        case .audio: return files.filter { $0.type == .audio }
        default:
            let photos = files.filter { $0.type == .photo || $0.type == .alternatePhoto }
            // A RAW may have come as the photo itself, with a JPEG beside it.
            guard let shown = chosenRaw(of: asset, files) ?? photos.first(where: { $0.type == .photo }) else { return photos }
            return [shown] + photos.filter { $0 != shown }
        }
    }

    /// The RAW that came beside a photo, where it is what counts as the original.
    static func chosenRaw(of asset: PHAsset, _ files: [PHAssetResource]) -> PHAssetResource? {
        asset.originalResourceChoice == .raw ? files.first { $0.type == .alternatePhoto && isRaw($0) } : nil
    }

    private static func isRaw(_ file: PHAssetResource) -> Bool { file.contentType.conforms(to: .rawImage) }

    static func url(of file: PHAssetResource) -> URL? {
        AssetsLibraryURL.asset(file.assetLocalIdentifier, filename: file.originalFilename, type: file.contentType)
    }
}
