import PhotoModel

/// The points in time that a Chinese date is made of:
///
///     point   = counted | [weekday] numbers [weekday] | named | weekday
///     numbers = [year] [month [day]] | 2021/10/13
///     year    = "去年" | 三年前 | 2021年 | 21年 | 民国110年
///     month   = "上个月" | 10月 | 10月份
///     day     = 13日 | 13号 | "今天"
///     counted = "最近" 7天 | 7天内 | 三天前
///     named   = "昨天" | "上周" [五 | 末] | "那年今日"
extension ChineseDates {
    struct Point {
        var year: Int?, month: Int?, day: Int?
        /// Of a point that is no year, month or day of the calendar.
        var span: DaySpan?
        /// A number without a sign, which the other end of a stretch explains: 3-5月.
        var bare: Int?
        /// Two digits, which by themselves are no year.
        var isShortYear = false
        /// Said with 每年.
        var isEvery = false
        /// Whether it is another one tomorrow.
        var isRelative = false
        /// As a text it means as much.
        var isName = false

        var days: DaySpan? { span ?? year.flatMap { DaySpan($0, month, day) } }

        var dayOfYear: DayOfYear? {
            guard span == nil, year == nil, let month, DaySpan(2_000, month, day) != nil else { return nil }
            return DayOfYear(month: month, day: day)
        }

        init() {}

        init(_ span: DaySpan, isName: Bool = false) { (self.span, isRelative, self.isName) = (span, true, isName) }
    }

    private var reader: DateReader { DateReader(today: today) }

    mutating func point() -> Point? { attempt { $0.counted() } ?? attempt { $0.numbers() } ?? attempt { $0.named() } }

    private mutating func attempt<Result>(_ read: (inout ChineseDates) -> Result?) -> Result? {
        let before = self
        if let result = read(&self) { return result }
        self = before
        return nil
    }

    // MARK: So many days

    private static let units: KeyValuePairs<String, DateVocabulary.Unit> = [
        "个星期": .week, "个礼拜": .week, "星期": .week, "礼拜": .week, "周": .week, "个月": .month, "天": .day, "日": .day, "年": .year,
    ]

    /// `7天`, `两个月`, `半年`.
    private mutating func amount() -> (number: Int, unit: DateVocabulary.Unit)? {
        if scanner.take("半年") { return (6, .month) }
        if scanner.take("半个月") { return (15, .day) }
        guard let number = scanner.number()?.value, (1...999).contains(number), let unit = scanner.take(Self.units) else { return nil }
        return (number, unit)
    }

    private mutating func counted() -> Point? {
        let isRecent = scanner.take(anyOf: ["最近", "过去", "近"]) != nil
        if isRecent { _ = scanner.take("的") }
        guard let (number, unit) = amount() else { return nil }
        let isWithin = scanner.take(anyOf: ["以内", "之内", "内", "以来", "来", "里"]) != nil
        if isRecent || isWithin { return Point(reader.recent(number, unit)) }
        // So many years ago is a year, of which a month and a day may follow.
        guard unit != .year, ago() else { return nil }
        return Point(reader.span(DateVocabulary.Relative(unit: unit, back: number)))
    }

    private mutating func ago() -> Bool { scanner.take(anyOf: ["以前", "之前", "前"]) != nil }

    // MARK: Of the calendar

    private mutating func numbers() -> Point? {
        _ = attempt { $0.weekday() }
        guard let point = attempt({ $0.digits() }) ?? attempt({ $0.signed() }) else { return nil }
        if point.days.map({ $0.first == $0.last }) ?? (point.day != nil) { _ = attempt { $0.weekday() } }
        return point
    }

    /// `2021/10/13`, `2021-10`.
    private mutating func digits() -> Point? {
        guard let text = scanner.take(while: { $0.isASCII && $0.isNumber || "-/.".contains($0) }), text.contains(where: { "-/.".contains($0) }),
            case .days(let spans)? = DateReader.numeric(text, today: today), spans.count == 1, let first = spans[0].first
        else { return nil }
        var point = Point()
        (point.year, point.month, point.day) = (first.year, first.month, first == spans[0].last ? first.day : nil)
        return point
    }

    private static let years: KeyValuePairs<String, Int> = ["大前年": 3, "前年": 2, "去年": 1, "上一年": 1, "今年": 0, "本年": 0, "这一年": 0]
    private static let weeks: KeyValuePairs<String, Int> = ["上上": 2, "上": 1, "本": 0, "这": 0, "当": 0]

    /// `2021年10月13日`, `去年10月`, `去年的今天`, `10月13日`.
    private mutating func signed() -> Point? {
        var point = Point()
        point.isEvery = scanner.take("每年")
        if !point.isEvery, attempt({ dates in dates.year(&point) ? true : nil }) != nil {
            // 去年的10月
            _ = attempt { dates -> Bool? in
                _ = dates.scanner.take("的")
                return dates.isToday(&point) || dates.month(&point) ? true : nil
            }
            return point
        }
        if attempt({ dates in dates.month(&point) ? true : nil }) != nil { return point }
        if attempt({ dates in dates.relativeMonth(&point) ? true : nil }) != nil {
            _ = attempt { dates in dates.day(&point) ? true : nil }
            return point
        }
        if attempt({ dates in dates.day(&point, isSigned: true) ? true : nil }) != nil { return point }
        guard !point.isEvery, let number = scanner.number(), (1...12).contains(number.value) || DateReader.year(String(number.value)) != nil else { return nil }
        point.bare = number.value
        return point
    }

