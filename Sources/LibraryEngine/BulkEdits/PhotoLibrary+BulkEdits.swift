import Foundation
import PhotoModel

/// What a bulk edit would do.
package struct BulkPreview: Sendable {
    /// Assets that were named, and those of them that would change.
    package var count = 0
    package var changed = 0
    /// By field, how many assets would say something else in it.
    package var fields: [BulkField: Int] = [:]
    /// The first of what would change, as many as were asked for.
    package var changes: [BulkChange] = []
    /// Assets that can't be changed so, which keeps all of them from it; as many as were asked for.
    package var refusals: [BulkRefusal] = []
    package var refused = 0

    package init() {}
}

extension LibraryReader {
    /// Looks what a bulk edit would do. Nothing is changed, whoever changes something meanwhile is not noticed.
    /// - Parameters:
    ///   - limit: how many changes and refusals are told one by one.
    ///   - each: gets every change, the first ones as well.
    package func preview(_ edit: BulkEdit, of ids: some Collection<Int64>, limit: Int, each: (BulkChange) throws -> Void = { _ in }) throws -> BulkPreview {
        var preview = BulkPreview()
        let rows = Array(ids)
        for start in stride(from: 0, to: rows.count, by: 500) {
            for record in try assets(ids: Array(rows[start..<min(rows.count, start + 500)])).compactMap({ $0 }) {
                preview.count += 1
                if let reason = edit.obstacle(of: record) {
                    preview.refused += 1
                    if preview.refusals.count < limit { preview.refusals.append(BulkRefusal(asset: record.uuid, filename: record.filename, reason: reason)) }
                    continue
                }
                guard let change = BulkChange(edit, of: record) else { continue }
                preview.changed += 1
                for field in change.fields { preview.fields[field, default: 0] += 1 }
                if preview.changes.count < limit { preview.changes.append(change) }
                try each(change)
            }
        }
        return preview
    }
}

extension PhotoLibrary {
    /// The bulk edits that can be taken back, the oldest first.
    package func undoEntries() throws(LibraryError) -> [UndoEntry] {
        do { return try catalog.read { try $0.undoEntries().filter { $0.isTakenBack != true } } } catch { throw LibraryError(error) }
    }
}
