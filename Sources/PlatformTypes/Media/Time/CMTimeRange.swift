/// A stretch of time, its end not included. <https://developer.apple.com/documentation/coremedia/cmtimerange>
public struct CMTimeRange: Sendable, Equatable, Hashable {
    /// The first moment in it.
    public var start: CMTime
    /// How long it lasts; a negative duration makes it invalid.
    public var duration: CMTime

    /// The invalid range.
    public init() { (start, duration) = (.invalid, .invalid) }
    /// A range of a given length.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
    /// A range between two moments, the second not included.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// Nothing, at zero.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// No range at all.
    public static let invalid = CMTimeRange()

    /// The first moment after it.
    public var end: CMTime { start + duration }
    /// Whether both times are valid and the duration is not negative.
    public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
    /// Whether it is valid and its start or its length is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether it is valid and holds no moment.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// Whether the moment is in it; never for a time that is no number.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time.isNumeric && start <= time && time < end }
    /// Whether all of the other range is in it; false where either is invalid.
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

/// A range of a given length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }
/// A range between two moments, the second not included.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
/// The first moment after the range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// Whether the moment is in the range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
/// Whether both begin at the same moment and last as long.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
