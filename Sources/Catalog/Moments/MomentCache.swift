import PhotoModel
import Synchronization

/// The last index of moments that was made, with the change position it was made at. Shares its storage with those that were handed out.
final class MomentCache: Sendable {
    struct Entry: Sendable {
        var position: Int64
        /// Name of the time zone that assets without one were read in.
        var zone: String
        var index: MomentIndex
    }

    private let state = Mutex<Entry?>(nil)

    var entry: Entry? { state.withLock { $0 } }

    func store(_ entry: Entry) {
        state.withLock { known in
            // An old snapshot's reader must not displace what a newer one made.
            if let known, known.zone == entry.zone, known.position > entry.position { return }
            known = entry
        }
    }
}
