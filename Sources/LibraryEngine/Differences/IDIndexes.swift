/// Where each id is in a list: a table over the ids' range where that is small enough, as it is for row ids, else a dictionary.
struct IDIndexes {
    private let lowest: Int64
    /// -1 for an id that isn't there.
    private let table: [Int32]
    private let dictionary: [Int64: Int32]

    init(_ ids: UnsafeBufferPointer<Int64>) {
        var (lowest, highest) = (ids.first ?? 0, ids.first ?? 0)
        for id in ids {
            lowest = min(lowest, id)
            highest = max(highest, id)
        }
        self.lowest = lowest
        let (span, overflows) = highest.subtractingReportingOverflow(lowest)
        if !overflows, span < Int64(ids.count) * 32 + 65_536 {
            var table = [Int32](repeating: -1, count: ids.isEmpty ? 0 : Int(span) + 1)
            for index in ids.indices { table[Int(ids[index] - lowest)] = Int32(index) }
            (self.table, dictionary) = (table, [:])
        } else {
            var dictionary: [Int64: Int32] = [:]
            dictionary.reserveCapacity(ids.count)
            for index in ids.indices { dictionary[ids[index]] = Int32(index) }
            (table, self.dictionary) = ([], dictionary)
        }
    }

    func index(of id: Int64) -> Int32? {
        if table.isEmpty { return dictionary[id] }
        let offset = id &- lowest
        guard offset >= 0, offset < table.count else { return nil }
        let index = table[Int(offset)]
        return index < 0 ? nil : index
    }
}
