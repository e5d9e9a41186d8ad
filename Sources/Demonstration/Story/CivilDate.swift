import Support

/// A wall clock's date, without a calendar library: the demonstration is the same on every machine.
struct CivilDate: Sendable, Equatable {
    var year: Int, month: Int, day: Int
    /// Seconds since midnight.
    var seconds: Double

    /// - Parameter days: since 1970-01-01.
    init(days: Int, seconds: Double) {
        // The calendar repeats every 400 years; a year that begins in March has its leap day last.
        let z = days + 719_468, era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        self.seconds = seconds
    }

    /// Days from 1970-01-01 to a date.
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year, era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func two(_ number: Int) -> String { number.padded(to: 2) }

    private var clock: String {
        let whole = Int(seconds)
        return "\(Self.two(whole / 3600)):\(Self.two(whole / 60 % 60)):\(Self.two(whole % 60))"
    }

    /// `2023:11:02 17:04:05`
    var exif: String { "\(year):\(Self.two(month)):\(Self.two(day)) \(clock)" }
    /// Milliseconds, three digits.
    var fraction: String {
        let milliseconds = Int((seconds - seconds.rounded(.down)) * 1000)
        return milliseconds.padded(to: 3)
    }
    /// `2023-11-02T17:04:05`
    var iso: String { "\(year)-\(Self.two(month))-\(Self.two(day))T\(clock)" }

    /// Minutes east of UTC as `+02:00`, or `+0200` without a separator.
    static func offset(_ minutes: Int, separator: String = ":") -> String {
        "\(minutes < 0 ? "-" : "+")\(two(abs(minutes) / 60))\(separator)\(two(abs(minutes) % 60))"
    }
}
