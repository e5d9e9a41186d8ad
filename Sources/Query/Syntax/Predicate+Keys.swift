extension Predicate {
    /// The keys it names, each once, in order of appearance.
    package var keyNames: [String] {
        var names: [String] = []
        collect(into: &names)
        return names
    }

    private func collect(into names: inout [String]) {
        switch self {
        case .constant: break
        case .comparison(let comparison):
            comparison.left.collect(into: &names)
            comparison.right.collect(into: &names)
        case .and(let parts), .or(let parts): for part in parts { part.collect(into: &names) }
        case .not(let part): part.collect(into: &names)
        }
    }
}

extension Expression {
    fileprivate func collect(into names: inout [String]) {
        switch self {
        case .value, .object: break
        case .key(let key), .count(let key): if !names.contains(key.name) { names.append(key.name) }
        case .arithmetic(_, let left, let right):
            left.collect(into: &names)
            right.collect(into: &names)
        case .negative(let part), .complement(let part): part.collect(into: &names)
        case .function(_, let parts), .aggregate(let parts): for part in parts { part.collect(into: &names) }
        }
    }
}