    private mutating func isToday(_ point: inout Point) -> Bool {
        guard scanner.take(anyOf: ["今天", "今日", "同一天", "这一天", "这天"]) != nil else { return false }
        (point.month, point.day, point.isRelative) = (today.month, today.day, true)
        return true
    }

    private mutating func year(_ point: inout Point) -> Bool {
        if let back = scanner.take(Self.years) {
            (point.year, point.isRelative) = (today.year - back, true)
            return true
        }
        if scanner.take("民国") {
            guard let year = scanner.take("元") ? 1 : scanner.number()?.value, (1...999).contains(year), scanner.take("年") else { return false }
            point.year = 1_911 + year
            return true
        }
        _ = scanner.take("公元")
        guard let number = scanner.number(), scanner.take("年") else { return false }
        if number.text.count <= 3, attempt({ $0.ago() ? true : nil }) != nil {
            (point.year, point.isRelative) = (today.year - number.value, true)
            return number.value > 0
        }
        switch number.text.count {
        case 4: point.year = DateReader.year(String(number.value))
        case 2:
            // Of the hundred years up to this one.
            let year = today.year / 100 * 100 + number.value
            (point.year, point.isShortYear) = (year > today.year ? year - 100 : year, true)
        default: break
        }
        return point.year != nil
    }

    /// `10月`, and a day of it if one follows.
    private mutating func month(_ point: inout Point) -> Bool {
        let number = scanner.take("元") ? 1 : scanner.number()?.value
        guard let number, (1...12).contains(number) else { return false }
        if !scanner.take("月") {
            // 2021年3-5月
            guard point.year != nil else { return false }
            point.bare = number
            return true
        }
        _ = scanner.take("份")
        point.month = number
        _ = attempt { dates -> Bool? in
            _ = dates.scanner.take("的")
            return dates.day(&point) ? true : nil
        }
        return true
    }

    /// `上个月`, `本月`, `三个月前` is an amount.
    private mutating func relativeMonth(_ point: inout Point) -> Bool {
        guard let back = scanner.take(Self.weeks) else { return false }
        _ = scanner.take(anyOf: ["个", "一"])
        guard scanner.take("月"), let month = reader.span(DateVocabulary.Relative(unit: .month, back: back)).first else { return false }
        _ = scanner.take("份")
        (point.year, point.month, point.isRelative) = (month.year, month.month, true)
        return true
    }

    /// `13日`, `13号`; behind a month also `13`.
    private mutating func day(_ point: inout Point, isSigned: Bool = false) -> Bool {
        guard let number = scanner.number()?.value, (1...31).contains(number) else { return false }
        guard scanner.take(anyOf: ["日", "号"]) != nil || !isSigned else { return false }
        point.day = number
        return true
    }

    // MARK: Names

    private static let days: KeyValuePairs<String, Int> = ["大前天": 3, "前天": 2, "前日": 2, "昨天": 1, "昨日": 1, "今天": 0, "今日": 0]

    /// `星期三`, `周三`, `(三)`; 0 is Monday.
    private mutating func weekday() -> Int? {
        let isBracketed = scanner.take("(")
        let hasName = scanner.take(anyOf: ["星期", "礼拜", "周"]) != nil
        guard hasName || isBracketed, let day = dayOfWeek() else { return nil }
        return isBracketed && !scanner.take(")") ? nil : day
    }

    private mutating func dayOfWeek() -> Int? { scanner.take(["一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6]) }

    private mutating func named() -> Point? {
        if let back = scanner.take(Self.days) { return Point(reader.span(DateVocabulary.Relative(unit: .day, back: back))) }
        if scanner.take(anyOf: ["那年今日", "那年今天", "历史上的今天", "往年今日", "往年今天", "往年的今天", "历年今日", "每年今日", "每年今天", "每年的今天"]) != nil {
            var point = Point()
            (point.month, point.day, point.isRelative, point.isEvery) = (today.month, today.day, true, true)
            return point
        }
        if let weekday = attempt({ $0.weekday() }) { return Point(reader.latest(weekday), isName: true) }
        if scanner.take("周末") {
            // The latest that has begun.
            let saturday = reader.latest(5).first ?? today
            return Point(DaySpan(from: saturday, through: saturday.advanced(by: 1)), isName: true)
        }
        guard let back = scanner.take(Self.weeks) else { return nil }
        _ = scanner.take(anyOf: ["个", "一"])
        guard scanner.take(anyOf: ["星期", "礼拜", "周"]) != nil else { return nil }
        if let weekday = dayOfWeek() { return Point(reader.day(weekday, weeksBack: back)) }
        let week = reader.span(DateVocabulary.Relative(unit: .week, back: back))
        guard scanner.take("末"), let monday = week.first else { return Point(week) }
        return Point(DaySpan(from: monday.advanced(by: 5), through: monday.advanced(by: 6)))
    }
}
