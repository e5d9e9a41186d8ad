extension ColumnProgram {
    /// The row ids of what passes by creation date and then row id, or in the mirrored order.
    /// - Parameter limit: how many at most; 0 is all.
    package func idsByDate(in table: ColumnTable, ascending: Bool, limit: Int = 0) -> ContiguousArray<Int64> {
        guard !isEmpty else { return [] }
        let tail = tail(table)
        let bits = RowBits(table, sortedRows(table), testWithinDates, enough: limit > 0 ? limit : .max, backwards: !ascending)
        let total = bits.count + tail.count, size = limit > 0 ? min(limit, total) : total
        return ContiguousArray(unsafeUninitializedCapacity: size) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            let places = places(of: tail, in: bits.rows, table)
            func write(_ rows: Range<Int>) {
                count += bits.write(table.id, in: rows, to: target + count, limit: size - count, backwards: !ascending)
            }
            if ascending {
                var row = bits.rows.lowerBound
                for (entry, place) in zip(tail, places) where count < size {
                    write(row..<place)
                    row = place
                    if count < size { (target[count], count) = (Int64(entry.id), count + 1) }
                }
                write(row..<bits.rows.upperBound)
            } else {
                var row = bits.rows.upperBound
                for (entry, place) in zip(tail, places).reversed() where count < size {
                    write(place..<row)
                    row = place
                    if count < size { (target[count], count) = (Int64(entry.id), count + 1) }
                }
                write(bits.rows.lowerBound..<row)
            }
        }
    }

    private struct Entry { var date: Double; var id: UInt32 }

    /// The later changes that pass, put in order.
    private func tail(_ table: ColumnTable) -> [Entry] {
        let rows = table.tailRows
        guard !rows.isEmpty else { return [] }
        let bits = RowBits(table, rows, test)
        var entries: [Entry] = []
        entries.reserveCapacity(bits.count)
        bits.forEachRow { entries.append(Entry(date: table.creationDate[$0], id: table.id[$0])) }
        entries.sort { $0.date < $1.date || $0.date == $1.date && $0.id < $1.id }
        return entries
    }

    /// Before which of the rows in order each entry comes.
    private func places(of entries: [Entry], in rows: Range<Int>, _ table: ColumnTable) -> [Int] {
        var places: [Int] = []
        places.reserveCapacity(entries.count)
        var low = rows.lowerBound
        for entry in entries {
            low = (low..<rows.upperBound).firstIndex { row in
                let date = table.creationDate[row]
                return date > entry.date || date == entry.date && table.id[row] > entry.id
            }
            places.append(low)
        }
        return places
    }
}
