import Foundation
import GRDB
import PhotoModel

/// One transaction, valid inside the block it was given to. It reads its own changes.
package final class CatalogWriter: CatalogReader {
    var changes = ChangeCollector()
    /// Row ids of keywords this transaction met, by their bytes: Swift would take two spellings of "é" for one.
    var keywordIDs: [[UInt8]: Int64] = [:]
    /// By the places of the columns that are set.
    var assetUpdates: [[Int]: AssetColumnUpdate] = [:]
    /// The bursts of frames that went to Recently Deleted, or came back.
    package internal(set) var burstsWithOtherFrames: Set<String> = []
    /// What is to be found of assets from this transaction on; no words of those that are gone.
    var wordChanges: [Int64: AssetWords?] = [:]

    init(db: Database, options: CatalogOptions, path: String) {
        // Cached results and columns describe a committed state, and this one isn't.
        super.init(db: db, cache: nil, columns: nil, options: options, path: path)
    }

    /// The transaction's time, for every date it sets itself.
    private(set) lazy var now: Double = options.now()

    /// Keeps a small value with the library, such as a setting; `nil` removes it. Not in the change log.
    package func setValue(_ value: String?, forKey key: String) throws {
        if let value {
            try db.run("INSERT INTO library (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [.text(key), .text(value)])
        } else {
            try db.run("DELETE FROM library WHERE key = ?", [.text(key)])
        }
    }

    /// Writes what waited for the end, and appends the transaction to the change log.
    /// - Returns: its position, or `nil` when it changed nothing.
    func finish(author: String) throws -> ChangePosition? {
        try flushWords()
        guard !changes.isEmpty else { return nil }
        try db.run("INSERT INTO change (date, author) VALUES (?, ?)", [.double(now), .text(author)])
        let position = db.lastInsertedRowID
        for item in changes.sorted {
            try db.run(
                "INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .int(position), SQLValue(item.entity.rawValue), .uuid(item.uuid), SQLValue(item.kind.rawValue), SQLValue(item.aspects.rawValue),
                    SQLValue(item.rowID),
                ])
        }
        return ChangePosition(rawValue: position)
    }

    /// - Returns: the new row's id.
    func insertRow(_ sql: String, _ arguments: [SQLValue]) throws -> Int64 {
        try db.run(sql, arguments)
        return db.lastInsertedRowID
    }

    func unknown(_ what: String) -> CatalogError {
        CatalogError(.unknownObject, "\(path) has no \(what). It may have been deleted meanwhile; fetch again.")
    }

    func invalid(_ what: String) -> CatalogError { CatalogError(.invalid, what) }
}
