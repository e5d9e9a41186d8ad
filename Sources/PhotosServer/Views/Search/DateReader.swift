import PhotoModel

/// Reads dates as people write them, in English, German and Chinese: `13 October 2021`, `Oct 13th, 2021`, `14.10.2021`, `10/14/2021`, `2021-10`,
/// `2021年10月13日`, `yesterday`, `last year`, `before 2015`, `2015 to 2018`.
struct DateReader: Sendable {
    /// What words mean, and how many of them.
    struct Reading: Sendable, Equatable {
        var meaning: DateMeaning
        var count: Int
        /// Whether it is another one tomorrow.
        var isRelative = false
    }

    /// For whoever asks.
    let today: CivilDate

    /// The longest date that the words begin with; `nil` where they begin with none.
    func read(_ words: ArraySlice<String>) -> Reading? {
        let words = words.prefix(12).map { word in
            DateVocabulary.fold(String(word.reversed().drop { ",;".contains($0) }.reversed()))
        }
        if let reading = bounded(words[...]) ?? stretch(words[...]) { return reading }
        guard let word = words.first, DateVocabulary.prepositions.contains(word), var reading = stretch(words.dropFirst()) else { return nil }
        reading.count += 1
        return reading
    }

    // MARK: Stretches

    private func bounded(_ words: ArraySlice<String>) -> Reading? {
        guard let word = words.first else { return nil }
        if let bound = DateVocabulary.bounds[word], let date = single(words.dropFirst()), let meaning = Self.apply(bound, to: date.meaning) {
            return Reading(meaning: meaning, count: date.count + 1, isRelative: date.isRelative)
        }
        guard let date = single(words, suffixed: true) else { return nil }
        // `2015年以前`, or with a space.
        let next = words.dropFirst(date.reading.count).first
        if let bound = date.bound ?? DateVocabulary.boundSuffixes.first(where: { $0.text == next })?.bound {
            guard let meaning = Self.apply(bound, to: date.reading.meaning) else { return nil }
            return Reading(meaning: meaning, count: date.reading.count + (date.bound == nil ? 1 : 0), isRelative: date.reading.isRelative)
        }
        return nil
    }

    private static func apply(_ bound: DateVocabulary.Bound, to meaning: DateMeaning) -> DateMeaning? {
        guard case .days(let spans) = meaning, spans.count == 1, let first = spans[0].first, let last = spans[0].last else { return nil }
        return switch bound {
        case .before: .days([DaySpan(from: nil, through: first.advanced(by: -1))])
        case .after: .days([DaySpan(from: last.advanced(by: 1), through: nil)])
        case .since: .days([DaySpan(from: first, through: nil)])
        case .until: .days([DaySpan(from: nil, through: last)])
        }
    }

