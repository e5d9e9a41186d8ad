/// A day of the Gregorian calendar, by arithmetic: no calendar object per date.
package struct CivilDate: Sendable, Hashable, Comparable {
    package var year: Int
    /// From 1.
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

    /// The day of a moment in seconds since 2001-01-01T00:00 of the place itself. What lies millions of years away counts as the last day that can be told.
    package init(_ seconds: Double) {
        let days = (seconds / 86_400).rounded(.down)
        // From 0000-03-01, so that leap days end a year; 400 years have 146,097 days.
        let shifted = Int(days.isNaN ? 0 : min(max(days, -1e9), 1e9)) + 730_791
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * ofYear + 2) / 153
        day = ofYear - (153 * fromMarch + 2) / 5 + 1
        month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    package static func < (a: CivilDate, b: CivilDate) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }
}
