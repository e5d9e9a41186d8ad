import Descriptions
import PhotoModel
import Query

/// Days without a gap; open where one end is missing.
struct DaySpan: Sendable, Hashable {
    var first: CivilDate?
    var last: CivilDate?

    /// A year, a month or a day; `nil` where the calendar has no such one.
    init?(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) {
        guard (1_800...2_999).contains(year), (1...12).contains(month ?? 1) else { return nil }
        let first = CivilDate(year: year, month: month ?? 1, day: day ?? 1)
        let last = CivilDate(year: year, month: month ?? 12, day: day ?? CivilDate.days(in: month ?? 12, year))
        guard first.day >= 1, last.day <= CivilDate.days(in: last.month, year) else { return nil }
        (self.first, self.last) = (first, last)
    }

    init(from first: CivilDate?, through last: CivilDate?) { (self.first, self.last) = (first, last) }

    var condition: Query.Predicate {
        let bounds = [first.map { Self.compare(.greaterOrEqual, $0) }, last.map { Self.compare(.less, $0.advanced(by: 1)) }].compactMap { $0 }
        return bounds.count == 1 ? bounds[0] : .and(bounds)
    }

    /// As text, which a person can read in the answer.
    private static func compare(_ relation: Relation, _ day: CivilDate) -> Query.Predicate {
        .comparison(Comparison(.key(KeyReference("localCreationDate")), relation, .value(.string(day.text))))
    }
}

/// A day of every year, or a whole month.
struct DayOfYear: Sendable, Hashable {
    var month: Int
    var day: Int?
}

/// When something was taken, as words say it: by the clock at that place.
enum DateMeaning: Sendable, Hashable {
    /// One of these: `10/11/2021` is a day in October to some and one in November to others.
    case days([DaySpan])
    /// One of these, every year: `10/11` has two readings as well.
    case yearly([DayOfYear])
    /// From one through another, every year; into the next one where that comes before.
    case yearlyStretch(DayOfYear, DayOfYear)

    /// - Parameter years: those in which a month or day of every year is looked for.
    func condition(in years: some Sequence<Int>) -> Query.Predicate {
        let spans =
            switch self {
            case .days(let spans): spans
            case .yearly(let days): days.flatMap { day in years.compactMap { DaySpan($0, day.month, day.day) } }
            case .yearlyStretch(let first, let last): Self.stretches(from: first, through: last, in: years)
            }
        let conditions = spans.map(\.condition)
        return conditions.isEmpty ? .constant(false) : conditions.count == 1 ? conditions[0] : .or(conditions)
    }

    private static func stretches(from first: DayOfYear, through last: DayOfYear, in years: some Sequence<Int>) -> [DaySpan] {
        // The 29th of February is the month's end in other years.
        func span(_ year: Int, _ day: DayOfYear) -> DaySpan? { DaySpan(year, day.month, day.day) ?? DaySpan(year, day.month) }
        let isIntoNext = (last.month, last.day ?? 31) < (first.month, first.day ?? 1)
        let years = Set(years), begun = isIntoNext ? years.union(years.map { $0 - 1 }) : years
        return begun.sorted().compactMap { year in
            guard let start = span(year, first)?.first, let end = span(year + (isIntoNext ? 1 : 0), last)?.last else { return nil }
            return DaySpan(from: start, through: end)
        }
    }
}
