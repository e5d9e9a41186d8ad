import Query

extension ColumnCompiler {
    /// A column, or some of its bits, against a constant.
    /// - Returns: `nil` for what needs another form.
    static func compare(_ operand: Operand, _ ordering: Ordering, _ constant: QueryValue) -> ColumnTest? {
        switch operand {
        case .key(let index):
            switch ColumnKey.at(index) {
            case .integer(let column)?: integer(column, ordering, constant)
            case .real(let column)?: real(column, ordering, constant)
            default: nil
            }
        case .arithmetic(.bitAnd, .key(let index), .value(.int(let mask))), .arithmetic(.bitAnd, .value(.int(let mask)), .key(let index)):
            if case .integer(let column)? = ColumnKey.at(index) { bits(column, mask, ordering, constant) } else { nil }
        default: nil
        }
    }

    private static func bits(_ column: IntegerColumn, _ mask: Int64, _ ordering: Ordering, _ constant: QueryValue) -> ColumnTest? {
        // The column's numbers have 32 bits, whatever more the mask asks for.
        let mask = UInt32(truncatingIfNeeded: mask)
        switch (ordering, constant) {
        case (.equal, .int(let value)), (.notEqual, .int(let value)):
            guard let value = UInt32(exactly: value), value & ~mask == 0 else { return .constant(ordering == .notEqual) }
            return .bits(column, mask: mask, value: value, isEqual: ordering == .equal)
        case (.greater, .int(0)): return .bits(column, mask: mask, value: 0, isEqual: false)
        default: return nil
        }
    }

    // MARK: Whole numbers

    private static func integer(_ column: IntegerColumn, _ ordering: Ordering, _ constant: QueryValue) -> ColumnTest? {
        guard let value = wholeOrReal(constant) else {
            // Nothing but nil is neither; no number is nil.
            return constant == .null ? .constant(ordering == .notEqual) : nil
        }
        // Every number of the column lies within, so a constant further out changes nothing.
        let limit = 0x1p40
        let cut = min(max(value, -limit), limit)
        let below = Int64(cut.rounded(.down)), above = Int64(cut.rounded(.up))
        switch ordering {
        case .equal: return below == above ? range(column, below, above, isInside: true) : .constant(false)
        case .notEqual: return below == above ? range(column, below, above, isInside: false) : .constant(true)
        case .less: return range(column, 0, above - 1, isInside: true)
        case .lessOrEqual: return range(column, 0, below, isInside: true)
        case .greater: return range(column, below + 1, .max, isInside: true)
        case .greaterOrEqual: return range(column, above, .max, isInside: true)
        }
    }

    private static func wholeOrReal(_ constant: QueryValue) -> Double? {
        switch constant {
        case .bool(let flag): flag ? 1 : 0
        // Those that a double does not hold exactly are far outside all the same.
        case .int(let number): Double(number)
        case .double(let number): number.isNaN ? nil : number
        default: nil
        }
    }

    private static func range(_ column: IntegerColumn, _ low: Int64, _ high: Int64, isInside: Bool) -> ColumnTest {
        let low = max(low, 0), high = min(high, Int64(UInt32.max))
        guard low <= high else { return .constant(!isInside) }
        if low == 0, high == Int64(UInt32.max) { return .constant(isInside) }
        return .integer(column, UInt32(low)...UInt32(high), isInside: isInside)
    }

    // MARK: Dates and seconds

    private static func real(_ column: RealColumn, _ ordering: Ordering, _ constant: QueryValue) -> ColumnTest? {
        let value: Double
        switch constant {
        case .null:
            let none = ColumnTable.none...ColumnTable.none
            return ordering == .equal || ordering == .notEqual ? .real(column, none, isInside: ordering == .equal) : .constant(false)
        case .date(let seconds) where column.isDate: value = seconds
        case .double(let number) where !column.isDate: value = number
        case .int(let number) where !column.isDate && Double(exactly: number) != nil: value = Double(number)
        case .bool(let flag) where !column.isDate: value = flag ? 1 : 0
        default: return nil
        }
        guard value.isFinite else { return nil }
        let least = -Double.greatestFiniteMagnitude
        switch ordering {
        case .equal: return .real(column, value...value, isInside: true)
        case .notEqual: return .real(column, value...value, isInside: false)
        case .less: return value > least ? .real(column, least...value.nextDown, isInside: true) : nil
        case .lessOrEqual: return .real(column, least...value, isInside: true)
        case .greater: return .real(column, value.nextUp...Double.infinity, isInside: true)
        case .greaterOrEqual: return .real(column, value...Double.infinity, isInside: true)
        }
    }

    // MARK: Sets

    /// Few numbers are compared one by one, which is quicker than looking each row up.
    static func isIn(_ operand: Operand, _ set: ValueSet) -> ColumnTest? {
        guard case .key(let index) = operand, set.count <= 12 else { return nil }
        let values: [QueryValue]
        switch ColumnKey.at(index) {
        case .real(let column)? where column.isDate: values = set.dates.map { .date($0) }
        case .integer?, .real?: values = set.integers.map { .int($0) } + set.doubles.map { .double($0) }
        default: return nil
        }
        var tests: [ColumnTest] = []
        for value in values + (set.containsNull ? [.null] : []) {
            guard let test = compare(operand, .equal, value) else { return nil }
            tests.append(test)
        }
        return ColumnTest.anyOf(tests)
    }
}
