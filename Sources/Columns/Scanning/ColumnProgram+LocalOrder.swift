extension ColumnProgram {
    /// The row ids of what passes by the clock where it was taken and then row id, or in the mirrored order.
    /// - Parameter limit: how many at most; 0 is all.
    func idsByLocalDate(in table: ColumnTable, ascending: Bool, limit: Int) -> ContiguousArray<Int64> {
        guard !isEmpty else { return [] }
        let passed = [RowBits(table, sortedRows(table), testWithinDates, budget), RowBits(table, table.tailRows, test, budget)]
        var order = LocalOrder(count: passed.reduce(0) { $0 + $1.count })
        defer { order.free() }
        let dates = table.localCreationDate, ids = table.id
        for bits in passed { bits.forEachRow { order.add(dates[$0], ids[$0]) } }
        let total = order.count, size = limit > 0 ? min(limit, total) : total
        order.sort(size, ascending: ascending)
        // With nothing to hold, the initializer below would write into the one empty array that all threads share.
        guard size > 0 else { return [] }
        return ContiguousArray(unsafeUninitializedCapacity: size) { buffer, count in
            for index in 0..<size { buffer[index] = Int64(order.entries[ascending ? index : total - 1 - index].id) }
            count = size
        }
    }
}

/// Sorts by local date and row id what comes in order of the instants: an entry is off by some hours at most, so that distributing entries over
/// days leaves little to sort.
private struct LocalOrder {
    struct Entry {
        var date: Double
        var id: UInt32

        @inline(__always)
        func precedes(_ other: Entry) -> Bool { date < other.date || date == other.date && id < other.id }
    }

    private(set) var entries: UnsafeMutablePointer<Entry>
    private(set) var count = 0
    private let capacity: Int
    private var isSorted = true

    /// Days of 1900 to 2100; what is further out shares the first and the last.
    private static let firstDay = -36_890.0, dayCount = 73_415

    init(count: Int) {
        capacity = count
        entries = .allocate(capacity: max(1, count))
    }

    func free() { entries.deallocate() }

    @inline(__always)
    mutating func add(_ date: Double, _ id: UInt32) {
        guard count < capacity else { return }
        // A row that is being written may hold not-a-number, which has no order.
        let entry = Entry(date: date == date ? date : ColumnTable.none, id: id)
        if count > 0, entry.precedes(entries[count - 1]) { isSorted = false }
        (entries + count).initialize(to: entry)
        count += 1
    }

    /// - Parameters:
    ///   - size: how many are asked for; the others are on their days, in no order there.
    ///   - ascending: whether these are the first or the last.
    mutating func sort(_ size: Int, ascending: Bool) {
        guard !isSorted else { return }
        let dealt = UnsafeMutablePointer<Entry>.allocate(capacity: count)
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.dayCount + 1) { starts in
            starts.initialize(repeating: 0)
            for index in 0..<count { starts[Self.day(entries[index].date) + 1] += 1 }
            for day in 0..<Self.dayCount { starts[day + 1] += starts[day] }
            for index in 0..<count {
                let day = Self.day(entries[index].date)
                (dealt + starts[day]).initialize(to: entries[index])
                starts[day] += 1
            }
            // Each start is now that of the next day.
            for step in 0..<Self.dayCount {
                let day = ascending ? step : Self.dayCount - 1 - step, start = day == 0 ? 0 : starts[day - 1], end = starts[day]
                guard start < end else { continue }
                Self.sort(UnsafeMutableBufferPointer(start: dealt + start, count: end - start))
                if (ascending ? end : count - start) >= size { break }
            }
        }
        entries.deallocate()
        (entries, isSorted) = (dealt, true)
    }

    private static func sort(_ day: UnsafeMutableBufferPointer<Entry>) {
        guard day.count > 1, (1..<day.count).contains(where: { day[$0].precedes(day[$0 - 1]) }) else { return }
        var day = day
        day.sort { $0.precedes($1) }
    }

    @inline(__always)
    private static func day(_ date: Double) -> Int { Int(min(max((date / 86_400).rounded(.down) - firstDay, 0), Double(dayCount - 1))) }
}
