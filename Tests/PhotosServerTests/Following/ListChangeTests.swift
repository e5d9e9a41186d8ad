import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

@Suite struct ListChangeTests {
    /// Takes out, puts in, and looks up what is known of the rest.
    private func applied(_ change: ListChange, to before: [Int64], _ after: [Int64]) -> [Int64] {
        var list = before
        for range in change.removed.reversed() { list.removeSubrange(range) }
        for range in change.inserted { list.insert(contentsOf: after[range], at: range.lowerBound) }
        return list
    }

    @Test func `any list becomes any other, moved ones included`() throws {
        var random = GeneratorRandom(seed: 4)
        for _ in 0..<3_000 {
            let before = (0..<Int64(random.number(below: 12))).shuffled(using: &random)
            var after = before.filter { _ in random.chance(0.8) }
            if random.chance(0.3) { after.shuffle(using: &random) }
            if random.chance(0.5), let moved = after.popLast() { after.insert(moved, at: random.number(below: after.count + 1)) }
            for id in 100..<Int64(100 + random.number(below: 4)) { after.insert(id, at: random.number(below: after.count + 1)) }
            let changed = (0..<Int64(12)).filter { _ in random.chance(0.2) }
            let change = try #require(ListChange(from: ContiguousArray(before), to: ContiguousArray(after), changed: IDSet(changed)))
            #expect(applied(change, to: before, after) == after, "\(before) to \(after)")
            // What changed and was not put in anew is named.
            let inserted = Set(change.inserted.flatMap { $0 }), named = Set(change.changed.flatMap { $0 })
            let expected = Set(after.indices.filter { changed.contains(after[$0]) && before.contains(after[$0]) && !inserted.contains($0) })
            #expect(named == expected, "\(before) to \(after), changed \(changed)")
            // Ranges are as few as can be.
            for ranges in [change.removed, change.inserted, change.changed] {
                for (range, next) in zip(ranges, ranges.dropFirst()) { #expect(range.upperBound < next.lowerBound) }
            }
        }
    }

    @Test func `one that moves is all that is told of`() {
        let change = ListChange(from: [1, 2, 3, 4, 5, 6], to: [1, 5, 2, 3, 4, 6], changed: IDSet([]))
        #expect(change?.removed == [4..<5] && change?.inserted == [1..<2] && change?.changed == [])
    }

    @Test func `a change that is too scattered is not told step by step`() {
        let before = ContiguousArray<Int64>(0..<10_000), after = before.filter { $0 % 2 == 0 }
        #expect(ListChange(from: before, to: ContiguousArray(after), changed: IDSet([])) == nil)
        let half = ListChange(from: before, to: ContiguousArray(before.dropFirst(5_000)), changed: IDSet([]))
        #expect(half?.removed == [0..<5_000])
    }
}
