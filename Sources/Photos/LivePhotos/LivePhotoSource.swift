import Foundation
import LibraryEngine
import PhotoModel
import Pixels

/// The two files of one version of a Live Photo, and how large it should be.
struct LivePhotoSource: Sendable {
    let library: PhotoLibrary
    let asset: PHAsset
    /// The asset as it is now.
    private let record: AssetRecord
    let still: ResourceRecord
    let movie: ResourceRecord
    let target: CGSize
    let mode: PHImageContentMode
    /// Whether the library's thumbnail shows this version.
    private let isCurrent: Bool

    /// - Throws: `PHPhotosError.requestNotSupportedForAsset` for anything but a Live Photo.
    init(_ library: PhotoLibrary, _ asset: PHAsset, _ version: ImageRequest.Version, _ target: CGSize, _ mode: PHImageContentMode) throws {
        let (record, resources) = try library.assetNow(asset.record)
        guard asset.mediaSubtypes.contains(.photoLive), let movie = resources.pairedMovie(version), let still = resources.showing(version, of: record) else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(asset.record.filename) is no Live Photo. Ask for its image.")
        }
        (self.library, self.asset, self.record, self.target, self.mode) = (library, asset, record, target, mode)
        (self.still, self.movie) = (still, movie)
        isCurrent = resources.current(of: record)?.id == still.id
    }

    /// Both files, looked into.
    /// - Throws: what `openResource` throws; `PHPhotosError.invalidResource` where one of them is not what it should be.
    func livePhoto() throws -> PHLivePhoto {
        let file = try library.openResource(still)
        let size: PixelSize
        do {
            let facts = try library.facts(of: file, still)
            size = PixelSize(width: facts.uprightSize.width, height: facts.uprightSize.height)
        } catch {
            throw PHPhotosError(.invalidResource, error.message, cause: error)
        }
        guard size.width > 0, size.height > 0 else { throw PHPhotosError(.invalidResource, "There is no picture in \(still.filename).") }
        _ = try library.movie(in: movie)
        return PHLivePhoto(still: size, target: target, mode: mode, resources: [still, movie].compactMap { PHAssetResource($0, of: asset) })
    }

    /// The stored thumbnail as a Live Photo that doesn't move; `nil` where there is none of this version.
    func thumbnail() -> PHLivePhoto? {
        guard isCurrent, let image = library.derivatives.thumbnail(assetID: record.id, uuid: record.uuid, revision: record.revision) else {
            return nil
        }
        return PHLivePhoto(size: CGSize(width: image.width, height: image.height), resources: [])
    }
}
