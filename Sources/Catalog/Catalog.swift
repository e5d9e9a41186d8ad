import Foundation
import GRDB
import PhotoModel
import Query
import Support
import Synchronization

/// The catalogue of one library: an SQLite database in WAL mode that several processes may use at once, many reading, one writing.
///
/// Assets and collections have integer row ids inside, which are never given to another object, and UUIDs outside.
package final class Catalog: Sendable {
    /// Number of the newest schema that this version knows.
    package static var schemaVersion: Int { Schema.version }

    /// The database file.
    package let file: URL
    /// Where that is.
    private let path: String
    package let options: CatalogOptions

    let connections: CatalogConnections
    let gate = WriterGate()
    let observers = CommitObservers()
    let cache: FetchCache
    let columns: ColumnIndex
    private let header: CommitHeader
    let checkpoints: LogCheckpoints
    let frozen: ReadOnlyCatalog?
    /// Set once, by `close()`.
    let isClosed = Atomic<Bool>(false)
    private let lastAccessChange = Atomic<Int64>(0)

    init(file: URL, options: CatalogOptions, connections: CatalogConnections, frozen: ReadOnlyCatalog? = nil) {
        (self.file, self.options, self.connections, self.frozen) = (file, options, connections, frozen)
        path = file.plainPath
        cache = FetchCache(capacity: options.fetchCacheSize)
        columns = ColumnIndex(catalog: file, options: options, connections: connections)
        header = CommitHeader(catalog: path)
        checkpoints = LogCheckpoints(catalog: path, options)
    }

    /// Runs `body` on one snapshot of the catalogue: whatever is written meanwhile stays unseen.
    ///
    /// Many reads run at once, on any threads; the reader must not leave `body`. A read within a read of the same thread sees the outer
    /// one's snapshot; within a write it sees what was there before the write.
    /// - Throws: what `body` throws, or a `CatalogError`.
    /// - Parameters:
    ///   - selection: the application whose selection limits what is seen; `nil` sees everything.
    ///   - budget: what all fetches of `body` together may cost, and how to end them from elsewhere; each has one of its own without it.
    package func read<T>(selection: String? = nil, budget: QueryBudget? = nil, _ body: (CatalogReader) throws -> T) throws -> T {
        try checkOpen()
        guard let frozen else { return try readAny(selection, budget, body) }
        let result = Result { try readAny(selection, budget, body) }
        // First, since it may be what an error comes from.
        try frozen.checkUnchanged()
        return try result.get()
    }

    private func readAny<T>(_ selection: String?, _ budget: QueryBudget?, _ body: (CatalogReader) throws -> T) throws -> T {
        try CatalogError.translating(path) {
            try connections.read { db in
                let reader = CatalogReader(db: db, cache: cache, columns: columns, options: options, path: path, selection: selection)
                reader.budget = budget
                return try body(reader)
            }
        }
    }

    /// Runs `body` in one transaction: all of it is written, with one entry in the change log, or, when it throws, nothing.
    ///
    /// A write that changed nothing leaves no entry. The transaction is durable when the call returns.
    /// - Parameter author: who changes, for the log; the application's identifier.
    /// - Throws: what `body` throws; `.busy` when another writer, here or in another process, took longer than `options.busyTimeout`;
    ///   `.nested` inside another write; another `CatalogError`.
    package func write<T>(author: String, _ body: (CatalogWriter) throws -> T) throws -> T {
        try checkOpen()
        try requireWritable()
        let (result, position) = try guarded {
            let (result, position, batch, hasAccess) = try CatalogError.translating(path) {
                try connections.write { db in
                    var outcome: (T, ChangePosition?, ColumnBatch?, Bool)?
                    try db.inTransaction(.immediate) {
                        let writer = CatalogWriter(db: db, options: options, path: path)
                        let value = try body(writer)
                        let position = try writer.finish(author: author)
                        outcome = (value, position, position.flatMap { columns.capture(writer, $0) }, writer.changes.hasAccess)
                        return .commit
                    }
                    guard let outcome else { throw CatalogError(.internalFault, "A write to \(path) ended without a result.") }
                    return outcome
                }
            }
            // Before the next writer's turn, so that the columns see commits in their order, and that one knows of every decision it finds.
            if let batch { columns.advance(batch) }
            if let position, hasAccess { noteAccessChange(at: position) }
            return (result, position)
        }
        if let position {
            CommitSignal.send(catalog: file)
            observers.notify(position)
            if let pages = header.pendingPages() { checkpoints.noteCommit(pending: pages) }
        }
        return result
    }

    /// For what should fail before long work.
    /// - Throws: `.readOnly` where every write would, `.diskFull` where room is all that is missing.
    package func requireWritable() throws(CatalogError) {
        guard options.readOnly else { return }
        throw CatalogError(
            options.isDiskFull ? .diskFull : .readOnly, options.refusal ?? "\(path) was opened for reading only. Open the library for writing to change it.")
    }

    /// Where the copy is that is read in the file's place; `nil` where the file itself is.
    package var copyFolder: String? { frozen?.copy?.folder }

    /// The newest change of anybody's access that this object knows of: what was read at an earlier position is out of date. Its own commits
    /// are known when they return, those of others when `noteAccessChange` tells of them.
    package var accessPosition: ChangePosition { ChangePosition(rawValue: lastAccessChange.load(ordering: .acquiring)) }

    package func noteAccessChange(at position: ChangePosition) {
        lastAccessChange.max(position.rawValue, ordering: .acquiringAndReleasing)
    }

    /// While this stays the same, nothing has been committed that could be read, by whomever on this machine. `nil` where that can't be told just now.
    /// Costs less than a microsecond.
    package var commitStamp: SIMD8<UInt64>? { header.words() }
    /// Whether that is what it was.
    package func isUnchanged(since stamp: SIMD8<UInt64>) -> Bool { header.are(stamp) }

    /// Calls `handler` after each of this object's own commits, one call at a time, on a queue of its own and under no lock.
    /// Another process' commits are not reported: watch the write-ahead log and read `changes(after:)`.
    package func onCommit(_ handler: @escaping @Sendable (ChangePosition) -> Void) -> ChangeSubscription {
        observers.add(handler)
    }

    /// Until the checkpoints that commits have asked for are through. For tests.
    package func waitForCheckpoints() { checkpoints.wait() }

    /// Waits for running reads and writes, then closes the file. Everything afterwards throws `.closed`.
    package func close() {
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        columns.close()
        checkpoints.close()
        header.end()
        // What can fail here is only a statement that is still in use, and then the connections close when they are let go.
        try? connections.close()
        frozen?.copy?.remove()
    }

    private func checkOpen() throws(CatalogError) {
        if isClosed.load(ordering: .acquiring) { throw CatalogError.closed(path: path) }
    }

    private func guarded<T>(_ body: () throws -> T) throws -> T {
        do {
            return try gate.run(waiting: options.busyTimeout, body)
        } catch WriterGate.Refusal.timedOut {
            throw CatalogError.busy(path: path, cause: nil)
        } catch WriterGate.Refusal.nested {
            throw CatalogError(.nested, "A change of \(path) was begun inside another one. Do both in one block, or one after the other.")
        }
    }
}
