import Foundation

/// A time zone's offsets for dates that come in ascending order: the zone's rules are asked a few times a year, not once for every asset.
struct ZoneOffsets {
    private let zone: TimeZone
    private var offset = 0
    private var until = -Double.infinity

    init(_ zone: TimeZone) { self.zone = zone }

    /// - Parameter date: seconds since 2001-01-01T00:00:00Z.
    mutating func seconds(at date: Double) -> Int {
        guard date >= until else { return offset }
        let now = Date(timeIntervalSinceReferenceDate: date)
        offset = zone.secondsFromGMT(for: now)
        let next = zone.nextDaylightSavingTimeTransition(after: now)?.timeIntervalSinceReferenceDate ?? .infinity
        until = next > date ? min(next, date + 90 * 86_400) : date.nextUp
        return offset
    }
}
