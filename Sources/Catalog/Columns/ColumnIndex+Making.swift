import Columns
import Foundation
import GRDB
import GRDBSQLite

extension ColumnIndex {
    /// How long a failure keeps it from being tried again, in seconds: a disk gets better sooner than rows that don't fit.
    private static let (pause, longPause) = (60.0, 1800.0)
    /// Between two looks at a file that another makes: for a fetch, which asks again by itself, and for one who waits.
    private static let (anothersPause, waitersPause) = (1.0, 0.02)

    /// Has the file checked, brought up to date or made on a thread of its own.
    func schedule() {
        guard options.usesColumns else { return }
        let isNew = state.withLock { state in
            guard !state.isClosed, !state.isScheduled, Self.uptime >= state.retryTime else { return false }
            state.isScheduled = true
            return true
        }
        guard isNew else { return }
        queue.async { [self] in
            update()
            state.withLock { $0.isScheduled = false }
        }
    }

    /// Does the same and waits for it.
    /// - Returns: whether there is a file now.
    func updateAndWait() -> Bool {
        // Another who writes the file at that moment leaves the question open, and is done soon. A failure is not tried again at once.
        let end = Self.uptime + options.busyTimeout
        var attempts = 0
        while attempts < 5 {
            let isAnothersWork = queue.sync { update() }
            let (isThere, hasFailed) = state.withLock { ($0.file != nil, Self.uptime < $0.retryTime) }
            if isThere { return true }
            if isAnothersWork {
                guard Self.uptime < end else { return false }
                usleep(UInt32(Self.waitersPause * 1e6))
            } else {
                if hasFailed { return false }
                attempts += 1
            }
        }
        return false
    }

    private static var uptime: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// - Returns: whether another makes the file at this moment.
    @discardableResult
    private func update() -> Bool {
        var pause = Self.pause, isAnothersWork = false
        do {
            guard options.usesColumns, !isClosed, try !keep() else { return false }
            if !options.readOnly {
                if try make() { return false }
                pause = Self.longPause
            }
        } catch let error as ColumnFileError where error.isAnothersWork {
            (pause, isAnothersWork) = (Self.anothersPause, true)
        } catch {
            // A full or read-only disk, a busy catalogue: SQLite answers meanwhile.
        }
        let retryTime = Self.uptime + pause
        state.withLock { $0.retryTime = retryTime }
        return isAnothersWork
    }

    /// Keeps the file that is there, if it is this catalogue's and whole.
    private func keep() throws -> Bool {
        guard let file = ColumnFile.open(path, forWriting: !options.readOnly) else { return drop() }
        // With the lock nobody is at work, unless one died at it.
        if file.isChanging, file.locked(at: path, { file.isChanging }) != false { return drop() }
        guard try isOurs(file) else { return drop() }
        let said = file.says
        // Where a writer came in between, the next fetch has it checked again.
        guard file.verify() else { return file.says == said ? drop() : true }
        if file.isWritable, !options.readOnly {
            let isInStep = try connections.read { db in
                let newest = try db.newestPosition
                return try file.position >= newest || catchUp(file, db, to: newest)
            }
            guard isInStep else { return drop() }
        }
        if file.isAt(path) { _ = adopt(file) }
        return true
    }

    private func isOurs(_ file: ColumnFile) throws -> Bool {
        for _ in 0..<5 {
            // The snapshot is taken after the file was looked at, so it knows every position a sound file can say.
            let said = file.says
            if try connections.read({ db in try db.columnState(at: said.position, catalog: identity(db)) }) == said { return true }
            // Half of what it said may have been an earlier state's.
            if file.says == said { return false }
        }
        return false
    }

    private func drop() -> Bool {
        state.withLock { $0.file = nil }
        return false
    }

    /// Makes the file from SQLite's rows.
    /// - Returns: false where they don't fit one.
    private func make() throws -> Bool {
        let file = try connections.read { db -> ColumnFile? in
            let position = try db.newestPosition
            guard let state = try db.columnState(at: position, catalog: identity(db)) else { return nil }
            return try build(db, state)
        }
        guard let file else { return false }
        state.withLock { if !$0.isClosed { $0.file = file } }
        return true
    }

    private func build(_ db: Database, _ state: ColumnIdentity) throws -> ColumnFile? {
        let count = try db.first("SELECT sum(count) FROM asset_census") { $0.int(0) } ?? 0
        guard count <= Int(Int32.max) else { return nil }
        var builder = ColumnBuilder(reserving: count)
        var isWhole = true
        try db.withStatement(ColumnRow.selectionOfAll, [], cached: false) { statement in
            while true {
                switch sqlite3_step(statement) {
                case SQLITE_ROW:
                    guard let row = ColumnRow.read(Row(statement: statement)) else { return isWhole = false }
                    builder.append(row)
                    // Closing waits for this.
                    if builder.count & 0x3FFF == 0, isClosed { return isWhole = false }
                case SQLITE_DONE: return
                case let code: throw db.failure(code, "columns")
                }
            }
        }
        guard isWhole else { return nil }
        return try builder.write(to: path, state: state)
    }
}
