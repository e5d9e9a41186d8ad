import Foundation
import PhotoModel

/// A day, month or year of a timeline that has assets.
package struct DateBucket: Sendable, Hashable {
    /// Its first instant by the clock where the assets were taken, in seconds since 2001-01-01T00:00:00 by that clock.
    package var start: Double
    package var count: Int

    package init(start: Double, count: Int) { (self.start, self.count) = (start, count) }
}

/// Counts local dates by day, month or year.
package struct DateBuckets {
    private let unit: BucketUnit
    /// Days of 1900 to 2100, by their number.
    private var near: ContiguousArray<Int>
    private var far: [Int: Int] = [:]

    private static let days = -36_890..<36_525
    /// Dates further out than this (about 300,000 years) all count as this one.
    private static let limit: Double = 1e13

    package init(_ unit: BucketUnit) { (self.unit, near) = (unit, ContiguousArray(repeating: 0, count: Self.days.count)) }

    /// - Parameter date: by the clock where it was taken; any value, as a row that is being written may hold anything, also not-a-number.
    @inline(__always)
    package mutating func add(_ date: Double) {
        let date = date >= -Self.limit ? min(date, Self.limit) : -Self.limit
        let day = Int((date / 86_400).rounded(.down)), index = day &- Self.days.lowerBound
        if index >= 0, index < near.count { near[index] &+= 1 } else { far[day, default: 0] += 1 }
    }

    /// Ascending by start, without empty ones.
    package func buckets() -> [DateBucket] {
        let others = far.sorted { $0.key < $1.key }
        var buckets: [DateBucket] = []
        func add(_ day: Int, _ count: Int) {
            let start = start(ofDay: day)
            if buckets.last?.start == start { buckets[buckets.count - 1].count += count } else { buckets.append(DateBucket(start: start, count: count)) }
        }
        for (day, count) in others where day < Self.days.lowerBound { add(day, count) }
        near.withUnsafeBufferPointer { near in
            // Nearly all are empty: nothing but a pointer moves past them, also where nothing is optimized.
            var index = 0
            while index < near.count {
                if near[index] > 0 { add(index + Self.days.lowerBound, near[index]) }
                index += 1
            }
        }
        for (day, count) in others where day >= Self.days.upperBound { add(day, count) }
        return buckets
    }

    /// The first instant of the bucket that a day lies in.
    private func start(ofDay day: Int) -> Double {
        let first =
            switch unit {
            case .day: day
            case .month: CivilDate.day(ofMonth: CivilDate.month(ofDay: day))
            case .year: CivilDate.day(ofMonth: CivilDate.month(ofDay: day).dividedDown(by: 12) * 12)
            }
        return Double(first) * 86_400
    }
}
