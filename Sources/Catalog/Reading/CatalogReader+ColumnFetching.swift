import Columns
import Foundation
import PhotoModel
import Query

/// Fetches over the columns beside the catalogue. Everything here returns `nil` where SQL is to answer.
extension CatalogReader {
    /// Albums of fewer members are quicker looked up one by one than found among all assets.
    private static let fewMembers = 500

    func columnIDs(_ query: AssetQuery, now: Double, _ budget: QueryBudget = QueryBudget()) throws -> ContiguousArray<Int64>? {
        guard canAskColumns, !query.isCoveredByMembership else { return nil }
        guard let order = try query.columnOrder() else { return try membersInOrder(query, now: now, budget) }
        guard let program = try program(query, members: try members(query), now: now, budget) else { return nil }
        return try withColumns { program.ids(in: copy $0, by: order, limit: query.limit) }
    }

    func columnCount(_ query: AssetQuery, now: Double, _ budget: QueryBudget = QueryBudget()) throws -> Int? {
        guard canAskColumns, !query.isCoveredByMembership,
            let program = try program(query, members: try members(query), now: now, budget)
        else { return nil }
        guard let count = try withColumns({ program.count(in: copy $0) }) else { return nil }
        return query.limit > 0 ? min(query.limit, count) : count
    }

    func columnBuckets(_ query: AssetQuery, by unit: BucketUnit, now: Double, _ budget: QueryBudget) throws -> [DateBucket]? {
        // Which assets a limit leaves depends on their order.
        guard canAskColumns, query.limit == 0, let program = try program(query, members: try members(query), now: now, budget) else { return nil }
        return try withColumns { program.buckets(in: copy $0, by: unit) }
    }

    private var canAskColumns: Bool { columns != nil && options.usesColumns }

    // MARK: Programs

    private func program(_ query: AssetQuery, members: ContiguousArray<Int64>?, now: Double, _ budget: QueryBudget) throws -> ColumnProgram? {
        guard var tests = query.columnTests(now: now) else { return nil }
        // What an application may see is a set of rows as well.
        if let selection = query.selection { tests.append(.rows(RowSet(try selectedAssetIDs(of: selection)))) }
        if case .album = query.scope {
            guard let members, members.count >= Self.fewMembers else { return nil }
            tests.append(.rows(RowSet(members)))
        }
        if let predicate = query.predicate {
            let condition = try KeySpace.assets.resolve(predicate, now: now, budget: budget).condition
            guard !condition.isLookUp else { return nil }
            try prepareWords(WordRequest.all(in: condition), budget)
            let isLimited = query.selection != nil
            guard let test = try ColumnCompiler(resolve: { [self] in try rows($0, isLimited: isLimited, budget) }).test(condition) else { return nil }
            tests.append(test)
        }
        return ColumnProgram(tests, budget)
    }

    /// The rows that an index finds for a condition on an identifier or on texts.
    private func rows(_ condition: Condition, isLimited: Bool, _ budget: QueryBudget) throws -> RowSet? {
        guard ColumnCompiler.lookUp(condition) != nil else { return try wordRows(condition, isLimited: isLimited, budget) }
        let fragment = try ResolvedPredicate(condition: condition, keySpace: .assets).sql(PredicateSQL.assets.mapping)
        return RowSet(try db.ids("SELECT asset.id FROM asset WHERE " + fragment.sql, fragment.arguments.map(SQLValue.init), cached: false))
    }

    // MARK: Albums

    /// An album's members in its order; `nil` for everything else.
    private func members(_ query: AssetQuery) throws -> ContiguousArray<Int64>? {
        guard case .album(let id) = query.scope else { return nil }
        return try memberIDs(of: id)
    }

    /// What of an album passes, as the album has it.
    private func membersInOrder(_ query: AssetQuery, now: Double, _ budget: QueryBudget) throws -> ContiguousArray<Int64>? {
        guard query.sort.isEmpty, let members = try members(query), let program = try program(query, members: members, now: now, budget),
            let found = try withColumns({ program.idsByDate(in: copy $0, ascending: true) })
        else { return nil }
        let passing = RowSet(found)
        var ids = ContiguousArray<Int64>()
        ids.reserveCapacity(query.limit > 0 ? min(query.limit, found.count) : found.count)
        for id in members where passing.contains(id) {
            if ids.count == query.limit, query.limit > 0 { break }
            ids.append(id)
        }
        return ids
    }
}

extension AssetQuery {
    /// An album's fetch that needs nothing but the membership, which has an index for it.
    fileprivate var isCoveredByMembership: Bool {
        guard case .album = scope else { return false }
        return predicate == nil && !includesHidden && !includesAllBursts && sourceTypes.isEmpty && (sort.isEmpty || AssetKeys.isByDate(sort))
    }
}
