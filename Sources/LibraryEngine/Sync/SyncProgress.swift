import Catalog
import Foundation
import PhotoModel

/// Where a machine is in the changes that it shares with others. Kept in its catalogue.
struct SyncProgress: Codable, Equatable {
    /// This machine's name among those that share the store.
    var machine: UUID
    /// Came to a library that another machine had: it has a place of its own in the store for its record.
    var isGuest = false
    /// Has what another machine's record said, and has not taken in yet what all have told.
    var isJoining = false
    /// Tells a store that was set back all that it has, which holds against what is there; `nil` where it does not.
    var isResending: Bool?
    /// The segment that was taken in last; 0 before the first.
    var applied: Int64 = 0
    /// Of that segment; `nil` before the first, and in a catalogue of before there were sums.
    var sum: SyncSum?
    /// The store's mark of the object that has that segment's key; `nil` where it is to be read again before anything is believed.
    var etag: String?
    /// The newest snapshot that is known of, by the segment that it reaches to.
    var snapshot: Int64?
    var snapshotBytes: Int64?
    /// No snapshot reaches to this segment any more, and this machine has told all of it anew behind it; `nil` where nothing was lost.
    var lost: Int64?
    /// Bytes of segments behind it that were taken in or told, about.
    var bytesSince: Int64?
    /// The change of this catalogue up to which all has been told; `nil` where everything has to be looked at.
    var position: Int64?

    /// How often this machine began anew with the store's order, by which a round that goes on meanwhile sees that it is of before; `nil` before the first time.
    var restarts: Int?

    static let key = "sync"

    /// Has all up to this segment.
    mutating func reach(_ number: Int64, _ sum: SyncSum, etag: String?, bytes: Int) {
        (applied, self.sum, self.etag) = (number, sum, etag)
        bytesSince = (bytesSince ?? 0) + Int64(bytes)
    }

    /// - Parameter bytes: of segments that are in it and were counted.
    mutating func know(_ snapshot: SyncSnapshot, bytes: Int64) {
        (self.snapshot, snapshotBytes, bytesSince, lost) = (snapshot.number, snapshot.size, max(0, (bytesSince ?? 0) - bytes), nil)
    }

    /// Knows nothing of the store's order any more.
    mutating func forgetOrder() {
        (applied, sum, etag, snapshot, snapshotBytes, lost, bytesSince, position) = (0, nil, nil, nil, nil, nil, nil, nil)
        restarts = (restarts ?? 0) + 1
    }

    /// Whether what a round has told all of is still all that is to be told: no other process has begun anew, nor has a round of its own come further.
    func isStill(_ before: SyncProgress) -> Bool {
        restarts == before.restarts && isResending == before.isResending && position == before.position && applied >= before.applied
    }
}

/// When segments are joined into a snapshot, so that nobody has to read all there ever were.
package struct SyncLimits: Sendable {
    /// Behind the newest snapshot there have to be so many segments
    package var fewest: Int64 = 64
    /// that have the bytes of one in so many of the snapshot,
    package var share: Int64 = 4
    /// or so many, however small they are.
    package var most: Int64 = 512
    /// Bytes of segments that are joined at a time, about: they are in memory meanwhile.
    package var bytesAtOnce = 8 << 20

    package init() {}

    /// - Parameters:
    ///   - segments: behind the newest snapshot.
    ///   - bytes: of these.
    ///   - snapshot: bytes of the snapshot; 0 for none.
    package func isWorthJoining(segments: Int64, bytes: Int64, snapshot: Int64) -> Bool {
        segments >= fewest && (segments >= most || bytes >= snapshot / max(1, share))
    }
}

extension CatalogReader {
    func syncProgress() throws -> SyncProgress? {
        guard let text = try value(forKey: SyncProgress.key) else { return nil }
        do { return try JSONDecoder().decode(SyncProgress.self, from: Data(text.utf8)) } catch {
            throw LibraryError(.damaged, "What the catalogue says of other machines can't be read. Run 'photos recover'.", cause: error)
        }
    }
}

extension CatalogReader {
    /// What the keys begin with of what only this machine writes.
    func homeInStore() throws -> String {
        guard let progress = try syncProgress(), progress.isGuest else { return "" }
        return "machines/\(progress.machine.uuidString)/"
    }
}

extension CatalogWriter {
    func setSyncProgress(_ progress: SyncProgress?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try setValue(progress.map { String(decoding: try encoder.encode($0), as: UTF8.self) }, forKey: SyncProgress.key)
    }
}

/// What a machine and the others told each other.
package struct SyncReport: Sendable, Equatable {
    /// Changes of objects that others were told of, and that came from others.
    package var sent = 0
    package var received = 0
    /// Photos that nobody else hears of before their files are in the store.
    package var waiting = 0
    /// Photos that nobody else hears of before their thumbnails are made.
    package var undrawn = 0
    /// Segments that were joined into a snapshot.
    package var joined: Int64 = 0
    /// Why segments could not be joined, for a person, though all was told and taken in; `nil` where nothing was in the way.
    package var problem: String?
    package var isInterrupted = false

    package init() {}
}
