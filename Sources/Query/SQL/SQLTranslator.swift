/// Writes a resolved condition as SQL for SQLite.
///
/// Conditions are two-valued, SQL's are not. Down from `WHERE` through `AND` and `OR`, NULL serves as false and the plain
/// operators stay, which is what finds indexes; below `NOT` every part is made exact with `IS` or `IFNULL(…, 0)`.
struct SQLTranslator {
    let keySpace: KeySpace
    let mapping: SQLMapping

    /// - Parameters:
    ///   - isExact: Whether NULL must not come out.
    ///   - element: The expression that `.element` stands for.
    func sql(_ condition: Condition, isExact: Bool, element: String? = nil) throws(QueryError) -> SQLFragment {
        switch condition {
        case .constant(let truth): return SQLFragment(truth ? "1" : "0")
        case .and(let parts): return try join(parts[...], " AND ", isExact, element)
        case .or(let parts): return try join(parts[...], " OR ", isExact, element)
        case .not(let part): return try sql(part, isExact: true, element: element).inside("NOT (", ")")
        case .compare(let left, let ordering, let right):
            return try compare(left, ordering, right, isExact, element)
        case .isIn(let operand, let set): return try isIn(operand, set, isExact, element)
        case .text(let left, let relation, let right):
            return exact(try text(left, relation, right, element), isExact, left, right)
        case .like(let operand, let pattern):
            let call = try self.operand(operand, element).inside("\(QueryFunctions.likeName)(", ", ?)")
            return exact(SQLFragment(call.sql, call.arguments + [.text(pattern.text)]), isExact, operand)
        case .matches(let operand, let pattern):
            let call = try self.operand(operand, element).inside("\(QueryFunctions.matchName)(", ", ?, \(pattern.options.rawValue))")
            return exact(SQLFragment(call.sql, call.arguments + [.text(pattern.text)]), isExact, operand)
        case .exists(let key, let inner):
            guard case .toMany(let element, _, let exists, _) = try source(key) else { throw unmapped(key, "several values") }
            let condition = try sql(inner, isExact: false, element: element).inside("(", ")")
            return SQLFragment(exists.replacing("{condition}", with: condition.sql), condition.arguments)
        }
    }

    /// SQLite limits an expression's height to 1,000, so long chains become a balanced tree.
    private func join(_ parts: ArraySlice<Condition>, _ word: String, _ isExact: Bool, _ element: String?) throws(QueryError) -> SQLFragment {
        if parts.count > 16 {
            let middle = parts.startIndex + parts.count / 2
            return SQLFragment.join(
                [
                    try join(parts[..<middle], word, isExact, element), try join(parts[middle...], word, isExact, element),
                ], word
            ).inside("(", ")")
        }
        var fragments: [SQLFragment] = []
        for part in parts { fragments.append(try sql(part, isExact: isExact, element: element)) }
        return SQLFragment.join(fragments, word).inside("(", ")")
    }

    private func compare(_ left: Operand, _ ordering: Ordering, _ right: Operand, _ isExact: Bool, _ element: String?) throws(QueryError) -> SQLFragment {
        let first = try operand(left, element), second = try operand(right, element)
        let isNullable = mayBeNull(left) || mayBeNull(right)
        switch ordering {
        case .equal where left.constant == .null || right.constant == .null: return SQLFragment.join([first, second], " IS ")
        // NULL for "one side is nil" serves as false, unless both sides may be nil and would be equal.
        case .equal where mayBeNull(left) && mayBeNull(right) || isNullable && isExact: return SQLFragment.join([first, second], " IS ")
        case .notEqual where isNullable: return SQLFragment.join([first, second], " IS NOT ")
        default: return exact(SQLFragment.join([first, second], " \(ordering.rawValue) "), isExact, left, right)
        }
    }

    private func text(_ left: Operand, _ relation: TextRelation, _ right: Operand, _ element: String?) throws(QueryError) -> SQLFragment {
        let text = try operand(left, element), part = try operand(right, element)
        if case .string(let constant)? = right.constant, !constant.isEmpty {
            let length = constant.unicodeScalars.count
            switch relation {
            case .contains: break
            case .beginsWith: return SQLFragment.join([text.inside("substr(", ", 1, \(length))"), part], " = ")
            case .endsWith: return SQLFragment.join([text.inside("substr(", ", -\(length))"), part], " = ")
            }
        }
        switch relation {
        case .contains: return SQLFragment.join([text, part], ", ").inside("instr(", ") > 0")
        case .beginsWith:
            let head = SQLFragment.join([text, part.inside("length(", ")")], ", 1, ").inside("substr(", ")")
            return SQLFragment.join([head, part], " = ")
        case .endsWith:
            // substr(text, -0) would be the whole text.
            let isEmpty = part.inside("length(", ") = 0")
            let tail = SQLFragment.join([text, part.inside("length(", ")")], ", -").inside("substr(", ")")
            let ends = SQLFragment.join([tail, part], " = ")
            return SQLFragment.join([isEmpty.inside("(", " AND "), text.inside("", " IS NOT NULL OR "), ends.inside("", ")")], "")
        }
    }

    private func isIn(_ operand: Operand, _ set: ValueSet, _ isExact: Bool, _ element: String?) throws(QueryError) -> SQLFragment {
        let value = try self.operand(operand, element)
        var parts: [SQLFragment] = []
        for list in try lists(set) {
            parts.append(exact(SQLFragment.join([value, list], " IN "), isExact || set.containsNull, operand))
        }
        if set.containsNull { parts.append(value.inside("", " IS NULL")) }
        if parts.isEmpty { return SQLFragment("0") }
        return parts.count == 1 ? parts[0] : SQLFragment.join(parts, " OR ").inside("(", ")")
    }

    /// Makes NULL false where it would show.
    private func exact(_ fragment: SQLFragment, _ isExact: Bool, _ operands: Operand...) -> SQLFragment {
        isExact && operands.contains(where: mayBeNull) ? fragment.inside("IFNULL(", ", 0)") : fragment
    }
}
