import Foundation
import LibraryEngine
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// An asset and its files as they are now.
    /// - Throws: `.unknown` where it was purged.
    func assetNow(_ asset: AssetRecord) throws -> (asset: AssetRecord, resources: [ResourceRecord]) {
        try assetNow(asset.id, asset.uuid, asset.filename)
    }

    /// The movie in one of the library's files, which is looked into: what it says of itself needs no waiting afterwards.
    /// - Throws: what `openResource` throws; `PHPhotosError.invalidResource` where there is no movie in it.
    func movie(in resource: ResourceRecord) throws -> AVURLAsset {
        let (url, description) = try described(resource)
        return AVURLAsset(url: url, description: description)
    }

    /// The movie that a video shows: one of the library's files, or a composition of it where that is slow.
    /// - Throws: as `movie(in:)`.
    func movie(of asset: AssetRecord, _ resources: [ResourceRecord], in resource: ResourceRecord, _ version: ImageRequest.Version) throws -> AVAsset {
        let (url, description) = try described(resource)
        let picture = description.tracks.first { $0.mediaType == .video }
        let slow = try slowMotion(of: asset, resources, version, framesPerSecond: picture?.frameRate ?? 0, duration: description.duration.seconds)
        let inspector = LibraryMediaInspector(stating: writtenMetadata(asset, resources))
        return slow.map { AVComposition(url: url, description: description, slowMotion: $0, inspector: inspector) }
            ?? AVURLAsset(url: url, description: description, inspector: inspector)
    }

    private func described(_ resource: ResourceRecord) throws -> (URL, MediaDescription) {
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
        return (try fileURL(of: file, resource), description)
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

/// Reads a movie of the library. What is made of it says what the library knew when it was asked for, where its file says otherwise.
final class LibraryMediaInspector: MediaInspector {
    private let reader = ProcessMediaInspector()
    private let known: WrittenMetadata?

    /// As every movie is read.
    init() { known = nil }

    init(stating known: WrittenMetadata) { self.known = known }

    func inspect(_ url: URL) throws(AVError) -> MediaDescription { try reader.inspect(url) }

    func frame(of url: URL, at seconds: Double, size: CGSize?, isUpright: Bool) throws(AVError) -> CGImage {
        try reader.frame(of: url, at: seconds, size: size, isUpright: isUpright)
    }

    func export(_ url: URL, _ plan: ExportPlan, to descriptor: Int32, goesOn: @escaping (Double) -> Bool) throws(AVError) {
        try ProcessMediaInspector.export(url, plan, stating: known, to: descriptor, goesOn: goesOn)
    }
}
