import Query

/// Turns a condition over the keys of assets into a test of columns.
package struct ColumnCompiler {
    /// Gives the rows that fulfil a condition on keys which the columns don't hold but an index finds: `localIdentifier` or
    /// `burstIdentifier` against constants other than nil, and whatever else it knows; an `.or` is of conditions on texts. `nil` where it has no
    /// quick answer.
    package typealias Resolve = (Condition) throws -> RowSet?

    private let resolve: Resolve

    package init(resolve: @escaping Resolve = { _ in nil }) { self.resolve = resolve }

    /// - Returns: `nil` when something is asked that the columns don't know.
    package func test(_ condition: Condition) throws -> ColumnTest? {
        switch condition {
        case .constant(let truth): return .constant(truth)
        case .and(let parts): return try tests(parts).map(ColumnTest.allOf)
        case .or(let parts): return try anyOf(parts)
        case .not(let part): return try test(part)?.negated
        case .compare, .isIn: return try leaf(condition)
        case .text, .like, .matches, .exists: return try resolve(condition).map { .rows($0) }
        }
    }

    private func anyOf(_ parts: [Condition]) throws -> ColumnTest? {
        let texts = parts.filter(\.isOfText)
        // The same words in several texts are one question to whoever knows them.
        guard texts.count > 1, let rows = try resolve(.or(texts)) else { return try tests(parts).map(ColumnTest.anyOf) }
        return try tests(parts.filter { !$0.isOfText }).map { ColumnTest.anyOf($0 + [.rows(rows)]) }
    }

    private func tests(_ conditions: [Condition]) throws -> [ColumnTest]? {
        var tests: [ColumnTest] = []
        for condition in conditions {
            guard let test = try test(condition) else { return nil }
            tests.append(test)
        }
        return tests
    }

    private func leaf(_ condition: Condition) throws -> ColumnTest? {
        if let test = Self.burst(condition) { return test }
        if let lookUp = Self.lookUp(condition) {
            guard let rows = try resolve(lookUp.condition) else { return nil }
            return lookUp.isNegated ? .not(.rows(rows)) : .rows(rows)
        }
        guard let keys = condition.columnKeys else {
            if case .compare(let left, .notEqual, let right) = condition { return try resolve(.compare(left, .equal, right)).map { .not(.rows($0)) } }
            return try resolve(condition).map { .rows($0) }
        }
        if let test = FlagTable.test(condition, keys) { return test }
        switch condition {
        case .compare(let left, let ordering, .value(let constant)):
            if let test = Self.compare(left, ordering, constant) { return test }
        case .compare(.value(let constant), let ordering, let right):
            if let test = Self.compare(right, ordering.mirrored, constant) { return test }
        case .compare(.key(let left), let ordering, .key(let right)):
            switch (ColumnKey.at(left), ColumnKey.at(right)) {
            case (.integer(let first)?, .integer(let second)?): return .integers(first, ordering, second)
            case (.real(let first)?, .real(let second)?) where first.isDate == second.isDate: return .reals(first, ordering, second)
            default: break
            }
        case .isIn(let operand, let set):
            if let test = Self.isIn(operand, set) { return test }
        default: break
        }
        return Self.calculation(condition) ?? .rowByRow(condition)
    }

    // MARK: Keys without a column

    private static let burstIndex = KeySpace.assets.index(of: "burstIdentifier")
    private static let lookUpIndexes = [KeySpace.assets.index(of: "localIdentifier"), burstIndex]

    private static func burst(_ condition: Condition) -> ColumnTest? {
        switch condition {
        case .compare(.key(burstIndex), .equal, .value(.null)), .compare(.value(.null), .equal, .key(burstIndex)): .lacks(.inBurst)
        case .compare(.key(burstIndex), .notEqual, .value(.null)), .compare(.value(.null), .notEqual, .key(burstIndex)): .has(.inBurst)
        default: nil
        }
    }

    /// A comparison that an index answers, as equality or membership, and whether its opposite is meant.
    package static func lookUp(_ condition: Condition) -> (condition: Condition, isNegated: Bool)? {
        switch condition {
        case .compare(.key(let key), let ordering, .value(let value)), .compare(.value(let value), let ordering, .key(let key)):
            guard lookUpIndexes.contains(key), value != .null, ordering == .equal || ordering == .notEqual else { return nil }
            return (.compare(.key(key), .equal, .value(value)), ordering == .notEqual)
        case .isIn(.key(let key), let set):
            return lookUpIndexes.contains(key) && !set.containsNull ? (condition, false) : nil
        default: return nil
        }
    }

    private static func calculation(_ condition: Condition) -> ColumnTest? {
        switch condition {
        case .compare(let left, let ordering, let right):
            guard let (first, _) = ColumnOperand.compile(left), let (second, _) = ColumnOperand.compile(right) else { return nil }
            return .calculation(ColumnCalculation(first, .compare(ordering, second), condition))
        case .isIn(let operand, let set):
            guard let (first, _) = ColumnOperand.compile(operand) else { return nil }
            // Dates and numbers are never members of the same set.
            return .calculation(ColumnCalculation(first, .isIn(NumberSet(set, ofDates: operand.isDate)), condition))
        default: return nil
        }
    }
}

extension Ordering {
    /// The ordering with its sides exchanged.
    var mirrored: Ordering {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}
