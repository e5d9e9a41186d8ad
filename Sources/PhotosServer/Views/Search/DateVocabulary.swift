import Query

/// The words of dates in the page's languages, folded: small letters without marks.
enum DateVocabulary {
    private static let monthNames: [[String]] = [
        ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"],
        ["januar", "februar", "marz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"],
        ["janner", "feber", "maerz"], ["", "", "mrz", "", "", "", "", "", "sept"],
    ]
    private static let weekdays: Set = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
        "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag", "mo", "di", "mi", "do", "fr", "sa", "so",
        "星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日", "星期天", "周一", "周二", "周三", "周四", "周五", "周六", "周日",
        "週一", "週二", "週三", "週四", "週五", "週六", "週日",
    ]

    static func fold(_ word: String) -> String { TextFolding.fold(word, [.caseInsensitive, .diacriticInsensitive]) }

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
        let digits = Array("一二三四五六七八九")
        func digit(_ text: Substring) -> Int? { text.count == 1 ? text.first.flatMap(digits.firstIndex).map { $0 + 1 } : nil }
        let parts = text.split(separator: "十", omittingEmptySubsequences: false).map { Substring($0) }
        guard parts.count == 2 else { return parts.count == 1 ? digit(parts[0]) : nil }
        guard let tens = parts[0].isEmpty ? 1 : digit(parts[0]), let ones = parts[1].isEmpty ? 0 : digit(parts[1]) else { return nil }
        return tens * 10 + ones
    }

    static func isWeekday(_ word: String) -> Bool { weekdays.contains(word.hasSuffix(".") ? String(word.dropLast()) : word) }

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
    /// Words before a unit, by how many back they mean.
    static let counts: [String: Int] = [
        "this": 0, "diese": 0, "dieses": 0, "diesen": 0, "dieser": 0,
        "last": 1, "previous": 1, "letzte": 1, "letztes": 1, "letzten": 1, "letzter": 1, "voriges": 1, "vorige": 1, "vorigen": 1,
    ]
    static let units: [String: Unit] = ["week": .week, "woche": .week, "month": .month, "monat": .month, "year": .year, "jahr": .year]

    // MARK: Before and after

    enum Bound: Sendable { case before, after, since, until }

    static let bounds: [String: Bound] = [
        "before": .before, "vor": .before, "after": .after, "nach": .after, "since": .since, "seit": .since, "until": .until, "till": .until, "bis": .until,
    ]
    static let boundSuffixes: [(text: String, bound: Bound)] = [
        ("之前", .before), ("以前", .before), ("之后", .after), ("之後", .after), ("以后", .after), ("以後", .after), ("以来", .since), ("以來", .since),
    ]
    /// Before a date they say nothing; elsewhere they are words like others.
    static let prepositions: Set = ["in", "on", "im", "am", "from", "vom", "von", "wahrend", "during", "在"]
    /// Between two dates that are the ends of a stretch.
    static let joints: Set = ["to", "until", "till", "through", "bis", "-", "–", "—", "至", "到"]
}
