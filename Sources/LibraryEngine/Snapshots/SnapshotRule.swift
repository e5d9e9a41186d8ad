import Foundation

/// Which snapshots are kept: the newest two, and the newest of each of the last days and of each of the last weeks that have one. A library that nobody opened for a year
/// keeps what it had.
enum SnapshotRule {
    /// Of whatever day: should one rot, the other is not much older.
    static let newest = 2
    static let days = 7
    static let weeks = 4
    /// Seconds from one snapshot to the next that is taken by itself.
    static let interval: TimeInterval = 86_400
    private static let dayLength: TimeInterval = 86_400
    /// 2001-01-01, where the reference date lies, was a Monday.
    private static let weekLength = 7 * dayLength

    /// - Parameter newestFirst: in the order of their dates.
    static func kept(_ newestFirst: [SnapshotName]) -> [SnapshotName] {
        var (days, weeks): (Set<Double>, Set<Double>) = ([], [])
        return newestFirst.enumerated().filter { index, name in
            let time = name.date.timeIntervalSinceReferenceDate
            let isDay = days.count < Self.days && days.insert((time / dayLength).rounded(.down)).inserted
            let isWeek = weeks.count < Self.weeks && weeks.insert((time / weekLength).rounded(.down)).inserted
            return index < newest || isDay || isWeek
        }.map(\.element)
    }

    /// Whether it is time for the next one. A snapshot from the future was taken while the clock was wrong, and does not count.
    static func isDue(at now: Date, _ newestFirst: [SnapshotName]) -> Bool {
        guard let newest = newestFirst.first(where: { $0.date <= now }) else { return true }
        return now.timeIntervalSince(newest.date) >= interval
    }
}
