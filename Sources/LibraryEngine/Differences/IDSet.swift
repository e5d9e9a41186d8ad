/// Ids that are asked for a million times: one bit each over their range where that is small enough, else a set.
package struct IDSet: Sendable {
    private var lowest: Int64 = 0
    private var bits: [UInt64] = []
    private var set: Set<Int64> = []
    package let isEmpty: Bool

    package init(_ ids: some Collection<Int64>) {
        // As an array: whatever collection it is would be asked for each through its tables, three times.
        self.init(array: ContiguousArray(ids))
    }

    private init(array ids: ContiguousArray<Int64>) {
        isEmpty = ids.isEmpty
        guard let lowest = ids.min(), let highest = ids.max() else { return }
        let (span, overflows) = highest.subtractingReportingOverflow(lowest)
        guard !overflows, span < 1 << 28 else {
            set = Set(ids)
            return
        }
        self.lowest = lowest
        bits = [UInt64](repeating: 0, count: Int(span >> 6) + 1)
        for id in ids { bits[Int((id - lowest) >> 6)] |= 1 << UInt64((id - lowest) & 63) }
    }

    package func contains(_ id: Int64) -> Bool {
        if bits.isEmpty { return set.contains(id) }
        let offset = id &- lowest
        guard offset >= 0, offset >> 6 < bits.count else { return false }
        return bits[Int(offset >> 6)] & (1 << UInt64(offset & 63)) != 0
    }
}
