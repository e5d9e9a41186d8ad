import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Pixels
import Synchronization

/// What to overwrite in files that are handed on without their places: found out once each, by what is in the file.
final class PlaceMasks: Sendable {
    private static let most = 4_096
    private static let mostParts = 1_000_000

    struct Key: Hashable, Sendable {
        /// Of the file.
        let sha256: Data
        /// What a store calls the object whose parts it was made from, which are compared with no hash of the whole; `nil` for a file that is here.
        var object: String?
    }

    private struct State {
        var masks: [Key: PlaceMask] = [:]
        /// The oldest first.
        var order: [Key] = []
        var parts = 0
    }

    private let state = Mutex(State())

    /// - Parameter file: the resource's.
    /// - Throws: a `CodecError` of the code `.unsupported` for a file that must not be handed on so. May take as long as decoding does.
    func mask(of resource: ResourceRecord, _ file: OpenFile, _ library: PhotoLibrary) throws -> PlaceMask {
        let key = Key(sha256: resource.sha256)
        if let known = self.known(key) { return known }
        let mask = try library.decoder.placeMask(of: MediaSource(descriptor: file.descriptor, name: resource.filename))
        keep(mask, key)
        return mask
    }

    func known(_ key: Key) -> PlaceMask? { state.withLock { $0.masks[key] } }

    func keep(_ mask: PlaceMask, _ key: Key) {
        state.withLock { state in
            guard state.masks.updateValue(mask, forKey: key) == nil else { return }
            state.order.append(key)
            state.parts += mask.parts.count
            while state.order.count > 1, state.order.count > Self.most || state.parts > Self.mostParts {
                state.parts -= state.masks.removeValue(forKey: state.order.removeFirst())?.parts.count ?? 0
            }
        }
    }
}
