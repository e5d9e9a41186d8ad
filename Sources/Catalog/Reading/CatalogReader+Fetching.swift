import Foundation
import GRDB
import PhotoModel
import Query

extension CatalogReader {
    /// The row ids of what `query` matches, in its order, 8 bytes each. An equal fetch on an unchanged library is a look-up.
    /// - Throws: a `QueryError` for a predicate or sort key that assets don't have, and for one that takes too much work; `CancellationError` where
    ///   the reader's budget was cancelled; a `CatalogError`.
    package func assetIDs(_ query: AssetQuery) throws -> ContiguousArray<Int64> {
        let query = limited(query), now = options.now(), budget = fetchBudget()
        guard let compiled = try query.compiled(now: now, budget) else { return [] }
        guard let cache else { return try matching(query.predicate, budget) { try db.ids(compiled.sql, compiled.arguments, cached: compiled.isFixed) } }
        let position = try position.rawValue
        let key = FetchCache.Key(sql: compiled.sql, arguments: compiled.arguments)
        if let known = cache.result(for: key, at: position) { return known }
        let ids = try matching(query.predicate, budget) {
            try columnIDs(query, now: now, budget)
                ?? db.ids(compiled.sql, compiled.arguments, cached: compiled.isFixed || cache.keepsStatement(compiled.sql))
        }
        cache.store(ids, for: key, at: position)
        return ids
    }

    /// How many assets `assetIDs` would return: a sum over the kept counts where these know all that is asked, else a pass over columns or an index.
    package func assetCount(_ query: AssetQuery) throws -> Int {
        let query = limited(query)
        if let count = try keptCount(query) { return query.limit > 0 ? min(query.limit, count) : count }
        let now = options.now(), budget = fetchBudget()
        var unsorted = query
        // Without a limit the order does not matter, and with one only the number does.
        unsorted.sort = []
        guard let compiled = try unsorted.compiled(now: now, budget) else { return 0 }
        func counted() throws -> Int {
            try matching(query.predicate, budget) {
                try columnCount(unsorted, now: now, budget)
                    ?? db.first("SELECT count(*) FROM (\(compiled.sql))", compiled.arguments, cached: compiled.isFixed) { $0.int(0) } ?? 0
            }
        }
        guard let cache else { return try counted() }
        let position = try position.rawValue, key = FetchCache.Key(sql: compiled.sql, arguments: compiled.arguments)
        if let known = cache.count(for: key, at: position) { return known }
        let count = try counted()
        cache.store(count: count, for: key, at: position)
        return count
    }

    /// What `assetCount` says of each of several queries. The words of assets are looked through once for all of them.
    package func assetCounts(_ queries: [AssetQuery]) throws -> [Int] {
        let budget = fetchBudget()
        var requests: [WordRequest] = []
        for case let predicate? in queries.map(\.predicate) {
            requests += WordRequest.all(in: try KeySpace.assets.resolve(predicate, now: options.now(), budget: budget).condition)
        }
        if columns != nil, options.usesColumns { try db.spending(budget) { try prepareWords(requests, budget) } }
        return try queries.map { try assetCount($0) }
    }

    /// What fails while rows are tested is the predicate's fault (a pattern that takes too long), and is told as such.
    func matching<T>(_ predicate: Query.Predicate?, _ budget: QueryBudget, _ body: () throws -> T) throws -> T {
        do {
            return try db.spending(budget, body)
        } catch let error as QueryError where error.code == .cancelled {
            throw CancellationError()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR && predicate != nil {
            throw QueryError(.patternTooSlow, error.message ?? "the predicate could not be tested; write a simpler pattern")
        }
    }

    /// `nil` where the kept counts do not know enough.
    private func keptCount(_ query: AssetQuery) throws -> Int? {
        // It counts everybody's assets.
        guard query.selection == nil else { return nil }
        var clauses = SQLClauses()
        switch query.scope {
        case .library, .trash: break
        case .smartAlbum(let subtype):
            guard let album = SmartAlbum.with(subtype), let rule = album.rule else { return 0 }
            if album.isRecentlyAdded { return try recentCount(query) }
            // The kept counts do not know it; it has counts of its own.
            if case .playbackVariation(let variation) = rule {
                guard query.predicate == nil, query.visibility == ["listed = 1"] else { return nil }
                return try db.first("SELECT count FROM variation_census WHERE variation = ?", [SQLValue(variation)]) { $0.int(0) } ?? 0
            }
            if let condition = album.condition { clauses.add(condition) }
        case .album(let id):
            guard query.predicate == nil, !query.includesHidden, !query.includesAllBursts, query.sourceTypes.isEmpty else { return nil }
            return try db.first("SELECT count FROM collection WHERE id = ? AND \(CollectionRecord.Kind.album.condition)", [.int(id)]) { $0.int(0) } ?? 0
        case .identifiers, .burst, .moment: return nil
        }
        query.visibility.forEach { clauses.add($0) }
        if let predicate = query.predicate {
            guard let fragment = try PredicateSQL.counts.translateIfMapped(predicate, now: options.now(), fetchBudget()) else { return nil }
            clauses.add(fragment)
        }
        return try db.first(
            "SELECT coalesce(sum(count), 0) FROM asset_census" + clauses.whereText, clauses.arguments,
            cached: query.predicate == nil
        ) { $0.int(0) } ?? 0
    }

    /// Days are counted, so only those of the day on which the period begins are looked at, through their index.
    /// - Returns: `nil` where that would take longer than a pass over columns.
    private func recentCount(_ query: AssetQuery) throws -> Int? {
        let start = AssetQuery.recentStart(now: options.now())
        guard query.predicate == nil, query.visibility == ["listed = 1"], start >= 0, start < 0x1p40 else { return nil }
        let day = Int64(start / 86_400)
        let onFirstDay = try db.first("SELECT count FROM added_census WHERE day = ?", [.int(day)]) { $0.int(0) } ?? 0
        guard onFirstDay <= 10_000 else { return nil }
        let later = try db.first("SELECT coalesce(sum(count), 0) FROM added_census WHERE day > ?", [.int(day)]) { $0.int(0) } ?? 0
        guard onFirstDay > 0 else { return later }
        return try later
            + (db.first(
                "SELECT count(*) FROM asset WHERE listed = 1 AND addedDate >= ? AND addedDate < ?", [.double(start), .double(Double(day + 1) * 86_400)]
            ) { $0.int(0) } ?? 0)
    }

    /// How many assets a smart album shows; 0 for one that is not offered.
    package func smartAlbumCount(_ subtype: AlbumSubtype) throws -> Int { try assetCount(AssetQuery(scope: .smartAlbum(subtype))) }

    /// Row ids by creation date of the halves of a Live Photo; trashed ones included.
    package func assetIDs(contentIdentifier: String) throws -> [Int64] {
        try db.all("SELECT id FROM asset WHERE contentIdentifier = ? ORDER BY creationDate, id", [.text(contentIdentifier)]) { $0.int64(0) }
            .filter { try sees(assetID: $0) }
    }

    /// Row ids by creation date of all frames of a burst, trashed ones included.
    package func assetIDs(burstIdentifier: String) throws -> [Int64] {
        try db.all("SELECT id FROM asset WHERE burstIdentifier = ? ORDER BY creationDate, id", [.text(burstIdentifier)]) { $0.int64(0) }
            .filter { try sees(assetID: $0) }
    }
}
