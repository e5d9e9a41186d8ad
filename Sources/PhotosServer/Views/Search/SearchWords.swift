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
        /// Behind a 的 that joins it to what follows, which says nothing without it.
        var end: String.Index

        init(meaning: Meaning, range: Range<String.Index>, end: String.Index? = nil) { (self.meaning, self.range, self.end) = (meaning, range, end ?? range.upperBound) }
    }

    /// More are no search of a person, and each costs a look at every asset.
    private static let limit = 16
    /// Beside other words they narrow nothing down: what is called so is found without them.
    private static let fillers: Set = [
        "in", "of", "from", "at", "on", "the", "with", "and", "taken", "during",
        "aus", "von", "vom", "im", "am", "mit", "und", "bei", "der", "die", "das", "dem", "den", "des",
        "在", "的", "拍", "拍的", "拍摄", "拍摄的", "拍攝", "拍攝的", "照的",
    ]
    /// Chinese joins what says when or where to what it is by one of these: 去年的全景, 2021年拍的照片.
    private static let joints = ["的", "拍的", "拍摄的", "拍攝的", "照的", "录的", "錄的"]
    /// What may stand between a date and a kind as well, or behind a date.
    private static let dateJoints = joints + ["拍", "拍摄", "拍攝", ""]
    static let quotes: Set<Character> = ["\"", "“", "”", "„", "«", "»", "「", "」"]

    private let text: String
    let parts: [Part]
    private let years: ClosedRange<Int>

    /// - Throws: a `Problem` for more words than anybody types.
    init(_ text: String, _ dates: SearchDates) throws(Problem) {
        var parts: [Part] = []
        let reader = DateReader(today: dates.today)
        for (index, piece) in text.split(omittingEmptySubsequences: false, whereSeparator: Self.quotes.contains).enumerated() {
            if index.isMultiple(of: 2) {
                parts += Self.parts(piece, reader)
                continue
            }
            let words = piece.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, let last = words.last else { continue }
            parts.append(Part(meaning: .text(words.joined(separator: " ")), range: first.startIndex..<last.endIndex))
        }
        guard parts.count <= Self.limit else {
            throw Problem(parameter: "q", "The search has more than \(Self.limit) words. Leave some out, or join them by quotation marks.")
        }
        (self.text, self.parts, years) = (text, Self.joiningMonths(parts), dates.years)
    }

    /// Chinese commas are as good as spaces.
    private static func separates(_ character: Character) -> Bool { character.isWhitespace || "，、；。".contains(character) }

    private static func parts(_ piece: Substring, _ reader: DateReader) -> [Part] {
        var parts: [Part] = [], rest = piece.drop(while: separates)
        while !rest.isEmpty {
            let part = kind(rest) ?? chineseDate(rest, reader) ?? date(rest, reader) ?? text(rest)
            parts.append(part)
            rest = piece[part.end...].drop(while: separates)
        }
        return parts
    }

    /// The words that a text begins with.
    private static func words(_ text: Substring, atMost count: Int) -> ArraySlice<Substring> {
        text.split(maxSplits: count, whereSeparator: separates).prefix(count)
    }

    /// A kind of one word or of two: `time lapse`.
    private static func kind(_ rest: Substring) -> Part? {
        let words = words(rest, atMost: 2)
        for count in [2, 1] where words.count >= count {
            guard let kind = SearchKinds.kind(words.prefix(count).joined(separator: "-")) else { continue }
            return Part(meaning: .kind(kind), range: rest.startIndex..<words[count - 1].endIndex)
        }
        return nil
    }

    private static func part(_ date: DateReader.Reading, _ range: Range<String.Index>, end: String.Index? = nil) -> Part {
        let meaning = date.name.map { Part.Meaning.name(date.meaning, text: $0, isRelative: date.isRelative) } ?? .date(date.meaning, isRelative: date.isRelative)
        return Part(meaning: meaning, range: range, end: end)
    }

    /// Chinese has no spaces: a date ends where a word does, or where a kind begins, or a 的.
    private static func chineseDate(_ rest: Substring, _ reader: DateReader) -> Part? {
        for text in [rest, words(rest, atMost: 1).first ?? rest] {
            guard let (date, end) = ChineseDates.read(text, today: reader.today) else { continue }
            let tail = rest[end...].prefix { !separates($0) }
            for joint in dateJoints where tail.hasPrefix(joint) {
                let next = tail.dropFirst(joint.count)
                guard next.isEmpty || joint.hasSuffix("的") || SearchKinds.kind(String(next.prefix { $0 != "的" })) != nil else { continue }
                return part(date, rest.startIndex..<end, end: next.startIndex)
            }
        }
        return nil
    }

    private static func date(_ rest: Substring, _ reader: DateReader) -> Part? {
        let words = words(rest, atMost: 12)
        return reader.read(ArraySlice(words.map(String.init))).map { part($0, rest.startIndex..<words[words.startIndex + $0.count - 1].endIndex) }
    }

    private static func text(_ rest: Substring) -> Part {
        let word = rest.prefix { !separates($0) }
        if fillers.contains(DateVocabulary.fold(String(word))) { return Part(meaning: .filler(String(word)), range: word.startIndex..<word.endIndex) }
        let (text, end) = joined(word) ?? (word, word.endIndex)
        // 在里斯本的照片
        let filler = text.first == "在" && end < word.endIndex && text.count > 1 ? text.prefix(1) : nil
        if let filler { return Part(meaning: .filler(String(filler)), range: filler.startIndex..<filler.endIndex) }
        let meaning = SearchKinds.kind(String(text)).map { Part.Meaning.kind($0) } ?? .text(String(text))
        return Part(meaning: meaning, range: text.startIndex..<text.endIndex, end: end)
    }

    /// What stands before a 的 that joins a kind to it, or that ends the word, and where that ends.
    private static func joined(_ word: Substring) -> (text: Substring, end: String.Index)? {
        // No kind has a longer name.
        let end = word.suffix(20).indices.first { word[..<$0].last == "的" && SearchKinds.kind(String(word[$0...])) != nil } ?? (word.hasSuffix("的") ? word.endIndex : nil)
        guard let end else { return nil }
        let head = word[..<end]
        // 自拍的视频 is of selfies; else what is left should be a word: 街拍的照片.
        if SearchKinds.kind(String(head)) != nil { return (head.dropLast(), end) }
        let joint = joints.last { head.hasSuffix($0) && head.count > $0.count + 1 } ?? "的"
        return head.count > joint.count ? (head.dropLast(joint.count), end) : nil
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
            case .kind(let kind): kind.isRelative
            case .text, .filler: false
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
        let (before, after) = (text[..<part.range.lowerBound], text[part.end...])
        return (before + " " + after).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: Texts

    private static let keys: [(name: String, quantifier: Quantifier)] = [
        ("filename", .direct), ("title", .direct), ("caption", .direct), ("camera", .direct), ("cameraMake", .direct), ("lens", .direct),
        ("keywords", .any), ("album", .any), ("folder", .any), ("place", .any),
    ]

    private static func textParts(_ text: String) -> [Query.Predicate] {
        keys.map { key in
            .comparison(
                Comparison(
                    .key(KeyReference(key.name)), .contains, .value(.string(text)), options: [.caseInsensitive, .diacriticInsensitive, .latinLetters],
                    quantifier: key.quantifier))
        }
    }
}
