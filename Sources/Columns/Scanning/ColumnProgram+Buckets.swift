import PhotoModel

extension ColumnProgram {
    /// How many of what passes was taken in each day, month or year by the clock at that place, ascending; what has no date is in none.
    package func buckets(in table: ColumnTable, by unit: BucketUnit) -> [DateBucket] {
        guard !isEmpty, dates.upperBound > ColumnTable.none else { return [] }
        var buckets = DateBuckets(unit)
        let dates = table.localCreationDate
        for bits in [RowBits(table, sortedRows(table), testWithinDates, budget), RowBits(table, table.tailRows, test, budget)] {
            bits.forEachRow { row in
                let date = dates[row]
                if date != ColumnTable.none { buckets.add(date) }
            }
        }
        return buckets.buckets()
    }
}
