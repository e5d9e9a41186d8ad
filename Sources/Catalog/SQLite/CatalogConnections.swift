import Foundation
import GRDB
import Synchronization

/// The connections of one open catalogue. Each is opened by what first needs it: it reads the whole schema, which takes longer than a small fetch.
///
/// A catalogue that is only looked at has one, over which reads follow each other. The first write opens the pool, one connection that writes and up to eight
/// that read beside it, and so does a read that begins while another thread's is under way.
final class CatalogConnections: Sendable {
    private struct State {
        /// The connection that the catalogue was opened with; `nil` once the pool has taken over and no read uses it any more, which closes it.
        var first: DatabaseQueue?
        /// The thread whose read has the first connection. Its reads within that one see the same snapshot.
        var reader: pthread_t?
        var pool: DatabasePool?
        var isClosed = false

        /// Takes the first connection out where nobody needs it any more.
        mutating func releaseFirst() -> DatabaseQueue? {
            guard reader == nil, pool != nil else { return nil }
            defer { first = nil }
            return first
        }
    }

    private enum Turn {
        case first(DatabaseQueue, isOutermost: Bool)
        case pool
    }

    private let path: String
    private let catalog: URL
    private let options: CatalogOptions
    private let state: Mutex<State>
    /// Held while the pool is opened and by `close`. Opening may wait for other processes, and reads on the first connection go on meanwhile.
    private let opening = Mutex(())

    /// Opens one connection, which changes no byte of the file.
    /// - Parameters:
    ///   - path: where SQLite finds the catalogue.
    ///   - catalog: what messages call it.
    init(_ path: String, of catalog: URL, _ options: CatalogOptions) throws {
        (self.path, self.catalog, self.options) = (path, catalog, options)
        state = Mutex(State(first: try Self.openFirst(path, options)))
    }

    /// For a catalogue that is made just now.
    init(_ pool: DatabasePool, of catalog: URL, _ options: CatalogOptions) {
        (path, self.catalog, self.options) = (catalog.path, catalog, options)
        state = Mutex(State(pool: pool))
    }

    /// Runs `body` on one snapshot.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        switch try turn() {
        case .pool: return try Self.read(pool(), body)
        case .first(let first, let isOutermost):
            defer { if isOutermost { end() } }
            return try first.unsafeReentrantRead { db in try isOutermost ? Self.snapshot(db, body) : body(db) }
        }
    }

    /// Runs `body` on the connection that writes, outside of a transaction.
    func write<T>(_ body: (Database) throws -> T) throws -> T {
        try pool().writeWithoutTransaction { db in
            defer { Self.letGoOfPages(db) }
            return try body(db)
        }
    }

    /// The pool, which is opened when it is first asked for.
    func pool() throws -> DatabasePool {
        if let pool = try knownPool() { return pool }
        return try opening.withLock { _ in
            if let pool = try knownPool() { return pool }
            let pool = try Self.openPool(path, of: catalog, options)
            let released = state.withLock { state in
                state.pool = pool
                return state.releaseFirst()
            }
            // Outside the lock, since closing a connection takes its time.
            withExtendedLifetime(released) {}
            return pool
        }
    }

    /// Waits for running reads and writes.
    func close() throws {
        let (first, pool) = opening.withLock { _ in
            state.withLock { state in
                state.isClosed = true
                return (state.first, state.pool)
            }
        }
        // Both, even where one has a statement that is still in use.
        let results = [Result { try first?.close() }, Result { try pool.map(Self.close) }]
        for result in results { try result.get() }
    }

    // MARK: - Turns

    private func turn() throws(CatalogError) -> Turn {
        let thread = pthread_self()
        let turn = state.withLock { state -> Turn? in
            guard !state.isClosed else { return nil }
            guard let first = state.first else { return .pool }
            if state.reader == thread { return .first(first, isOutermost: false) }
            guard state.reader == nil, state.pool == nil else { return .pool }
            state.reader = thread
            return .first(first, isOutermost: true)
        }
        guard let turn else { throw CatalogError.closed(path: catalog.path) }
        return turn
    }

    private func end() {
        let released = state.withLock { state in
            state.reader = nil
            return state.releaseFirst()
        }
        withExtendedLifetime(released) {}
    }

    private func knownPool() throws(CatalogError) -> DatabasePool? {
        let (pool, isClosed) = state.withLock { ($0.pool, $0.isClosed) }
        if isClosed { throw CatalogError.closed(path: catalog.path) }
        return pool
    }

    // MARK: - Snapshots

    private static func read<T>(_ pool: DatabasePool, _ body: (Database) throws -> T) throws -> T {
        try pool.unsafeReentrantRead { db in
            // On the writer's own thread GRDB offers the writing connection, which would show the unfinished change.
            if !db.configuration.readonly { return try pool.read(body) }
            return try db.isInsideTransaction ? body(db) : snapshot(db, body)
        }
    }

    private static func snapshot<T>(_ db: Database, _ body: (Database) throws -> T) throws -> T {
        try db.script("BEGIN DEFERRED TRANSACTION")
        let result = Result { try body(db) }
        // Some errors end it by themselves.
        guard db.isInsideTransaction else {
            _ = try result.get()
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "The transaction of a read was aborted")
        }
        do { try db.script("COMMIT TRANSACTION") } catch {
            try? db.script("ROLLBACK TRANSACTION")
            throw error
        }
        return try result.get()
    }
}
