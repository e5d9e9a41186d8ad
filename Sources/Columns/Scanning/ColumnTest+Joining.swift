extension ColumnTest {
    /// At least one of them holds.
    static func anyOf(_ tests: [ColumnTest]) -> ColumnTest {
        var parts: [ColumnTest] = [], rows: RowSet?
        for test in tests {
            switch test {
            case .constant(true): return .constant(true)
            case .constant(false): continue
            case .or(let inner): parts += inner
            case .rows(let set): rows = rows?.union(set) ?? set
            default: parts.append(test)
            }
        }
        if let rows { parts.append(.rows(rows)) }
        return parts.isEmpty ? .constant(false) : parts.count == 1 ? parts[0] : .or(parts)
    }

    /// All of them hold. What asks one column several things asks it once, and what is cheap comes first.
    package static func allOf(_ tests: [ColumnTest]) -> ColumnTest {
        var parts: [ColumnTest] = []
        var waiting = tests[...]
        while let test = waiting.popFirst() {
            switch test.singleBit {
            case .constant(true): continue
            case .constant(false): return .constant(false)
            case .and(let inner): waiting = inner[...] + waiting
            case let test:
                guard let (index, joined) = parts.enumerated().lazy.compactMap({ index, part in part.joined(test).map { (index, $0) } }).first else {
                    parts.append(test)
                    continue
                }
                if case .constant(false) = joined { return joined }
                parts[index] = joined
            }
        }
        // Sorting is stable in effect only; the order of equals does not matter.
        parts.sort { $0.cost < $1.cost }
        return parts.isEmpty ? .constant(true) : parts.count == 1 ? parts[0] : .and(parts)
    }

    /// The parts that must all hold.
    var conjuncts: [ColumnTest] { if case .and(let parts) = self { parts } else { [self] } }

    /// A test of one bit in the one form that joins with others: the bit equals.
    private var singleBit: ColumnTest {
        switch self {
        case .flags(let mask, let values, false) where mask.nonzeroBitCount == 1 && values.count == 1:
            .flags(mask: mask, values: [values[0] ^ mask], isMember: true)
        case .bits(let column, let mask, let value, false) where mask.nonzeroBitCount == 1 && value & ~mask == 0:
            .bits(column, mask: mask, value: value ^ mask, isEqual: true)
        default: self
        }
    }

    /// Both in one test; `nil` where there is none for them.
    private func joined(_ other: ColumnTest) -> ColumnTest? {
        switch (self, other) {
        case (.flags(let mask, let values, true), .flags(let otherMask, let otherValues, true)) where values.count == 1 && otherValues.count == 1:
            guard (values[0] ^ otherValues[0]) & mask & otherMask == 0 else { return .constant(false) }
            return .flags(mask: mask | otherMask, values: [values[0] | otherValues[0]], isMember: true)
        case (.bits(let column, let mask, let value, true), .bits(let otherColumn, let otherMask, let otherValue, true)) where column == otherColumn:
            guard (value ^ otherValue) & mask & otherMask == 0 else { return .constant(false) }
            return .bits(column, mask: mask | otherMask, value: value | otherValue, isEqual: true)
        case (.integer(let column, let range, true), .integer(let otherColumn, let other, true)) where column == otherColumn:
            guard range.overlaps(other) else { return .constant(false) }
            return .integer(column, range.clamped(to: other), isInside: true)
        case (.real(let column, let range, true), .real(let otherColumn, let other, true)) where column == otherColumn:
            guard range.overlaps(other) else { return .constant(false) }
            return .real(column, range.clamped(to: other), isInside: true)
        default: return nil
        }
    }

    private var cost: Int {
        switch self {
        case .constant: 0
        case .flags(_, let values, _): values.count
        case .bits, .integer: 2
        case .real: 3
        case .integers: 4
        case .reals: 5
        case .not(let test): test.cost + 1
        case .and(let parts), .or(let parts): parts.reduce(5) { $0 + $1.cost }
        case .rows: 50
        case .calculation: 60
        case .rowByRow: 1_000
        }
    }
}
