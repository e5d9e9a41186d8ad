import Query

extension Condition {
    /// Indexes of the keys it reads; `nil` when one has no column, or when it asks in a way that columns can't answer.
    var columnKeys: Set<Int>? {
        switch self {
        case .constant: return []
        case .compare(let left, _, let right):
            guard let first = left.columnKeys, let second = right.columnKeys else { return nil }
            return first.union(second)
        case .isIn(let operand, _): return operand.columnKeys
        case .not(let part): return part.columnKeys
        case .text, .like, .matches, .exists, .and, .or: return nil
        }
    }
}

extension Operand {
    var columnKeys: Set<Int>? {
        switch self {
        case .value: return []
        case .key(let index): return ColumnKey.at(index) == nil ? nil : [index]
        case .element, .count, .folded: return nil
        case .negative(let part), .complement(let part): return part.columnKeys
        case .arithmetic(_, let left, let right):
            guard let first = left.columnKeys, let second = right.columnKeys else { return nil }
            return first.union(second)
        case .function(_, let arguments):
            var all: Set<Int> = []
            for argument in arguments {
                guard let keys = argument.columnKeys else { return nil }
                all.formUnion(keys)
            }
            return all
        }
    }

    /// Whether its values are dates: a date's difference from another is a number, everything else with a date in it a date.
    var isDate: Bool {
        switch self {
        case .value(.date): true
        case .key(let index): if case .real(let column)? = ColumnKey.at(index) { column.isDate } else { false }
        case .arithmetic(_, let left, let right): left.isDate != right.isDate
        case .value, .element, .count, .negative, .complement, .function, .folded: false
        }
    }
}
