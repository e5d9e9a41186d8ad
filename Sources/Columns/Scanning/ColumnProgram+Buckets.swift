import Foundation

extension ColumnProgram {
    /// How many of what passes was created in each day, month or year, ascending; what has no date is in none.
    package func buckets(in table: ColumnTable, by unit: BucketUnit, _ zone: TimeZone) -> [DateBucket] {
        guard !isEmpty, dates.upperBound > ColumnTable.none else { return [] }
        var rows = sortedRows(table)
        let undated = rows.firstIndexNearby { table.creationDate[$0] > ColumnTable.none }
        rows = undated..<rows.upperBound
        let tail = tail(table).map(\.date).drop { $0 == ColumnTable.none }
        guard let first = [rows.isEmpty ? nil : table.creationDate[rows.lowerBound], tail.first].compactMap({ $0 }).min(),
              let last = [rows.isEmpty ? nil : table.creationDate[rows.upperBound - 1], tail.last].compactMap({ $0 }).max()
        else { return [] }
        let time = LocalTime(zone, from: first, through: last)
        var buckets = DateBuckets(unit, time), later = DateBuckets(unit, time)
        let bits = RowBits(table, rows, testWithinDates, budget)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let (number, end) = buckets.bucket(at: table.creationDate[row])
            // At least one row, whatever is being written there.
            let next = (row + 1..<rows.upperBound).firstIndexNearby { table.creationDate[$0] >= end }
            buckets.add(number, bits.count(in: row..<next))
            row = next
        }
        for date in tail { later.add(date) }
        buckets.merge(later)
        return buckets.buckets()
    }
}
