import Imaging
import PhotoModel
import Synchronization

/// The resources of assets that were fetched together: who asks for those of one asset after the other gets them in one read.
///
/// What was read is given out for as long as nothing has been committed since. Few batches keep it, those that were read last.
package final class ResourceBatch: Sendable {
    private static let kept = Mutex<[ResourceBatch]>([])
    private static let keptCount = 8

    private struct State {
        /// Whoever asks once may want no other.
        var isAskedAgain = false
        var known: (stamp: LibraryStamp, resources: [Int64: [ResourceRecord]])?
    }

    private let assetIDs: [Int64]
    private let state = Mutex(State())

    package init(_ assetIDs: [Int64]) { self.assetIDs = assetIDs }

    /// Those of one of its assets, as the library has them now.
    /// - Returns: `nil` where that asset is to be asked for alone: the first time, with limited access, and where nobody can tell what was committed.
    package func resources(assetID: Int64, through gate: AccessGate) -> [ResourceRecord]? {
        guard (try? gate.readingScope()) == .everything, let stamp = gate.library.changes.stamp else { return nil }
        let (known, isAskedAgain) = state.withLock { state in
            defer { state.isAskedAgain = true }
            return (state.known?.stamp == stamp ? state.known?.resources : nil, state.isAskedAgain)
        }
        if let known { return known[assetID] ?? [] }
        // Read after the stamp was taken: a commit in between only means that it is read again.
        guard isAskedAgain, let read = try? gate.read({ try $0.resources(assetIDs: assetIDs) }) else { return nil }
        state.withLock { $0.known = (stamp, read) }
        keep()
        return read[assetID] ?? []
    }

    private func keep() {
        let oldest = Self.kept.withLock { kept -> ResourceBatch? in
            kept.removeAll { $0 === self }
            kept.append(self)
            return kept.count > Self.keptCount ? kept.removeFirst() : nil
        }
        let forgotten = oldest?.state.withLock { state in
            defer { state.known = nil }
            return state.known
        }
        // Let go of outside the lock.
        withExtendedLifetime(forgotten) {}
    }
}
