import Catalog
import Imaging
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
        var known: Known?
    }

    private final class Known: Sendable {
        /// Who was let see everything, and whether there was somebody to ask.
        let gate: AccessGate, hasPolicy: Bool
        let changes: LibraryChanges, stamp: LibraryStamp
        let read: ReadResources

        init(_ gate: AccessGate, _ hasPolicy: Bool, _ stamp: LibraryStamp, _ read: ReadResources) {
            (self.gate, self.hasPolicy, changes, self.stamp, self.read) = (gate, hasPolicy, gate.library.changes, stamp, read)
        }

        /// Whether it is so still.
        func holds(for gate: AccessGate, _ hasPolicy: Bool) -> Bool { self.gate === gate && self.hasPolicy == hasPolicy && changes.isUnchanged(since: stamp) }
    }

    private let assetIDs: [Int64]
    private let state = Mutex(State())

    package init(_ assetIDs: [Int64]) { self.assetIDs = assetIDs }

    /// Those of one of its assets, as the library has them now.
    /// - Parameter index: of the asset in the batch.
    /// - Returns: `nil` where that asset is to be asked for alone: the first time, with limited access, and where nobody can tell what was committed.
    package func resources(ofAssetAt index: Int, through gate: AccessGate) -> KeptResources? {
        // Grants are commits as well, so that who saw everything then does so still, unless the host has got somebody to ask since.
        let hasPolicy = gate.hasPolicy
        let (known, isAskedAgain) = state.withLock { state in
            defer { state.isAskedAgain = true }
            return (state.known, state.isAskedAgain)
        }
        if let known, known.holds(for: gate, hasPolicy) { return known.read[index] }
        // Taken before access is looked at and the resources are read: a commit in between only means that both are done again. What the gate remembers may be
        // older than the stamp, where another process has just taken a grant back.
        guard isAskedAgain, let stamp = gate.library.changes.stamp, let read = try? gate.readEverything({ try read($0) }) else { return nil }
        state.withLock { $0.known = Known(gate, hasPolicy, stamp, read) }
        keep()
        return read[index]
    }

    private func read(_ reader: LibraryReader) throws -> ReadResources {
        // They come by the rows of their assets.
        let order = assetIDs.enumerated().sorted { $0.element < $1.element }
        let resources = try reader.packedResources(ofAssets: order.map(\.element))
        var ranges = Array(repeating: 0..<0, count: assetIDs.count), next = 0
        for index in 0..<resources.count {
            let assetID = resources.assetID(at: index)
            while next < order.count, order[next].element < assetID { next += 1 }
            guard next < order.count, order[next].element == assetID else { continue }
            let known = ranges[order[next].offset]
            ranges[order[next].offset] = (known.isEmpty ? index : known.lowerBound)..<index + 1
        }
        return ReadResources(resources, ranges)
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
