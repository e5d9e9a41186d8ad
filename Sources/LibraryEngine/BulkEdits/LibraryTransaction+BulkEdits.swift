import Catalog
import Foundation
import Originals
import PhotoModel

/// What a bulk edit did.
package struct BulkResult: Sendable {
    package var changed = 0
    /// `nil` where nothing changed.
    package var undo: UndoEntry?
}

/// What taking a bulk edit back did.
package struct UndoResult: Sendable {
    /// An asset of which something stays as it is, since somebody changed it after the bulk edit.
    package struct Left: Sendable, Equatable {
        package var asset: UUID
        package var filename: String
        package var fields: [BulkField]
    }

    package let entry: UndoEntry
    /// Rows of the assets that say what they said before, in one field at least.
    package var restored: [Int64] = []
    /// The first thousand, and how many there are.
    package var left: [Left] = []
    package var leftCount = 0
    /// Assets that are not there any more.
    package var gone = 0

    fileprivate mutating func leave(_ record: AssetRecord, _ fields: [BulkField]) {
        leftCount += 1
        if left.count < 1_000 { left.append(Left(asset: record.uuid, filename: record.filename, fields: fields)) }
    }
}

extension CatalogReader {
    /// - Throws: where a newer version has written what this one can't read.
    func undoEntries() throws -> [UndoEntry] {
        guard let text = try value(forKey: UndoEntry.key) else { return [] }
        do { return try JSONDecoder().decode([UndoEntry].self, from: Data(text.utf8)) } catch {
            throw LibraryError(.damaged, "What the catalogue says of changes to take back can't be read. A newer version may have written it: update this one.", cause: error)
        }
    }
}

extension LibraryTransaction {
    /// So many assets are read at a time.
    private static let page = 500

    /// Changes what is known of assets, and writes down what was there, so that it can be taken back as one, also by another process.
    /// - Parameters:
    ///   - prepare: looks at each asset that is to change before it is; throws where it can't be.
    ///   - changing: gets each asset that changes, as it was.
    ///   - author: who changes, for the list of what can be taken back.
    /// - Throws: `.invalid` where a date would leave the calendar, or an asset can't have what is set: nothing is changed then. `.cannotWrite` where what was there
    ///   can't be written down.
    package func perform(
        _ edit: BulkEdit, on ids: some Collection<Int64>, at now: Date, author: String, prepare: (AssetRecord) throws -> Void = { _ in },
        changing: (AssetRecord) -> Void = { _ in }
    ) throws -> BulkResult {
        try recordingUndo(at: now, author: author) { writer in
            try perform(edit, ids, now, prepare, changing, writer)
            return edit.fields
        }
    }

    /// Makes a change of many, which writes down what was there.
    /// - Parameter body: says which fields it changed.
    func recordingUndo(at now: Date, author: String, _ body: (UndoWriter) throws -> Set<BulkField>) throws -> BulkResult {
        let folder = executor.context.originals.folder, id = executor.context.makeUUID()
        let entries = try catalog.undoEntries()
        var result = BulkResult()
        let store = try UndoStore(library: folder)
        try store.sweep(keeping: Set(entries.map(\.id)))
        let writer = try store.writer(id), fields: Set<BulkField>
        do {
            fields = try body(writer)
            guard writer.count > 0 else {
                try store.remove(id)
                return result
            }
            try writer.finish()
            try store.synchronize()
        } catch {
            try? store.remove(id)
            throw error
        }
        result.changed = writer.count
        let entry = UndoEntry(id: id, date: now.timeIntervalSinceReferenceDate, author: author, count: result.changed, fields: fields.sorted())
        result.undo = entry
        let taken = entries.filter { $0.isTakenBack == true }, others = entries.filter { $0.isTakenBack != true } + [entry]
        try catalog.setUndoEntries(Array(taken.suffix(UndoEntry.limit)) + Array(others.suffix(UndoEntry.limit)))
        return result
    }

    private func perform(
        _ edit: BulkEdit, _ ids: some Collection<Int64>, _ now: Date, _ prepare: (AssetRecord) throws -> Void, _ changing: (AssetRecord) -> Void,
        _ writer: UndoWriter
    ) throws {
        let rows = Array(ids)
        var refusals: [BulkRefusal] = [], refused = 0
        for start in stride(from: 0, to: rows.count, by: Self.page) {
            for record in try reader.assets(ids: Array(rows[start..<min(rows.count, start + Self.page)])).compactMap({ $0 }) {
                try prepare(record)
                if let reason = edit.obstacle(of: record) {
                    refused += 1
                    if refusals.count < 3 { refusals.append(BulkRefusal(asset: record.uuid, filename: record.filename, reason: reason)) }
                    continue
                }
                guard refused == 0, let change = BulkChange(edit, of: record) else { continue }
                try writer.add(change)
                changing(record)
                try update(assetID: record.id) { record in
                    edit.apply(to: &record)
                    record.modificationDate = now.timeIntervalSinceReferenceDate
                }
            }
        }
        if refused > 0 { throw LibraryError(.invalid, Self.message(refusals, refused)) }
    }

    private static func message(_ refusals: [BulkRefusal], _ count: Int) -> String {
        let named = refusals.map(\.message).joined(separator: " ")
        return count > refusals.count ? "\(named) \(count - refusals.count) more can't be changed so either. Nothing was changed." : "\(named) Nothing was changed."
    }

