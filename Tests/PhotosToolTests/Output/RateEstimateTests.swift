import Testing
@testable import PhotosTool

struct RateEstimateTests {
    @Test func nothingIsClaimedBeforeThereIsAPace() {
        var rate = RateEstimate()
        #expect(rate.itemsPerSecond == nil)
        rate.add(time: 100, items: 0, bytes: 0)
        rate.add(time: 100.2, items: 50, bytes: 5000)
        #expect(rate.itemsPerSecond == nil)
        #expect(rate.remaining(items: 10, bytes: 10) == nil)
    }

    @Test func timeLeftFollowsTheBytes() {
        var rate = RateEstimate()
        rate.add(time: 0, items: 0, bytes: 0)
        rate.add(time: 2, items: 4, bytes: 1000)
        #expect(rate.itemsPerSecond == 2)
        #expect(rate.remaining(items: 100, bytes: 5000) == 10)
        #expect(rate.remaining(items: 100, bytes: 0) == 50)
    }

    @Test func onlyTheWindowCounts() {
        var rate = RateEstimate(window: 10)
        for second in 0...100 { rate.add(time: Double(second), items: second <= 50 ? 0 : (second - 50) * 3, bytes: 0) }
        #expect(rate.itemsPerSecond == 3)
    }

    @Test func standstillHasNoEnd() {
        var rate = RateEstimate()
        rate.add(time: 0, items: 5, bytes: 5)
        rate.add(time: 9, items: 5, bytes: 5)
        #expect(rate.remaining(items: 1, bytes: 1) == nil)
        #expect(rate.remaining(items: 0, bytes: 0) == 0)
    }
}
