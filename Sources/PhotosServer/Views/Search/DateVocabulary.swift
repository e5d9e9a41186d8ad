import Query

/// The words of dates in the page's languages, folded: small letters without marks.
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
    ] + ["星期", "礼拜", "禮拜", "周", "週"].flatMap { week in
        [["一", "二", "三", "四", "五", "六", "日"], ["", "", "", "", "", "", "天"]].map { days in days.map { $0.isEmpty ? "" : week + $0 } }
    }

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

    /// `10`, `十` and `三十一`.
    static func chineseNumber(_ text: some StringProtocol) -> Int? {
        if let number = Int(text) { return number }
        if text == "两" || text == "兩" { return 2 }
        let digits = Array("一二三四五六七八九")
        func digit(_ text: Substring) -> Int? { text.count == 1 ? text.first.flatMap(digits.firstIndex).map { $0 + 1 } : nil }
        let parts = text.split(separator: "十", omittingEmptySubsequences: false).map { Substring($0) }
        guard parts.count == 2 else { return parts.count == 1 ? digit(parts[0]) : nil }
        guard let tens = parts[0].isEmpty ? 1 : digit(parts[0]), let ones = parts[1].isEmpty ? 0 : digit(parts[1]) else { return nil }
        return tens * 10 + ones
    }

    /// 0 is Monday.
    static func weekday(_ word: String) -> Int? {
        let word = word.hasSuffix(".") ? String(word.dropLast()) : word
        return word.isEmpty ? nil : weekdays.lazy.compactMap { $0.firstIndex(of: word) }.first
    }

    static let chineseDigits: [Character: Character] = [
        "〇": "0", "零": "0", "一": "1", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9",
    ]

    // MARK: Relative to today

    enum Unit: Sendable { case day, week, month, year }

    /// What lies so many days, weeks, months or years back: 0 is this one.
    struct Relative: Sendable {
        var unit: Unit
        var back: Int
    }

    static let relativeWords: [String: Relative] = [
        "today": Relative(unit: .day, back: 0), "heute": Relative(unit: .day, back: 0), "今天": Relative(unit: .day, back: 0), "今日": Relative(unit: .day, back: 0),
        "yesterday": Relative(unit: .day, back: 1), "gestern": Relative(unit: .day, back: 1), "昨天": Relative(unit: .day, back: 1), "昨日": Relative(unit: .day, back: 1),
        "vorgestern": Relative(unit: .day, back: 2), "前天": Relative(unit: .day, back: 2),
        "本周": Relative(unit: .week, back: 0), "这周": Relative(unit: .week, back: 0), "這週": Relative(unit: .week, back: 0),
        "上周": Relative(unit: .week, back: 1), "上週": Relative(unit: .week, back: 1),
        "上星期": Relative(unit: .week, back: 1), "上禮拜": Relative(unit: .week, back: 1), "上礼拜": Relative(unit: .week, back: 1),
        "本月": Relative(unit: .month, back: 0), "这个月": Relative(unit: .month, back: 0), "這個月": Relative(unit: .month, back: 0),
        "上个月": Relative(unit: .month, back: 1), "上個月": Relative(unit: .month, back: 1), "上月": Relative(unit: .month, back: 1),
        "今年": Relative(unit: .year, back: 0), "本年": Relative(unit: .year, back: 0), "去年": Relative(unit: .year, back: 1), "前年": Relative(unit: .year, back: 2),
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
    /// The longer ones first.
    static let chineseUnits: [(String, Unit)] = [
        ("个星期", .week), ("個星期", .week), ("个礼拜", .week), ("個禮拜", .week), ("星期", .week), ("礼拜", .week), ("禮拜", .week), ("周", .week), ("週", .week),
        ("个月", .month), ("個月", .month), ("天", .day), ("日", .day), ("年", .year),
    ]
    /// Before a number of days and the like: those up to today.
    static let recently = ["最近", "过去", "過去", "近"]
    /// Before a day of the week, by how many weeks back they mean.
    static let chineseWeeks: [(String, Int)] = [
        ("上个", 1), ("上個", 1), ("上", 1), ("本", 0), ("这个", 0), ("這個", 0), ("这", 0), ("這", 0),
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
    static let boundSuffixes: [(text: String, bound: Bound)] = [
        ("之前", .before), ("以前", .before), ("前", .before), ("之后", .after), ("之後", .after), ("以后", .after), ("以後", .after), ("以来", .since), ("以來", .since),
    ]
    /// Before a date they say nothing; elsewhere they are words like others.
    static let prepositions: Set = ["in", "on", "im", "am", "from", "vom", "von", "wahrend", "during", "在"]
    /// Between two dates that are the ends of a stretch.
    static let between: Set = ["between", "zwischen"]
    /// Between the two dates behind `between`, or before 之间.
    static let and: Set = ["and", "und", "&", "和", "与", "與"]
    static let betweenSuffixes = ["之间", "之間"]
    static let joints: Set = ["to", "until", "till", "through", "bis", "-", "–", "—", "至", "到"]
}
