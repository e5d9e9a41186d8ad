import Support

extension ColumnProgram {
    /// The row ids of what passes by creation date and then row id, or in the mirrored order.
    /// - Parameter limit: how many at most; 0 is all.
    package func idsByDate(in table: ColumnTable, ascending: Bool, limit: Int = 0) -> ContiguousArray<Int64> {
        guard !isEmpty else { return [] }
        let tail = tail(table)
        let bits = RowBits(table, sortedRows(table), testWithinDates, budget, enough: limit > 0 ? limit : .max, backwards: !ascending)
        let total = bits.count + tail.count, size = limit > 0 ? min(limit, total) : total
        // With nothing to hold, the initializer below would write into the one empty array that all threads share.
        guard size > 0 else { return [] }
        return ContiguousArray(unsafeUninitializedCapacity: size) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            let insertions = Self.insertionRows(of: tail, in: bits.rows, table)
            func write(_ rows: Range<Int>) {
                count += bits.write(table.id, in: rows, to: target + count, limit: size - count, backwards: !ascending)
            }
            if ascending {
                var row = bits.rows.lowerBound
                for (change, end) in zip(tail, insertions) where count < size {
                    write(row..<end)
                    row = end
                    if count < size { (target[count], count) = (Int64(change.id), count + 1) }
                }
                write(row..<bits.rows.upperBound)
            } else {
                var row = bits.rows.upperBound
                for (change, end) in zip(tail, insertions).reversed() where count < size {
                    write(end..<row)
                    row = end
                    if count < size { (target[count], count) = (Int64(change.id), count + 1) }
                }
                write(bits.rows.lowerBound..<row)
            }
        }
    }

    /// The date and id of a later change, which say where it belongs.
    struct Change {
        var date: Double
        var id: UInt32
    }

    /// The later changes that pass, put in order.
    func tail(_ table: ColumnTable) -> [Change] {
        let rows = table.tailRows
        guard !rows.isEmpty else { return [] }
        let bits = RowBits(table, rows, test, budget)
        var sort = RadixSort([bits], table) { UInt64($0) }
        defer { sort.free() }
        sort.sort()
        ColumnKey.real(.creationDate).fill(sort, table, ascending: true)
        sort.sort()
        return (0..<sort.count).map { index in
            // The date it was sorted by: the row may be another by now.
            Change(date: ColumnKey.number(sort.entries[index].key), id: sort.entries[index].id)
        }
    }

    /// Before which of the rows in order each change comes.
    private static func insertionRows(of changes: [Change], in rows: Range<Int>, _ table: ColumnTable) -> [Int] {
        var insertions: [Int] = []
        insertions.reserveCapacity(changes.count)
        var low = rows.lowerBound
        for change in changes {
            let isBehind = { (row: Int) in
                let date = table.creationDate[row]
                return date > change.date || date == change.date && table.id[row] > change.id
            }
            // The first may be anywhere, the others are mostly not far from the one before.
            low = insertions.isEmpty ? (low..<rows.upperBound).partitioningIndex(where: isBehind) : (low..<rows.upperBound).partitioningIndexNearby(isBehind)
            insertions.append(low)
        }
        return insertions
    }
}
