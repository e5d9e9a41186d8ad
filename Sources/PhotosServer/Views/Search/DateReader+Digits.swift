import PhotoModel

extension DateReader {
    /// `2019`.
    static func year(_ word: String) -> Int? {
        guard word.utf8.count == 4, let year = digits(word), (1_800...2_999).contains(year) else { return nil }
        return year
    }

    static func digits(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// `13`, `13th`, `13.`.
    static func day(_ word: String) -> Int? {
        let ending = word.drop { $0.isASCII && $0.isNumber }
        guard word.count - ending.count <= 2, ["", "st", "nd", "rd", "th", "."].contains(ending) else { return nil }
        return digits(word.prefix(word.count - ending.count)).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    /// `2021-10-13`, `2021/10`, `14.10.2021`, `14.10.21`, `14.10.`, `10/14/2021`, `10/2021`, `10/14`, `20211013`.
    static func numeric(_ word: String, today: CivilDate) -> DateMeaning? {
        guard let sign = word.first(where: { "-/.".contains($0) }) else {
            guard word.utf8.count == 8, let number = digits(word) else { return nil }
            return DaySpan(number / 10_000, number / 100 % 100, number % 100).map { .days([$0]) }
        }
        let parts = word.split(separator: sign, omittingEmptySubsequences: false)
        if sign == ".", parts.count == 3, parts[2].isEmpty, let day = digits(parts[0]), let month = digits(parts[1]), DaySpan(2_000, month, day) != nil {
            return .yearly([DayOfYear(month: month, day: day)])
        }
        let numbers = parts.map { $0.count <= 4 ? digits($0) : nil }
        guard (2...3).contains(parts.count), !numbers.contains(nil), parts.filter({ $0.count > 2 }).count <= 1 else { return nil }
        let values = numbers.compactMap { $0 }
        if parts[0].count == 4 { return DaySpan(values[0], values[1], values.count == 3 ? values[2] : nil).map { .days([$0]) } }
        if values.count == 2, parts[1].count == 4 { return DaySpan(values[1], values[0]).map { .days([$0]) } }
        if values.count == 2 { return sign == "/" ? yearly(values[0], values[1]) : nil }
        guard parts[2].count == 4 || parts[2].count == 2 && sign != "-" else { return nil }
        // Two digits are of the hundred years up to this one.
        let century = today.year / 100 * 100 + values[2]
        let year = parts[2].count == 4 ? values[2] : century > today.year ? century - 100 : century
        // With points the day is first; with strokes it is so for some, and for others the month is.
        var spans = [DaySpan(year, values[1], values[0])]
        if sign != ".", values[0] != values[1] { spans.append(DaySpan(year, values[0], values[1])) }
        let known = spans.compactMap { $0 }
        return known.isEmpty ? nil : .days(known)
    }

    /// `10/13`: the day is first for some, and the month for others.
    private static func yearly(_ one: Int, _ other: Int) -> DateMeaning? {
        var days = [DayOfYear(month: other, day: one)]
        if one != other { days.append(DayOfYear(month: one, day: other)) }
        days.removeAll { DaySpan(2_000, $0.month, $0.day) == nil }
        return days.isEmpty ? nil : .yearly(days)
    }
}
