import Columns
import Foundation

package typealias BucketUnit = Columns.BucketUnit

extension CatalogReader {
    /// How many assets of a list were created in each day, month or year of a time zone, as `assetBuckets` of a fetch: for lists at hand whose fetch
    /// would take longer than looking at them.
    package func assetBuckets(of ids: ContiguousArray<Int64>, by unit: BucketUnit, timeZone: TimeZone) throws -> [(start: Double, count: Int)] {
        guard !ids.isEmpty else { return [] }
        let buckets = try listedBuckets(ids, unit, timeZone)
        return buckets.map { ($0.start, $0.count) }
    }

    private func listedBuckets(_ ids: ContiguousArray<Int64>, _ unit: BucketUnit, _ zone: TimeZone) throws -> [DateBucket] {
        if options.usesColumns {
            let budget = fetchBudget(), program = ColumnProgram([.rows(RowSet(ids))], budget)
            if let buckets = try withColumns({ program.buckets(in: copy $0, by: unit, zone) }) {
                guard !budget.isCancelled else { throw CancellationError() }
                try budget.check()
                return buckets
            }
        }
        var dates = try creationDates(of: ids).compactMap { $0 }
        dates.sort()
        guard let first = dates.first, let last = dates.last else { return [] }
        var buckets = DateBuckets(unit, LocalTime(zone, from: first, through: last))
        for date in dates { buckets.add(date) }
        return buckets.buckets()
    }

    private func creationDates(of ids: ContiguousArray<Int64>) throws -> [Double?] {
        try db.withStatement("SELECT creationDate FROM asset WHERE id = ?", [], cached: true) { statement in
            try ids.map { id in try db.step(statement, binding: id) { $0.optionalDouble(0) } ?? nil }
        }
    }
}
