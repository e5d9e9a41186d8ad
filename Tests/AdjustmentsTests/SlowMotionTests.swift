import Adjustments
import Foundation
import Testing

/// Which moment of a film shows when.
@Suite struct SlowMotionTests {
    @Test func `time stretches in the slow part alone, and back`() throws {
        let slow = try #require(SlowMotion(start: 1, end: 2, rate: 0.25))
        for (film, shown) in [(0.0, 0.0), (1, 1), (1.5, 3), (2, 5), (3, 6)] {
            #expect(slow.shown(film) == shown && slow.film(shown) == film)
        }
        #expect(slow.delay == 3)
    }

    @Test func `of a part of the film the slow part counts from there`() {
        let slow = SlowMotion(start: 1, end: 2, rate: 0.25)
        #expect(slow?.within(start: 0.5, end: 9) == SlowMotion(start: 0.5, end: 1.5, rate: 0.25))
        #expect(slow?.within(start: 1.25, end: 1.75) == SlowMotion(start: 0, end: 0.5, rate: 0.25))
        #expect(slow?.within(start: 2, end: 3) == nil && slow?.within(start: 0, end: 1) == nil)
    }

    @Test func `what is no part or no slower is none`() {
        for (start, end, rate) in [(1.0, 1.0, 0.5), (2, 1, 0.5), (-1, 1, 0.5), (0, 1, 1), (0, 1, 2), (0, 1, 0), (0, 1, 0.03), (.nan, 1, 0.5), (0, .infinity, 0.5), (0, 1, .nan)] {
            #expect(SlowMotion(start: start, end: end, rate: rate) == nil, "\(start) \(end) \(rate)")
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SlowMotion.self, from: Data(#"{"start": 1, "end": 0, "rate": 0.5}"#.utf8)) }
    }

    @Test func `nobody's choice is all but the first and last fifth, thirty frames a second`() {
        #expect(SlowMotion(framesPerSecond: 240, duration: 10) == SlowMotion(start: 2, end: 8, rate: 0.125))
        #expect(SlowMotion(framesPerSecond: 120, duration: 5) == SlowMotion(start: 1, end: 4, rate: 0.25))
        #expect(SlowMotion(framesPerSecond: 30, duration: 5) == nil && SlowMotion(framesPerSecond: 240, duration: 0) == nil)
        #expect(SlowMotion(framesPerSecond: 4000, duration: 10)?.rate == SlowMotion.slowest)
    }
}
