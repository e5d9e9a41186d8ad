import Foundation
import Query

/// Words as a person types them. Every word says what kind of asset is looked for or when it was taken, or must be found in one of its texts.
///
/// A kind, a year or a day is not looked for in the texts as well: the columns answer it at once, where reading every text of a large library takes
/// seconds. In quotation marks it is a text. The name of a month may be a person's, so it is both.
struct SearchWords: Sendable {
    /// Words, and whole phrases that stood in quotation marks.
    enum Part: Sendable, Hashable {
        case word(String)
        case phrase(String)
        /// `before 2015`, `after 2015`: the year's first day, or the first behind it.
        case before(year: Int)
        case after(year: Int)
    }

    /// More are no search of a person, and each costs a look at every asset.
    private static let limit = 16
    private static let quotes: Set<Character> = ["\"", "“", "”", "„", "«", "»", "「", "」"]

    let parts: [Part]

    /// - Throws: a `Problem` for more words than anybody types.
    init(_ text: String) throws(Problem) {
        var pieces: [Part] = []
        for (index, piece) in text.split(omittingEmptySubsequences: false, whereSeparator: Self.quotes.contains).enumerated() {
            let words = piece.split(whereSeparator: \.isWhitespace).map(String.init)
            if index.isMultiple(of: 2) {
                pieces += words.map { .word($0) }
            } else if !words.isEmpty {
                pieces.append(.phrase(words.joined(separator: " ")))
            }
        }
        parts = Self.joined(pieces)
        guard parts.count <= Self.limit else {
            throw Problem(parameter: "q", "The search has more than \(Self.limit) words. Leave some out, or join them by quotation marks.")
        }
    }

    private static func joined(_ pieces: [Part]) -> [Part] {
        var result: [Part] = []
        for piece in pieces {
            if case .word(let word) = piece, let year = SearchDates.year(word), case .word(let relation)? = result.last {
                switch TextFolding.fold(relation, .caseInsensitive) {
                case "before":
                    result[result.count - 1] = .before(year: year)
                    continue
                case "after", "since":
                    result[result.count - 1] = .after(year: TextFolding.fold(relation, .caseInsensitive) == "since" ? year - 1 : year)
                    continue
                default: break
                }
            }
            result.append(piece)
        }
        return result
    }

    func predicate(_ dates: SearchDates) -> Query.Predicate {
        let years = parts.compactMap { if case .word(let word) = $0 { SearchDates.year(word) } else { nil } }
        // What looks into texts comes last, so that it looks at what the others leave.
        var plain: [Query.Predicate] = [], texts: [Query.Predicate] = []
        for part in parts {
            switch part {
            case .before(let year): plain.append(dates.before(year: year))
            case .after(let year): plain.append(dates.after(year: year))
            case .phrase(let phrase): texts.append(.or(Self.textParts(phrase)))
            case .word(let word):
                if let kind = SearchKinds.condition(word) {
                    plain.append(kind)
                    continue
                }
                let moments = dates.conditions(word, years: years)
                if SearchDates.isNumeric(word), moments.count == 1 {
                    plain += moments
                } else {
                    texts.append(.or(moments + Self.textParts(word)))
                }
            }
        }
        let conditions = plain + texts
        return conditions.count == 1 ? conditions[0] : .and(conditions)
    }

    // MARK: Texts

    private static let keys: [(name: String, quantifier: Quantifier)] = [
        ("filename", .direct), ("title", .direct), ("caption", .direct), ("camera", .direct), ("cameraMake", .direct), ("lens", .direct),
        ("keywords", .any), ("album", .any), ("folder", .any),
    ]

    private static func textParts(_ text: String) -> [Query.Predicate] {
        keys.map { key in
            .comparison(Comparison(
                .key(KeyReference(key.name)), .contains, .value(.string(text)), options: [.caseInsensitive, .diacriticInsensitive, .latinLetters],
                quantifier: key.quantifier))
        }
    }
}
