import PhotoModel
import Support

/// What a wall clock and the calendar beside it show.
struct WallClock: Sendable, Equatable {
    var day: CivilDate
    /// Seconds since midnight.
    var seconds: Double

    /// - Parameter days: since 1970-01-01.
    init(days: Int, seconds: Double) { (day, self.seconds) = (CivilDate(daysSince1970: days), seconds) }

    private static func two(_ number: Int) -> String { number.padded(to: 2) }

    private var clock: String {
        let whole = Int(seconds)
        return "\(Self.two(whole / 3600)):\(Self.two(whole / 60 % 60)):\(Self.two(whole % 60))"
    }

    /// `2023:11:02 17:04:05`
    var exif: String { "\(day.year):\(Self.two(day.month)):\(Self.two(day.day)) \(clock)" }
    /// Milliseconds, three digits.
    var fraction: String {
        let milliseconds = Int((seconds - seconds.rounded(.down)) * 1000)
        return milliseconds.padded(to: 3)
    }
    /// `2023-11-02T17:04:05`
    var iso: String { "\(day.year)-\(Self.two(day.month))-\(Self.two(day.day))T\(clock)" }

    /// Minutes east of UTC as `+02:00`, or `+0200` without a separator.
    static func offset(_ minutes: Int, separator: String = ":") -> String {
        "\(minutes < 0 ? "-" : "+")\(two(abs(minutes) / 60))\(separator)\(two(abs(minutes) % 60))"
    }
}
