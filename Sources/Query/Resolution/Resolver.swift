/// Turns a predicate over names into a condition over indexes.
struct Resolver {
    let space: KeySpace
    /// Seconds since 2001.
    let now: Double
    let budget: QueryBudget

    /// `isNegated` carries a `NOT` down to where it can be answered exactly; conditions are two-valued, so De Morgan holds.
    func condition(_ predicate: Predicate, isNegated: Bool, depth: Int) throws(QueryError) -> Condition {
        // Parsed predicates are flat enough; those put together by a program need not be.
        guard depth <= 2 * QueryLimits.height else {
            throw QueryError(.tooComplex, "the predicate is nested more than \(2 * QueryLimits.height) levels deep")
        }
        switch predicate {
        case .constant(let truth): return .constant(truth != isNegated)
        case .not(let part): return try condition(part, isNegated: !isNegated, depth: depth + 1)
        case .and(let parts): return try join(parts, isAnd: !isNegated, isNegated: isNegated, depth: depth)
        case .or(let parts): return try join(parts, isAnd: isNegated, isNegated: isNegated, depth: depth)
        case .comparison(let comparison):
            let resolved = try self.comparison(comparison)
            return isNegated ? resolved.negated : resolved
        }
    }

    private func join(_ parts: [Predicate], isAnd: Bool, isNegated: Bool, depth: Int) throws(QueryError) -> Condition {
        var conditions: [Condition] = []
        for part in parts { conditions.append(try condition(part, isNegated: isNegated, depth: depth + 1)) }
        return Condition.join(conditions, isAnd: isAnd)
    }

    // MARK: - Comparisons

    private func comparison(_ comparison: Comparison) throws(QueryError) -> Condition {
        let left = try side(comparison.left, depth: 0), right = try side(comparison.right, depth: 0)
        switch comparison.quantifier {
        case .any: return try quantified(left, comparison, right, isNegated: false)
        case .none: return try quantified(left, comparison, right, isNegated: false).negated
        case .all: return try quantified(left, comparison, right, isNegated: true).negated
        case .direct: return try direct(left, comparison, right)
        }
    }

    /// At least one member of the left side fulfils the comparison, or its opposite.
    private func quantified(_ left: Side, _ comparison: Comparison, _ right: Side, isNegated: Bool) throws(QueryError) -> Condition {
        if right.isToMany { throw mismatch("\(right.name) holds several values and must stand on the left of \(comparison.quantifier.rawValue)", right) }
        switch left.content {
        case .many(let key):
            let element = Side(.single(.element), type: left.type, name: left.name, position: left.position)
            let inner = try direct(element, comparison, right)
            return .exists(key: key, isNegated ? inner.negated : inner)
        case .list(let members):
            var parts: [Condition] = []
            for member in members {
                let part = try direct(member, comparison, right)
                parts.append(isNegated ? part.negated : part)
            }
            return Condition.join(parts, isAnd: false)
        case .single(.key(let key)) where left.type == .any:
            let element = Side(.single(.element), type: .any, name: left.name, position: left.position)
            let inner = try direct(element, comparison, right)
            return .exists(key: key, isNegated ? inner.negated : inner)
        case .single, .place:
            throw mismatch("\(comparison.quantifier.rawValue) needs a key with several values before it; \(left.name) has one", left)
        }
    }

    private func direct(_ left: Side, _ comparison: Comparison, _ right: Side) throws(QueryError) -> Condition {
        switch comparison.relation {
        case .equal: return try compare(left, .equal, right, comparison.options)
        case .notEqual: return try compare(left, .notEqual, right, comparison.options)
        case .less: return try compare(left, .less, right, comparison.options)
        case .lessOrEqual: return try compare(left, .lessOrEqual, right, comparison.options)
        case .greater: return try compare(left, .greater, right, comparison.options)
        case .greaterOrEqual: return try compare(left, .greaterOrEqual, right, comparison.options)
        case .between:
            guard case .list(let bounds) = right.content, bounds.count == 2 else {
                throw mismatch("BETWEEN needs a list of two values, such as BETWEEN {1, 5}", right)
            }
            return Condition.join(
                [
                    try compare(left, .greaterOrEqual, bounds[0], []), try compare(left, .lessOrEqual, bounds[1], []),
                ], isAnd: true)
        case .isIn: return try isIn(left, right, comparison.options)
        case .contains:
            if case .list = left.content { return try isIn(right, left, comparison.options) }
            if left.isToMany { return try isIn(right, left, comparison.options) }
            return try text(left, .contains, right, comparison.options)
        case .beginsWith: return try text(left, .beginsWith, right, comparison.options)
        case .endsWith: return try text(left, .endsWith, right, comparison.options)
        case .like, .matches: return try pattern(left, comparison.relation, right, comparison.options)
        }
    }

