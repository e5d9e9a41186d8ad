import Query

extension ColumnTest {
    /// Marks the rows of a block that pass with 1 and the others with 0; when `narrowing`, only clears marks.
    func mark(_ marks: UnsafeMutablePointer<UInt8>, _ block: ColumnBlock, narrowing: Bool) {
        let table = block.table
        switch self {
        case .constant(let truth):
            if !narrowing { marks.update(repeating: truth ? 1 : 0, count: block.count) } else if !truth { marks.update(repeating: 0, count: block.count) }
        case .flags(let mask, let values, let isMember): markFlags(mask, values, isMember, marks, block, narrowing)
        case .bits(let column, let mask, let value, true): block.mark(marks, column.values(table), narrowing: narrowing) { $0 & mask == value }
        case .bits(let column, let mask, let value, false): block.mark(marks, column.values(table), narrowing: narrowing) { $0 & mask != value }
        case .integer(let column, let range, let isInside):
            // One comparison for both bounds: what lies below wraps around to above.
            let low = range.lowerBound, span = range.upperBound &- low
            if isInside {
                block.mark(marks, column.values(table), narrowing: narrowing) { $0 &- low <= span }
            } else {
                block.mark(marks, column.values(table), narrowing: narrowing) { $0 &- low > span }
            }
        case .real(let column, let range, let isInside):
            let low = range.lowerBound, high = range.upperBound
            if !isInside {
                block.mark(marks, column.values(table), narrowing: narrowing) { !Bool.both($0 >= low, $0 <= high) }
            } else if high == .infinity {
                block.mark(marks, column.values(table), narrowing: narrowing) { $0 >= low }
            } else {
                block.mark(marks, column.values(table), narrowing: narrowing) { Bool.both($0 >= low, $0 <= high) }
            }
        case .integers(let first, let ordering, let second):
            Self.markOrder(first.values(table), ordering, second.values(table), marks, block, narrowing)
        case .reals(let first, let ordering, let second):
            Self.markRealOrder(first.values(table), ordering, second.values(table), marks, block, narrowing)
        case .and(let parts):
            for (index, part) in parts.enumerated() {
                if index > 0, !block.hasMarks(marks) { return }
                part.mark(marks, block, narrowing: narrowing || index > 0)
            }
        case .or(let parts): Self.markAny(parts, marks, block, narrowing)
        case .not(let test):
            ColumnBlock.withMarks { other in
                test.mark(other, block, narrowing: false)
                if narrowing {
                    for i in 0..<block.count { marks[i] &= other[i] ^ 1 }
                } else {
                    for i in 0..<block.count { marks[i] = other[i] ^ 1 }
                }
            }
        case .calculation, .rows, .rowByRow:
            if !narrowing { marks.update(repeating: 1, count: block.count) }
            narrowSlowly(marks, block)
        }
    }

    /// What costs enough to be asked of marked rows only.
    private func narrowSlowly(_ marks: UnsafeMutablePointer<UInt8>, _ block: ColumnBlock) {
        switch self {
        case .calculation(let calculation): calculation.narrow(marks, block)
        case .rows(let set): set.narrow(marks, ids: block.table.id + block.start, count: block.count)
        case .rowByRow(let condition): block.narrow(marks, condition)
        default: break
        }
    }

    private func markFlags(
        _ mask: UInt32, _ values: [UInt32], _ isMember: Bool, _ marks: UnsafeMutablePointer<UInt8>, _ block: ColumnBlock, _ narrowing: Bool
    ) {
        let flags = block.table.flags
        guard values.count != 1 else {
            let value = values[0]
            if isMember {
                block.mark(marks, flags, narrowing: narrowing) { $0 & mask == value }
            } else {
                block.mark(marks, flags, narrowing: narrowing) { $0 & mask != value }
            }
            return
        }
        if isMember {
            Self.markAny(values.map { .flags(mask: mask, values: [$0], isMember: true) }, marks, block, narrowing)
        } else {
            for (index, value) in values.enumerated() {
                block.mark(marks, flags, narrowing: narrowing || index > 0) { $0 & mask != value }
            }
        }
    }

    private static func markAny(_ parts: [ColumnTest], _ marks: UnsafeMutablePointer<UInt8>, _ block: ColumnBlock, _ narrowing: Bool) {
        ColumnBlock.withMarks { any in
            ColumnBlock.withMarks { one in
                any.update(repeating: 0, count: block.count)
                for part in parts {
                    part.mark(one, block, narrowing: false)
                    for i in 0..<block.count { any[i] |= one[i] }
                }
            }
            if narrowing {
                for i in 0..<block.count { marks[i] &= any[i] }
            } else {
                marks.update(from: any, count: block.count)
            }
        }
    }

    private static func markOrder<Value: Comparable>(
        _ first: UnsafePointer<Value>, _ ordering: Ordering, _ second: UnsafePointer<Value>, _ marks: UnsafeMutablePointer<UInt8>,
        _ block: ColumnBlock, _ narrowing: Bool
    ) {
        switch ordering {
        case .equal: block.mark(marks, first, second, narrowing: narrowing) { $0 == $1 }
        case .notEqual: block.mark(marks, first, second, narrowing: narrowing) { $0 != $1 }
        case .less: block.mark(marks, first, second, narrowing: narrowing) { $0 < $1 }
        case .lessOrEqual: block.mark(marks, first, second, narrowing: narrowing) { $0 <= $1 }
        case .greater: block.mark(marks, first, second, narrowing: narrowing) { $0 > $1 }
        case .greaterOrEqual: block.mark(marks, first, second, narrowing: narrowing) { $0 >= $1 }
        }
    }

    /// Nil equals nil, and no ordering holds with it; it is the least number, so only the lesser side needs the test.
    private static func markRealOrder(
        _ first: UnsafePointer<Double>, _ ordering: Ordering, _ second: UnsafePointer<Double>, _ marks: UnsafeMutablePointer<UInt8>,
        _ block: ColumnBlock, _ narrowing: Bool
    ) {
        let none = ColumnTable.none
        switch ordering {
        case .equal: block.mark(marks, first, second, narrowing: narrowing) { $0 == $1 }
        case .notEqual: block.mark(marks, first, second, narrowing: narrowing) { $0 != $1 }
        case .less: block.mark(marks, first, second, narrowing: narrowing) { Bool.both($0 < $1, $0 > none) }
        case .lessOrEqual: block.mark(marks, first, second, narrowing: narrowing) { Bool.both($0 <= $1, $0 > none) }
        case .greater: block.mark(marks, first, second, narrowing: narrowing) { Bool.both($0 > $1, $1 > none) }
        case .greaterOrEqual: block.mark(marks, first, second, narrowing: narrowing) { Bool.both($0 >= $1, $1 > none) }
        }
    }
}

extension ColumnBlock {
    /// Asks each marked row. Only keys that the columns hold may occur, and no `MATCHES`, which alone can fail.
    func narrow(_ marks: UnsafeMutablePointer<UInt8>, _ condition: Condition) {
        for i in 0..<count where marks[i] != 0 {
            let passes = (try? condition.matches { ColumnKey.at($0)?.value(table, start + i) ?? .null }) ?? false
            marks[i] = passes ? 1 : 0
        }
    }
}
