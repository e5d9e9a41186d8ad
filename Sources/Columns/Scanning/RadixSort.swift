/// Sorts by a number of 64 bits, byte by byte and stable; a byte in which all entries agree costs one comparison.
struct RadixSort {
    struct Entry {
        var key: UInt64
        var row: UInt32
        var id: UInt32
    }

    private(set) var entries: UnsafeMutablePointer<Entry>
    private var spare: UnsafeMutablePointer<Entry>
    let count: Int

    /// An entry for each row that passed, with a key made of its row id; freed by `free()`.
    init(_ bits: [RowBits], _ table: ColumnTable, key: (UInt32) -> UInt64) {
        count = bits.reduce(0) { $0 + $1.count }
        entries = .allocate(capacity: max(1, count))
        spare = .allocate(capacity: max(1, count))
        var next = entries
        let ids = table.id
        for bits in bits {
            bits.forEachRow { row in
                let id = ids[row]
                next.initialize(to: Entry(key: key(id), row: UInt32(truncatingIfNeeded: row), id: id))
                next += 1
            }
        }
    }

    func free() {
        entries.deallocate()
        spare.deallocate()
    }

    /// Brings the entries in the order of their keys; those with equal keys keep their order.
    mutating func sort() {
        guard count > 1 else { return }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 8 * 256) { buffer in
            guard let counts = buffer.baseAddress else { return }
            counts.initialize(repeating: 0, count: 8 * 256)
            for i in 0..<count {
                var key = entries[i].key
                for byte in 0..<8 {
                    counts[byte &* 256 &+ Int(truncatingIfNeeded: key & 255)] &+= 1
                    key >>= 8
                }
            }
            for byte in 0..<8 { pass(byte, counts + byte * 256) }
        }
    }

    private mutating func pass(_ byte: Int, _ offsets: UnsafeMutablePointer<Int>) {
        let shift = UInt64(byte * 8)
        if offsets[Int(entries[0].key >> shift & 255)] == count { return }
        var sum = 0
        for digit in 0..<256 { (offsets[digit], sum) = (sum, sum + offsets[digit]) }
        for i in 0..<count {
            let entry = entries[i], digit = Int(truncatingIfNeeded: entry.key >> shift & 255)
            spare[offsets[digit]] = entry
            offsets[digit] &+= 1
        }
        swap(&entries, &spare)
    }
}
