import Testing
@testable import Imaging

@Suite struct WaitingListTests {
    private static func emptied(_ list: WaitingList<Int>) -> [Int] {
        var list = list
        var taken: [Int] = []
        while let element = list.pop() { taken.append(element) }
        return taken
    }

    @Test func theNewestOrTheOldestGoesFirst() {
        for (order, expected) in [(WaitingList<Int>.Order.newestFirst, [3, 2, 1]), (.oldestFirst, [1, 2, 3])] {
            var list = WaitingList<Int>(order)
            for number in 1...3 { _ = list.push(number) }
            #expect(Self.emptied(list) == expected)
        }
    }

    @Test func askedForAgainMovesUpOnlyWhereTheNewestGoesFirst() {
        for (order, expected) in [(WaitingList<Int>.Order.newestFirst, [1, 3, 2]), (.oldestFirst, [1, 2, 3])] {
            var list = WaitingList<Int>(order)
            let first = list.push(1)
            for number in 2...3 { _ = list.push(number) }
            list.renew(first)
            list.renew(first)
            #expect(Self.emptied(list) == expected)
        }
    }

    @Test func anyOfThemMayLeaveAndItsRoomIsUsedAgain() {
        for gone in 0..<3 {
            var list = WaitingList<Int>(.oldestFirst)
            let slots = [1, 2, 3].map { list.push($0) }
            list.remove(slots[gone])
            _ = list.push(4)
            #expect(list.capacity == 3)
            #expect(list.count == 3)
            #expect(Self.emptied(list) == [1, 2, 3, 4].filter { $0 != gone + 1 })
        }
    }

    @Test func whatLeftIsLetGoOfAtOnceAndTheRoomWithTheLast() {
        final class Thing {}
        weak var gone: Thing?
        var list = WaitingList<Thing>(.newestFirst)
        let kept = list.push(Thing())
        var slots: [Int] = []
        for _ in 0..<1000 {
            let thing = Thing()
            gone = thing
            slots.append(list.push(thing))
        }
        for slot in slots { list.remove(slot) }
        #expect(gone == nil)
        #expect(list.count == 1)
        list.remove(kept)
        #expect(list.capacity == 0)
        #expect(list.pop() == nil)
    }
}
