import Synchronization
import Testing

@testable import LibraryEngine

@Suite struct ReadAheadTests {
    private struct Fault: Error, Equatable { var number: Int }

    @Test func everythingIsTakenInItsOrder() throws {
        var taken: [Int] = []
        try readAhead(3, make: { (send: (Int) throws -> Void) in for number in 0..<1_000 { try send(number) } }) { taken.append($0) }
        #expect(taken == Array(0..<1_000))
    }

    @Test func noMoreThanTheLimitAreMadeAhead() throws {
        let sent = Mutex(0)
        var taken = 0
        try readAhead(
            4,
            make: { (send: (Int) throws -> Void) in
                for number in 0..<100 {
                    try send(number)
                    sent.withLock { $0 = number + 1 }
                }
            }
        ) { _ in
            #expect(sent.withLock { $0 } <= taken + 5)
            taken += 1
        }
        #expect(taken == 100)
    }

    @Test func whatWasMadeBeforeAFaultIsTakenAndThenTheFaultIsThrown() throws {
        var taken: [Int] = []
        #expect(throws: Fault(number: 7)) {
            try readAhead(
                2,
                make: { (send: (Int) throws -> Void) in
                    for number in 0..<7 { try send(number) }
                    throw Fault(number: 7)
                }
            ) { taken.append($0) }
        }
        #expect(taken == Array(0..<7))
    }

    /// The thread has ended then: nothing of it runs any more.
    @Test func whoeverTakesNoMoreEndsTheMaking() throws {
        let hasEnded = Mutex(false)
        #expect(throws: Fault(number: 5)) {
            try readAhead(
                2,
                make: { (send: (Int) throws -> Void) in
                    defer { hasEnded.withLock { $0 = true } }
                    var number = 0
                    while true {
                        try send(number)
                        number += 1
                    }
                }
            ) { number in if number == 5 { throw Fault(number: number) } }
        }
        #expect(hasEnded.withLock { $0 })
    }
}
