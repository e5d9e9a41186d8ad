import Columns
import Foundation
import PhotoModel
import Query

extension CatalogReader {
    /// How many assets of a fetch were taken in each day, month or year by the clock at that place, ascending by its first instant in seconds since
    /// 2001-01-01T00:00:00 by that clock. Empty ones are left out, and so is what has no creation date. The calendar is the Gregorian one, reckoned
    /// backwards as well.
    /// - Throws: a `QueryError` for a predicate or sort key that assets don't have; a `CatalogError`.
    package func assetBuckets(_ query: AssetQuery, by unit: BucketUnit) throws -> [(start: Double, count: Int)] {
        let query = limited(query), now = options.now(), budget = fetchBudget()
        guard let compiled = try query.compiled(now: now, budget) else { return [] }
        let buckets = try matching(query.predicate, budget) {
            try columnBuckets(query, by: unit, now: now, budget) ?? self.buckets(compiled, by: unit)
        }
        return buckets.map { ($0.start, $0.count) }
    }

    private func buckets(_ compiled: CompiledQuery, by unit: BucketUnit) throws -> [DateBucket] {
        var buckets = DateBuckets(unit)
        try db.forEach(
            "SELECT \(LocalDateFunction.name)(creationDate, creationOffset) FROM asset WHERE creationDate IS NOT NULL AND id IN (\(compiled.sql))",
            compiled.arguments
        ) { buckets.add($0.double(0)) }
        return buckets.buckets()
    }
}
