import Foundation
import Imaging
import Importing
import Originals
import PhotoModel
import Support
import Synchronization

/// Files of the movies that are a part of their picture's file: what a player, a client or the server reads. They are derivatives, and made when they are
/// first wanted; of a library that can't be written they lie in a temporary folder, which goes with the library.
final class MovieCopies: Sendable {
    private struct State {
        var temporary: (folder: TemporaryFolder, store: DerivativeStore)?
        /// What copies looked like when they were compared with their hash.
        var sound: [String: FileFacts] = [:]
    }

    private let kept: DerivativeStore
    private let state = Mutex(State())

    init(_ kept: DerivativeStore) { self.kept = kept }

    /// The copy of a movie; `nil` where there is none, or one with other bytes, which is removed.
    func open(_ movie: ResourceRecord, of uuid: UUID) throws(OriginalsError) -> OpenFile? {
        for store in stores {
            guard let file = open(movie, of: uuid, store) else { continue }
            let (signature, path) = (try file.signature(), file.path.text)
            if signature.size == movie.size {
                if state.withLock({ $0.sound[path] == FileFacts(signature) }) { return file }
                if try file.digest(while: signature) == Array(movie.sha256) {
                    state.withLock { $0.sound[path] = FileFacts(lasting: signature) }
                    return file
                }
            }
            store.removeMovie(uuid: uuid)
        }
        return nil
    }

    /// Copies a movie out of its picture.
    /// - Returns: `nil` where the file has other bytes there than were imported.
    func make(_ movie: ResourceRecord, of uuid: UUID, from picture: OpenFile) throws -> OpenFile? {
        guard let part = movie.part else { return nil }
        func copy(into store: DerivativeStore) throws -> OpenFile? {
            let path = BytePath(store.movieFile(uuid: uuid, movie.movieFormat))
            let isMade = try store.storeMovie(uuid: uuid, movie.movieFormat) { descriptor in
                let digest = try picture.digest(of: part) { piece throws(OriginalsError) in try OpenFile.write(piece, to: descriptor, path) }
                return digest == Array(movie.sha256)
            }
            return isMade ? try open(movie, of: uuid) : nil
        }
        if !kept.isReadOnly {
            do { return try copy(into: kept) } catch is ImagingError {
                // A movie that can't be kept can be played all the same.
            } catch let error as OriginalsError where error.code == .noSpace {}
        }
        return try copy(into: temporary())
    }

    /// Removes what lies in a temporary folder.
    func close() { state.withLock { $0.temporary = nil } }

    private func open(_ movie: ResourceRecord, of uuid: UUID, _ store: DerivativeStore) -> OpenFile? {
        store.openMovie(uuid: uuid, movie.movieFormat).map { OpenFile(adopting: $0, path: BytePath(store.movieFile(uuid: uuid, movie.movieFormat))) }
    }

    private var stores: [DerivativeStore] { [kept] + (state.withLock { $0.temporary?.store }.map { [$0] } ?? []) }

    private func temporary() throws -> DerivativeStore {
        try state.withLock { state in
            if let made = state.temporary { return made.store }
            let folder = try TemporaryFolder.made(named: "photos-movies-")
            let store = DerivativeStore(library: folder.handle, name: "derivatives")
            state.temporary = (folder, store)
            return store
        }
    }
}

extension ResourceRecord {
    fileprivate var movieFormat: DerivativeStore.MovieFormat { uniformType == UniformTypes.quickTimeMovie ? .mov : .mp4 }
}
