/// A day of the Gregorian calendar, reckoned backwards as well, by arithmetic: no calendar object per date.
package struct CivilDate: Sendable, Hashable, Comparable {
    package var year: Int
    /// From 1.
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

    /// The day of a moment in seconds since 2001-01-01T00:00 of the place itself.
    /// What lies millions of years away counts as the last day that can be told.
    package init(_ seconds: Double) {
        let days = (seconds / 86_400).rounded(.down)
        self.init(dayNumber: days.isNaN ? 0 : Int(min(max(days, -1e9), 1e9)))
    }

    /// - Parameter number: days since 2001-01-01.
    package init(dayNumber number: Int) {
        // Years begin in March, so that the day which leap years add is the last one; 400 years have 146,097 days.
        let shifted = number + Self.daysToMarchOfYear0
        let era = shifted.dividedDown(by: 146_097), dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
        month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    package init(daysSince1970 days: Int) { self.init(dayNumber: days - Self.daysFrom1970To2001) }

    /// Days since 2001-01-01, which was a Monday.
    package var dayNumber: Int { Self.day(ofMonth: (year - 2_001) * 12 + month - 1) + day - 1 }
    package var daysSince1970: Int { dayNumber + Self.daysFrom1970To2001 }

    /// Whether the calendar has it.
    package var exists: Bool { (1...12).contains(month) && (1...Self.days(in: month, year)).contains(day) }

    package static func days(in month: Int, _ year: Int) -> Int {
        let number = (year - 2_001) * 12 + month - 1
        return self.day(ofMonth: number + 1) - self.day(ofMonth: number)
    }

    package func advanced(by days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

    package var daysSinceMonday: Int { dayNumber - dayNumber.dividedDown(by: 7) * 7 }

    package static func < (a: CivilDate, b: CivilDate) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }

    /// Months since January 2001 of a day counted from 2001-01-01.
    package static func month(ofDay day: Int) -> Int {
        let date = CivilDate(dayNumber: day)
        return (date.year - 2_001) * 12 + date.month - 1
    }

    /// The first day of a month counted from January 2001, as a day counted from 2001-01-01.
    package static func day(ofMonth month: Int) -> Int {
        let fromMarch = month + 2_001 * 12 - 2
        let year = fromMarch.dividedDown(by: 12), monthFromMarch = fromMarch - year * 12
        let era = year.dividedDown(by: 400), yearOfEra = year - era * 400
        let dayOfYear = (153 * monthFromMarch + 2) / 5
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysToMarchOfYear0
    }

    /// From 1 March of the year 0 to 1 January 2001.
    private static let daysToMarchOfYear0 = 730_791
    private static let daysFrom1970To2001 = 11_323
}

/// By what a timeline is divided.
package enum BucketUnit: Sendable, Hashable, CaseIterable { case day, month, year }

extension Int {
    /// The quotient rounded towards minus infinity.
    package func dividedDown(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
