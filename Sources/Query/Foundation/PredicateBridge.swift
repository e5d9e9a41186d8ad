import Foundation

/// Takes the tree out of a predicate made by `NSPredicate(format:)` or `NSPredicate(value:)`, or joined from such by
/// `NSCompoundPredicate`.
///
/// - Throws: the format's error; `.foreignPredicate` for one made from a block; `.tooComplex` for deep nesting.
package func predicateAST(of predicate: NSPredicate) throws(QueryError) -> Predicate {
    try predicateAST(of: predicate, depth: 0)
}

private func predicateAST(of predicate: NSPredicate, depth: Int) throws(QueryError) -> Predicate {
    guard depth <= QueryLimits.height else {
        throw QueryError(.tooComplex, "the predicate is nested more than \(QueryLimits.height) levels deep")
    }
    if let compound = predicate as? NSCompoundPredicate {
        var parts: [Predicate] = []
        for part in compound.subpredicates { parts.append(try predicateAST(of: part, depth: depth + 1)) }
        switch compound.compoundPredicateType {
        case .and: return .and(parts)
        case .or: return .or(parts)
        case .not:
            guard let part = parts.first else { throw QueryError(.argument, "a NOT predicate without a condition") }
            return .not(part)
        @unknown default:
            throw QueryError(.unsupported, "a compound predicate that is neither AND, OR nor NOT")
        }
    }
    // Predicates made from a value compare equal to each other and are asked first: evaluating somebody else's block with our
    // probe is harmless, and is spared those.
    if predicate.isEqual(NSPredicate(value: true)) { return .constant(true) }
    if predicate.isEqual(NSPredicate(value: false)) { return .constant(false) }
    let probe = PredicateProbe()
    _ = predicate.evaluate(with: probe)
    guard let carrier = probe.carrier else {
        throw QueryError(.foreignPredicate, "a predicate made from a block cannot be used in a fetch; use NSPredicate(format:), or filter the result")
    }
    return try carrier.content.get()
}
