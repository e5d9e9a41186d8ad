import Foundation
import GRDB
import GRDBSQLite
import PhotoModel

/// The rows of `asset_words`, and how they are kept. Triggers can't: the schema may call no function of ours.
enum WordIndex {
    private static let selection = "SELECT id, \(AssetWords.columns.joined(separator: ", ")) FROM asset ORDER BY id"
    /// Behind it the columns beside the catalogue can't name a row either.
    static let lastBlock = Int64(UInt32.max) >> WordBlock.shift

    /// Makes all rows again from the assets.
    static func rebuild(_ db: Database) throws {
        try db.run("DELETE FROM asset_words", cached: false)
        try forEachBlock(db) { try insert($1, as: $0, db) }
    }

    /// The blocks that the assets make, in their order.
    private static func forEachBlock(_ db: Database, _ body: (Int64, Data) throws -> Void) throws {
        var block: Int64 = -1, slots: [AssetWords?] = []
        func finish() throws { if let bytes = WordBlock.bytes(of: slots) { try body(block, bytes) } }
        try db.forEach(selection, cached: false) { row in
            let id = row.int64(0)
            if id >> WordBlock.shift != block {
                try finish()
                (block, slots) = (id >> WordBlock.shift, Array(repeating: nil, count: WordBlock.size))
            }
            slots[Int(id) & (WordBlock.size - 1)] = AssetWords(row: row, from: 1)
        }
        try finish()
    }

    /// How many blocks are not what the assets make.
    static func differences(_ db: Database) throws -> Int {
        var expected = 0, equal = 0
        try forEachBlock(db) { block, bytes in
            expected += 1
            if try db.first("SELECT words FROM asset_words WHERE block = ?", [.int(block)], { $0.data(0) }) == bytes { equal += 1 }
        }
        let stored = try db.first("SELECT count(*) FROM asset_words", cached: false) { $0.int(0) } ?? 0
        return max(expected, stored) - equal
    }

    /// Puts the words of assets, or of none for those that are gone, into their blocks.
    static func apply(_ changes: [Int64: AssetWords?], _ db: Database, path: String) throws {
        var blocks: [Int64: [(slot: Int, words: AssetWords?)]] = [:]
        for (id, words) in changes { blocks[id >> WordBlock.shift, default: []].append((Int(id) & (WordBlock.size - 1), words)) }
        for (block, changes) in blocks.sorted(by: { $0.key < $1.key }) {
            var slots = try stored(block, db, path: path)
            for change in changes { slots[change.slot] = change.words }
            if let bytes = WordBlock.bytes(of: slots) {
                try insert(bytes, as: block, db)
            } else {
                try db.run("DELETE FROM asset_words WHERE block = ?", [.int(block)])
            }
        }
    }

    private static func stored(_ block: Int64, _ db: Database, path: String) throws -> [AssetWords?] {
        let stored = try db.first("SELECT words FROM asset_words WHERE block = ?", [.int(block)]) { row in
            try row.withBlob(0) { bytes in
                guard let block = WordBlock(bytes) else { throw damaged(path) }
                return block.slots
            }
        }
        return stored ?? Array(repeating: nil, count: WordBlock.size)
    }

    private static func insert(_ bytes: Data, as block: Int64, _ db: Database) throws {
        try db.run("INSERT OR REPLACE INTO asset_words (block, words) VALUES (?, ?)", [.int(block), .blob(bytes)])
    }

    static func damaged(_ path: String) -> CatalogError {
        CatalogError(.corrupt, "The words of \(path), which searches look through, are damaged. Make them again with 'photos verify --repair'.")
    }
}

extension Row {
    /// Lends the bytes of a column, which are SQLite's until the next step.
    func withBlob<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        let start = sqlite3_column_blob(statement, column)
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))))
    }
}

extension CatalogWriter {
    /// A large import's are written in parts.
    private static let changesAtOnce = 10_000

    /// Notes what is to be found of an asset from now on; `nil` for one that is gone.
    func noteWords(_ words: AssetWords?, assetID: Int64) throws {
        wordChanges[assetID] = .some(words)
        if wordChanges.count >= Self.changesAtOnce { try flushWords() }
    }

    /// Writes the words of assets again, which are as before: for benchmarks.
    package func rewriteWords(of assets: [AssetRecord]) throws {
        for asset in assets { try noteWords(AssetWords(asset), assetID: asset.id) }
        try flushWords()
    }

    func flushWords() throws {
        guard !wordChanges.isEmpty else { return }
        try WordIndex.apply(wordChanges, db, path: path)
        wordChanges = [:]
    }
}
