import PhotoModel

/// Reads the dates people type: `2024-05-31`, `2024-05-31T17:04`, `2024-05-31 17:04:05.123Z`, `…+02:00`. Without an offset
/// the time is UTC, as everything the tools print.
enum ISODate {
    /// Seconds since 1 January 2001, 00:00 UTC; nil when the text is no such date.
    static func seconds(_ text: String) -> Double? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2), skip(&rest, "-"),
            let day = number(&rest, 2)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.exists else { return nil }
        var seconds = Double(date.dayNumber) * 86_400
        if rest.isEmpty { return seconds }
        guard skip(&rest, "T") || skip(&rest, " "), let hour = number(&rest, 2), hour < 24,
            skip(&rest, ":"), let minute = number(&rest, 2), minute < 60
        else { return nil }
        seconds += Double(hour * 3600 + minute * 60)
        if skip(&rest, ":") {
            guard let second = number(&rest, 2), second <= 60 else { return nil }
            seconds += Double(second)
            if skip(&rest, ".") {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard !digits.isEmpty, let part = Double("0." + String(decoding: digits, as: UTF8.self)) else { return nil }
                seconds += part
                rest = rest.dropFirst(digits.count)
            }
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        return seconds - Double(offset)
    }

    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if rest.isEmpty || skip(&rest, "Z") { return 0 }
        let sign = skip(&rest, "+") ? 1 : -1
        guard sign == 1 || skip(&rest, "-"), let hours = number(&rest, 2), hours < 24 else { return nil }
        _ = skip(&rest, ":")
        guard let minutes = number(&rest, 2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, _ letter: Character) -> Bool {
        guard let first = rest.first, first == letter.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
        let part = rest.prefix(digits)
        guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
