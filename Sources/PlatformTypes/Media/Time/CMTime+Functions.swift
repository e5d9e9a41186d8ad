/// Invalid where `timescale` is not positive.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// The nearest time with this timescale, or a coarser one where the value would not fit.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime { CMTime(seconds: seconds, preferredTimescale: preferredTimescale) }
/// Seconds; not a number for invalid and indefinite times.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// The sum, as `+` gives it.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// The difference, as `-` gives it.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// -1, 0 or 1: whether the first is less than, the same as or more than the second.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.order(time2) }
/// The earlier of both; the first where they are equal.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }
/// The later of both; the first where they are equal.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time1 < time2 ? time2 : time1 }
/// The same time in another timescale.
public func CMTimeConvertScale(_ time: CMTime, timescale: Int32, method: CMTimeRoundingMethod) -> CMTime { time.convertScale(timescale, method: method) }
/// The product in the same timescale, or a coarser one where the value would not fit.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.times(Int128(multiplier), over: 1) }
/// Exact where a timescale can hold the product; invalid where `divisor` is zero.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime { time.times(Int128(multiplier), over: Int128(divisor)) }

/// In the time's own timescale, or nanoseconds where that is coarser.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
    guard time.isValid, !multiplier.isNaN else { return .invalid }
    if time.isIndefinite { return time }
    return CMTime(seconds: time.seconds * multiplier, preferredTimescale: max(time.timescale, 1_000_000_000))
}

/// The time without its sign: positive infinity for a negative one.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    return time.isNumeric && time.value < 0 ? time.times(-1, over: 1) : time
}
