import Foundation
import PhotoModel
import Support

/// Dates as text. Input is seconds since 2001-01-01T00:00:00Z, as the catalogue keeps them.
package enum Timestamp {
    package static let secondsFrom1970To2001 = 978_307_200.0

    /// `2023-11-02T17:04:05.123Z`, rounded to the nearest millisecond.
    package static func utc(_ seconds: Double) -> String {
        guard let moment = Moment(seconds + secondsFrom1970To2001) else { return "invalid" }
        return "\(moment.day)T\(moment.time).\(moment.millisecond.padded(to: 3))Z"
    }

    /// `2023-11-02 18:04:05`, the wall clock where the picture was taken; UTC with a `Z` where nobody said where that was.
    package static func wallClock(_ seconds: Double, offset: Int?) -> String {
        // Cut, not rounded: a clock that shows 18:04:05 shows it until the next second begins.
        guard let moment = Moment((seconds + secondsFrom1970To2001 + Double(offset ?? 0)).rounded(.down)) else { return "invalid" }
        return "\(moment.day) \(moment.time)" + (offset == nil ? "Z" : "")
    }

    /// The wall clock where a picture was taken; this machine's where nobody said where that was, by which such a camera's date was read.
    package static func taken(_ seconds: Double, offset: Int?, timeZone: TimeZone = .current) -> String {
        guard seconds.isFinite else { return "invalid" }
        return wallClock(seconds, offset: offset ?? timeZone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
    }

    /// `+01:00`.
    package static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + ":" + (minutes % 60).padded(to: 2)
    }

    /// A moment of the proleptic Gregorian calendar, split into what is written.
    private struct Moment {
        let day: String
        let time: String
        let millisecond: Int

        /// `nil` for what is no number or lies further away than any calendar is used for.
        init?(_ since1970: Double) {
            guard since1970.isFinite, abs(since1970) < 1e13 else { return nil }
            let milliseconds = Int((since1970 * 1000).rounded())
            let seconds = milliseconds.dividedDown(by: 1000)
            millisecond = milliseconds - seconds * 1000
            let days = seconds.dividedDown(by: 86_400)
            let second = seconds - days * 86_400
            time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }.joined(separator: ":")
            day = CivilDate(daysSince1970: days).text
        }
    }
}

extension CivilDate {
    /// `2021-10-13`; years before 0 and after 9999 with a sign, as ISO 8601 writes them.
    package var text: String { "\(year > 9_999 ? "+" : "")\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
}
