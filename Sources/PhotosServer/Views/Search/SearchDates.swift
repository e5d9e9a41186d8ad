import Foundation
import LibraryEngine
import PhotoModel
import Query

/// What a search has to know of dates: which day it is, and of which years there are pictures.
struct SearchDates: Sendable {
    /// A month or day without a year is meant in each of these.
    let years: ClosedRange<Int>
    let today: CivilDate

    init(years: ClosedRange<Int>, today: CivilDate) { (self.years, self.today) = (years, today) }

    /// - Parameter zone: of whoever asks.
    init(_ reader: LibraryReader, now: Date, zone: TimeZone) throws {
        // By the clock at that place, which may be most of a day ahead or behind.
        func year(_ seconds: Double) -> Int { min(max(CivilDate(seconds).year, 1_800), 2_999) }
        let dates = try reader.smartAlbumDates(.userLibrary)
        let first = dates.map { year($0.start - 86_400) } ?? 2_000, last = dates.map { year($0.end + 86_400) } ?? first
        // A camera whose clock stood at zero must not make a month a list of centuries.
        self.init(years: max(first, last - 150)...last, today: CivilDate(now.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: now))))
    }

    /// What was taken on this day of the year before this year, by the clock at that place; a 29th of February in leap years only.
    var earlierYears: Query.Predicate {
        DateMeaning.yearly([DayOfYear(month: today.month, day: today.day)]).condition(in: years.filter { $0 < today.year })
    }
}
