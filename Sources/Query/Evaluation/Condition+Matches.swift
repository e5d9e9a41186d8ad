extension Condition {
    /// Whether one object fulfils the condition.
    /// - Parameters:
    ///   - read: The object's value for a key, by its index; `.null` where it has none, a list for a to-many key.
    ///   - element: The value at hand inside `.exists`.
    ///   - budget: What the whole query may cost, where this is one of several objects.
    /// - Throws: `.patternTooSlow` from `MATCHES`; `.tooCostly` and `.cancelled` from the budget.
    package func matches(_ read: (Int) -> QueryValue, element: QueryValue = .null, _ budget: QueryBudget = QueryBudget()) throws(QueryError) -> Bool {
        switch self {
        case .constant(let truth): return truth
        case .compare(let left, let ordering, let right):
            return left.value(read, element).compares(ordering, to: right.value(read, element))
        case .isIn(let operand, let set): return set.contains(operand.value(read, element))
        case .text(let left, let relation, let right):
            guard case .string(let text) = left.value(read, element), case .string(let part) = right.value(read, element) else { return false }
            return relation.holds(text, part)
        case .like(let operand, let pattern):
            guard case .string(let text) = operand.value(read, element) else { return false }
            return try pattern.matches(text, budget)
        case .matches(let operand, let pattern):
            guard case .string(let text) = operand.value(read, element) else { return false }
            return try pattern.matches(text, budget)
        case .exists(let key, let condition):
            guard case .list(let members) = read(key) else { return false }
            for member in members where try condition.matches(read, element: member, budget) { return true }
            return false
        case .and(let parts):
            for part in parts where try !part.matches(read, element: element, budget) { return false }
            return true
        case .or(let parts):
            for part in parts where try part.matches(read, element: element, budget) { return true }
            return false
        case .not(let condition): return try !condition.matches(read, element: element, budget)
        }
    }
}

extension TextRelation {
    func holds(_ text: String, _ part: String) -> Bool {
        switch self {
        case .contains: BinaryText.contains(text, part)
        case .beginsWith: BinaryText.begins(text, part)
        case .endsWith: BinaryText.ends(text, part)
        }
    }
}
