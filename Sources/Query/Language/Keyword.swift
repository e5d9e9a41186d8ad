/// The reserved words. They count only as whole words, in any case, and not behind `#`.
enum Keyword: String, CaseIterable {
    case and = "AND", or = "OR", not = "NOT"
    case any = "ANY", some = "SOME", all = "ALL", none = "NONE"
    case between = "BETWEEN", isIn = "IN", contains = "CONTAINS", beginsWith = "BEGINSWITH", endsWith = "ENDSWITH"
    case like = "LIKE", matches = "MATCHES"
    case truePredicate = "TRUEPREDICATE", falsePredicate = "FALSEPREDICATE"
    case yes = "YES", no = "NO", isTrue = "TRUE", isFalse = "FALSE", null = "NULL", isNil = "NIL"
    case object = "SELF", cast = "CAST", function = "FUNCTION", subquery = "SUBQUERY", ternary = "TERNARY"

    /// The keyword a word spells, in any case.
    init?(word: some StringProtocol) {
        // The longest has 14 letters; anything longer needs no upper case copy.
        guard word.utf8.count <= 14 else { return nil }
        self.init(rawValue: word.uppercased())
    }

    static func isReserved(_ word: some StringProtocol) -> Bool { Keyword(word: word) != nil }

    /// The comparison it stands for.
    var relation: Relation? {
        switch self {
        case .between: .between
        case .isIn: .isIn
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .matches: .matches
        default: nil
        }
    }

    /// The quantifier it stands for.
    var quantifier: Quantifier? {
        switch self {
        case .any, .some: .any
        case .all: .all
        case .none: Quantifier.none
        default: nil
        }
    }

    /// The constant it stands for.
    var constant: QueryValue? {
        switch self {
        case .yes, .isTrue: .bool(true)
        case .no, .isFalse: .bool(false)
        case .null, .isNil: .null
        default: nil
        }
    }
}
