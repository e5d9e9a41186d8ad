extension ColumnProgram {
    /// The row ids of what passes, in an order.
    /// - Parameter limit: how many at most; 0 is all.
    package func ids(in table: ColumnTable, by order: ColumnOrder, limit: Int = 0) -> ContiguousArray<Int64> {
        if let ascending = order.ascending(by: .creationDate) { return idsByDate(in: table, ascending: ascending, limit: limit) }
        if let ascending = order.ascending(by: .localCreationDate) { return idsByLocalDate(in: table, ascending: ascending, limit: limit) }
        guard !isEmpty else { return [] }
        let sorted = RowBits(table, sortedRows(table), testWithinDates, budget), tail = RowBits(table, table.tailRows, test, budget)
        let turn: UInt32 = order.parts[0].ascending ? 0 : ~0
        var sort = RadixSort([sorted, tail], table) { UInt64($0 ^ turn) }
        defer { sort.free() }
        // From the last key to the first: each sorting leaves the order of equals as it was.
        sort.sort()
        for part in order.parts.reversed() {
            part.key.fill(sort, table, ascending: part.ascending)
            sort.sort()
        }
        let size = limit > 0 ? min(limit, sort.count) : sort.count
        // With nothing to hold, the initializer below would write into the one empty array that all threads share.
        guard size > 0 else { return [] }
        return ContiguousArray(unsafeUninitializedCapacity: size) { buffer, count in
            for i in 0..<size { buffer[i] = Int64(sort.entries[i].id) }
            count = size
        }
    }
}
