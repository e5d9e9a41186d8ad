extension Condition {
    /// Indexes of all keys it reads.
    package var keys: Set<Int> {
        switch self {
        case .constant: []
        case .compare(let left, _, let right), .text(let left, _, let right): left.keys.union(right.keys)
        case .isIn(let operand, _), .like(let operand, _), .matches(let operand, _): operand.keys
        case .exists(let key, let inner): inner.keys.union([key])
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.keys) }
        case .not(let part): part.keys
        }
    }

    /// Whether it looks for a part of a text.
    package var isOfText: Bool { if case .text = self { true } else { false } }
}

extension Operand {
    fileprivate var keys: Set<Int> {
        switch self {
        case .value, .element: []
        case .key(let key), .count(let key): [key]
        case .arithmetic(_, let left, let right): left.keys.union(right.keys)
        case .negative(let part), .complement(let part), .folded(let part, _): part.keys
        case .function(_, let arguments): arguments.reduce(into: []) { $0.formUnion($1.keys) }
        }
    }
}
