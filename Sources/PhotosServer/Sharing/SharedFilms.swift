import Foundation
import PhotoModel
import Synchronization

/// Videos that were made for those who come by links, since not every browser plays what a camera films. They lie in files without a name.
final class SharedFilms: Sendable {
    struct Key: Hashable, Sendable {
        /// Of the file that it is made of.
        let sha256: Data
        /// What the film says of itself, which is what the library knows when it is made. Only compared.
        let said: String

        init(of resource: ResourceRecord, _ asset: AssetRecord, keepsPlace: Bool) {
            sha256 = resource.sha256
            let time = [asset.creationDate.map { "\($0)" }, asset.creationOffset.map { "\($0)" }]
            let place = [asset.location?.latitude, asset.location?.longitude, asset.location?.altitude].map { $0.map { "\($0)" } }
            let words = [asset.title, asset.caption, "\(asset.rating)"] + asset.keywords.map { Optional($0) }
            said = "\(keepsPlace) \(keepsPlace ? time + place + words : time)"
        }
    }

    enum Film: Sendable {
        /// Everything plays it.
        case asItIs
        case made(MadeFile)
    }

    /// Made ones that are kept; the oldest goes first, and is gone when nobody reads it any more.
    private static let most = 32

    private let work = SharedWork<Key, Film>()
    private let state = Mutex<(films: [Key: Film], order: [Key])>(([:], []))

    /// Whoever wants the same waits for the same work, which is begun anew for the others where the link ends that it was begun for.
    func film(_ key: Key, _ context: GalleryContext, make: @escaping @Sendable () async throws -> Film) async throws -> Film {
        if let known = state.withLock({ $0.films[key] }) { return known }
        return try await context.value(of: work, key) { [self] in
            let film = try await make()
            let gone = state.withLock { state -> Film? in
                guard state.films.updateValue(film, forKey: key) == nil else { return nil }
                state.order.append(key)
                return state.order.count > Self.most ? state.films.removeValue(forKey: state.order.removeFirst()) : nil
            }
            // Let go of outside the lock: its file is closed with it.
            _ = gone
            return film
        }
    }
}
