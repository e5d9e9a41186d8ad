import Foundation
import LibraryEngine
import PhotoModel

extension PhotoLibrary {
    /// An asset and its files as they are now.
    /// - Throws: `.unknown` where it was purged.
    func assetNow(_ asset: AssetRecord) throws -> (asset: AssetRecord, resources: [ResourceRecord]) {
        try assetNow(asset.id, asset.uuid, asset.filename)
    }

    /// The movie in one of the library's files, which is looked into: what it says of itself needs no waiting afterwards.
    /// - Throws: what `openResource` throws; `PHPhotosError.invalidResource` where there is no movie in it.
    func movie(in resource: ResourceRecord) throws -> AVURLAsset {
        let file = try openResource(resource)
        let description: MediaDescription
        do {
            description = try MediaDescription(of: file.descriptor, named: resource.filename, by: decoder)
        } catch {
            throw PHPhotosError(.invalidResource, error.localizedDescription, cause: error)
        }
        guard description.tracks.contains(where: { $0.mediaType == .video }) else {
            throw PHPhotosError(.invalidResource, "There is no picture in \(resource.filename), only sound.")
        }
        return AVURLAsset(url: try fileURL(of: file, resource), description: description)
    }

    /// - Throws: `.unreadable` for a file whose name no URL can hold.
    func fileURL(of file: OpenFile, _ resource: ResourceRecord) throws -> URL {
        guard let path = String(validating: file.path.bytes, as: UTF8.self) else {
            throw LibraryError(
                .unreadable, "The name of \(resource.filename) is no text on its disk, so it can't be given as a file. Rename it and import it again.")
        }
        return URL(fileURLWithPath: path)
    }
}
