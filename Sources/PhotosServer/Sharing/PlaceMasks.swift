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

    private struct State {
        var masks: [Data: PlaceMask] = [:]
        /// The oldest first.
        var order: [Data] = []
        var parts = 0
    }

    private let state = Mutex(State())

    /// - Parameter file: the resource's.
    /// - Throws: a `CodecError` of the code `.unsupported` for a file that must not be handed on so. May take as long as decoding does.
    func mask(of resource: ResourceRecord, _ file: OpenFile, _ library: PhotoLibrary) throws -> PlaceMask {
        if let known = state.withLock({ $0.masks[resource.sha256] }) { return known }
        let mask = try library.decoder.placeMask(of: MediaSource(descriptor: file.descriptor, name: resource.filename))
        state.withLock { state in
            guard state.masks.updateValue(mask, forKey: resource.sha256) == nil else { return }
            state.order.append(resource.sha256)
            state.parts += mask.parts.count
            while state.order.count > 1, state.order.count > Self.most || state.parts > Self.mostParts {
                state.parts -= state.masks.removeValue(forKey: state.order.removeFirst())?.parts.count ?? 0
            }
        }
        return mask
    }
}
