extension Predicate: CustomStringConvertible {
    /// A format that parses to an equal predicate. Everything nested stands in parentheses, so no precedence is needed.
    package var description: String {
        switch self {
        case .constant(let truth): truth ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): comparison.description
        case .and(let parts): Self.join(parts, " AND ", empty: "TRUEPREDICATE")
        case .or(let parts): Self.join(parts, " OR ", empty: "FALSEPREDICATE")
        case .not(let part): "NOT (\(part))"
        }
    }

    private static func join(_ parts: [Predicate], _ word: String, empty: String) -> String {
        parts.isEmpty
            ? empty
            : parts.map { part in
                switch part {
                case .and, .or: "(\(part))"
                case .constant, .comparison, .not: part.description
                }
            }.joined(separator: word)
    }
}

extension Comparison: CustomStringConvertible {
    /// The comparison as a format writes it.
    package var description: String {
        let prefix = quantifier == .direct ? "" : quantifier.rawValue + " "
        return "\(prefix)\(left) \(relation.rawValue)\(options) \(right)"
    }
}

extension TextOptions: CustomStringConvertible {
    /// The letters with their brackets, empty without options.
    package var description: String {
        let letters = [(TextOptions.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"), (.localeSensitive, "l"), (.latinLetters, "a")]
            .filter { contains($0.0) }.map(\.1).joined()
        return letters.isEmpty ? "" : "[\(letters)]"
    }
}
