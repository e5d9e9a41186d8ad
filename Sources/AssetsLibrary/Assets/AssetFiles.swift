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
            let photos = files.filter { $0.type == .photo || $0.type == .alternatePhoto }, isRawFirst = asset.originalResourceChoice == .raw
            return photos.filter { isRaw($0) == isRawFirst } + photos.filter { isRaw($0) != isRawFirst }
        }
    }

    private static func isRaw(_ file: PHAssetResource) -> Bool { file.contentType.conforms(to: .rawImage) }

    static func url(of file: PHAssetResource) -> URL? {
        AssetsLibraryURL.asset(file.assetLocalIdentifier, filename: file.originalFilename, type: file.contentType)
    }
}
