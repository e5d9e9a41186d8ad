import Foundation
import Glibc
import LibraryEngine
import Metadata
import Pixels

/// The still and the movie of a Live Photo among files of a client's, told apart by what is in them.
struct LivePhotoFiles: Sendable {
    private struct File {
        let resource: ResourceFile
        let facts: MediaFacts
        /// Upright.
        var size: PixelSize { PixelSize(width: facts.uprightSize.width, height: facts.uprightSize.height) }
    }

    let size: PixelSize
    let still: ResourceFile
    let movie: ResourceFile

    /// Waits for the disk and a worker.
    /// - Parameter onStill: called as soon as the still is known to be one.
    /// - Throws: `PHPhotosError`: `.missingResource` for a file that is gone, `.invalidResource` for what is no pair.
    init(_ urls: [URL], onStill: (ResourceFile, PixelSize) -> Void) throws {
        var stills: [File] = [], movies: [File] = [], failure: PHPhotosError?
        for url in urls {
            do throws(PHPhotosError) {
                let file = try Self.examine(url)
                if file.resource.type == .pairedVideo { movies.append(file) } else { stills.append(file) }
                if file.resource.type == .photo, stills.count == 1 { onStill(file.resource, file.size) }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        guard urls.count == 2, let still = stills.first, let movie = movies.first else {
            throw PHPhotosError(.invalidResource, "A Live Photo is made of a still and a movie, not of \(Self.list(urls)).")
        }
        (size, self.still, self.movie) = (still.size, still.resource, movie.resource)
        guard let identifier = still.facts.contentIdentifier, identifier == movie.facts.contentIdentifier else {
            throw PHPhotosError(
                .invalidResource,
                "\(still.resource.name) and \(movie.resource.name) don't belong together: they have no content identifier in common. "
                    + "Take both files of one Live Photo.")
        }
    }

    private static func list(_ urls: [URL]) -> String { urls.isEmpty ? "nothing" : urls.map(\.lastPathComponent).joined(separator: ", ") }

    private static func examine(_ url: URL) throws(PHPhotosError) -> File {
        guard url.isFileURL else { throw PHPhotosError(.invalidResource, "\(url.absoluteString) is no file. Download it first.") }
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            throw PHPhotosError(.missingResource, "\(url.path) could not be opened: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        let decoder: any MediaDecoder
        do { decoder = try ProcessImageCoder.decoder() } catch { throw PHPhotosError(.internalError, error.description, cause: error) }
        let facts: MediaFacts
        do { facts = try decoder.facts(of: descriptor, named: url.lastPathComponent) } catch {
            throw PHPhotosError(.invalidResource, error.message, cause: error)
        }
        let type: PHAssetResourceType
        switch facts.kind {
        case .image, .rawImage: type = .photo
        case .video: type = .pairedVideo
        case .audio, .adjustment, .sidecar:
            throw PHPhotosError(.invalidResource, "\(url.lastPathComponent) is neither still nor movie, but \(facts.uniformType).")
        }
        guard facts.pixelWidth > 0, facts.pixelHeight > 0 else {
            throw PHPhotosError(.invalidResource, "There is no picture in \(url.lastPathComponent).")
        }
        return File(resource: ResourceFile(url: url, type: type, uniformType: facts.uniformType), facts: facts)
    }
}
