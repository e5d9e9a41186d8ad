import Foundation

/// A number of parts of a second.
public typealias CMTimeValue = Int64
/// How many parts a second has.
public typealias CMTimeScale = Int32
/// Which of a source's beginnings a time counts from.
public typealias CMTimeEpoch = Int64

/// The finest unit of a `CMTime`.
public let kCMTimeMaxTimescale: Int32 = 0x7FFF_FFFF

/// What a `CMTime` is beside a number.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Without it the time is invalid, whatever its other fields say.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The number is the nearest that the timescale holds, not exact.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// Later than every number.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// Earlier than every number.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// A time that is not known, such as the length of what has no end yet.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// Those of times that are no numbers.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time as a fraction: `value` parts of a second of which there are `timescale`. <https://developer.apple.com/documentation/coremedia/cmtime>
///
/// Sums are exact where a timescale can hold them, and are marked as rounded otherwise. Nothing here traps.
public struct CMTime: Sendable {
    /// Parts of a second, `timescale` of which are a second.
    public var value: CMTimeValue
    /// Parts in a second; positive in every number.
    public var timescale: CMTimeScale
    /// Whether it is valid, a number, and exact.
    public var flags: CMTimeFlags
    /// Tells apart times of one source that begins again; 0 as a rule.
    public var epoch: CMTimeEpoch

    /// The invalid time, as `CMTime.invalid`.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// A time of exactly these fields, which may contradict each other.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Invalid where `timescale` is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self = timescale > 0 ? CMTime(value: value, timescale: timescale, flags: .valid, epoch: 0) : .invalid
    }

    /// The nearest time with this timescale, halves away from zero. Where the value doesn't fit the timescale is halved until it does.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else { self = .invalid; return }
        guard seconds.isFinite else { self = seconds > 0 ? .positiveInfinity : .negativeInfinity; return }
        var scale = preferredTimescale
        while abs(seconds * Double(scale)) >= 0x1p63, scale > 1 { scale /= 2 }
        let exact = seconds * Double(scale), rounded = exact.rounded(.toNearestOrAwayFromZero)
        guard let value = Int64(exactly: rounded) else { self = seconds > 0 ? .positiveInfinity : .negativeInfinity; return }
        self.init(value: value, timescale: scale, flags: rounded == exact ? .valid : [.valid, .hasBeenRounded], epoch: 0)
    }

    /// No time at all.
    public static let invalid = CMTime()
    /// A time that is not known.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// Later than every number.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Earlier than every number.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// Zero seconds, in a timescale of one part a second.
    public static let zero = CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0)

    /// Whether it is a time at all: a number, infinite or indefinite.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is later than every number.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is earlier than every number.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether it is a time that is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it is a number: valid, and neither infinite nor indefinite.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether it is a number that is not exact.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// Seconds; not a number for invalid and indefinite times.
    public var seconds: Double {
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        guard isNumeric, timescale > 0 else { return .nan }
        return Double(value) / Double(timescale)
    }
}

extension CMTime: CustomStringConvertible {
    /// Such as `{600/600 = 1.000}`, the seconds with three decimals, or `{INVALID}`.
    public var description: String {
        if !isValid { return "{INVALID}" }
        if isIndefinite { return "{INDEFINITE}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(hasBeenRounded ? ", rounded" : "")}"
    }
}
