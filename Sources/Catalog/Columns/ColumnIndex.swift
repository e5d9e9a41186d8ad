import Columns
import Dispatch
import Foundation
import GRDB
import Support
import Synchronization

/// The column file of one open catalogue: reads it, keeps it in step with this object's commits, and has it made when it is missing.
///
/// It is derived and may vanish at any moment. Whatever goes wrong with it, SQLite answers.
final class ColumnIndex: Sendable {
    struct State {
        var file: ColumnFile?
        /// Tells this catalogue from others; 0 until it was asked for.
        var identity: UInt64 = 0
        var isScheduled = false
        var isClosed = false
        /// After a failure, when it may be tried again: monotonic seconds.
        var retryTime: Double = 0
        /// A position at which the file was waited for in vain.
        var stuckPosition: Int64 = -1
        /// What the file said when the catalogue was last asked whether that is its own.
        var confirmed: ColumnIdentity?
    }

    let path: String
    let catalogPath: String
    let options: CatalogOptions
    let connections: CatalogConnections
    let state = Mutex(State())
    /// Held by whoever changes the file: its own lock is one of processes, not of threads.
    let editing = Mutex(())
    /// Only the queue's jobs make files.
    let queue = DispatchQueue(label: "photos.catalog.columns", qos: .utility)

    static let fileName = "assets.columns"

    init(catalog: URL, options: CatalogOptions, connections: CatalogConnections) {
        path = "\(catalog.plainFolder)/\(Self.fileName)"
        (catalogPath, self.options, self.connections) = (catalog.plainPath, options, connections)
    }

    /// Runs `body` on the columns if they are those of the reader's snapshot; `nil` where they aren't, and SQL must answer.
    func withTable<T>(_ reader: CatalogReader, _ body: (borrowing ColumnTable) throws -> T) throws -> T? {
        guard options.usesColumns else { return nil }
        let position = try reader.position.rawValue
        // Another process changes the file a moment after its commit; 5 ms is more than that takes.
        var attempts = 20
        while true {
            attempts -= 1
            guard let file = try attached(reader.db) else { return nil }
            guard let said = try confirmed(file, reader.db, at: position) else {
                distrust(file)
                return nil
            }
            switch try file.read(at: said, body) {
            case .value(let value): return value
            case .damaged:
                distrust(file)
                return nil
            case .ahead: return nil
            case .behind:
                if !file.isAt(path) {
                    detach(file)
                    if attempts > 0 { continue }
                }
            case .changing: break
            }
            if attempts > 0, state.withLock({ $0.stuckPosition }) != file.position {
                usleep(250)
                continue
            }
            if try catchUp(file, reader.db, to: position), let said = try confirmed(file, reader.db, at: position),
                case .value(let value) = try file.read(at: said, body)
            {
                return value
            }
            state.withLock { $0.stuckPosition = file.position }
            schedule()
            return nil
        }
    }

    // MARK: - The file

    /// The file, after a look whether it is this catalogue's; `nil` has it made or repaired off to the side.
    func attached(_ db: Database) throws -> ColumnFile? {
        let (known, isBusy) = state.withLock { ($0.file, $0.isScheduled || $0.isClosed) }
        if let known { return known }
        guard !isBusy, options.usesColumns else { return nil }
        if let file = ColumnFile.open(path, forWriting: !options.readOnly), try isUsable(file, db) {
            return adopt(file)
        }
        schedule()
        return nil
    }

    /// Whether the file holds a state of this catalogue that the snapshot knows of.
    func isUsable(_ file: ColumnFile, _ db: Database) throws -> Bool {
        let says = file.says
        return try !file.isChanging && db.columnState(at: says.position, catalog: identity(db)) == says
    }

    func adopt(_ file: ColumnFile) -> ColumnFile? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            // Another thread may have been faster; one copy is enough.
            if let known = state.file, known.isAt(path) { return known }
            state.file = file
            return file
        }
    }

    /// What a file must say to hold the state of `position`; `nil` where it says that position and means another catalogue's, or another life's.
    private func confirmed(_ file: ColumnFile, _ db: Database, at position: Int64) throws -> ColumnIdentity? {
        let says = file.says
        if says.position == position, state.withLock({ $0.confirmed }) == says { return says }
        guard let known = try db.columnState(at: position, catalog: identity(db)) else { return nil }
        if says == known { state.withLock { $0.confirmed = known } }
        return known
    }

    /// Has a file that is not what was written, or not this catalogue's, checked and made anew; others that use it find out by themselves.
    private func distrust(_ file: ColumnFile) {
        detach(file)
        schedule()
    }

    func detach(_ file: ColumnFile) {
        state.withLock { if $0.file === file { $0.file = nil } }
    }

    func identity(_ db: Database) throws -> UInt64 {
        if case let known = state.withLock({ $0.identity }), known != 0 { return known }
        var status = stat()
        // A restored catalogue is another file, and what it says of itself may be the same.
        let inode = stat(catalogPath, &status) == 0 ? UInt64(status.st_ino) : 0
        let created = try db.first("SELECT value FROM library WHERE key = 'created'") { $0.text(0) } ?? ""
        let identity = "\(created) \(inode) \(Schema.version)".utf8.fnv1a() | 1
        state.withLock { $0.identity = identity }
        return identity
    }

    // MARK: - Ending

    /// Waits for a job that runs; none starts afterwards.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.file = nil
        }
        queue.sync {}
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}
