import Foundation
import PhotoModel
import Support

/// `catalog-2026-11-23T0640Z.sqlite`: what a snapshot is called, by the minute (UTC) it was taken; a second one of that minute has `-2` behind it.
struct SnapshotName: Equatable, Comparable {
    var date: Date
    var number = 1

    /// Seconds are left out.
    init(date: Date, number: Int = 1) {
        let seconds = (date.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60
        (self.date, self.number) = (Date(timeIntervalSinceReferenceDate: seconds), number)
    }

    /// `nil` for what is no snapshot's name.
    init?(_ text: String) {
        guard text.hasPrefix("catalog-"), text.hasSuffix(".sqlite") else { return nil }
        let words = text.utf8.dropFirst(8).dropLast(7).split(omittingEmptySubsequences: false) { "-TZ".utf8.contains($0) }
        guard words.count == 5 || words.count == 6, words.allSatisfy({ $0.allSatisfy(Self.isDigit) }), words.prefix(4).map({ $0.count }) == [4, 2, 2, 4] else { return nil }
        let numbers = words.map { Int(Substring($0)) ?? 0 }
        let day = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]).dayNumber, minute = numbers[3] / 100 * 60 + numbers[3] % 100
        let date = Date(timeIntervalSinceReferenceDate: Double(day * 1_440 + minute) * 60)
        self.init(date: date, number: max(1, numbers.dropFirst(5).first ?? 1))
        // The 31st of February has no snapshots, and there is one way of writing a name.
        guard self.text == text else { return nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    var text: String { "catalog-\(Self.stamp(date))\(number > 1 ? "-\(number)" : "").sqlite" }

    /// `2026-11-23T0640Z`, as names of files may have it everywhere.
    static func stamp(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate, day = CivilDate(seconds)
        let minutes = (seconds / 60).rounded(.down), minute = Int(exactly: minutes - (minutes / 1_440).rounded(.down) * 1_440) ?? 0
        let time = (minute / 60).padded(to: 2) + (minute % 60).padded(to: 2)
        return "\(day.year.padded(to: 4))-\(day.month.padded(to: 2))-\(day.day.padded(to: 2))T\(time)Z"
    }

    static func < (a: SnapshotName, b: SnapshotName) -> Bool { (a.date, a.number) < (b.date, b.number) }
}
