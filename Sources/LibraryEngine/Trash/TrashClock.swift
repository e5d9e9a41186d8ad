import PhotoModel

/// When Recently Deleted was looked at, by which the time in it is counted.
///
/// The dates alone are not believed: a clock may be years ahead, or behind when something is deleted, and a backup brings back what was a long time
/// ago. What counts is the time that has passed from look to look, of which none can have missed much.
struct TrashClock: Equatable {
    static let day: Double = 86_400
    /// Between two looks no more than this counts, however far the clock went.
    static let longestGap = 7 * day
    /// A week over the time that was promised, which is what one leap of the clock can add.
    static let needed = PhotoLibrary.trashPeriod + longestGap

    /// Ascending, at least a day apart. Seconds since 2001-01-01T00:00:00Z.
    private(set) var dates: [Double] = []
    /// The newest change at the last look.
    private(set) var position = ChangePosition.start

    init() {}

    /// `nil` for anything but `text` of looks.
    init?(text: String) {
        let words = text.split(separator: " ")
        guard let first = words.first, let position = Int64(first), position >= 0 else { return nil }
        let dates = words.dropFirst().compactMap { Double($0) }
        guard dates.count == words.count - 1, dates.allSatisfy(\.isFinite), dates == dates.sorted() else { return nil }
        (self.dates, self.position) = (dates, ChangePosition(rawValue: position))
    }

    var text: String { ([String(position.rawValue)] + dates.map { String($0) }).joined(separator: " ") }

    /// Looks from the future were made while the clock was wrong.
    mutating func forget(after now: Double) { dates.removeAll { $0 > now } }

    /// Once a day is enough.
    func isDue(at now: Double) -> Bool { dates.last.map { now - $0 >= Self.day } ?? true }

    /// What was there already at this date, and by its own date as well, has been there for its time; `nil` where nothing can have been.
    var deadline: Double? {
        guard let first = firstThatCounts, let last = dates.last else { return nil }
        return min(dates[first], last - PhotoLibrary.trashPeriod)
    }

    /// The newest look that lies far enough back.
    private var firstThatCounts: Int? {
        var time = 0.0
        for index in dates.indices.dropLast().reversed() {
            time += min(dates[index + 1] - dates[index], Self.longestGap)
            if time >= Self.needed { return index }
        }
        return nil
    }

    mutating func add(_ now: Double, at position: ChangePosition) {
        if let first = firstThatCounts { dates.removeFirst(first) }
        dates.append(now)
        self.position = position
    }
}
