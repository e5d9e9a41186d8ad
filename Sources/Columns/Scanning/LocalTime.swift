import Foundation
import Support

/// A time zone's offsets over a span of time.
package struct LocalTime: Sendable {
    struct Span: Sendable {
        /// Seconds since 2001.
        var start: Double
        var end: Double
        /// Seconds to add for local time.
        var offset: Double
    }

    /// Without gaps, from minus to plus infinity.
    let spans: [Span]

    init(spans: [Span]) { self.spans = spans }

    package init(secondsFromGMT: Int) {
        spans = [Span(start: -.infinity, end: .infinity, offset: Double(secondsFromGMT))]
    }

    /// Learns the zone's transitions from the year of one date to another date; before and after them the nearest offset goes on.
    package init(_ zone: TimeZone, from first: Double, through last: Double) {
        func offset(_ date: Double) -> Double { Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: date))) }
        // The first date's year begins before it. No zone's rules are known outside of these years (1800 to 2200), and asking takes time.
        let first = min(max(-6_343_142_400, first - 366 * 86_400), 6_311_433_600), last = min(max(first, last), 6_311_433_600)
        var spans: [Span] = []
        var current = Span(start: -.infinity, end: .infinity, offset: offset(first))
        var date = first
        while date < last {
            // No zone has kept an offset for less than a week.
            let next = min(date + 7 * 86_400, last)
            let nextOffset = offset(next)
            if nextOffset != current.offset {
                var low = date.rounded(.down), high = next.rounded(.up)
                while high - low > 1 {
                    let middle = ((low + high) / 2).rounded(.down)
                    if offset(middle) == current.offset { low = middle } else { high = middle }
                }
                current.end = high
                spans.append(current)
                current = Span(start: high, end: .infinity, offset: nextOffset)
            }
            date = next
        }
        self.spans = spans + [current]
    }

    /// The span that holds a date.
    func index(at date: Double) -> Int { max(0, spans.indices.partitioningIndex { spans[$0].start > date } - 1) }
}

extension LocalTime {
    /// Offsets for dates that mostly ascend, which need no search.
    package struct Ascending {
        private let time: LocalTime
        private var index = 0

        package init(_ time: LocalTime) { self.time = time }

        /// Seconds from GMT.
        /// - Parameter date: seconds since 2001-01-01T00:00:00Z; any value.
        package mutating func offset(at date: Double) -> Int {
            let span = time.spans[index]
            if !(span.start <= date && date < span.end) { index = time.index(at: date) }
            return Int(time.spans[index].offset)
        }
    }
}
