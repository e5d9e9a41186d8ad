import Foundation
import Query

/// Words as a person types them. Every word says what kind of asset is looked for or when it was taken, or must be found in one of its texts.
///
/// A kind or a date is not looked for in the texts as well: the columns answer it at once, where reading every text of a large library takes seconds.
/// In quotation marks it is a text. The name of a month alone may be a person's, so it is both; so are a day of the week and `20211013`. Words such as in
/// and from say nothing beside others.
struct SearchWords: Sendable {
    /// What became of a word or of several, and where they stand in the text.
    struct Part: Sendable {
        enum Meaning: Sendable {
            /// A word, or a whole phrase that stood in quotation marks.
            case text(String)
            case kind(SearchKinds.Kind)
            case date(DateMeaning, isRelative: Bool)
            /// The name of a month or of a day of the week, or a file's digits.
            case name(DateMeaning, text: String, isRelative: Bool)
            /// A word that says nothing beside others.
            case filler(String)
        }

        var meaning: Meaning
        var range: Range<String.Index>
    }

    /// More are no search of a person, and each costs a look at every asset.
    private static let limit = 16
    /// Beside other words they narrow nothing down: what is called so is found without them.
    private static let fillers: Set = [
        "in", "of", "from", "at", "on", "the", "with", "and", "taken", "during",
        "aus", "von", "vom", "im", "am", "mit", "und", "bei", "der", "die", "das", "dem", "den", "des", "在",
    ]
    private static let quotes: Set<Character> = ["\"", "“", "”", "„", "«", "»", "「", "」"]

    private let text: String
    let parts: [Part]
    private let years: ClosedRange<Int>

    /// - Throws: a `Problem` for more words than anybody types.
    init(_ text: String, _ dates: SearchDates) throws(Problem) {
        var parts: [Part] = []
        let reader = DateReader(today: dates.today)
        for (index, piece) in text.split(omittingEmptySubsequences: false, whereSeparator: Self.quotes.contains).enumerated() {
            let words = piece.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, let last = words.last else { continue }
            if index.isMultiple(of: 2) {
                parts += Self.parts(words.flatMap { Self.separated($0, reader) }, reader)
            } else {
                parts.append(Part(meaning: .text(words.joined(separator: " ")), range: first.startIndex..<last.endIndex))
            }
        }
        guard parts.count <= Self.limit else {
            throw Problem(parameter: "q", "The search has more than \(Self.limit) words. Leave some out, or join them by quotation marks.")
        }
        (self.text, self.parts, years) = (text, Self.joiningMonths(parts), dates.years)
    }

    /// Chinese has no spaces: 2021年的全景 is a date and a kind, 2019年到2021年 two dates and what joins them.
    private static func separated(_ word: Substring, _ reader: DateReader) -> [Substring] {
        // Each cut is read as a date; nobody types a longer word that is two.
        guard word.count <= 40, word.contains(where: { !$0.isASCII }) else { return [word] }
        func isDate(_ text: Substring) -> Bool { reader.read([String(text)])?.count == 1 }
        for index in word.indices.dropFirst() {
            let (head, tail) = (word[..<index], word[index...])
            if "到至".contains(word[index]), isDate(head), isDate(tail.dropFirst()) { return [head, tail.prefix(1), tail.dropFirst()] }
            if "和与與".contains(word[index]), let end = DateVocabulary.betweenSuffixes.first(where: tail.hasSuffix),
               isDate(head), isDate(tail.dropFirst().dropLast(end.count)) { return [head, tail.prefix(1), tail.dropFirst()] }
            guard SearchKinds.kind(String(tail)) != nil else { continue }
            if isDate(head) { return [head, tail] }
            guard tail.first == "的" else { continue }
            // 在里斯本的照片
            return (head.first == "在" && head.count > 1 ? [head.prefix(1), head.dropFirst()] : separated(head, reader)) + [tail]
        }
        return [word]
    }

