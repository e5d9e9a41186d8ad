import Columns
import Foundation
import PhotoModel

extension CatalogReader {
    /// How many assets of a list were taken in each day, month or year, as `assetBuckets` of a fetch: for lists at hand whose fetch would take longer
    /// than looking at them.
    package func assetBuckets(of ids: ContiguousArray<Int64>, by unit: BucketUnit) throws -> [(start: Double, count: Int)] {
        guard !ids.isEmpty else { return [] }
        let buckets = try listedBuckets(ids, unit)
        return buckets.map { ($0.start, $0.count) }
    }

    private func listedBuckets(_ ids: ContiguousArray<Int64>, _ unit: BucketUnit) throws -> [DateBucket] {
        if options.usesColumns {
            let budget = fetchBudget(), program = ColumnProgram([.rows(RowSet(ids))], budget)
            if let buckets = try withColumns({ program.buckets(in: copy $0, by: unit) }) {
                guard !budget.isCancelled else { throw CancellationError() }
                try budget.check()
                return buckets
            }
        }
        var buckets = DateBuckets(unit)
        let date = "\(LocalDateFunction.name)(creationDate, creationOffset)"
        try db.withStatement("SELECT \(date) FROM asset WHERE id = ?", [], cached: true) { statement in
            for id in ids {
                if let date = try db.step(statement, binding: id, { $0.optionalDouble(0) }) ?? nil { buckets.add(date) }
            }
        }
        return buckets.buckets()
    }
}
