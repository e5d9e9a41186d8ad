import CoreMedia
import Testing

@Suite struct TimeTests {
    private static let odd: [CMTime] = [.invalid, .indefinite, .positiveInfinity, .negativeInfinity]

    @Test func aFractionOfASecond() {
        let time = CMTimeMake(value: 90, timescale: 60)
        #expect(time.seconds == 1.5 && time.isNumeric && !time.hasBeenRounded)
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600) == CMTimeMake(value: 900, timescale: 600))
        #expect(CMTimeGetSeconds(.zero) == 0 && CMTime.invalid.seconds.isNaN && CMTime.positiveInfinity.seconds == .infinity)
        #expect(CMTimeMake(value: 1, timescale: 0) == .invalid && CMTime(seconds: .nan, preferredTimescale: 1) == .invalid)
        #expect(CMTimeMakeWithSeconds(-.infinity, preferredTimescale: 600) == .negativeInfinity)
        #expect("\(time) \(CMTime.invalid)" == "{90/60 = 1.500} {INVALID}")
    }

    @Test func secondsAreRoundedAndSaySo() {
        let third = CMTime(seconds: 1.0 / 3, preferredTimescale: 600)
        #expect(third.value == 200)
        let tenth = CMTime(seconds: 0.26, preferredTimescale: 10)
        #expect(tenth.value == 3 && tenth.hasBeenRounded)
        #expect(CMTime(seconds: -0.25, preferredTimescale: 2).value == -1, "halves away from zero")
        let huge = CMTime(seconds: 1e18, preferredTimescale: 600)
        #expect(huge.isNumeric && huge.timescale < 600 && abs(huge.seconds - 1e18) < 1e4, "the timescale is halved until the value fits")
        #expect(CMTime(seconds: 1e19, preferredTimescale: 600) == .positiveInfinity)
    }

    @Test func equalTimesAreEqualInAnyScale() {
        let times = [CMTimeMake(value: 1, timescale: 2), CMTimeMake(value: 300, timescale: 600), CMTimeMake(value: 1 << 40, timescale: 1 << 20)]
        #expect(times[0] == times[1] && times[0].hashValue == times[1].hashValue)
        #expect(times[0] != times[2])
        #expect(Set(times).count == 2)
    }

    /// Every pair of a small world, against the order that Apple gives them.
    @Test func theOrderOfAllKinds() {
        var later = CMTimeMake(value: -5, timescale: 1)
        later.epoch = 1
        let ascending: [CMTime] = [
            .negativeInfinity, CMTimeMake(value: .min, timescale: 1), CMTimeMake(value: -1, timescale: 3), .zero, CMTimeMake(value: 1, timescale: 600),
            CMTimeMake(value: 2, timescale: 600), CMTimeMake(value: .max, timescale: 1), later, .indefinite, .positiveInfinity, .invalid,
        ]
        for (i, a) in ascending.enumerated() {
            for (j, b) in ascending.enumerated() {
                #expect(CMTimeCompare(a, b) == (i < j ? -1 : i == j ? 0 : 1), "\(a) and \(b)")
                #expect((a < b) == (i < j) && (a == b) == (i == j))
            }
        }
    }

    @Test func sumsAreExactWhereAScaleHoldsThem() {
        let sum = CMTimeMake(value: 1, timescale: 24) + CMTimeMake(value: 1, timescale: 30)
        #expect(sum.value == 9 && sum.timescale == 120 && !sum.hasBeenRounded)
        let difference = CMTimeMake(value: 1, timescale: 600) - CMTimeMake(value: 2, timescale: 600)
        #expect(difference.value == -1 && difference.timescale == 600)
        let coarse = CMTimeMake(value: 1, timescale: 2_147_483_647) + CMTimeMake(value: 1, timescale: 2_147_483_646)
        #expect(coarse.timescale == kCMTimeMaxTimescale && coarse.hasBeenRounded && coarse.value == 2)
        let overflow = CMTimeMake(value: .max, timescale: 600) + CMTimeMake(value: .max, timescale: 600)
        #expect(overflow.isNumeric && overflow.timescale == 300)
        #expect(CMTimeMake(value: .max, timescale: 1) + CMTimeMake(value: .max, timescale: 1) == .positiveInfinity)
        var other = CMTime.zero
        other.epoch = 1
        #expect(.zero + other == .invalid)
    }

    @Test func sumsOfWhatIsNoNumber() {
        #expect(CMTime.positiveInfinity + .zero == .positiveInfinity)
        #expect(CMTime.positiveInfinity - .positiveInfinity == .invalid)
        #expect(CMTime.zero - .positiveInfinity == .negativeInfinity)
        #expect(CMTime.indefinite + .zero == .indefinite && CMTime.indefinite + .negativeInfinity == .negativeInfinity)
        for time in Self.odd { #expect(CMTime.invalid + time == .invalid && time - .invalid == .invalid) }
    }

    @Test(
        arguments: [
            (CMTimeRoundingMethod.roundHalfAwayFromZero, 4, -4), (.roundTowardZero, 3, -3), (.roundAwayFromZero, 4, -4), (.quickTime, 4, -4),
            (.roundTowardPositiveInfinity, 4, -3), (.roundTowardNegativeInfinity, 3, -4),
        ] as [(CMTimeRoundingMethod, Int64, Int64)])
    func scalesAreRoundedAsAsked(_ method: CMTimeRoundingMethod, _ above: Int64, _ below: Int64) {
        #expect(CMTimeMake(value: 35, timescale: 10).convertScale(1, method: method).value == above)
        #expect(CMTimeConvertScale(CMTimeMake(value: -35, timescale: 10), timescale: 1, method: method).value == below)
        #expect(CMTimeMake(value: 35, timescale: 10).convertScale(20, method: method).value == 70)
        for time in Self.odd { #expect(time.convertScale(1, method: method) == time) }
    }

    @Test func products() {
        #expect(CMTimeMultiply(CMTimeMake(value: 3, timescale: 600), multiplier: -2) == CMTimeMake(value: -6, timescale: 600))
        #expect(CMTimeMultiplyByRatio(CMTimeMake(value: 1, timescale: 600), multiplier: 1, divisor: 7) == CMTimeMake(value: 1, timescale: 4200))
        #expect(CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0) == .invalid)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1) == .negativeInfinity)
        #expect(CMTimeMultiplyByFloat64(CMTimeMake(value: 3, timescale: 1), multiplier: 0.5).seconds == 1.5)
        #expect(CMTimeAbsoluteValue(CMTimeMake(value: -3, timescale: 2)).seconds == 1.5 && CMTimeAbsoluteValue(.negativeInfinity) == .positiveInfinity)
        #expect(CMTimeMinimum(.zero, .positiveInfinity) == .zero && CMTimeMaximum(.zero, .positiveInfinity) == .positiveInfinity)
        for time in [CMTimeMake(value: .min, timescale: kCMTimeMaxTimescale), CMTimeMake(value: .max, timescale: 1)] + Self.odd {
            for number in [Int32.min, -1, 0, 1, .max] {
                _ = CMTimeMultiply(time, multiplier: number)
                _ = CMTimeMultiplyByRatio(time, multiplier: number, divisor: .min)
                _ = time + CMTimeMake(value: .min, timescale: kCMTimeMaxTimescale - 1)
            }
        }
    }

    @Test func ranges() {
        func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: CMTimeMake(value: start, timescale: 10), end: CMTimeMake(value: end, timescale: 10)) }
        #expect(range(5, 15).duration.seconds == 1 && CMTimeRangeGetEnd(range(5, 15)).seconds == 1.5)
        #expect(range(5, 15).containsTime(CMTimeMake(value: 5, timescale: 10)) && !range(5, 15).containsTime(CMTimeMake(value: 15, timescale: 10)))
        #expect(range(0, 10).intersection(range(5, 20)) == range(5, 10) && range(0, 5).intersection(range(5, 20)).isEmpty)
        #expect(range(0, 10).union(range(20, 30)) == range(0, 30) && range(3, 3).union(range(20, 30)) == range(20, 30))
        #expect(range(0, 10).containsTimeRange(range(0, 10)) && !range(0, 10).containsTimeRange(range(0, 11)))
        #expect(!CMTimeRange.invalid.isValid && !range(5, 0).isValid && range(5, 5).isEmpty)
    }
}