    private static func parts(_ words: [Substring], _ reader: DateReader) -> [Part] {
        var parts: [Part] = [], rest = words[...]
        while let word = rest.first {
            var count = 1
            let meaning: Part.Meaning
            if let kind = SearchKinds.kind(String(word)) {
                meaning = .kind(kind)
            } else if let date = reader.read(ArraySlice(rest.prefix(12).map(String.init))) {
                count = date.count
                meaning = date.name.map { .name(date.meaning, text: $0, isRelative: date.isRelative) } ?? .date(date.meaning, isRelative: date.isRelative)
            } else {
                meaning = fillers.contains(DateVocabulary.fold(String(word))) ? .filler(String(word)) : .text(String(word))
            }
            let end = rest[rest.startIndex + count - 1].endIndex
            parts.append(Part(meaning: meaning, range: word.startIndex..<end))
            rest = rest.dropFirst(count)
        }
        return parts
    }

    /// `2019 beach March`: a month is meant in the years that other words name.
    private static func joiningMonths(_ parts: [Part]) -> [Part] {
        let years = parts.compactMap { part -> Int? in
            guard case .date(.days(let spans), _) = part.meaning, spans.count == 1, let first = spans[0].first, spans == [DaySpan(first.year)].compactMap({ $0 })
            else { return nil }
            return first.year
        }
        guard !years.isEmpty else { return parts }
        return parts.map { part in
            guard case .name(.yearly(let months), let text, _) = part.meaning, months.allSatisfy({ $0.day == nil }) else { return part }
            let spans = years.flatMap { year in months.compactMap { DaySpan(year, $0.month) } }
            return Part(meaning: .name(.days(spans), text: text, isRelative: false), range: part.range)
        }
    }

    /// Words that are looked for as they stand, whatever they may mean.
    static func quoted(_ text: String) -> String {
        let words = text.split { $0.isWhitespace || quotes.contains($0) }
        return words.count > limit ? "\"\(words.joined(separator: " "))\"" : words.map { "\"\($0)\"" }.joined(separator: " ")
    }

    /// Whether they mean something else tomorrow.
    var dependOnToday: Bool {
        parts.contains {
            switch $0.meaning {
            case .date(_, let isRelative), .name(_, _, let isRelative): isRelative
            case .text, .kind, .filler: false
            }
        }
    }

    var predicate: Query.Predicate {
        // What looks into texts comes last, so that it looks at what the others leave.
        var plain: [Query.Predicate] = [], texts: [Query.Predicate] = [], fillers: [Query.Predicate] = []
        for part in parts {
            switch part.meaning {
            case .kind(let kind): plain.append(kind.condition)
            case .date(let meaning, _): plain.append(meaning.condition(in: years))
            case .name(let meaning, let text, _): texts.append(.or([meaning.condition(in: years)] + Self.textParts(text)))
            case .text(let text): texts.append(.or(Self.textParts(text)))
            case .filler(let text): fillers.append(.or(Self.textParts(text)))
            }
        }
        let conditions = plain.isEmpty && texts.isEmpty ? fillers : plain + texts
        return conditions.count == 1 ? conditions[0] : .and(conditions)
    }

    /// What was understood otherwise than as texts, for whoever typed it to see.
    var understandings: [SearchUnderstanding] {
        parts.compactMap { part in
            switch part.meaning {
            case .text, .filler: nil
            case .kind(let kind): SearchUnderstanding(.kind(kind.name), text: String(text[part.range]), rest: without(part))
            case .date(let meaning, _), .name(let meaning, _, _): SearchUnderstanding(.date(meaning), text: String(text[part.range]), rest: without(part))
            }
        }
    }

    /// The search without some of its words.
    private func without(_ part: Part) -> String {
        let (before, after) = (text[..<part.range.lowerBound], text[part.range.upperBound...])
        return (before + " " + after).split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
