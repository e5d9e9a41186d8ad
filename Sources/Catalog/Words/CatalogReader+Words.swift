import Columns
import Foundation
import GRDB
import GRDBSQLite
import PhotoModel
import Query

extension CatalogReader {
    /// Bytes of the words of all assets.
    package func wordsSize() throws -> Int64 { try db.first("SELECT coalesce(sum(length(words)), 0) FROM asset_words", cached: false) { $0.int64(0) } ?? 0 }

    /// Looks through the words for whatever of some conditions they answer, all in one pass, and keeps that as long as this reader lives.
    func prepareWords(_ requests: [WordRequest], _ budget: QueryBudget) throws {
        let missing = Set(requests).subtracting(foundWords.keys)
        guard !missing.isEmpty else { return }
        var scan = WordScan(Array(missing), budget)
        try forEachWordBlock { block, first in
            budget.count(scan.blockWork)
            if budget.isOver { try budget.check() }
            try scan.look(through: block, first: first)
        }
        foundWords.merge(scan.found) { $1 }
    }

    /// Lends every block of words, with the row id of its first slot.
    func forEachWordBlock(_ body: (WordBlock, Int64) throws -> Void) throws {
        try db.forEach("SELECT block, words FROM asset_words ORDER BY block") { row in
            let number = row.int64(0)
            try row.withBlob(1) { bytes in
                guard (0...WordIndex.lastBlock).contains(number), let block = WordBlock(bytes) else { throw WordIndex.damaged(path) }
                try body(block, number << WordBlock.shift)
            }
        }
    }

    /// The rows of which a condition on texts, or on what an asset has several of, holds; `nil` where no index knows.
    func wordRows(_ condition: Condition, isLimited: Bool, _ budget: QueryBudget) throws -> RowSet? {
        switch condition {
        case .or(let parts):
            guard let requests = WordRequest.any(of: parts) else { return nil }
            return try wordRows(requests, budget)
        case .exists(let key, let inner):
            // What compares with the asset's own values is asked of each asset.
            if key == Self.placeKey { return inner.keys.isEmpty ? try placeRows(inner, budget) : nil }
            guard inner.keys.isEmpty, let sources = AssetKeys.holders[KeySpace.assets.keys[key].name] else { return nil }
            guard let mapping = sources[isLimited] else { return RowSet() }
            let fragment = try ResolvedPredicate(condition: condition, keySpace: .assets).sql(mapping)
            return RowSet(try db.ids(fragment.sql, fragment.arguments.map(SQLValue.init), cached: false))
        default:
            return try WordRequest(condition).map { try wordRows([$0], budget) }
        }
    }

    private func wordRows(_ requests: [WordRequest], _ budget: QueryBudget) throws -> RowSet {
        try prepareWords(requests, budget)
        return requests.reduce(into: RowSet()) { rows, request in if let found = foundWords[request] { rows.formUnion(found) } }
    }
}
