import Query

/// A comparison, or a test for membership, of what must be calculated first.
package struct ColumnCalculation: Sendable {
    enum Test: Sendable {
        case compare(Ordering, ColumnOperand)
        case isIn(NumberSet)
    }

    let operand: ColumnOperand
    let test: Test
    /// What it was made from, for rows whose numbers are greater than was taken for granted.
    let condition: Condition
    private let sizes: [IntegerColumn]

    init(_ operand: ColumnOperand, _ test: Test, _ condition: Condition) {
        (self.operand, self.test, self.condition) = (operand, test, condition)
        var sizes = operand.sizes
        if case .compare(_, let other) = test { sizes.formUnion(other.sizes) }
        self.sizes = Array(sizes)
    }

    func narrow(_ marks: UnsafeMutablePointer<UInt8>, _ block: ColumnBlock) {
        guard hasUsualSizes(block) else { return block.narrow(marks, condition) }
        ColumnOperand.withNumbers { numbers in
            for first in stride(from: 0, to: block.count, by: ColumnOperand.rowCount) {
                let count = min(ColumnOperand.rowCount, block.count - first)
                operand.fill(numbers, block.table, block.start + first, count)
                narrow(marks + first, numbers, block, first, count)
            }
        }
    }

    private func hasUsualSizes(_ block: ColumnBlock) -> Bool {
        for column in sizes {
            let values = column.values(block.table) + block.start
            var all: UInt32 = 0
            for i in 0..<block.count { all |= values[i] }
            if all >= ColumnOperand.greatestSize { return false }
        }
        return true
    }

    private func narrow(_ marks: UnsafeMutablePointer<UInt8>, _ numbers: ColumnOperand.Numbers, _ block: ColumnBlock, _ first: Int, _ count: Int) {
        switch test {
        case .isIn(let set): set.narrow(marks, numbers, count)
        case .compare(.equal, .constant(let constant)) where !constant.isNaN:
            for i in 0..<count { marks[i] &= numbers[i] == constant ? 1 : 0 }
        case .compare(.notEqual, .constant(let constant)) where !constant.isNaN:
            for i in 0..<count { marks[i] &= numbers[i] == constant ? 0 : 1 }
        case .compare(let ordering, .constant(let constant)):
            Self.compare(marks, numbers, ordering, count) { _ in constant }
        case .compare(let ordering, let other):
            ColumnOperand.withNumbers { others in
                other.fill(others, block.table, block.start + first, count)
                Self.compare(marks, numbers, ordering, count) { others[$0] }
            }
        }
    }

    /// Orderings with not-a-number are false of themselves; two of them are nil twice, and equal.
    @inline(__always)
    private static func compare(
        _ marks: UnsafeMutablePointer<UInt8>, _ numbers: ColumnOperand.Numbers, _ ordering: Ordering, _ count: Int, _ other: (Int) -> Double
    ) {
        switch ordering {
        case .equal: for i in 0..<count { marks[i] &= isEqual(numbers[i], other(i)) }
        case .notEqual: for i in 0..<count { marks[i] &= isEqual(numbers[i], other(i)) ^ 1 }
        case .less: for i in 0..<count { marks[i] &= numbers[i] < other(i) ? 1 : 0 }
        case .lessOrEqual: for i in 0..<count { marks[i] &= numbers[i] <= other(i) ? 1 : 0 }
        case .greater: for i in 0..<count { marks[i] &= numbers[i] > other(i) ? 1 : 0 }
        case .greaterOrEqual: for i in 0..<count { marks[i] &= numbers[i] >= other(i) ? 1 : 0 }
        }
    }

    @inline(__always)
    private static func isEqual(_ a: Double, _ b: Double) -> UInt8 {
        (a == b ? 1 : 0) | ((a != a ? 1 : 0) & (b != b ? 1 : 0))
    }
}
