import Foundation

/// Dates and zones as people and programs state them.
package enum StatedTime {
    /// Seconds since 2001, and seconds east of UTC; no offset for `Z`, which says when but not where.
    package struct Moment: Sendable, Equatable {
        package var seconds: Double
        package var offset: Int?
    }

    /// `2023-11-02T17:04:05.5+01:00`, or the same with `Z`; `nil` for anything else, and for days that no calendar has.
    package static func moment(_ text: String) -> Moment? {
        let pattern = /(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})/
        guard let match = text.wholeMatch(of: pattern), let whole = seconds("\(match.1)T\(match.2)Z") else { return nil }
        let fraction = match.3.flatMap { Double("0\($0)") } ?? 0
        guard match.4 != "Z" else { return Moment(seconds: whole + fraction) }
        let parts = match.4.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, parts[0] <= 18, parts[1] < 60 else { return nil }
        let offset = (parts[0] * 3_600 + parts[1] * 60) * (match.4.hasPrefix("-") ? -1 : 1)
        return Moment(seconds: whole - Double(offset) + fraction, offset: offset)
    }

    /// The formatter takes 31 February for 3 March; what it writes back shows that.
    private static func seconds(_ text: String) -> Double? {
        guard let date = ISO8601DateFormatter().date(from: text) else { return nil }
        let seconds = date.timeIntervalSinceReferenceDate
        return Timestamp.utc(seconds) == text.dropLast() + ".000Z" ? seconds : nil
    }

    /// `Europe/Berlin`, whose offset depends on the day, or `+02:00`; `nil` for anything else.
    package static func zone(_ text: String) -> TimeZone? {
        if let match = text.wholeMatch(of: /([+-])(\d{2}):(\d{2})/), let hours = Int(match.2), let minutes = Int(match.3) {
            guard hours <= 18, minutes < 60 else { return nil }
            return TimeZone(secondsFromGMT: (hours * 3_600 + minutes * 60) * (match.1 == "-" ? -1 : 1))
        }
        // Foundation also takes such texts as "GMT+1"; only the names of places, and UTC, have one meaning.
        guard text.contains("/") || text == "UTC" else { return nil }
        return TimeZone(identifier: text)
    }
}
