import Catalog
import Foundation
import Record

/// The keeper's work, in the turn that the record gives.
extension RecordKeeper {
    /// Brings the record to the newest commit.
    /// - Parameter mayTakeLong: whether a large library may be recorded anew, and a large record compacted.
    /// - Returns: false where something is left that takes long.
    @discardableResult
    func bring(_ work: inout Work, mayTakeLong: Bool, waiting seconds: Double, isCancelled: () -> Bool) throws -> Bool {
        let record = try opened(&work)
        if work.library == nil, let end = try record.glance(), try isUpToDate(end, &work) { return true }
        return try record.turn(waiting: seconds) { editor in
            func check() throws {
                if isCancelled() { throw RecordError(.cancelled, "The record of \(folder.path.display) was left for another time.") }
            }
            guard case .whole(let tail) = try usable(editor) else { return try beginAnew(editor, &work, mayTakeLong, check) }
            note(reached: tail.position)
            guard try catalog.read({ try self.follow(editor, tail, &work, $0, check) }) else { return try beginAnew(editor, &work, mayTakeLong, check) }
            note(reached: editor.reachedPosition)
            guard editor.isWorthCompacting else { return true }
            guard mayTakeLong || editor.size < Self.smallRecord else { return false }
            try editor.compact(isCancelled: isCancelled)
            return true
        }
    }

    func opened(_ work: inout Work) throws -> Record {
        let record = try work.record ?? Record(in: folder, uuid: uuid, schema: Catalog.schemaVersion, makes: true)
        work.record = record
        return record
    }

    /// Nearly every command changes nothing, and is over without a look at the whole log.
    private func isUpToDate(_ end: RecordCommit, _ work: inout Work) throws -> Bool {
        try catalog.read { reader in
            guard try reader.position.rawValue == end.position, try reader.storedChange(at: reader.position)?.date ?? end.date == end.date else { return false }
            (work.library, work.roots) = (try reader.storedLibrary(), try reader.storedRoots())
            note(reached: end.position)
            return true
        }
    }

    /// What there is, unless it can't be gone on with: then it is moved out of the way, where it stays.
    private func usable(_ editor: RecordEditor) throws -> RecordEditor.Condition {
        let condition = try editor.condition()
        guard case .broken(let error) = condition else { return condition }
        // A newer version's is not ours to touch.
        if error.code == .tooNew { throw error }
        let aside = try editor.setAside(now())
        log(.warning, "\(error) It was moved to \(aside), and a new record is made of the catalogue.")
        return .empty
    }

    // MARK: Following

    /// - Returns: false where the record can't be gone on with from the change log.
    func follow(
        _ editor: RecordEditor, _ tail: RecordTail, _ work: inout Work, _ reader: CatalogReader, _ check: () throws -> Void
    ) throws -> Bool {
        let newest = try reader.position
        let from = ChangePosition(rawValue: tail.position)
        guard tail.schema == Catalog.schemaVersion, try isAncestor(tail, reader), from >= (try reader.oldestPosition) else { return false }
        let changes = try reader.changes(after: from)
        let batch: RecordBatch
        do { batch = try RecordBatch(changes) } catch is RecordBatch.RowsUnknown { return false }
        let (library, roots) = (try reader.storedLibrary(), try reader.storedRoots())
        // What the change log tells nothing of is compared, and said at least once by each process that changes anything.
        let isKnown = work.library != nil
        let hasNews = !changes.isEmpty || (isKnown && (work.library != library || work.roots != roots))
        guard hasNews else {
            if !isKnown { (work.library, work.roots) = (library, roots) }
            return true
        }
        try editor.append { appender in
            try batch.append(to: appender, reader, check: check)
            if !isKnown || work.library != library || !changes.isEmpty { try appender.append(RecordObject(library)) }
            for root in roots where !isKnown || !changes.isEmpty || !work.roots.contains(root) { try appender.append(RecordObject(root: root)) }
            let last = changes.last
            return RecordCommit(position: newest.rawValue, date: last?.date ?? tail.date, author: last?.author ?? "")
        }
        (work.library, work.roots) = (library, roots)
        return true
    }

    /// Whether the catalogue went on from the state that the record holds, as far as can be told.
    private func isAncestor(_ tail: RecordTail, _ reader: CatalogReader) throws -> Bool {
        guard tail.position <= (try reader.position).rawValue else { return false }
        guard let date = try reader.changeDate(at: ChangePosition(rawValue: tail.position)) else { return true }
        return date == tail.date
    }

    // MARK: Beginning

    /// Makes a record of all that the catalogue holds. One that says more than the catalogue does is kept beside it.
    func beginAnew(_ editor: RecordEditor, _ work: inout Work, _ mayTakeLong: Bool, _ check: () throws -> Void) throws -> Bool {
        try catalog.read { reader in
            let newest = try reader.position, info = try reader.libraryInfo()
            guard mayTakeLong || info.assetCount + info.trashedCount <= Self.fewAssets else { return false }
            if case .whole(let tail) = try editor.condition(), try !isAncestor(tail, reader) {
                let aside = try editor.setAside(now())
                log(.warning, "The record of \(folder.path.display) tells of changes that its catalogue knows nothing of, as when the catalogue was replaced by an older one. It was moved to \(aside), and a new one is made.")
            }
            let (library, roots) = (try reader.storedLibrary(), try reader.storedRoots())
            let last = try reader.storedChange(at: newest)
            let commit = RecordCommit(position: newest.rawValue, date: last?.date ?? info.createdDate, author: last?.author ?? "")
            if case .empty = try editor.condition(), newest == .start {
                try editor.begin()
                try editor.append { appender in
                    try appender.append(RecordObject(library))
                    for root in roots { try appender.append(RecordObject(root: root)) }
                    return commit
                }
            } else {
                try editor.replace(with: commit) { try RecordBatch.appendAll(to: $0, reader, check: check) }
            }
            (work.library, work.roots) = (library, roots)
            note(reached: newest.rawValue)
            return true
        }
    }
}