    /// One date, or two with a joint between them.
    private func stretch(_ words: ArraySlice<String>) -> Reading? {
        if let word = words.first {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).flatMap { $0.split(separator: "–", omittingEmptySubsequences: false) }
            if ends.count == 2, let first = Self.year(String(ends[0])), let last = Self.year(String(ends[1])), first <= last {
                return Reading(meaning: .days([DaySpan(from: DaySpan(first)?.first, through: DaySpan(last)?.last)]), count: 1)
            }
        }
        guard let date = single(words) else { return nil }
        let rest = words.dropFirst(date.count)
        guard let joint = rest.first, DateVocabulary.joints.contains(joint), let other = single(rest.dropFirst()),
              case .days(let first) = date.meaning, case .days(let last) = other.meaning, first.count == 1, last.count == 1,
              let start = first[0].first, let end = last[0].last, start <= end
        else { return date }
        return Reading(
            meaning: .days([DaySpan(from: start, through: end)]), count: date.count + 1 + other.count, isRelative: date.isRelative || other.isRelative)
    }

    private func single(_ words: ArraySlice<String>, suffixed: Bool) -> (reading: Reading, bound: DateVocabulary.Bound?)? {
        if let reading = single(words) { return (reading, nil) }
        guard suffixed, let word = words.first,
              let suffix = DateVocabulary.boundSuffixes.first(where: { word.hasSuffix($0.text) && word.count > $0.text.count }),
              let reading = single([String(word.dropLast(suffix.text.count))][...]) else { return nil }
        return (reading, suffix.bound)
    }

    // MARK: Single dates

    private func single(_ words: ArraySlice<String>) -> Reading? {
        guard let word = words.first else { return nil }
        if DateVocabulary.isWeekday(word) {
            // `Wednesday, 13 October 2021`: a day of the week alone is none.
            guard var date = dated(words.dropFirst()) else { return nil }
            if case .days(let spans) = date.meaning, spans.contains(where: { $0.first != $0.last }) { return nil }
            date.count += 1
            return date
        }
        return dated(words)
    }

    private func dated(_ words: ArraySlice<String>) -> Reading? {
        guard let word = words.first else { return nil }
        if let reading = chinese(words) { return reading }
        if let relative = DateVocabulary.relativeWords[word] { return Reading(meaning: .days([span(relative)]), count: 1, isRelative: true) }
        if let back = DateVocabulary.counts[word], let next = words.dropFirst().first, let unit = DateVocabulary.units[next] {
            return Reading(meaning: .days([span(DateVocabulary.Relative(unit: unit, back: back))]), count: 2, isRelative: true)
        }
        return named(words) ?? Self.numeric(word, today: today).map { Reading(meaning: $0, count: 1) }
    }

    /// With a month's name: `13 October 2021`, `13th of October`, `October 13, 2021`, `October 2021`, `2021 October 13`.
    private func named(_ words: ArraySlice<String>) -> Reading? {
        var rest = words
        var (year, day, month): (Int?, Int?, Int?) = (nil, nil, nil)
        func take<T>(_ read: (String) -> T?) -> T? {
            guard let value = rest.first.flatMap(read) else { return nil }
            rest = rest.dropFirst()
            return value
        }
        year = take(Self.year)
        if year == nil { day = take(Self.day) }
        if day != nil, rest.first == "of" { rest = rest.dropFirst() }
        month = take(DateVocabulary.month)
        guard let month else { return year.flatMap { DaySpan($0) }.map { Reading(meaning: .days([$0]), count: 1) } }
        if day == nil { day = take(Self.day) }
        if year == nil { year = take(Self.year) }
        let count = words.count - rest.count
        guard let year else {
            // The 29th of February is a day of some years.
            guard DaySpan(2_000, month, day) != nil else { return nil }
            return Reading(meaning: .yearly(month: month, day: day), count: count)
        }
        return DaySpan(year, month, day).map { Reading(meaning: .days([$0]), count: count) }
    }

    /// `2021年10月13日`, `2021年10月`, `去年10月`, `10月13日`, `10月`, also with spaces between.
    private func chinese(_ words: ArraySlice<String>) -> Reading? {
        var text = "", found: Reading?
        // 2021 年 10 月 13 日, as many editors space it.
        for (index, word) in words.prefix(6).enumerated() {
            text += word
            guard let meaning = chinese(text) else { continue }
            found = Reading(meaning: meaning, count: index + 1, isRelative: "今去前".contains(text.prefix(1)))
        }
        return found
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
            default: Self.year(String(number))
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
        case (nil, let month?): return DaySpan(2_000, month, day).map { _ in .yearly(month: month, day: day) }
        case (nil, nil): return nil
        }
    }

    // MARK: Digits

    /// `2019`.
    static func year(_ word: String) -> Int? {
        guard word.utf8.count == 4, let year = digits(word), (1_800...2_999).contains(year) else { return nil }
        return year
    }

    private static func digits(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// `13`, `13th`, `13.`.
    private static func day(_ word: String) -> Int? {
        let ending = word.drop { $0.isASCII && $0.isNumber }
        guard word.count - ending.count <= 2, ["", "st", "nd", "rd", "th", "."].contains(ending) else { return nil }
        return digits(word.prefix(word.count - ending.count)).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    /// `2021-10-13`, `2021/10`, `14.10.2021`, `14.10.21`, `14.10.`, `10/14/2021`, `10/2021`.
    private static func numeric(_ word: String, today: CivilDate) -> DateMeaning? {
        guard let sign = word.first(where: { "-/.".contains($0) }) else { return nil }
        let parts = word.split(separator: sign, omittingEmptySubsequences: false)
        if sign == ".", parts.count == 3, parts[2].isEmpty, let day = digits(parts[0]), let month = digits(parts[1]), DaySpan(2_000, month, day) != nil {
            return .yearly(month: month, day: day)
        }
        let numbers = parts.map { $0.count <= 4 ? digits($0) : nil }
        guard (2...3).contains(parts.count), !numbers.contains(nil), parts.filter({ $0.count > 2 }).count <= 1 else { return nil }
        let values = numbers.compactMap { $0 }
        if parts[0].count == 4 { return DaySpan(values[0], values[1], values.count == 3 ? values[2] : nil).map { .days([$0]) } }
        if values.count == 2 { return parts[1].count == 4 ? DaySpan(values[1], values[0]).map { .days([$0]) } : nil }
        guard parts[2].count == 4 || parts[2].count == 2 && sign != "-" else { return nil }
        // Two digits are of the hundred years up to this one.
        let century = today.year / 100 * 100 + values[2]
        let year = parts[2].count == 4 ? values[2] : century > today.year ? century - 100 : century
        // With points the day is first; with strokes it is so for some, and for others the month is.
        var spans = [DaySpan(year, values[1], values[0])]
        if sign != ".", values[0] != values[1] { spans.append(DaySpan(year, values[0], values[1])) }
        let known = spans.compactMap { $0 }
        return known.isEmpty ? nil : .days(known)
    }

    // MARK: Relative to today

    private func span(_ relative: DateVocabulary.Relative) -> DaySpan {
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
