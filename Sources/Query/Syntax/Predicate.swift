/// A condition on one object, as the NSPredicate format language writes it.
///
/// Keys are names here; `KeySpace.resolve` gives them meaning. The description is a format that parses to an equal tree.
/// Where Foundation is imported as well, write `QueryPredicate` or `Query.Predicate`.
package indirect enum Predicate: Sendable, Hashable {
    /// `TRUEPREDICATE`, `FALSEPREDICATE`
    case constant(Bool)
    case comparison(Comparison)
    /// Two or more from a format; none means true.
    case and([Predicate])
    /// Two or more from a format; none means false.
    case or([Predicate])
    case not(Predicate)
}

/// The same type, under a name that Foundation does not have.
package typealias QueryPredicate = Predicate

/// `left OPERATOR right`, with what stands around it.
package struct Comparison: Sendable, Hashable {
    package var left: Expression
    package var relation: Relation
    package var right: Expression
    /// The letters in brackets behind the operator.
    package var options: TextOptions
    /// `ANY`, `ALL`, `NONE` before the left side.
    package var quantifier: Quantifier

    package init(
        _ left: Expression, _ relation: Relation, _ right: Expression,
        options: TextOptions = [], quantifier: Quantifier = .direct
    ) {
        self.left = left
        self.relation = relation
        self.right = right
        self.options = options
        self.quantifier = quantifier
    }
}

/// The operator of a comparison.
package enum Relation: String, Sendable, Hashable, CaseIterable {
    case equal = "==", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    case between = "BETWEEN", isIn = "IN", contains = "CONTAINS", beginsWith = "BEGINSWITH", endsWith = "ENDSWITH"
    case like = "LIKE", matches = "MATCHES"
}

/// How the values of a to-many key are joined.
package enum Quantifier: String, Sendable, Hashable, CaseIterable {
    /// No word: the left side is one value.
    case direct = ""
    /// At least one value; also written `SOME`.
    case any = "ANY"
    /// Every value; true when there is none.
    case all = "ALL"
    /// No value.
    case none = "NONE"
}

/// What a text comparison leaves out of account.
package struct TextOptions: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// `[c]`: upper and lower case are the same.
    package static let caseInsensitive = TextOptions(rawValue: 1)
    /// `[d]`: marks such as accents do not count.
    package static let diacriticInsensitive = TextOptions(rawValue: 2)
    /// `[n]`: the texts are already normalised; compared as they are.
    package static let normalized = TextOptions(rawValue: 4)
    /// `[l]`: locale-sensitive at Apple; here the root locale, so that two machines agree.
    package static let localeSensitive = TextOptions(rawValue: 8)

    /// `[a]`: letters that no accent makes, such as ø, ł and ß, are those that people type instead, as `LatinLetters` has them. Apple's predicates
    /// know no such option, and their `[d]` keeps these letters.
    package static let latinLetters = TextOptions(rawValue: 16)

    /// The part that changes a text: case, diacritics and letters.
    package var folding: TextOptions { intersection([.caseInsensitive, .diacriticInsensitive, .latinLetters]) }
}
