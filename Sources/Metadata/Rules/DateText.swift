import PhotoModel

/// A date as metadata spell it.
///
/// Reads `2023:11:02 17:04:05` and `2023-11-02T17:04:05.123+01:00`, both with or without seconds, fraction and offset, and a bare day. A date that can't be (month 13, 30 February, hour 24, year 0 or above 9999, zeros or blanks, as cameras
/// with an unset clock write them) is no date at all: clamping it would invent one.
struct DateText: Equatable {
    /// Seconds since 1970-01-01T00:00:00 of the wall clock, with the fraction.
    var localSeconds: Double
    /// Seconds east of UTC; `nil` where not stated.
    var offset: Int?
    /// False for a bare day.
    var hasTime: Bool

    init?(_ text: String) {
        var scanner = Scanner(Array(text.utf8))
        scanner.skipSpaces()
        guard let year = scanner.digits(4), scanner.skip(":-/."), let month = scanner.digits(2), scanner.skip(":-/."), let day = scanner.digits(2),
            let days = Self.daysSince1970(year: year, month: month, day: day)
        else { return nil }
        localSeconds = Double(days * 86_400)
        hasTime = false
        let isMarked = scanner.skip("T")
        if isMarked || scanner.skipSpaces() > 0 && !scanner.isAtEnd {
            guard let time = scanner.time() else { return nil }
            localSeconds += time.seconds
            offset = time.offset
            hasTime = true
        }
        scanner.skipSpaces()
        guard scanner.isAtEnd else { return nil }
    }

    /// IPTC's time apart from its day: `16:04:55-07:00` or `160455-0700`.
    static func time(_ text: String) -> (seconds: Double, offset: Int?)? {
        var scanner = Scanner(Array(text.utf8))
        guard let time = scanner.time(), scanner.isAtEnd else { return nil }
        return time
    }

    /// `+01:00`, `-0730`, `+01` or `Z`, up to 15 hours; EXIF's blanks and anything else are `nil`.
    static func offset(_ text: String) -> Int? {
        var scanner = Scanner(Array(text.utf8))
        scanner.skipSpaces()
        guard let offset = scanner.offset() else { return nil }
        scanner.skipSpaces()
        return scanner.isAtEnd ? offset : nil
    }

    /// EXIF's sub-second text: the digits behind the decimal point.
    static func fraction(_ text: String) -> Double? {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        let rest = text.utf8.dropFirst(digits.count)
        guard !digits.isEmpty, rest.allSatisfy({ $0 == 0x20 || $0 == 0 }) else { return nil }
        return Double("0." + String(decoding: digits.prefix(9), as: UTF8.self))
    }

    /// In the proleptic Gregorian calendar; `nil` for a day that does not exist or a year outside 1...9999.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
        let date = CivilDate(year: year, month: month, day: day)
        return (1...9999).contains(year) && date.exists ? date.daysSince1970 : nil
    }
}

/// Walks over the characters of a date.
private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = Array(bytes.prefix(64)) }

    var isAtEnd: Bool { position == bytes.count }

    @discardableResult
    mutating func skipSpaces() -> Int {
        let start = position
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        return position - start
    }

    /// Skips one of `characters`; false where another stands there.
    mutating func skip(_ characters: StaticString) -> Bool {
        guard position < bytes.count else { return false }
        let byte = bytes[position]
        let found = characters.withUTF8Buffer { $0.contains(byte) }
        if found { position += 1 }
        return found
    }

    mutating func digits(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += count
        return value
    }

    mutating func time() -> (seconds: Double, offset: Int?)? {
        guard let hour = digits(2), hour < 24 else { return nil }
        _ = skip(":")
        guard let minute = digits(2), minute < 60 else { return nil }
        var seconds = Double(hour * 3600 + minute * 60)
        if skip(":") || (position < bytes.count && (0x30...0x39).contains(bytes[position])) {
            guard let second = digits(2), second < 60 else { return nil }
            seconds += Double(second)
            if skip(".,") {
                var text = "0."
                while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
                    text.append(Character(Unicode.Scalar(bytes[position])))
                    position += 1
                }
                guard let fraction = Double(text), text.utf8.count > 2 else { return nil }
                seconds += fraction
            }
        }
        skipSpaces()
        if isAtEnd { return (seconds, nil) }
        guard let offset = offset() else { return nil }
        return (seconds, offset)
    }

    mutating func offset() -> Int? {
        if skip("Zz") { return 0 }
        let isWest = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        guard skip("+-"), let hours = digits(2), hours <= 15 else { return nil }
        _ = skip(":")
        var minutes = 0
        if !isAtEnd, bytes[position] != 0x20 {
            guard let stated = digits(2), stated < 60 else { return nil }
            minutes = stated
        }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
