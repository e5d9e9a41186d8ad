import Testing
@testable import Imaging

@Suite struct WaitingListTests {
    private static func emptied(_ lane: WaitingList<Int>) -> [Int] {
        var lane = lane
        var taken: [Int] = []
        while let element = lane.pop() { taken.append(element) }
        return taken
    }

    @Test func theNewestOrTheOldestGoesFirst() {
        for (order, expected) in [(WaitingList<Int>.Order.newestFirst, [3, 2, 1]), (.oldestFirst, [1, 2, 3])] {
            var lane = WaitingList<Int>(order)
            for number in 1...3 { _ = lane.push(number) }
            #expect(Self.emptied(lane) == expected)
        }
    }

    @Test func askedForAgainMovesUpOnlyWhereTheNewestGoesFirst() {
        for (order, expected) in [(WaitingList<Int>.Order.newestFirst, [1, 3, 2]), (.oldestFirst, [1, 2, 3])] {
            var lane = WaitingList<Int>(order)
            let first = lane.push(1)
            for number in 2...3 { _ = lane.push(number) }
            lane.renew(first)
            lane.renew(first)
            #expect(Self.emptied(lane) == expected)
        }
    }

    @Test func anyOfThemMayLeaveAndItsRoomIsUsedAgain() {
        for gone in 0..<3 {
            var lane = WaitingList<Int>(.oldestFirst)
            let slots = [1, 2, 3].map { lane.push($0) }
            lane.remove(slots[gone])
            _ = lane.push(4)
            #expect(lane.room == 3)
            #expect(lane.count == 3)
            #expect(Self.emptied(lane) == [1, 2, 3, 4].filter { $0 != gone + 1 })
        }
    }

    @Test func whatLeftIsLetGoOfAtOnceAndTheRoomWithTheLast() {
        final class Thing {}
        weak var gone: Thing?
        var lane = WaitingList<Thing>(.newestFirst)
        let kept = lane.push(Thing())
        var slots: [Int] = []
        for _ in 0..<1000 {
            let thing = Thing()
            gone = thing
            slots.append(lane.push(thing))
        }
        for slot in slots { lane.remove(slot) }
        #expect(gone == nil)
        #expect(lane.count == 1)
        lane.remove(kept)
        #expect(lane.room == 0)
        #expect(lane.pop() == nil)
    }
}
