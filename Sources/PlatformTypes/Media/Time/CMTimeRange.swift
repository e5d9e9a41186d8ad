/// A stretch of time, its end not included. <https://developer.apple.com/documentation/coremedia/cmtimerange>
public struct CMTimeRange: Sendable, Equatable, Hashable {
    public var start: CMTime
    public var duration: CMTime

    /// The invalid range.
    public init() { (start, duration) = (.invalid, .invalid) }
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    public static let invalid = CMTimeRange()

    /// The first moment after it.
    public var end: CMTime { start + duration }
    public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    public var isEmpty: Bool { isValid && duration == .zero }

    public func containsTime(_ time: CMTime) -> Bool { isValid && time.isNumeric && start <= time && time < end }
    public func containsTimeRange(_ range: CMTimeRange) -> Bool { isValid && range.isValid && start <= range.start && range.end <= end }

    /// The shortest range that holds both; an empty one adds nothing.
    public func union(_ other: CMTimeRange) -> CMTimeRange {
        guard isValid, other.isValid else { return .invalid }
        if isEmpty { return other }
        return other.isEmpty ? self : CMTimeRange(start: min(start, other.start), end: max(end, other.end))
    }

    /// What both have in common; empty where that is nothing.
    public func intersection(_ other: CMTimeRange) -> CMTimeRange {
        guard isValid, other.isValid else { return .invalid }
        let (from, to) = (max(start, other.start), min(end, other.end))
        return from < to ? CMTimeRange(start: from, end: to) : .zero
    }
}

public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
/// The first moment after the range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
