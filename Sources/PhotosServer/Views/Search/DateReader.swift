import PhotoModel

/// Reads dates as people write them, in English, German and Chinese: `13 October 2021`, `Oct 13th, 2021`, `14.10.2021`, `10/14/2021`, `2021-10`,
/// `2021年10月13日`, `yesterday`, `last October`, `2 years ago`, `Friday`, `before 2015`, `between 2015 and 2018`.
struct DateReader: Sendable {
    /// What words mean, and how many of them.
    struct Reading: Sendable, Equatable {
        var meaning: DateMeaning
        var count: Int
        /// Whether it is another one tomorrow.
        var isRelative = false
        /// Where it is the name of a month or of a day of the week, or digits such as files are called by: as a text it means as much.
        var name: String?
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
        guard let bound = words.first.flatMap({ DateVocabulary.bounds[$0] }), let date = single(words.dropFirst()),
            let meaning = Self.apply(bound, to: date.meaning)
        else { return nil }
        return Reading(meaning: meaning, count: date.count + 1, isRelative: date.isRelative)
    }

    static func apply(_ bound: DateVocabulary.Bound, to meaning: DateMeaning) -> DateMeaning? {
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
        if let first = words.first, DateVocabulary.between.contains(first), var reading = pair(words.dropFirst(), joinedBy: DateVocabulary.and) {
            reading.count += 1
            return reading
        }
        if let word = words.first {
            let ends = word.split(whereSeparator: DateVocabulary.strokes.contains)
            if ends.count == 2, let first = Self.year(String(ends[0])), let last = Self.year(String(ends[1])), first <= last {
                return Reading(meaning: .days([DaySpan(from: DaySpan(first)?.first, through: DaySpan(last)?.last)]), count: 1)
            }
        }
        return pair(words, joinedBy: DateVocabulary.joints) ?? single(words)
    }

    private func pair(_ words: ArraySlice<String>, joinedBy joints: Set<String>) -> Reading? {
        guard let date = single(words) else { return nil }
        let rest = words.dropFirst(date.count)
        guard let joint = rest.first, joints.contains(joint), let other = single(rest.dropFirst()),
            case .days(let first) = date.meaning, case .days(let last) = other.meaning, first.count == 1, last.count == 1,
            let start = first[0].first, let end = last[0].last, start <= end
        else { return nil }
        return Reading(
            meaning: .days([DaySpan(from: start, through: end)]), count: date.count + 1 + other.count, isRelative: date.isRelative || other.isRelative)
    }

    // MARK: Single dates

    private func single(_ words: ArraySlice<String>) -> Reading? {
        guard let word = words.first else { return nil }
        guard let weekday = DateVocabulary.weekday(word) else { return dated(words) }
        // `Wednesday, 13 October 2021`.
        if var date = dated(words.dropFirst()), Self.isDay(date.meaning) {
            date.count += 1
            return date
        }
        // Short names are words, such as so and do.
        guard word.utf8.count >= 6 else { return nil }
        return Reading(meaning: .days([latest(weekday)]), count: 1, isRelative: true, name: word)
    }

    /// Chinese, which ends where a word does.
    private func chinese(_ words: ArraySlice<String>) -> Reading? {
        for text in [words.joined(separator: " "), words.first ?? ""] {
            if let (reading, end) = ChineseDates.read(text[...], today: today), end == text.endIndex || text[end].isWhitespace { return reading }
        }
        return nil
    }

    private static func isDay(_ meaning: DateMeaning) -> Bool {
        guard case .days(let spans) = meaning else { return true }
        return spans.allSatisfy { $0.first == $0.last }
    }

    private func dated(_ words: ArraySlice<String>) -> Reading? {
        guard let word = words.first else { return nil }
        if let reading = chinese(words) { return reading }
        if let relative = relative(words) { return relative }
        return named(words) ?? Self.numeric(word, today: today).map { Reading(meaning: $0, count: 1, name: Self.digits(word) == nil ? nil : word) }
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
            return Reading(meaning: .yearly([DayOfYear(month: month, day: day)]), count: count, name: count == 1 ? words.first : nil)
        }
        return DaySpan(year, month, day).map { Reading(meaning: .days([$0]), count: count) }
    }
}
