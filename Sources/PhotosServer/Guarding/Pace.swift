import Synchronization

/// How much somebody may ask for: so many requests at once, and another one each time that the interval is over.
package struct Rate: Sendable, Equatable {
    package var burst: Int
    package var interval: Duration

    package init(burst: Int, interval: Duration) { (self.burst, self.interval) = (burst, interval) }
}

/// One client's requests, counted against its rate: a bucket of tokens, kept as the one moment at which it will be full again. Any thread, without a lock.
final class Pace: Sendable {
    private let interval: UInt64
    /// How far that moment may lie ahead.
    private let tolerance: UInt64
    private let full = Atomic<UInt64>(0)

    init(_ rate: Rate) {
        interval = rate.interval.nanoseconds
        tolerance = interval * UInt64(max(rate.burst, 1) - 1)
    }

    /// Counts a request.
    /// - Parameter now: in nanoseconds of a clock that only goes forward.
    /// - Returns: `nil` where it may be answered, else how long it takes until one may be.
    func take(at now: UInt64) -> Duration? {
        var known = full.load(ordering: .relaxed)
        while true {
            let start = max(known, now)
            guard start - now <= tolerance else { return .nanoseconds(Int64(clamping: start - now - tolerance)) }
            let (isDone, current) = full.compareExchange(expected: known, desired: start + interval, ordering: .relaxed)
            if isDone { return nil }
            known = current
        }
    }

    /// Whether it could be forgotten: nothing counts any more.
    func isFull(at now: UInt64) -> Bool { full.load(ordering: .relaxed) <= now }
}

extension Duration {
    fileprivate var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}

/// The paces of addresses of other machines, which outlast their connections: whoever comes again goes on where it was.
struct AddressPaces: Sendable {
    /// More addresses than these are looked through for those that can be forgotten.
    private static let many = 1_024

    private let rate: Rate
    private var paces: [String: Pace] = [:]

    init(_ rate: Rate) { self.rate = rate }

    mutating func pace(of address: String, at now: UInt64) -> Pace {
        if let known = paces[address] { return known }
        if paces.count >= Self.many { paces = paces.filter { !$0.value.isFull(at: now) } }
        let pace = Pace(rate)
        paces[address] = pace
        return pace
    }
}
