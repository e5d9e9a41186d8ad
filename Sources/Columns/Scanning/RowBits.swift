import Query

/// Which rows of a range passed, a bit for each; bit 0 is the first row of the range.
final class RowBits {
    /// Rows of the table that were tested; the bits of all others are unknown.
    private(set) var rows: Range<Int>
    /// How many rows passed.
    private(set) var count = 0
    private let base: Int
    private let words: UnsafeMutablePointer<UInt64>

    /// Tests the rows in order, or from the end when `backwards`, block by block, and stops once `enough` have passed or the budget is used up.
    init(_ table: ColumnTable, _ range: Range<Int>, _ test: ColumnTest, _ budget: QueryBudget, enough: Int = .max, backwards: Bool = false) {
        base = range.lowerBound
        rows = backwards ? range.upperBound..<range.upperBound : range.lowerBound..<range.lowerBound
        let size = ColumnBlock.size, blocks = (range.count + size - 1) / size
        words = .allocate(capacity: max(1, blocks * size / 64))
        let cost = test.blockWork
        ColumnBlock.withMarks { marks in
            for turn in 0..<blocks where count < enough && !budget.isOver {
                budget.count(cost)
                let number = backwards ? blocks - 1 - turn : turn
                let start = base + number * size, end = min(start + size, range.upperBound)
                fill(number, ColumnBlock(table: table, start: start, count: end - start), test, marks)
                rows = backwards ? start..<rows.upperBound : rows.lowerBound..<end
            }
        }
    }

    deinit { words.deallocate() }

    private func fill(_ number: Int, _ block: ColumnBlock, _ test: ColumnTest, _ marks: UnsafeMutablePointer<UInt8>) {
        test.mark(marks, block, narrowing: false)
        let size = ColumnBlock.size
        // The rest of the last block passes nothing.
        if block.count < size { (marks + block.count).update(repeating: 0, count: size - block.count) }
        let target = words + number * (size / 64)
        var sum = 0
        UnsafeRawPointer(marks).withMemoryRebound(to: UInt64.self, capacity: size / 8) { bytes in
            for index in 0..<size / 64 {
                var word: UInt64 = 0
                for part in 0..<8 {
                    // The product's topmost byte collects the lowest bit of each of the eight.
                    let bits = (bytes[index * 8 + part] &* 0x0102_0408_1020_4080) >> 56
                    word |= bits << UInt64(part * 8)
                }
                target[index] = word
                sum &+= word.nonzeroBitCount
            }
        }
        count += sum
    }

    /// The bits of a word that stand for rows of `range` (counted from `base`).
    @inline(__always)
    private func mask(_ index: Int, in range: Range<Int>) -> UInt64 {
        var mask: UInt64 = ~0
        let first = index * 64
        if first < range.lowerBound { mask &= ~0 << UInt64(range.lowerBound - first) }
        if first + 64 > range.upperBound { mask &= ~0 >> UInt64(first + 64 - range.upperBound) }
        return mask
    }

    @inline(__always)
    private func word(_ index: Int, in range: Range<Int>) -> UInt64 { words[index] & mask(index, in: range) }

    private func relative(_ range: Range<Int>) -> Range<Int> {
        let known = range.clamped(to: rows)
        return known.lowerBound - base..<known.upperBound - base
    }

    /// How many rows of a range passed, of those that were tested.
    func count(in range: Range<Int>) -> Int {
        let range = relative(range)
        guard !range.isEmpty else { return 0 }
        var sum = 0
        for index in range.lowerBound / 64...(range.upperBound - 1) / 64 { sum &+= word(index, in: range).nonzeroBitCount }
        return sum
    }

    /// Writes what `column` says of the rows of a range that passed, and returns how many values that were: at most `limit`.
    func write<Value: FixedWidthInteger>(
        _ column: UnsafePointer<UInt32>, in range: Range<Int>, to target: UnsafeMutablePointer<Value>, limit: Int, backwards: Bool
    ) -> Int {
        let range = relative(range)
        guard !range.isEmpty, limit > 0 else { return 0 }
        let values = column + base, first = range.lowerBound / 64, last = (range.upperBound - 1) / 64
        var written = 0
        for turn in 0...last - first where written < limit {
            let index = backwards ? last - turn : first + turn
            let mask = mask(index, in: range)
            var word = words[index] & mask
            if word == 0 { continue }
            let source = values + index * 64, target = target + written
            if word == ~0, limit - written >= 64 {
                if backwards {
                    for i in 0..<64 { target[i] = Value(truncatingIfNeeded: source[63 - i]) }
                } else {
                    for i in 0..<64 { target[i] = Value(truncatingIfNeeded: source[i]) }
                }
                written += 64
                continue
            }
            var left = word.nonzeroBitCount
            if word == mask, left <= limit - written {
                // All of them, without asking for each.
                let source = source + word.trailingZeroBitCount
                if backwards {
                    for i in 0..<left { target[i] = Value(truncatingIfNeeded: source[left - 1 - i]) }
                } else {
                    for i in 0..<left { target[i] = Value(truncatingIfNeeded: source[i]) }
                }
                written += left
                continue
            }
            if backwards {
                while left > limit - written { (word, left) = (word & (word &- 1), left - 1) }
            } else {
                left = min(left, limit - written)
            }
            written += left
            // From the lowest bit up in both directions: finding the lowest set bit is quicker.
            var next = backwards ? target + (left - 1) : target
            let step = backwards ? -1 : 1
            for _ in 0..<left {
                next.pointee = Value(truncatingIfNeeded: source[word.trailingZeroBitCount])
                next += step
                word &= word &- 1
            }
        }
        return written
    }

    /// Calls `body` with each row that passed, in order.
    func forEachRow(_ body: (Int) -> Void) {
        let range = relative(rows)
        guard !range.isEmpty else { return }
        for index in range.lowerBound / 64...(range.upperBound - 1) / 64 {
            var word = word(index, in: range)
            while word != 0 {
                body(base + index * 64 + word.trailingZeroBitCount)
                word &= word &- 1
            }
        }
    }
}
