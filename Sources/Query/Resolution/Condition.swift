/// A resolved condition: keys are indexes into a `KeySpace`, constants have the key's type and are folded, `BETWEEN`,
/// quantifiers and `NOT` over `AND` and `OR` are gone. Every condition is true or false, never unknown.
///
/// Consumers with a faster way than `matches` (columns, indexes) may read it case by case.
package indirect enum Condition: Sendable, Hashable {
    case constant(Bool)
    /// Nil equals nil only; the four orderings are false with nil on either side.
    case compare(Operand, Ordering, Operand)
    case isIn(Operand, ValueSet)
    /// Of two texts; false with nil on either side. The right one is empty only when it is no constant.
    case text(Operand, TextRelation, Operand)
    case like(Operand, LikePattern)
    case matches(Operand, MatchPattern)
    /// At least one value of the to-many key fulfils the condition, in which `.element` stands for the value.
    case exists(key: Int, Condition)
    case and([Condition])
    case or([Condition])
    /// Only around `.isIn`, `.text`, `.like`, `.matches`, `.exists` and the four orderings.
    case not(Condition)
}

/// A resolved side of a comparison.
package indirect enum Operand: Sendable, Hashable {
    case value(QueryValue)
    /// The value of a key, by its index.
    case key(Int)
    /// The value at hand inside `.exists`.
    case element
    /// How many values a to-many key has.
    case count(Int)
    case arithmetic(ArithmeticOperator, Operand, Operand)
    case negative(Operand)
    case complement(Operand)
    case function(QueryFunction, [Operand])
    /// The text in the form in which these options compare it.
    case folded(Operand, TextOptions)

    /// The constant it is, if it is one.
    package var constant: QueryValue? {
        if case .value(let value) = self { value } else { nil }
    }
}

/// How two values are compared.
package enum Ordering: String, Sendable, Hashable, CaseIterable {
    case equal = "=", notEqual = "<>", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
}

/// How one text lies in another.
package enum TextRelation: String, Sendable, Hashable, CaseIterable {
    case contains, beginsWith, endsWith
}