    /// Has assets say again what they said before a bulk edit. What somebody changed since stays as it is, and is told.
    /// - Parameter isKept: whether `redo` may make the change again.
    /// - Throws: `.unknown` where it can't be taken back any more, `.damaged` where what was there can't be read: nothing is changed then.
    package func undo(_ id: UUID, at now: Date, isKept: Bool = false) throws -> UndoResult {
        var entries = try catalog.undoEntries()
        guard let index = entries.firstIndex(where: { $0.id == id && $0.isTakenBack != true }) else {
            throw LibraryError(.unknown, "The change can't be taken back any more: it was taken back already, or \(UndoEntry.limit) others came after it.")
        }
        let result = try exchange(entries[index], at: now, isRedo: false)
        if isKept { entries[index].isTakenBack = true } else { entries.remove(at: index) }
        try catalog.setUndoEntries(entries)
        return result
    }

    /// Makes a change again that was taken back and kept. What somebody changed since stays as it is, and is told.
    /// - Parameter isWanted: whether an asset takes changes; others are passed by.
    /// - Throws: as `undo`, which can take it back once more.
    package func redo(_ id: UUID, at now: Date, where isWanted: (AssetRecord) -> Bool = { _ in true }) throws -> UndoResult {
        var entries = try catalog.undoEntries()
        guard let index = entries.firstIndex(where: { $0.id == id && $0.isTakenBack == true }) else {
            throw LibraryError(.unknown, "The change can't be made again: it was made again already, or \(UndoEntry.limit) others were taken back after it.")
        }
        let result = try exchange(entries[index], at: now, isRedo: true, where: isWanted)
        entries[index].isTakenBack = nil
        try catalog.setUndoEntries(entries)
        return result
    }

    /// Puts what was there in the place of what a bulk edit wrote, or the other way round.
    private func exchange(_ entry: UndoEntry, at now: Date, isRedo: Bool, where isWanted: (AssetRecord) -> Bool = { _ in true }) throws -> UndoResult {
        let id = entry.id
        var result = UndoResult(entry: entry), count = 0
        // Whose line stands before those of its copies, where it takes them in again.
        var kept: Int64?
        do {
            let store = try UndoStore(library: executor.context.originals.folder)
            try store.forEachChange(of: id) { change in
                count += 1
                if change.isRemoved != true { kept = nil }
                guard let record = try reader.asset(id: change.row), record.uuid == change.asset else {
                    result.gone += 1
                    return
                }
                guard isWanted(record) else { return }
                if change.isRemoved != true { kept = record.id }
                if isRedo, change.isRemoved == true, !record.isTrashed, try !mayGo(record, besides: kept) {
                    result.leave(record, change.fields)
                    return
                }
                // The catalogue keeps what it is given bit for bit, so what is equal nobody has changed since.
                let still = change.fields.filter { (isRedo ? change.before : change.after).agrees(with: record, in: $0) }
                if still.count < change.fields.count { result.leave(record, change.fields.filter { !still.contains($0) }) }
                guard !still.isEmpty else { return }
                if still.contains(.merge) { try exchangeMerge(change, record, isRedo: isRedo) }
                try update(assetID: record.id) { record in
                    for field in still { (isRedo ? change.after : change.before).put(field, into: &record) }
                    record.modificationDate = now.timeIntervalSinceReferenceDate
                }
                result.restored.append(record.id)
            }
            // Cut off between two lines, it looks whole.
            if count != entry.count { throw store.damaged(id) }
        } catch let error as OriginalsError {
            guard error.code == .missing else { throw LibraryError(.damaged, error.description, cause: error) }
            throw LibraryError(.unknown, "The change can't be taken back on this machine: what was there before is written down on another, or was removed.", cause: error)
        }
        return result
    }
}

extension LibraryTransaction {
    /// Whether a merge would remove a copy now: the kept file may have gone since, and the copy may have an edit by now.
    private func mayGo(_ copy: AssetRecord, besides kept: Int64?) throws -> Bool {
        guard let kept else { return false }
        return try reader.mergePlan(of: [kept, copy.id], keeping: kept, executor.context.originals)?.removed.first?.id == copy.id
    }

    /// Brings a copy back that a merge removed, and takes the kept file out of the albums that it came into, from their covers and from applications' sight; or the
    /// other way round. What somebody restored, removed or took out since stays so, as does a cover that was chosen since.
    private func exchangeMerge(_ change: BulkChange, _ record: AssetRecord, isRedo: Bool) throws {
        if change.isRemoved == true, record.isTrashed != isRedo { if isRedo { try delete([record.id]) } else { try restore([record.id]) } }
        // Only a member stands for an album.
        if !isRedo { try exchangeCovers(change, record, isRedo: false) }
        for uuid in change.albums ?? [] {
            guard let album = try reader.collection(uuid: uuid) else { continue }
            if isRedo { try addMembers([record.id], to: album.id) } else { try removeMembers([record.id], from: album.id) }
        }
        if isRedo { try exchangeCovers(change, record, isRedo: true) }
        guard let applications = change.applications else { return }
        let known = try Set(catalog.accessApplications())
        for application in applications where known.contains(application) {
            if isRedo { try catalog.extendSelection(of: application, by: [record.id]) } else { try catalog.shrinkSelection(of: application, by: [record.id]) }
        }
    }

    private func exchangeCovers(_ change: BulkChange, _ record: AssetRecord, isRedo: Bool) throws {
        for cover in change.covers ?? [] {
            guard let album = try reader.collection(uuid: cover.album), let copy = try reader.assetID(uuid: cover.before) else { continue }
            let (old, new) = isRedo ? (copy, record.id) : (record.id, copy)
            guard album.keyAssetID == old, try reader.isMember(new, of: album.id) else { continue }
            try update(collectionID: album.id) { $0.keyAssetID = new }
        }
    }
}

extension CatalogWriter {
    fileprivate func setUndoEntries(_ entries: some Collection<UndoEntry>) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try setValue(entries.isEmpty ? nil : String(decoding: try encoder.encode(Array(entries)), as: UTF8.self), forKey: UndoEntry.key)
    }
}
