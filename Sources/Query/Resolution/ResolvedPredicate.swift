/// A predicate whose keys are known and whose types fit, ready to be evaluated or translated.
package struct ResolvedPredicate: Sendable {
    /// What must hold.
    package let condition: Condition
    /// What the condition's key indexes refer to.
    package let keySpace: KeySpace

    package init(condition: Condition, keySpace: KeySpace) {
        self.condition = condition
        self.keySpace = keySpace
    }

    /// Whether one object fulfils the predicate. See `Condition.matches`.
    /// - Parameter budget: shared by all objects that the predicate is tested with.
    package func matches(_ read: (Int) -> QueryValue, _ budget: QueryBudget = QueryBudget()) throws(QueryError) -> Bool {
        // A cancelled query ends here, however little an object costs.
        try budget.spend(1)
        return try condition.matches(read, budget)
    }
}

/// A sort key whose name is known.
package struct ResolvedSortKey: Sendable, Hashable {
    /// Index in the key space.
    package let key: Int
    package let ascending: Bool

    package init(key: Int, ascending: Bool) {
        self.key = key
        self.ascending = ascending
    }

    /// Negative when the first value comes first. Nil comes before everything when ascending; texts go by their bytes.
    package func order(_ first: QueryValue, _ second: QueryValue) -> Int {
        let order =
            switch (first.isNull, second.isNull) {
            case (true, true): 0
            case (true, false): -1
            case (false, true): 1
            case (false, false): first.order(to: second) ?? 0
            }
        return ascending ? order : -order
    }
}

extension KeySpace {
    /// Gives a predicate's keys their meaning and checks that what is compared can be compared.
    ///
    /// - Parameters:
    ///   - now: Seconds since 2001, for `now()`.
    ///   - budget: of the query: what two constants say of each other is found out here.
    /// - Throws: `.unknownKey`, `.typeMismatch`, `.unsupported`, `.pattern` or `.tooComplex`; what matching constants throws.
    package func resolve(_ predicate: Predicate, now: Double, budget: QueryBudget = QueryBudget()) throws(QueryError) -> ResolvedPredicate {
        let resolver = Resolver(space: self, now: now, budget: budget)
        return ResolvedPredicate(condition: try resolver.condition(predicate, isNegated: false, depth: 0), keySpace: self)
    }

    /// Gives sort keys their meaning.
    /// - Throws: `.unknownKey`; `.typeMismatch` for a to-many key.
    package func resolve(_ sort: [SortKey]) throws(QueryError) -> [ResolvedSortKey] {
        var resolved: [ResolvedSortKey] = []
        for key in sort {
            let index: Int
            if key.key == "SELF", let selfIndex { index = selfIndex } else { index = try self.index(of: KeyReference(key.key)) }
            guard !keys[index].isToMany else {
                throw QueryError(.typeMismatch, "\(key.key) holds several values, so \(name) cannot be sorted by it")
            }
            resolved.append(ResolvedSortKey(key: index, ascending: key.ascending))
        }
        return resolved
    }
}
