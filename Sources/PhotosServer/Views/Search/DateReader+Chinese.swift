import PhotoModel

extension DateReader {
    /// `2021年10月13日`, `2021年10月`, `去年10月`, `10月13日`, `10月`, also with spaces between.
    func chinese(_ words: ArraySlice<String>) -> Reading? {
        var text = "", found: Reading?
        // 2021 年 10 月 13 日, as many editors space it.
        for (index, word) in words.prefix(6).enumerated() {
            text += word
            guard let (meaning, isRelative) = chineseRelative(text) ?? chinese(text).map({ ($0, "今去前".contains(text.prefix(1))) }) else { continue }
            found = Reading(meaning: meaning, count: index + 1, isRelative: isRelative, name: Self.isMonthAlone(meaning) ? text : nil)
        }
        return found
    }

    private static func isMonthAlone(_ meaning: DateMeaning) -> Bool {
        if case .yearly(let days) = meaning { days.allSatisfy { $0.day == nil } } else { false }
    }

    /// `最近7天`, `两年前`, `上周五`.
    private func chineseRelative(_ text: String) -> (DateMeaning, Bool)? {
        func counted(_ text: some StringProtocol) -> (Int, DateVocabulary.Unit)? {
            for (name, unit) in DateVocabulary.chineseUnits where text.hasSuffix(name) {
                guard let number = DateVocabulary.chineseNumber(text.dropLast(name.count)), (1...999).contains(number) else { continue }
                return (number, unit)
            }
            return nil
        }
        if let prefix = DateVocabulary.recently.first(where: text.hasPrefix), let (number, unit) = counted(text.dropFirst(prefix.count)) {
            return (.days([recent(number, unit)]), true)
        }
        if text.hasSuffix("前"), let (number, unit) = counted(text.dropLast()) {
            return (.days([span(DateVocabulary.Relative(unit: unit, back: number))]), true)
        }
        for (prefix, back) in DateVocabulary.chineseWeeks where text.hasPrefix(prefix) {
            guard let weekday = DateVocabulary.weekday(String(text.dropFirst(prefix.count))) else { continue }
            return (.days([day(weekday, weeksBack: back)]), true)
        }
        return nil
    }

    private func chinese(_ text: String) -> DateMeaning? {
        var rest = text[...]
        /// What stands before a sign, which is taken away with it.
        func take(_ signs: Set<Character>) -> Substring? {
            guard let end = rest.firstIndex(where: signs.contains) else { return nil }
            defer { rest = rest[rest.index(after: end)...] }
            return rest[..<end]
        }
        var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
        if let number = take(["年"]) {
            year = switch number {
            case "今": today.year
            case "去": today.year - 1
            case "前": today.year - 2
            default: Self.chineseYear(number)
            }
            guard year != nil else { return nil }
        }
        if let number = take(["月"]) {
            month = DateVocabulary.chineseNumber(number)
            guard month.map({ (1...12).contains($0) }) == true else { return nil }
            if rest.first == "份" { rest = rest.dropFirst() }
            if let number = take(["日", "号", "號"]) {
                day = DateVocabulary.chineseNumber(number)
                guard day != nil else { return nil }
            }
        }
        guard rest.isEmpty else { return nil }
        switch (year, month) {
        case (let year?, _): return DaySpan(year, month, day).map { .days([$0]) }
        case (nil, let month?): return DaySpan(2_000, month, day).map { _ in .yearly([DayOfYear(month: month, day: day)]) }
        case (nil, nil): return nil
        }
    }

    /// `2021`, `二〇二一`, and `民國110`, whose first is 1912.
    private static func chineseYear(_ text: Substring) -> Int? {
        for era in ["民國", "民国"] where text.hasPrefix(era) {
            return DateVocabulary.chineseNumber(text.dropFirst(2)).flatMap { (1...999).contains($0) ? $0 + 1_911 : nil }
        }
        return year(String(text.map { DateVocabulary.chineseDigits[$0] ?? $0 }))
    }
}
