/// How a time is brought to a timescale that can't hold it.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest value, halves away from zero: the default.
    case roundHalfAwayFromZero = 1
    /// To the value nearer to zero.
    case roundTowardZero = 2
    /// To the value farther from zero.
    case roundAwayFromZero = 3
    /// Toward zero where the new timescale is finer, away from zero where it is coarser.
    case quickTime = 4
    /// To the value that is not less.
    case roundTowardPositiveInfinity = 5
    /// To the value that is not greater.
    case roundTowardNegativeInfinity = 6

    /// ``roundHalfAwayFromZero``.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}

extension CMTime {
    /// In the least common timescale of both, or the finest there is. Numbers of different epochs give an invalid time.
    public static func + (a: CMTime, b: CMTime) -> CMTime { sum(a, b, sign: 1) }
    /// In the least common timescale of both, or the finest there is. Numbers of different epochs give an invalid time.
    public static func - (a: CMTime, b: CMTime) -> CMTime { sum(a, b, sign: -1) }
    /// Adds as `+` does.
    public static func += (a: inout CMTime, b: CMTime) { a = a + b }
    /// Subtracts as `-` does.
    public static func -= (a: inout CMTime, b: CMTime) { a = a - b }

    /// The same time in another timescale.
    public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
        guard newTimescale > 0 else { return .invalid }
        guard let fraction else { return self }
        if newTimescale == timescale { return self }
        let isFiner = newTimescale > timescale
        return CMTime(fraction, timescale: newTimescale, method: method == .quickTime ? (isFiner ? .roundTowardZero : .roundAwayFromZero) : method, like: self)
    }

    private static func sum(_ a: CMTime, _ b: CMTime, sign: Int128) -> CMTime {
        guard a.isValid, b.isValid else { return .invalid }
        guard let first = a.fraction, let second = b.fraction else { return implied(a, sign < 0 ? b.opposite : b) }
        guard a.epoch == b.epoch else { return .invalid }
        let divisor = Fraction.commonDivisor(first.denominator, second.denominator)
        let common = first.denominator / divisor * second.denominator
        let total = first.numerator * (common / first.denominator) + sign * second.numerator * (common / second.denominator)
        let result = CMTime(Fraction(numerator: total, denominator: common), timescale: Int32(clamping: common), method: .default, like: a)
        return b.hasBeenRounded && result.isNumeric ? result.marked : result
    }

    /// The sum of two valid times of which at least one is no number.
    private static func implied(_ a: CMTime, _ b: CMTime) -> CMTime {
        if a.isPositiveInfinity && b.isNegativeInfinity || a.isNegativeInfinity && b.isPositiveInfinity { return .invalid }
        if a.isPositiveInfinity || b.isPositiveInfinity { return .positiveInfinity }
        if a.isNegativeInfinity || b.isNegativeInfinity { return .negativeInfinity }
        return a.isIndefinite || b.isIndefinite ? .indefinite : .invalid
    }

    /// The other infinity; everything else stays.
    private var opposite: CMTime { isPositiveInfinity ? .negativeInfinity : isNegativeInfinity ? .positiveInfinity : self }

    private var marked: CMTime {
        var time = self
        time.flags.insert(.hasBeenRounded)
        return time
    }

    /// A fraction in a timescale, which is halved as long as the value doesn't fit; infinite where it never does.
    init(_ fraction: Fraction, timescale: CMTimeScale, method: CMTimeRoundingMethod, like time: CMTime) {
        var scale = timescale
        while true {
            let (product, overflow) = fraction.numerator.multipliedReportingOverflow(by: Int128(scale))
            if !overflow {
                let (quotient, isExact) = Self.divide(product, fraction.denominator, method)
                if let value = Int64(exactly: quotient) {
                    let isRounded = !isExact || time.hasBeenRounded
                    self.init(value: value, timescale: scale, flags: isRounded ? [.valid, .hasBeenRounded] : .valid, epoch: time.epoch)
                    return
                }
            }
            guard scale > 1 else { self = fraction.numerator > 0 ? .positiveInfinity : .negativeInfinity; return }
            scale /= 2
        }
    }

    private static func divide(_ a: Int128, _ b: Int128, _ method: CMTimeRoundingMethod) -> (quotient: Int128, isExact: Bool) {
        let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
        guard rest != 0 else { return (quotient, true) }
        let away: Int128 = (a < 0) == (b < 0) ? 1 : -1
        let isAway =
            switch method {
            case .roundHalfAwayFromZero: rest.magnitude >= b.magnitude - rest.magnitude
            case .roundTowardZero, .quickTime: false
            case .roundAwayFromZero: true
            case .roundTowardPositiveInfinity: away > 0
            case .roundTowardNegativeInfinity: away < 0
            }
        return (isAway ? quotient + away : quotient, false)
    }

    func times(_ multiplier: Int128, over divisor: Int128) -> CMTime {
        guard isValid, divisor != 0 else { return .invalid }
        let sign: Int128 = divisor < 0 ? -1 : 1
        guard let fraction else {
            if isIndefinite { return self }
            return multiplier == 0 ? .invalid : (multiplier * sign < 0 ? opposite : self)
        }
        let product = Fraction(numerator: fraction.numerator * multiplier * sign, denominator: fraction.denominator * divisor * sign)
        return CMTime(product, timescale: divisor.magnitude == 1 ? timescale : Self.finest(product, timescale), method: .default, like: self)
    }

    /// The timescale that holds the fraction, if it is a multiple of the given one.
    private static func finest(_ fraction: Fraction, _ timescale: CMTimeScale) -> CMTimeScale {
        let needed = fraction.denominator / Fraction.commonDivisor(fraction.numerator, fraction.denominator)
        let common = needed / Fraction.commonDivisor(needed, Int128(timescale)) * Int128(timescale)
        return CMTimeScale(clamping: common)
    }
}
