import PhotoModel

extension DateReader {
    /// `yesterday`, `last month`, `last October`, `last Friday`, `last 7 days`, `2 years ago`.
    func relative(_ words: ArraySlice<String>) -> Reading? {
        guard let word = words.first else { return nil }
        func reading(_ span: DaySpan?, _ count: Int) -> Reading? { span.map { Reading(meaning: .days([$0]), count: count, isRelative: true) } }
        if let relative = DateVocabulary.relativeWords[word] { return reading(span(relative), 1) }
        let next = words.dropFirst().first, third = words.dropFirst(2).first
        // 2 years ago, vor 2 Jahren.
        if let number = DateVocabulary.number(word), let unit = next.flatMap({ DateVocabulary.units[$0] }), third == "ago" {
            return reading(span(DateVocabulary.Relative(unit: unit, back: number)), 3)
        }
        if word == "vor", let number = next.flatMap(DateVocabulary.number), let unit = third.flatMap({ DateVocabulary.units[$0] }) {
            return reading(span(DateVocabulary.Relative(unit: unit, back: number)), 3)
        }
        guard let back = DateVocabulary.counts[word], let next else { return nil }
        if let unit = DateVocabulary.units[next] {
            return reading(word == "past" ? recent(1, unit) : span(DateVocabulary.Relative(unit: unit, back: back)), 2)
        }
        if back == 1, let number = DateVocabulary.number(next), let unit = third.flatMap({ DateVocabulary.units[$0] }) { return reading(recent(number, unit), 3) }
        if let month = DateVocabulary.month(next) { return reading(DaySpan(today.year - (back == 1 && month >= today.month ? 1 : 0), month), 2) }
        guard let weekday = DateVocabulary.weekday(next) else { return nil }
        return reading(back == 0 ? day(weekday, weeksBack: 0) : latest(weekday, before: today), 2)
    }

    /// So many days and the like up to today, which is the last of them.
    func recent(_ number: Int, _ unit: DateVocabulary.Unit) -> DaySpan {
        let first =
            switch unit {
            case .day: today.advanced(by: 1 - number)
            case .week: today.advanced(by: 1 - 7 * number)
            case .month, .year: Self.back(today, months: unit == .month ? number : 12 * number).advanced(by: 1)
            }
        return DaySpan(from: first, through: today)
    }

    /// The last such day up to today: 0 is Monday.
    func latest(_ weekday: Int) -> DaySpan { latest(weekday, before: today.advanced(by: 1)) }

    private func latest(_ weekday: Int, before end: CivilDate) -> DaySpan {
        let last = end.advanced(by: -1)
        let day = last.advanced(by: -((last.daysSinceMonday - weekday + 7) % 7))
        return DaySpan(from: day, through: day)
    }

    /// The day of this week, or of one before.
    func day(_ weekday: Int, weeksBack: Int) -> DaySpan {
        let day = today.advanced(by: weekday - today.daysSinceMonday - 7 * weeksBack)
        return DaySpan(from: day, through: day)
    }

    /// The same day of an earlier month, or that month's last.
    private static func back(_ day: CivilDate, months: Int) -> CivilDate {
        let months = max(day.year * 12 + day.month - 1 - months, 0)
        let (year, month) = (months / 12, months % 12 + 1)
        return CivilDate(year: year, month: month, day: min(day.day, CivilDate.days(in: month, year)))
    }

    func span(_ relative: DateVocabulary.Relative) -> DaySpan {
        switch relative.unit {
        case .day:
            let day = today.advanced(by: -relative.back)
            return DaySpan(from: day, through: day)
        case .week:
            let monday = today.advanced(by: -today.daysSinceMonday - 7 * relative.back)
            return DaySpan(from: monday, through: monday.advanced(by: 6))
        case .month:
            let months = today.year * 12 + today.month - 1 - relative.back
            return DaySpan(months / 12, months % 12 + 1) ?? DaySpan(from: today, through: today)
        case .year: return DaySpan(today.year - relative.back) ?? DaySpan(from: today, through: today)
        }
    }
}
