import Catalog
import Foundation
import Imaging
import Originals
import PhotoModel

/// The movie of a motion photo is a part of its picture's file: whoever reads it gets a file of just the movie's bytes.
extension PhotoLibrary {
    /// - Throws: what `findResource` throws of the picture; `.changed` where the picture's file has another movie now.
    func openEmbeddedMovie(_ movie: ResourceRecord) throws(LibraryError) -> OpenFile {
        do {
            let uuid = try owner(of: movie)
            if let copy = try movieCopies.open(movie, of: uuid) { return copy }
            if let copy = try movieCopies.make(movie, of: uuid, from: findResource(picture(of: movie))) { return copy }
        } catch {
            throw LibraryError(error)
        }
        throw LibraryError(
            .changed, "The movie in the file of \(movie.filename) is not the one that was imported: the file is damaged, or was changed. Restore it from a backup.")
    }

    /// The resource whose file a movie is a part of.
    func picture(of movie: ResourceRecord) throws(LibraryError) -> ResourceRecord {
        do {
            let resources = try catalog.read { try $0.resources(assetID: movie.assetID) }
            if let picture = resources.first(where: { !$0.isEmbedded && $0.location == movie.location }) { return picture }
        } catch {
            throw LibraryError(error)
        }
        throw LibraryError(.missing, "The picture that \(movie.filename) is a part of is not in the library any more. Fetch it again.")
    }

    /// Whether there is a copy already.
    func hasCopy(of movie: ResourceRecord) -> Bool {
        guard let uuid = try? owner(of: movie), let copy = try? movieCopies.open(movie, of: uuid) else { return false }
        return withExtendedLifetime(copy) { true }
    }

    private func owner(of movie: ResourceRecord) throws -> UUID {
        guard let uuid = try catalog.read({ try $0.uuids(assetIDs: CollectionOfOne(movie.assetID))[0] }) else {
            throw LibraryError(.unknown, "\(movie.filename) is not in the library any more. Fetch again what is there.")
        }
        return uuid
    }

    /// Copies that are not what lies in their picture, or belong to nobody.
    func movieFaults(_ isCancelled: () -> Bool) throws -> [DerivativeFault] {
        var faults: [DerivativeFault] = []
        for copy in derivatives.movies() {
            if isCancelled() { break }
            let resources = try catalog.read { reader in try reader.assetID(uuid: copy.uuid).map { try reader.resources(assetID: $0) } ?? [] }
            let movie = resources.first { $0.isEmbedded }
            guard let descriptor = derivatives.openMovie(uuid: copy.uuid, copy.format) else { continue }
            let file = OpenFile(adopting: descriptor, path: BytePath(derivatives.movieFile(uuid: copy.uuid, copy.format)))
            if let movie, try file.digest() == Array(movie.sha256) { continue }
            faults.append(DerivativeFault(movie: copy.name, of: copy.uuid))
        }
        return faults
    }
}
