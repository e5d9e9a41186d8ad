import Columns
import Foundation

extension CatalogReader {
    /// How many assets of a fetch were created in each day, month or year of a time zone, ascending by its first instant in seconds since 2001.
    /// Empty ones are left out, and so is what has no creation date. The calendar is the Gregorian one, reckoned backwards as well.
    /// - Throws: a `QueryError` for a predicate or sort key that assets don't have; a `CatalogError`.
    package func assetBuckets(_ query: AssetQuery, by unit: BucketUnit, timeZone: TimeZone = .current) throws -> [(start: Double, count: Int)] {
        let query = limited(query), now = options.now(), budget = fetchBudget()
        guard let compiled = try query.compiled(now: now, budget) else { return [] }
        let buckets = try matching(query.predicate, budget) {
            try columnBuckets(query, by: unit, timeZone, now: now, budget) ?? self.buckets(compiled, by: unit, timeZone)
        }
        return buckets.map { ($0.start, $0.count) }
    }

    private func buckets(_ compiled: CompiledQuery, by unit: BucketUnit, _ zone: TimeZone) throws -> [DateBucket] {
        var dates = try db.all(
            "SELECT creationDate FROM asset WHERE creationDate IS NOT NULL AND id IN (\(compiled.sql))", compiled.arguments, cached: false) { $0.double(0) }
        dates.sort()
        guard let first = dates.first, let last = dates.last else { return [] }
        var buckets = DateBuckets(unit, LocalTime(zone, from: first, through: last))
        for date in dates { buckets.add(date) }
        return buckets.buckets()
    }
}