    private func compare(_ left: Side, _ ordering: Ordering, _ right: Side, _ options: TextOptions) throws(QueryError) -> Condition {
        if case .place(let latitude, _) = left.content { return try comparePlace(latitude: latitude, ordering, right, left) }
        if case .place(let latitude, _) = right.content { return try comparePlace(latitude: latitude, ordering, left, right) }
        try requireSingle(left, right)
        guard let (first, second, type) = try unify(left, right) else {
            // A text that is no identifier: no object has it.
            return .constant(ordering == .notEqual)
        }
        let a = fold(first, type, options), b = fold(second, type, options)
        if let x = a.constant, let y = b.constant { return .constant(x.compares(ordering, to: y)) }
        // An ordering with nil never holds.
        if ordering != .equal, ordering != .notEqual, a.constant == .null || b.constant == .null { return .constant(false) }
        if let near = Self.degrees(a, ordering, b) { return Condition.join([near, .compare(a, ordering, b)], isAnd: true) }
        return .compare(a, ordering, b)
    }

    private func isIn(_ member: Side, _ container: Side, _ options: TextOptions) throws(QueryError) -> Condition {
        switch container.content {
        case .many(let key):
            let element = Side(.single(.element), type: container.type, name: container.name, position: container.position)
            return .exists(key: key, try compare(element, .equal, member, options))
        case .list(let members):
            if member.isToMany { throw severalValues(member) }
            return try isIn(member, anyOf: members, options)
        case .place: throw onlyMeasured(container)
        case .single where container.type == .string && (member.type == .string || member.type == .any):
            return try text(container, .contains, member, options)
        case .single where container.type == .any:
            return try text(container, .contains, member, options)
        case .single:
            throw mismatch("IN needs a list behind it, such as IN {1, 2} or IN %@ with an array; \(container.name) is \(container.typeDescription)", container)
        }
    }

    private func isIn(_ member: Side, anyOf members: [Side], _ options: TextOptions) throws(QueryError) -> Condition {
        var constants: [QueryValue] = []
        var others: [Condition] = []
        guard case .single(let operand) = member.content else { throw severalValues(member) }
        for candidate in members {
            guard case .single(let value) = candidate.content else { throw severalValues(candidate) }
            if value.constant != nil {
                guard let (_, second, type) = try unify(member, candidate) else { continue }
                if let constant = fold(second, type, options).constant { constants.append(constant) }
            } else {
                others.append(try compare(member, .equal, candidate, options))
            }
        }
        let folded = fold(operand, member.type, options)
        let set = ValueSet(constants)
        if let value = folded.constant {
            return Condition.join(others + [.constant(set.contains(value))], isAnd: false)
        }
        return Condition.join(others + [set.isEmpty ? .constant(false) : .isIn(folded, set)], isAnd: false)
    }

    private func text(_ left: Side, _ relation: TextRelation, _ right: Side, _ options: TextOptions) throws(QueryError) -> Condition {
        try requireSingle(left, right)
        var parts: [Condition] = []
        // An object of unknown type may yield a list, whose members CONTAINS then looks through.
        if relation == .contains, left.type == .any, case .single(.key(let key)) = left.content {
            let element = Side(.single(.element), type: .any, name: left.name, position: left.position)
            parts.append(.exists(key: key, try compare(element, .equal, right, options)))
            if right.type != .string, right.type != .any { return parts[0] }
        }
        let a = try textOperand(left, options), b = try textOperand(right, options)
        parts.append(Self.text(a, relation, b))
        return Condition.join(parts, isAnd: false)
    }

    private static func text(_ left: Operand, _ relation: TextRelation, _ right: Operand) -> Condition {
        if left.constant == .null || right.constant == .null { return .constant(false) }
        if case .string(let part)? = right.constant {
            if case .string(let text)? = left.constant { return .constant(relation.holds(text, part)) }
            // Every text contains the empty one; only nil does not.
            if part.isEmpty, case .key = left { return .compare(left, .notEqual, .value(.null)) }
            if part.isEmpty, case .element = left { return .compare(left, .notEqual, .value(.null)) }
        }
        return .text(left, relation, right)
    }

    private func pattern(_ left: Side, _ relation: Relation, _ right: Side, _ options: TextOptions) throws(QueryError) -> Condition {
        try requireSingle(left, right)
        guard case .single(.value(let constant)) = right.content else {
            throw mismatch("the pattern behind \(relation.rawValue) must be a constant text", right)
        }
        let operand = try textOperand(left, relation == .like ? options : [])
        if constant.isNull || operand.constant == .null { return .constant(false) }
        guard case .string(let pattern) = constant else {
            throw mismatch("the pattern behind \(relation.rawValue) must be a text; \(constant.displayName) is none", right)
        }
        if relation == .like {
            let like = LikePattern(TextFolding.fold(pattern, options))
            if case .string(let text)? = operand.constant { return .constant(try like.matches(text, budget)) }
            return .like(operand, like)
        }
        let match = try MatchPattern(pattern, options: options)
        if case .string(let text)? = operand.constant { return .constant(try match.matches(text, budget)) }
        return .matches(operand, match)
    }
}
