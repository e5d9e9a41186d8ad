import Catalog
import Decoding
import Foundation
import LibraryEngine
import Originals
import PhotoModel

extension Sequence where Element == ResourceRecord {
    /// The movie of a video asset.
    func movie(_ version: PHVideoRequestOptionsVersion) -> ResourceRecord? { (version == .current ? first(.fullSizeVideo) : nil) ?? first(.video) }
}

extension PhotoLibrary {
    /// An asset and its files as they are now, which may be more than the client has fetched.
    /// - Throws: `.unknown` where it was purged.
    func assetNow(_ asset: AssetRecord) throws -> (asset: AssetRecord, resources: [ResourceRecord]) {
        let found = try catalog.read { reader -> (asset: AssetRecord, resources: [ResourceRecord])? in
            guard let now = try reader.asset(id: asset.id), now.uuid == asset.uuid else { return nil }
            return (now, try reader.resources(assetID: now.id))
        }
        guard let found else {
            throw LibraryError(.unknown, "\(asset.filename) is not in the library any more. Fetch again what is there.")
        }
        return found
    }

    /// The movie in one of the library's files, which is looked into: what it says of itself needs no waiting afterwards.
    /// - Throws: what `openResource` throws; `PHPhotosError.invalidResource` where there is no movie in it.
    func movie(in resource: ResourceRecord) throws -> AVURLAsset {
        let file = try openResource(resource)
        let description: MediaDescription
        do {
            description = try MediaDescription(of: MediaSource(descriptor: file.descriptor, name: resource.filename), by: decoder)
        } catch {
            throw PHPhotosError(.invalidResource, error.localizedDescription, cause: error)
        }
        guard description.tracks.contains(where: { $0.mediaType == .video }) else {
            throw PHPhotosError(.invalidResource, "There is no picture in \(resource.filename), only sound.")
        }
        return AVURLAsset(url: try fileURL(of: resource), description: description)
    }

    /// - Throws: `.unreadable` for a file whose name no URL can hold.
    func fileURL(of resource: ResourceRecord) throws -> URL {
        guard let path = String(validating: try path(of: resource).bytes, as: UTF8.self) else {
            throw LibraryError(
                .unreadable, "The name of \(resource.filename) is no text on its disk, so it can't be given as a file. Rename it and import it again.")
        }
        return URL(fileURLWithPath: path)
    }
}
