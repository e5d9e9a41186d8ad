import Query

/// The words of dates in English and German, folded: small letters without marks.
enum DateVocabulary {
    private static let monthNames: [[String]] = [
        ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"],
        ["januar", "februar", "marz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"],
        ["janner", "feber", "maerz"], ["", "", "mrz", "", "", "", "", "", "sept"],
    ]
    private static let weekdays: [[String]] = [
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
        ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"], ["mo", "di", "mi", "do", "fr", "sa", "so"],
        ["", "", "", "", "", "sonnabend", ""],
    ]

    /// Small letters without marks; digits and signs of full width are those of half.
    static func fold(_ word: String) -> String {
        let folded = TextFolding.fold(word, [.caseInsensitive, .diacriticInsensitive])
        guard folded.unicodeScalars.contains(where: fullWidth.contains) else { return folded }
        return String(String.UnicodeScalarView(folded.unicodeScalars.map { fullWidth.contains($0) ? Unicode.Scalar($0.value - 0xFEE0) ?? $0 : $0 }))
    }

    private static let fullWidth: ClosedRange<Unicode.Scalar> = "\u{FF01}"..."\u{FF5E}"

    /// `October`, `Oct.`, `Oktober`.
    static func month(_ word: String) -> Int? {
        let word = word.hasSuffix(".") ? String(word.dropLast()) : word
        guard word.utf8.count >= 3 else { return nil }
        for names in monthNames {
            if let index = names.firstIndex(where: { $0 == word || word.utf8.count == 3 && $0.hasPrefix(word) }) { return index + 1 }
        }
        return nil
    }

    /// 0 is Monday.
    static func weekday(_ word: String) -> Int? {
        let word = word.hasSuffix(".") ? String(word.dropLast()) : word
        return word.isEmpty ? nil : weekdays.lazy.compactMap { $0.firstIndex(of: word) }.first
    }

    // MARK: Relative to today

    enum Unit: Sendable { case day, week, month, year }

    /// What lies so many days, weeks, months or years back: 0 is this one.
    struct Relative: Sendable {
        var unit: Unit
        var back: Int
    }

    static let relativeWords: [String: Relative] = [
        "today": Relative(unit: .day, back: 0), "heute": Relative(unit: .day, back: 0),
        "yesterday": Relative(unit: .day, back: 1), "gestern": Relative(unit: .day, back: 1), "vorgestern": Relative(unit: .day, back: 2),
    ]
    /// Words before a unit, a month or a day of the week, by how many back they mean.
    static let counts: [String: Int] = [
        "this": 0, "diese": 0, "dieses": 0, "diesen": 0, "dieser": 0, "diesem": 0,
        "last": 1, "previous": 1, "past": 1, "letzte": 1, "letztes": 1, "letzten": 1, "letzter": 1, "letztem": 1, "voriges": 1, "vorige": 1, "vorigen": 1,
        "vergangene": 1, "vergangenes": 1, "vergangenen": 1, "vergangener": 1,
    ]
    static let units: [String: Unit] = [
        "day": .day, "days": .day, "tag": .day, "tage": .day, "tagen": .day, "week": .week, "weeks": .week, "woche": .week, "wochen": .week,
        "month": .month, "months": .month, "monat": .month, "monate": .month, "monaten": .month,
        "year": .year, "years": .year, "jahr": .year, "jahre": .year, "jahren": .year,
    ]
    /// `7`, `two`, `einem`.
    static func number(_ word: String) -> Int? {
        if word.utf8.count <= 3, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(word) { return number > 0 ? number : nil }
        return numbers[word]
    }

    private static let numbers: [String: Int] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
        "ein": 1, "eine": 1, "einem": 1, "einen": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9,
        "zehn": 10, "elf": 11, "zwolf": 12,
    ]

    // MARK: Before and after

    enum Bound: Sendable { case before, after, since, until }

    static let bounds: [String: Bound] = [
        "before": .before, "vor": .before, "after": .after, "nach": .after, "since": .since, "seit": .since, "until": .until, "till": .until, "bis": .until,
    ]
    /// Before a date they say nothing; elsewhere they are words like others.
    static let prepositions: Set = ["in", "on", "im", "am", "from", "vom", "von", "wahrend", "during"]
    /// Between two dates that are the ends of a stretch.
    static let between: Set = ["between", "zwischen"]
    /// Between the two dates behind `between`.
    static let and: Set = ["and", "und", "&"]
    static let joints: Set = ["to", "until", "till", "through", "bis", "-", "–", "—", "~"]
    /// Between two years without spaces.
    static let strokes: Set<Character> = ["-", "–", "—", "~", "〜"]
}
