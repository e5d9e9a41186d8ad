import Foundation

/// By what a timeline is divided.
package enum BucketUnit: Sendable, Hashable, CaseIterable { case day, month, year }

/// A day, month or year of a timeline that has assets.
package struct DateBucket: Sendable, Hashable {
    /// Its first instant, in seconds since 2001.
    package var start: Double
    package var count: Int

    package init(start: Double, count: Int) { (self.start, self.count) = (start, count) }
}

/// Counts dates by day, month or year of a local time.
package struct DateBuckets {
    private let unit: BucketUnit
    private let time: LocalTime
    /// Number of the bucket and how many dates it has; a clock set back over midnight brings a number up twice.
    private var runs: [(number: Int, count: Int)] = []
    private var isOrdered = true

    package init(_ unit: BucketUnit, _ time: LocalTime) { (self.unit, self.time) = (unit, time) }

    /// The bucket of a date, and from which date on another one may begin.
    func bucket(at date: Double) -> (number: Int, end: Double) {
        // A row that is being written may hold anything, also not-a-number.
        let date = date >= -LocalTime.limit ? min(date, LocalTime.limit) : -LocalTime.limit
        let span = time.spans[time.index(at: date)]
        let day = Int(((date + span.offset) / 86_400).rounded(.down))
        let nextDay: Int, number: Int
        switch unit {
        case .day: (number, nextDay) = (day, day + 1)
        case .month:
            number = CivilDate.month(ofDay: day)
            nextDay = CivilDate.day(ofMonth: number + 1)
        case .year:
            number = CivilDate.month(ofDay: day).dividedDown(by: 12)
            nextDay = CivilDate.day(ofMonth: number * 12 + 12)
        }
        return (number, min(Double(nextDay) * 86_400 - span.offset, span.end))
    }

    package mutating func add(_ date: Double) { add(bucket(at: date).number, 1) }

    mutating func add(_ number: Int, _ count: Int) {
        guard count > 0 else { return }
        guard let last = runs.last else { return runs.append((number, count)) }
        if last.number == number {
            runs[runs.count - 1].count += count
        } else {
            isOrdered = isOrdered && last.number < number
            runs.append((number, count))
        }
    }

    /// Adds what another one has counted by the same unit and time.
    mutating func merge(_ other: DateBuckets) {
        guard isOrdered, other.isOrdered else {
            runs += other.runs
            isOrdered = false
            return
        }
        let (mine, others) = (runs, other.runs)
        (runs, isOrdered) = ([], true)
        runs.reserveCapacity(mine.count + others.count)
        var next = 0
        for run in mine {
            while next < others.count, others[next].number <= run.number {
                add(others[next].number, others[next].count)
                next += 1
            }
            add(run.number, run.count)
        }
        for run in others[next...] { add(run.number, run.count) }
    }

    /// Ascending by start, without empty ones.
    package func buckets() -> [DateBucket] {
        var ordered = runs
        if !isOrdered {
            ordered = []
            for run in runs.sorted(by: { $0.number < $1.number }) {
                if ordered.last?.number == run.number { ordered[ordered.count - 1].count += run.count } else { ordered.append(run) }
            }
        }
        return ordered.map { DateBucket(start: start(of: $0.number), count: $0.count) }
    }

    private func start(of number: Int) -> Double {
        switch unit {
        case .day: time.start(ofDay: number)
        case .month: time.start(ofDay: CivilDate.day(ofMonth: number))
        case .year: time.start(ofDay: CivilDate.day(ofMonth: number * 12))
        }
    }
}
