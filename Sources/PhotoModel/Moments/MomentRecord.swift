/// A stretch of the library in the order of creation date and then row id, both ends included. Dates are seconds since 2001-01-01T00:00:00Z.
package struct MomentRange: Sendable, Hashable {
    package var start: Double
    package var firstID: Int64
    package var end: Double
    package var lastID: Int64

    package init(start: Double, firstID: Int64, end: Double, lastID: Int64) {
        (self.start, self.firstID, self.end, self.lastID) = (start, firstID, end, lastID)
    }

    package func contains(_ date: Double, _ id: Int64) -> Bool { (start, firstID) <= (date, id) && (date, id) <= (end, lastID) }
}

/// Assets that follow each other closely, on one day and at one place.
package struct MomentRecord: Sendable, Hashable {
    /// The lowest row id in it, which nothing that is added later can take from it.
    package var identity: Int64
    package var range: MomentRange
    package var count: Int
    /// Seconds from GMT where its first asset was taken.
    package var offset: Int
    /// Degrees; the middle of the assets that have a place, `nil` where none has.
    package var center: (latitude: Double, longitude: Double)? {
        latitude == .infinity ? nil : (latitude, longitude)
    }

    // Infinite rather than optional, as there may be a hundred thousand moments; and not NaN, which equals nothing.
    package var latitude = Double.infinity
    package var longitude = Double.infinity

    package init(identity: Int64, range: MomentRange, count: Int, offset: Int) {
        (self.identity, self.range, self.count, self.offset) = (identity, range, count, offset)
    }

    /// The day on which it began, where it began.
    package var day: CivilDate { CivilDate(range.start + Double(offset)) }
}

/// Moments that belong together: a journey, or a year.
package struct MomentListRecord: Sendable, Hashable {
    package enum Kind: Int, Sendable { case cluster = 1, year = 2 }

    package var kind: Kind
    /// The lowest row id in a cluster; the number of a year.
    package var identity: Int64
    /// Which moments of the index.
    package var moments: Range<Int>
    package var startDate: Double
    package var endDate: Double
    /// The days on which the first moment began and the last one ended.
    package var firstDay: CivilDate
    package var lastDay: CivilDate

    package init(
        kind: Kind, identity: Int64, moments: Range<Int>, startDate: Double, endDate: Double, firstDay: CivilDate, lastDay: CivilDate
    ) {
        (self.kind, self.identity, self.moments) = (kind, identity, moments)
        (self.startDate, self.endDate, self.firstDay, self.lastDay) = (startDate, endDate, firstDay, lastDay)
    }
}
