/// Days and months of the Gregorian calendar, reckoned backwards as well, as plain numbers.
enum CivilDate {
    /// Months since January 2001 of a day counted from 2001-01-01.
    static func month(ofDay day: Int) -> Int {
        // Years begin in March, so that the day which leap years add is the last one.
        let shifted = day + daysToMarchOfYear0
        let era = shifted.dividedDown(by: 146_097), dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        return (era * 400 + yearOfEra) * 12 + monthFromMarch + 2 - 2_001 * 12
    }

    /// The first day of a month counted from January 2001, as a day counted from 2001-01-01.
    static func day(ofMonth month: Int) -> Int {
        let fromMarch = month + 2_001 * 12 - 2
        let year = fromMarch.dividedDown(by: 12), monthFromMarch = fromMarch - year * 12
        let era = year.dividedDown(by: 400), yearOfEra = year - era * 400
        let dayOfYear = (153 * monthFromMarch + 2) / 5
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysToMarchOfYear0
    }

    /// From 1 March of the year 0 to 1 January 2001.
    private static let daysToMarchOfYear0 = 730_791
}

extension Int {
    /// The quotient rounded towards minus infinity.
    func dividedDown(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
