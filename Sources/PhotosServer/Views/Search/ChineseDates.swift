import PhotoModel

/// Reads the date that a text begins with, as people write it in Chinese, simplified or traditional, with spaces or without:
///
///     date    = ["在"] (bounded | stretch | point ["期间"])
///     bounded = "截至" point ["为止"] | "自" point ["起" | "以来" | "至今" | …] | point ("以前" | "以后" | "起" | "至今" | …)
///     stretch = ["从"] point ("到" | "至" | "-") point ["之间"] | point "和" point "之间"
///
/// What a point is stands in its own file. The longest reading wins.
struct ChineseDates {
    let today: CivilDate
    var scanner: ChineseScanner

    /// What the text begins with, and where that ends.
    static func read(_ text: Substring, today: CivilDate) -> (reading: DateReader.Reading, end: String.Index)? {
        guard text.prefix(60).contains(where: { !$0.isASCII }) else { return nil }
        var longest: (reading: DateReader.Reading, end: String.Index)?
        let ways: [(inout ChineseDates) -> DateReader.Reading?] = [{ $0.bounded() }, { $0.stretch() }, { $0.alone() }]
        for read in ways {
            var dates = ChineseDates(today: today, scanner: ChineseScanner(text))
            _ = dates.scanner.take(anyOf: ["在", "于"])
            let start = dates.scanner.end ?? text.startIndex
            guard var reading = read(&dates), dates.scanner.hasTakenChinese, let end = dates.scanner.end, longest.map({ $0.end < end }) ?? true else { continue }
            reading.count = text[..<end].split(whereSeparator: \.isWhitespace).count
            if reading.name != nil { reading.name = String(text[start..<end]) }
            longest = (reading, end)
        }
        return longest
    }

    // MARK: Open to one side

    private static let bounds: KeyValuePairs<String, DateVocabulary.Bound> = [
        "及以前": .until, "及之前": .until, "为止": .until, "之前": .before, "以前": .before, "前": .before,
        "及以后": .since, "及之后": .since, "以来": .since, "起至今": .since, "开始至今": .since, "至今": .since, "到现在": .since, "到目前": .since,
        "开始": .since, "起": .since, "之后": .after, "以后": .after, "后": .after,
    ]

    private mutating func bounded() -> DateReader.Reading? {
        if scanner.take(anyOf: ["截至", "截止到", "截止", "直到", "到", "至"]) != nil {
            guard let point = point() else { return nil }
            _ = scanner.take(anyOf: ["为止", "止"])
            return reading(point, .until)
        }
        let isSince = scanner.take(anyOf: ["自从", "自", "从"]) != nil
        guard let point = point() else { return nil }
        let bound = scanner.take(Self.bounds)
        if isSince { return bound == .before || bound == .until ? nil : reading(point, .since) }
        return bound.flatMap { reading(point, $0) }
    }

    private func reading(_ point: Point, _ bound: DateVocabulary.Bound) -> DateReader.Reading? {
        var point = point
        if let bare = point.bare {
            guard point.year == nil, bare >= 1_000 else { return nil }
            point.year = bare
        }
        if point.year == nil, point.span == nil {
            // 10月以来: the latest there was.
            guard !point.isEvery, let month = point.month else { return nil }
            point.year = today.year - ((month, point.day ?? 1) > (today.month, today.day) ? 1 : 0)
            point.isRelative = true
        }
        guard let span = point.days, let meaning = DateReader.apply(bound, to: .days([span])) else { return nil }
        return DateReader.Reading(meaning: meaning, count: 1, isRelative: point.isRelative)
    }

    // MARK: From one to another

    private mutating func stretch() -> DateReader.Reading? {
        _ = scanner.take(anyOf: ["从", "自", "由"])
        guard let first = point() else { return nil }
        let isBetween = scanner.take(anyOf: ["和", "与", "跟"]) != nil
        if !isBetween {
            guard scanner.take(anyOf: ["到", "至", "直到", "-"]) != nil else { return nil }
            // 2018年——2020年
            while scanner.take("-") {}
        }
        guard let last = point() else { return nil }
        let isClosed = scanner.take(anyOf: ["之间", "期间", "间"]) != nil
        return isBetween && !isClosed ? nil : reading(first, last)
    }

    /// What one end doesn't say, the other does: 10月10日到13日, 2021年3月到10月, 3-5月, 2018-2020年.
    private func reading(_ first: Point, _ last: Point) -> DateReader.Reading? {
        var (first, last) = (first, last)
        if let bare = first.bare {
            if bare >= 1_000 { first.year = bare } else { first.month = bare }
            guard bare >= 1_000 || last.month != nil && last.day == nil else { return nil }
        }
        if let bare = last.bare {
            if bare >= 1_000 { last.year = bare } else if first.day != nil { last.day = bare } else { return nil }
        }
        if last.month == nil, last.day != nil { last.month = first.month }
        let isRelative = first.isRelative || last.isRelative
        if last.span == nil, last.year == nil, first.span == nil, let year = first.year {
            // 2021年12月到2月 ends in the next year.
            last.year = year + ((last.month ?? 12, last.day ?? 31) < (first.month ?? 1, first.day ?? 1) ? 1 : 0)
        }
        if first.year == nil, first.span == nil, let year = last.year, first.month != nil, last.month != nil {
            // 10月到2021年3月
            first.year = year - ((first.month ?? 1, first.day ?? 1) > (last.month ?? 12, last.day ?? 31) ? 1 : 0)
        }
        if let one = first.dayOfYear, let other = last.dayOfYear {
            return DateReader.Reading(meaning: .yearlyStretch(one, other), count: 1, isRelative: isRelative)
        }
        guard let start = first.days?.first, let end = last.days?.last, start <= end else { return nil }
        return DateReader.Reading(meaning: .days([DaySpan(from: start, through: end)]), count: 1, isRelative: isRelative)
    }

    // MARK: By itself

    private mutating func alone() -> DateReader.Reading? {
        guard let point = point(), point.bare == nil, !point.isShortYear || point.month != nil else { return nil }
        _ = scanner.take(anyOf: ["期间", "全年", "整年", "里", "内"])
        if let span = point.days { return DateReader.Reading(meaning: .days([span]), count: 1, isRelative: point.isRelative, name: point.isName ? "" : nil) }
        guard let day = point.dayOfYear else { return nil }
        return DateReader.Reading(
            meaning: .yearly([day]), count: 1, isRelative: point.isRelative, name: day.day == nil && !point.isEvery ? "" : nil)
    }
}
