import Columns
import Foundation
import GRDB
import PhotoModel

/// What a transaction did to assets, read inside it.
struct ColumnBatch {
    var file: ColumnFile
    var changes: [ColumnChange]
    var state: ColumnIdentity
}

extension ColumnIndex {
    /// Reads the rows a transaction has changed, as its last step. Nothing is read where there is no file to bring up to date.
    func capture(_ writer: CatalogWriter, _ position: ChangePosition) -> ColumnBatch? {
        // The transaction is worth more than the columns: without a batch they are behind, and the next reader catches up.
        try? read(writer, position)
    }

    private func read(_ writer: CatalogWriter, _ position: ChangePosition) throws -> ColumnBatch? {
        guard options.usesColumns, let file = try attachedForWriting(writer.db), file.isWritable else { return nil }
        var assets: [(id: UInt32, isNew: Bool)] = []
        for item in writer.changes.items(of: .asset) {
            guard let id = item.rowID.flatMap({ UInt32(exactly: $0) }) else {
                discard(file)
                return nil
            }
            assets.append((id, item.kind == .inserted))
        }
        guard let changes = try writer.db.columnChanges(assets) else {
            discard(file)
            return nil
        }
        let state = ColumnIdentity(catalog: try identity(writer.db), position: position.rawValue, stamp: writer.now.bitPattern)
        return ColumnBatch(file: file, changes: changes, state: state)
    }

    /// A writer brings a file up to date that is there, and has none made: nobody may ever fetch.
    private func attachedForWriting(_ db: Database) throws -> ColumnFile? {
        if let known = state.withLock({ $0.file }) { return known }
        guard let file = ColumnFile.open(path, forWriting: true) else { return nil }
        guard try isUsable(file, db) else { return nil }
        return adopt(file)
    }

    /// Brings the file to the state of a commit, in the commit's wake. What can't be done now, the next reader does.
    func advance(_ batch: ColumnBatch) {
        for attempt in 0..<10 {
            let isDone = edit(batch.file) { file in
                guard file.position < batch.state.position else { return true }
                // Another process committed before and comes with its rows in a moment.
                guard file.position == batch.state.position - 1 || file.isChanging else { return false }
                apply(batch.changes, batch.state, file)
                return true
            }
            guard isDone == false else {
                if isDone == nil, !batch.file.isAt(path) { detach(batch.file) }
                return
            }
            if attempt < 9 { usleep(500) }
        }
        schedule()
    }

    /// Brings the file up to a reader's snapshot from the change log.
    /// - Returns: false where that would take long, or fails: then the file is made anew off to the side.
    func catchUp(_ file: ColumnFile, _ db: Database, to position: Int64) throws -> Bool {
        guard file.isWritable, !options.readOnly else { return false }
        let isDone = try edit(file) { file in
            let from = file.position
            guard from < position else { return true }
            guard let state = try db.columnState(at: position, catalog: identity(db)),
                let changes = try db.columnChanges(after: from, through: position, limit: ColumnFile.tailLimit)
            else { return false }
            return apply(changes, state, file)
        }
        return isDone ?? false
    }

    /// - Returns: `nil` when another process did not let go, or the file is no longer in its place.
    private func edit(_ file: ColumnFile, _ body: (ColumnFile) throws -> Bool) rethrows -> Bool? {
        try editing.withLock { _ in try file.locked(at: path) { try body(file) } }
    }

    /// Inside `edit`. Where it fails, the file goes, and the next one is made from SQLite.
    @discardableResult
    private func apply(_ changes: [ColumnChange], _ state: ColumnIdentity, _ file: ColumnFile) -> Bool {
        do {
            switch try file.apply(changes, state: state) {
            case .done:
                self.state.withLock { $0.confirmed = state }
                return true
            case .inconsistent: break
            case .full:
                guard let builder = file.merged(with: changes) else { break }
                let merged = try builder.write(to: path, state: state)
                self.state.withLock { if !$0.isClosed { $0.file = merged } }
                return true
            }
        } catch let error as ColumnFileError where error.number == EWOULDBLOCK {
            // Another process makes one already.
            detach(file)
            return false
        } catch {}
        discard(file)
        schedule()
        return false
    }

    /// Takes a file that can't be kept in step out of everybody's way.
    func discard(_ file: ColumnFile) {
        detach(file)
        if file.isAt(path) { unlink(path) }
    }
}
