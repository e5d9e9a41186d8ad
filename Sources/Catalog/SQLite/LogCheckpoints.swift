import Dispatch
import Foundation
import GRDB
import Synchronization

/// Brings what commits left in the write-ahead log into the catalogue, on a thread and a connection of its own.
///
/// SQLite does that within COMMIT, from a thousand pages on: every commit that edits a thousand assets then waits until the file was written and synced
/// twice. A commit is durable by the log alone, so the rest may come later.
final class LogCheckpoints: Sendable {
    private struct State {
        var isDue = false
        var isUnderWay = false
        var isClosed = false
    }

    private let path: String
    private let pages: Int
    private let busyTimeout: TimeInterval
    private let queue = DispatchQueue(label: "photos.catalog.checkpoint", qos: .utility)
    private let state = Mutex(State())
    /// Opened by the first checkpoint: most programs never need one. Touched on `queue` alone.
    private nonisolated(unsafe) var connection: DatabaseQueue?

    /// How many times the pages of one checkpoint the log may grow to. It begins anew only where all of it was brought over, and while commits follow each
    /// other without a pause a thread beside them is always one behind: at the bound a commit does it, as SQLite's always do.
    static let bound = 16

    init(catalog path: String, _ options: CatalogOptions) {
        (self.path, pages, busyTimeout) = (path, options.checkpointPages, options.busyTimeout)
    }

    /// After a commit.
    /// - Parameter count: pages of the log that the catalogue lacks now.
    func noteCommit(pending count: Int) {
        guard count >= pages else { return }
        let (isFirst, isUnderWay) = state.withLock { state in
            defer { state.isDue = true }
            return (!state.isDue && !state.isClosed, state.isUnderWay)
        }
        if isFirst { queue.async { self.checkpoint() } }
        // SQLite refused the commit's own where the thread was at it. A disk that is slower than the commits would let the log grow without end.
        if isUnderWay, count >= pages * Self.bound { queue.sync {} }
    }

    /// Before the catalogue's connections close, the last of which does the rest.
    func close() {
        state.withLock { $0.isClosed = true }
        queue.sync {
            try? connection?.close()
            connection = nil
        }
    }

    /// Until the checkpoints that commits have asked for are through. For tests.
    func wait() { queue.sync {} }

    private func checkpoint() {
        let isClosed = state.withLock { state in
            state.isDue = false
            state.isUnderWay = !state.isClosed
            return state.isClosed
        }
        guard !isClosed else { return }
        defer { state.withLock { $0.isUnderWay = false } }
        // One that fails, on a full disk say, or while another process is at it, loses nothing: the log has it all, and the next commit asks again.
        try? open().writeWithoutTransaction { db in _ = try db.checkpoint(.passive) }
    }

    private func open() throws -> DatabaseQueue {
        if let connection { return connection }
        var configuration = Configuration()
        configuration.label = "photos.catalog.checkpoint"
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            try ForeignSchema.defend(db)
            // The log is synced before the file is written, and the file before the log is begun anew.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        let opened = try DatabaseQueue(path: path, configuration: configuration)
        connection = opened
        return opened
    }
}
