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
    /// The segment that was taken in last; 0 before the first.
    var applied: Int64 = 0
    /// The change of this catalogue up to which all has been told; `nil` where everything has to be looked at.
    var position: Int64?

    static let key = "sync"
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
    package var isInterrupted = false

    package init() {}
}
