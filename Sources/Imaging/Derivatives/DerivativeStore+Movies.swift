import Foundation
import Glibc

extension DerivativeFault {
    /// - Parameter name: below the folder.
    package init(movie name: String, of uuid: UUID) { self.init(place: .movie(uuid: uuid), path: name, detail: "is not the movie that lies in a picture") }
}

/// Copies of the movies of motion photos. Players want a file of its own; the movie is a part of its picture's, so a copy is made when somebody first
/// wants it.
extension DerivativeStore {
    /// How the movie is named, by which players tell what it is.
    package enum MovieFormat: String, Sendable, CaseIterable { case mp4, mov }

    /// Where an asset's is, or will be.
    package func movieFile(uuid: UUID, _ format: MovieFormat) -> String { files.path(Self.movieName(uuid, format)) }

    /// Opens it, for the caller to close; `nil` where there is none. Whether it is what it should be is for the caller to see.
    package func openMovie(uuid: UUID, _ format: MovieFormat) -> Int32? { files.open(Self.movieName(uuid, format), O_RDONLY) }

    /// Keeps an asset's movie.
    /// - Parameters:
    ///   - write: writes all of it to a descriptor; false keeps nothing.
    /// - Returns: what `write` said.
    /// - Throws: `.derivativesUnwritable` where the file can't be made, and what `write` throws; then nothing is kept.
    package func storeMovie(uuid: UUID, _ format: MovieFormat, write: (Int32) throws -> Bool) throws -> Bool {
        let name = Self.movieName(uuid, format)
        let part = "\(Self.movieFolder(uuid))/.\(uuid.uuidString).\(format.rawValue).\(UUID().uuidString)"
        guard !isReadOnly, let descriptor = create(part) else { throw unwritable(movie: name) }
        do {
            let isWritten = try write(descriptor)
            guard close(descriptor) == 0 else { throw unwritable(movie: name) }
            guard isWritten else {
                files.remove(part)
                return false
            }
            guard files.replace(name, with: part) else { throw unwritable(movie: name) }
            return true
        } catch {
            files.remove(part)
            throw error
        }
    }

    package func removeMovie(uuid: UUID) {
        for format in MovieFormat.allCases { files.remove(Self.movieName(uuid, format)) }
    }

    /// Every copy there is: its file below the folder, and whose it is.
    package func movies() -> [(name: String, uuid: UUID, format: MovieFormat)] {
        "0123456789ABCDEF".flatMap { digit -> [(name: String, uuid: UUID, format: MovieFormat)] in
            files.names(in: "movies/\(digit)").sorted().compactMap { name in
                guard let uuid = UUID(uuidString: String(name.prefix(36))), let format = MovieFormat(rawValue: String(name.dropFirst(37))) else { return nil }
                return ("movies/\(digit)/\(name)", uuid, format)
            }
        }
    }

    private static func movieFolder(_ uuid: UUID) -> String { "movies/\(uuid.uuidString.prefix(1))" }

    private static func movieName(_ uuid: UUID, _ format: MovieFormat) -> String { "\(movieFolder(uuid))/\(uuid.uuidString).\(format.rawValue)" }

    private func unwritable(movie name: String) -> ImagingError {
        let reason = String(cString: strerror(errno))
        return ImagingError(
            .derivativesUnwritable, "Could not copy a movie out of its picture to \(files.path(name)): \(reason). Make room or fix its permissions; the picture itself is safe.")
    }
}
