import Support

/// Numbers for people.
enum Quantity {
    /// `12,345`, as the user's language groups them.
    static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var result = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index) % 3 == 0 { result += ToolLanguage.current.grouping }
            result.append(digit)
        }
        return result
    }

    /// `3.8 MB`; units of 1,000, as file managers and disk makers count.
    static func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return counted(Int(count), "byte") }
        var value = Double(count)
        var unit = -1
        // 999.95 would be rounded to 1000.0 of the smaller unit.
        while value >= 999.95 && unit < 4 {
            value /= 1000
            unit += 1
        }
        return decimal(value, 1).replacing(".", with: ToolLanguage.current.decimalPoint) + " " + ["kB", "MB", "GB", "TB", "PB"][unit]
    }

    /// `0:42`, `12:05`, `3:00:59`.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 360_000 else { return "–:––" }
        let whole = Int(max(0, seconds).rounded())
        let rest = (whole % 60).padded(to: 2)
        return whole < 3600 ? "\(whole / 60):\(rest)" : "\(whole / 3600):\((whole / 60 % 60).padded(to: 2)):\(rest)"
    }

    /// Rounded to a fixed number of digits after the point.
    static func decimal(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return "–" }
        var factor = 1
        for _ in 0..<digits { factor *= 10 }
        let scaled = (value.magnitude * Double(factor)).rounded()
        guard let whole = Int(exactly: scaled) else { return String(value) }
        let sign = value < 0 && whole != 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        return sign + String(whole / factor) + "." + (whole % factor).padded(to: digits)
    }

    /// `1 photo`, `2 photos`; in the user's language.
    static func counted(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        ToolLanguage.current.counted(number, singular, plural ?? singular + "s")
    }
}
