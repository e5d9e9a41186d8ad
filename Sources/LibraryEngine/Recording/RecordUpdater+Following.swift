import Catalog
import Foundation
import PhotoModel
import Record

/// What the updater does while it holds the record's lock.
extension RecordUpdater {
    /// Brings the record to the newest commit.
    /// - Parameters:
    ///   - mayTakeLong: whether a large library may be recorded anew, and a large record compacted.
    ///   - tell: told how many assets a record that is written anew has so far.
    /// - Returns: false where something is left that takes long.
    @discardableResult
    func bring(_ work: inout Work, mayTakeLong: Bool, waiting seconds: Double, telling tell: (Int) -> Void = { _ in }, isCancelled: () -> Bool) throws -> Bool {
        let record = try opened(&work)
        if !work.isKnown, let end = try record.peekLastCommit(), try isUpToDate(end) { return true }
        work.isKnown = true
        return try record.withLock(timeout: seconds) { editor in
            func check() throws {
                if isCancelled() { throw RecordError(.cancelled, "The record of \(folder.path.display) was left for another time.") }
            }
            guard case .whole(let tail) = try usable(editor, &work) else { return try beginAnew(editor, mayTakeLong, tell, check) }
            note(reached: tail.position)
            guard try catalog.read({ try self.follow(editor, tail, $0, check) }) else { return try beginAnew(editor, mayTakeLong, tell, check) }
            note(reached: editor.reachedPosition)
            guard editor.isWorthCompacting else { return true }
            guard mayTakeLong || editor.size < Self.smallRecord else { return false }
            // As after a million changes at once. The catalogue says the same, and is read row by row.
            if editor.isLongToCompact { return try beginAnew(editor, mayTakeLong, tell, check) }
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
    private func isUpToDate(_ end: RecordCommit) throws -> Bool {
        try catalog.read { reader in
            let position = try reader.position
            guard position.rawValue == end.position, try reader.storedChange(at: position)?.date ?? end.date == end.date,
                try Extras(reader).stamp == end.stamp
            else { return false }
            note(reached: end.position)
            return true
        }
    }

    /// What the change log tells nothing of.
    private struct Extras {
        let objects: [RecordObject]

        init(_ reader: CatalogReader) throws {
            objects = [RecordObject(try reader.storedLibrary())] + (try reader.storedRoots().map { RecordObject(root: $0) })
        }

        var stamp: Int64 { RecordCommit.stamp(of: objects) }
    }

    /// What there is, unless it can't be gone on with: then it is moved out of the way, where it stays.
    private func usable(_ editor: RecordEditor, _ work: inout Work) throws -> RecordEditor.Condition {
        let condition = try editor.condition()
        guard case .broken(let error) = condition else { return condition }
        // A newer version's is not ours to touch.
        if error.code == .tooNew { throw error }
        let aside = try editor.setAside(now())
        work.faults.append("\(error)")
        log(.warning, "\(error) It was moved to \(aside), and a new record is made of the catalogue.")
        return .empty
    }

    // MARK: Following

    /// - Returns: false where the record can't be gone on with from the change log.
    func follow(
        _ editor: RecordEditor, _ tail: RecordTail, _ reader: CatalogReader, _ check: () throws -> Void
    ) throws -> Bool {
        let newest = try reader.position
        let from = ChangePosition(rawValue: tail.position)
        guard tail.schema == Catalog.schemaVersion, try isAncestor(tail, reader), from >= (try reader.oldestPosition) else { return false }
        let extras = try Extras(reader)
        guard newest > from || extras.stamp != tail.stamp else { return true }
        do {
            try editor.append { appender in
                var batch = RecordBatch(appender, reader)
                try reader.forEachChangedPage(after: from) { try batch.say($0, check: check) }
                try batch.end(check: check)
                if extras.stamp != tail.stamp { for object in extras.objects { try appender.append(object) } }
                let last = try reader.storedChange(at: newest)
                return RecordCommit(position: newest.rawValue, date: last?.date ?? tail.date, author: last?.author ?? "", stamp: extras.stamp)
            }
        } catch is RecordBatch.RowsUnknown { return false }
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
    func beginAnew(_ editor: RecordEditor, _ mayTakeLong: Bool, _ tell: (Int) -> Void, _ check: () throws -> Void) throws -> Bool {
        try catalog.read { reader in
            let newest = try reader.position, info = try reader.libraryInfo()
            guard mayTakeLong || info.assetCount + info.trashedCount <= Self.fewAssets else { return false }
            if case .whole(let tail) = try editor.condition(), try !isAncestor(tail, reader) {
                let aside = try editor.setAside(now())
                log(
                    .warning,
                    "The record of \(folder.path.display) tells of changes that its catalogue knows nothing of, as when the catalogue was replaced by an older one. It was moved to \(aside), and a new one is made."
                )
            }
            let extras = try Extras(reader)
            let last = try reader.storedChange(at: newest)
            let commit = RecordCommit(position: newest.rawValue, date: last?.date ?? info.createdDate, author: last?.author ?? "", stamp: extras.stamp)
            if case .empty = try editor.condition(), newest == .start {
                try editor.begin()
                try editor.append { appender in
                    for object in extras.objects { try appender.append(object) }
                    return commit
                }
            } else {
                try editor.replace(with: commit) { try RecordBatch.appendAll(to: $0, reader, telling: tell, check: check) }
            }
            note(reached: newest.rawValue)
            return true
        }
    }
}
