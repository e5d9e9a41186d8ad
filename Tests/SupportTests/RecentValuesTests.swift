import Support
import Testing

@Suite struct RecentValuesTests {
    @Test func whatWasUsedLongestAgoGoesFirst() {
        var recent = RecentValues<Int, String>(budget: 10)
        for number in 1...3 { recent.insert("\(number)", for: number, cost: 3) }
        let used = recent.use(1)
        let released = recent.insert("4", for: 4, cost: 4)
        #expect(used == "1" && released == ["2"])
        #expect(recent.cost == 10 && recent.count == 3 && recent.values.sorted() == ["1", "3", "4"])
    }

    @Test func lookingAndChangingAreNoUses() {
        var recent = RecentValues<Int, String>(budget: 2)
        recent.insert("a", for: 1, cost: 1)
        recent.insert("b", for: 2, cost: 1)
        recent.change(1) { $0 += "!" }
        #expect(recent[1] == "a!" && recent[3] == nil)
        let released = recent.insert("c", for: 3, cost: 1)
        #expect(released == ["a!"])
    }

    @Test func aValueTakesTheOneOfItsKeyAway() {
        var recent = RecentValues<Int, String>(budget: 10)
        recent.insert("a", for: 1, cost: 8)
        recent.insert("b", for: 2, cost: 2)
        let former = recent.insert("c", for: 1, cost: 3)
        #expect(former == ["a"] && recent.cost == 5)
        let displaced = recent.insert("too much", for: 1, cost: 11)
        #expect(displaced == ["c"] && recent[1] == nil && recent[2] == "b" && recent.cost == 2)
    }

    /// A minute is far more than it takes, and less than looking for the oldest each time.
    @Test(.timeLimit(.minutes(20))) func manyGoInTheOrderOfTheirUse() {
        let count = 100_000
        var recent = RecentValues<Int, Int>(budget: count)
        for number in 0..<count { recent.insert(number, for: number, cost: 1) }
        let used = stride(from: 0, to: count, by: 2), unused = stride(from: 1, to: count, by: 2)
        for number in used { _ = recent.use(number) }
        let released = recent.insert(-1, for: -1, cost: count * 3 / 4)
        let isInOrder = released == Array(unused) + used.prefix(count / 4)
        #expect(isInOrder && recent.count == count / 4 + 1 && recent.cost == count)
    }

    @Test func nothingIsLeft() {
        var recent = RecentValues<Int, Int>(budget: 10_000)
        for number in 0..<2_000 { recent.insert(number, for: number, cost: 1) }
        let gone = recent.remove(7), absent = recent.remove(7)
        #expect(gone == 7 && absent == nil && recent.cost == 1_999)
        recent.removeAll()
        #expect(recent.count == 0 && recent.cost == 0 && recent.budget == 10_000)
    }
}
