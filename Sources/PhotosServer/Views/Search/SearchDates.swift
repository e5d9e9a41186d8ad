import Catalog
import Foundation
import Query

/// When something was taken, as words say it: a year, a month, a day. The days are those of the zone in which the timeline is shown.
struct SearchDates: Sendable {
    /// A word for a month means it in each of these years.
    let years: ClosedRange<Int>
    let zone: TimeZone
    private let calendar: Calendar

    init(years: ClosedRange<Int>, zone: TimeZone) {
        (self.years, self.zone) = (years, zone)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    /// The years that the library has pictures of.
    init(_ reader: CatalogReader, zone: TimeZone) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        func year(_ seconds: Double) -> Int { min(max(calendar.component(.year, from: Date(timeIntervalSinceReferenceDate: seconds)), 1), 9_999) }
        let dates = try reader.smartAlbumDates(subtype: 209)
        let first = dates.map { year($0.start) } ?? 2_000, last = dates.map { year($0.end) } ?? first
        // A camera whose clock stood at zero must not make a month a list of centuries.
        self.init(years: max(first, last - 150)...last, zone: zone)
    }

    // MARK: Words

    /// Whatever a word means as a date; empty for one that means none.
    /// - Parameter named: years that other words name: a month is meant in those.
    func conditions(_ word: String, years named: [Int]) -> [Query.Predicate] {
        if let year = Self.year(word) { return [within(year)] }
        if let month = Self.month(word) {
            let meant = named.isEmpty ? Array(years) : named
            return meant.map { within($0, month) }
        }
        guard let (year, month, day) = Self.day(word) else { return [] }
        return [within(year, month, day)]
    }

    func before(year: Int) -> Query.Predicate { compare(.less, start(year, 1, 1)) }
    func after(year: Int) -> Query.Predicate { compare(.greaterOrEqual, start(year + 1, 1, 1)) }

    /// `2019`, `2019年`.
    static func year(_ word: String) -> Int? {
        let digits = word.hasSuffix("年") ? word.dropLast() : word[...]
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let year = Int(digits) else { return nil }
        return (1_800...2_999).contains(year) ? year : nil
    }

    /// Whether a word is a year or a day in digits, which means nothing else.
    static func isNumeric(_ word: String) -> Bool { year(word) != nil || day(word) != nil }

    private static func month(_ word: String) -> Int? {
        if word.hasSuffix("月") {
            let name = String(word.dropLast())
            return (Int(name) ?? chineseMonths.firstIndex(of: name).map { $0 + 1 }).flatMap { (1...12).contains($0) ? $0 : nil }
        }
        let word = TextFolding.fold(word, [.caseInsensitive, .diacriticInsensitive])
        guard word.utf8.count >= 3 else { return nil }
        // May is whole at three letters; “mar” may be the beginning of a name, and then its texts are found as well.
        return months.firstIndex { $0 == word || ($0.prefix(3) == word) || (word == "sept" && $0 == "september") }.map { $0 + 1 }
    }

    /// `2019-06`, `2019-06-12`, `2019年6月`, `2019年6月12日`.
    private static func day(_ word: String) -> (Int, Int, Int?)? {
        let marks: Set<Character> = ["-", "/", ".", "年", "月", "日"]
        let parts = word.split(omittingEmptySubsequences: true, whereSeparator: marks.contains)
        guard (2...3).contains(parts.count), let year = Self.year(String(parts[0])), parts.dropFirst().allSatisfy({ $0.count <= 2 }),
              let month = Int(parts[1]), (1...12).contains(month) else { return nil }
        guard parts.count == 3 else { return (year, month, nil) }
        guard let day = Int(parts[2]), (1...31).contains(day) else { return nil }
        return (year, month, day)
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
    private static let chineseMonths = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]

    // MARK: Intervals

    private func within(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) -> Query.Predicate {
        let next = switch (month, day) {
        case (let month?, let day?): start(year, month, day + 1)
        case (let month?, nil): start(year, month + 1, 1)
        default: start(year + 1, 1, 1)
        }
        return .and([compare(.greaterOrEqual, start(year, month ?? 1, day ?? 1)), compare(.less, next)])
    }

    private func start(_ year: Int, _ month: Int, _ day: Int) -> Date? { calendar.date(from: DateComponents(year: year, month: month, day: day)) }

    /// As text, which a person can read in the answer.
    private func compare(_ relation: Relation, _ date: Date?) -> Query.Predicate {
        guard let date else { return .constant(false) }
        let text = Timestamp.utc(date.timeIntervalSinceReferenceDate)
        return .comparison(Comparison(.key(KeyReference("creationDate")), relation, .value(.string(text))))
    }
}
