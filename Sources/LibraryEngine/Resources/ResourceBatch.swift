import Imaging
import PhotoModel
import Synchronization

/// A resource as it was when it was read; who lists many copies none.
package final class KeptResource: Sendable {
    package let record: ResourceRecord
    package init(_ record: ResourceRecord) { self.record = record }
}

/// The resources of assets that were fetched together: who asks for those of one asset after the other gets them in one read.
///
/// What was read is given out for as long as nothing has been committed since. Few batches keep it, those that were read last.
package final class ResourceBatch: Sendable {
    private static let kept = Mutex<[ResourceBatch]>([])
    private static let keptCount = 8

    /// What one read found.
    fileprivate struct Read: Sendable {
        var resources: [KeptResource] = []
        /// Where each asset's are, in the order of the batch.
        var places: [Range<Int32>]
    }

    private struct State {
        /// Whoever asks once may want no other.
        var isAskedAgain = false
        var known: Known?
    }

    private final class Known: Sendable {
        /// Who was let see everything, and whether there was somebody to ask.
        let gate: AccessGate, hasPolicy: Bool
        let changes: LibraryChanges, stamp: LibraryStamp
        let read: Read

        init(_ gate: AccessGate, _ hasPolicy: Bool, _ stamp: LibraryStamp, _ read: Read) {
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
    package func resources(ofAssetAt index: Int, through gate: AccessGate) -> ArraySlice<KeptResource>? {
        // Grants are commits as well, so that who saw everything then does so still, unless the host has got somebody to ask since.
        let hasPolicy = gate.hasPolicy
        let (known, isAskedAgain) = state.withLock { state in
            defer { state.isAskedAgain = true }
            return (state.known, state.isAskedAgain)
        }
        if let known, known.holds(for: gate, hasPolicy) { return known.read[index] }
        // Taken before access is looked at and the resources are read: a commit in between only means that both are done again. What the gate remembers may be
        // older than the stamp, where another process has just taken a grant back.
        guard isAskedAgain, let stamp = gate.library.changes.stamp, (try? gate.readingScopeNow()) == .everything, let read = try? gate.read({ try read($0) }) else {
            return nil
        }
        state.withLock { $0.known = Known(gate, hasPolicy, stamp, read) }
        keep()
        return read[index]
    }

    private func read(_ reader: LibraryReader) throws -> Read {
        var read = Read(places: Array(repeating: 0..<0, count: assetIDs.count))
        // They come by the rows of their assets.
        let order = assetIDs.indices.sorted { assetIDs[$0] < assetIDs[$1] }
        var next = 0
        try reader.forEachResource(ofAssets: order.map { assetIDs[$0] }) { record in
            while next < order.count, assetIDs[order[next]] < record.assetID { next += 1 }
            let place = Int32(read.resources.count)
            read.resources.append(KeptResource(record))
            guard next < order.count, assetIDs[order[next]] == record.assetID else { return }
            let known = read.places[order[next]]
            read.places[order[next]] = (known.isEmpty ? place : known.lowerBound)..<place + 1
        }
        return read
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

extension ResourceBatch.Read {
    subscript(index: Int) -> ArraySlice<KeptResource> {
        let place = places[index]
        return resources[Int(place.lowerBound)..<Int(place.upperBound)]
    }
}
