extension CMTime: Comparable, Hashable {
    /// Times are equal where they mean the same moment, whatever their timescales. The order is negative infinity, numbers by epoch and then by
    /// time, indefinite, positive infinity, invalid.
    public static func == (a: CMTime, b: CMTime) -> Bool { a.order(b) == 0 }
    public static func < (a: CMTime, b: CMTime) -> Bool { a.order(b) < 0 }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard let fraction else { return }
        hasher.combine(epoch)
        let divisor = Fraction.commonDivisor(fraction.numerator, fraction.denominator)
        hasher.combine(fraction.numerator / divisor)
        hasher.combine(fraction.denominator / divisor)
    }

    /// -1, 0 or 1.
    func order(_ other: CMTime) -> Int32 {
        guard let mine = fraction, let others = other.fraction else { return Self.sign(rank, other.rank) }
        if epoch != other.epoch { return Self.sign(epoch, other.epoch) }
        return Self.sign(mine.numerator * others.denominator, others.numerator * mine.denominator)
    }

    private static func sign<Number: Comparable>(_ a: Number, _ b: Number) -> Int32 { a < b ? -1 : a == b ? 0 : 1 }

    private var rank: Int {
        if isNegativeInfinity { return 0 }
        if fraction != nil { return 1 }
        if isIndefinite { return 2 }
        return isPositiveInfinity ? 3 : 4
    }

    /// `nil` for what is no number.
    var fraction: Fraction? { isNumeric && timescale > 0 ? Fraction(numerator: Int128(value), denominator: Int128(timescale)) : nil }
}

/// An exact time. The denominator is positive.
struct Fraction {
    var numerator: Int128
    var denominator: Int128

    static func commonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
        var (a, b) = (a.magnitude, b.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        return max(1, Int128(a))
    }
}
