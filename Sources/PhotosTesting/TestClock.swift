import Foundation
import Synchronization

/// A clock that stands still until it is moved.
public final class TestClock: Sendable {
    private let date: Mutex<Date>

    /// Default: 1 January 2024, 12:00 UTC.
    public init(_ date: Date = Date(timeIntervalSince1970: 1_704_110_400)) { self.date = Mutex(date) }

    /// What the clock shows.
    public var now: Date { date.withLock { $0 } }

    /// Seconds.
    public func advance(by interval: TimeInterval) { date.withLock { $0 += interval } }
}

/// Identifiers in a fixed sequence.
public final class TestIdentifiers: Sendable {
    private let last = Mutex<UInt64>(0)

    /// Begins with the first identifier of the sequence, which is the same every time.
    public init() {}

    /// The next identifier. May be called from any thread.
    public func next() -> UUID {
        let number = last.withLock { last in
            last += 1
            return last
        }
        // Spread over the first digits too, by which files are sorted into folders.
        let mixed = (number &* 0x9E37_79B9_7F4A_7C15).bigEndian
        let bytes = withUnsafeBytes(of: (mixed, number.bigEndian)) { $0.load(as: uuid_t.self) }
        var uuid = bytes
        (uuid.6, uuid.8) = (uuid.6 & 0x0F | 0x40, uuid.8 & 0x3F | 0x80)
        return UUID(uuid: uuid)
    }
}
