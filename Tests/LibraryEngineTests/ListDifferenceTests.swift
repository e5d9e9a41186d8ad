import Foundation
import LibraryEngine
import PhotosTesting
import Testing

/// An array as a client keeps it: ids with the version it has seen.
private struct Row: Equatable {
    var id: Int64
    var version = 0
}

@Suite struct ListDifferenceTests {
    /// Does what a client does, in the documented order, and tells what does not come out as it should.
    private func fault(_ before: [Int64], _ after: [Int64], changed: Set<Int64> = []) -> String? {
        let difference = ListDifference(from: ContiguousArray(before), to: ContiguousArray(after), changed: IDSet(changed))
        var rows = before.map { Row(id: $0) }
        for index in difference.removed.reversed() { rows.remove(at: index) }
        for index in difference.inserted { rows.insert(Row(id: after[index]), at: index) }
        for index in difference.changed { rows[index].version += 1 }
        let places = difference.changedFinally.isEmpty ? Array(difference.changed) : difference.changedFinally
        let renewed = zip(difference.changed, places).map { rows[$0].id == after[$1] }
        for move in difference.moves { rows.insert(rows.remove(at: move.from), at: move.to) }
        let inBoth = Set(before).intersection(after)
        let expected = after.map { Row(id: $0, version: changed.contains($0) && inBoth.contains($0) ? 1 : 0) }
        let label = "\(before) to \(after), changed \(changed.sorted()): \(difference)"
        if rows != expected { return "wrong list: " + label }
        if difference.removed != IndexSet(before.indices.filter { !inBoth.contains(before[$0]) }) { return "wrong removals: " + label }
        if difference.inserted != IndexSet(after.indices.filter { !inBoth.contains(after[$0]) }) { return "wrong insertions: " + label }
        if renewed.count != difference.changed.count || renewed.contains(false) { return "wrong objects for changes: " + label }
        if difference.moves.contains(where: { $0.from == $0.to }) { return "a move to where it is: " + label }
        return nil
    }

    private func permutations<T>(_ elements: [T]) -> [[T]] {
        guard elements.count > 1 else { return [elements] }
        return elements.indices.flatMap { index in
            var rest = elements
            let chosen = rest.remove(at: index)
            return permutations(rest).map { [chosen] + $0 }
        }
    }

    private func subsets<T>(_ elements: [T]) -> [[T]] {
        (0..<(1 << elements.count)).map { bits in elements.indices.filter { bits & (1 << $0) != 0 }.map { elements[$0] } }
    }

    /// The fewest moves of single elements between two orders, by trying all.
    private func fewestMoves(_ from: [Int64], _ to: [Int64]) -> Int {
        var seen: Set<[Int64]> = [from], front = [from], moves = 0
        while !seen.contains(to) {
            moves += 1
            front = front.flatMap { list in
                list.indices.flatMap { a in
                    list.indices.compactMap { b in
                        var next = list
                        next.insert(next.remove(at: a), at: b)
                        return seen.insert(next).inserted ? next : nil
                    }
                }
            }
        }
        return moves
    }

    @Test func everySmallListBecomesEveryOther() {
        let worlds = subsets([Int64(1), 2, 3, 4]).flatMap(permutations)
        #expect(worlds.count == 65)
        var tried = 0
        for before in worlds {
            for after in worlds {
                for changed in subsets(before) {
                    tried += 1
                    if let fault = fault(before, after, changed: Set(changed)) { Issue.record("\(fault)") }
                }
            }
        }
        #expect(tried > 40_000)
    }

    /// Insertions of new ids at every place of every order of what stays.
    @Test func everySubsetOfSixInEveryOrder() {
        let before: [Int64] = [1, 2, 3, 4]
        for kept in subsets(before) {
            for after in permutations(kept + [5, 6]) {
                if let fault = fault(before, after, changed: [2, 3]) { Issue.record("\(fault)") }
                if let fault = fault(after, before, changed: [2, 3]) { Issue.record("\(fault)") }
            }
        }
        for after in permutations([Int64(1), 2, 3, 4, 5, 6]) {
            if let fault = fault([1, 2, 3, 4, 5, 6], after, changed: [1, 6]) { Issue.record("\(fault)") }
        }
    }

    @Test func movesAreTheFewestThereCanBe() {
        let before: [Int64] = [1, 2, 3, 4, 5]
        for after in permutations(before) {
            let difference = ListDifference(from: ContiguousArray(before), to: ContiguousArray(after))
            #expect(difference.moves.count == fewestMoves(before, after), "\(after)")
        }
    }

    @Test func randomListsOfAnySize() {
        var random = GeneratorRandom(seed: 3)
        for _ in 0..<300 {
            let size = Int.random(in: 0..<1_500, using: &random)
            // Row ids as they are, or so far apart that no table holds them.
            let stride: Int64 = Bool.random(using: &random) ? 1 : 1 << 40
            let before = (0..<Int64(size)).map { $0 * stride + 7 }
            var after = before
            for _ in 0..<Int.random(in: 0..<20, using: &random) where !after.isEmpty {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: after.remove(at: Int.random(in: after.indices, using: &random))
                case 1: after.insert((Int64(size) + Int64.random(in: 1...1 << 20, using: &random)) * stride, at: Int.random(in: 0...after.count, using: &random))
                case 2: after.insert(after.remove(at: Int.random(in: after.indices, using: &random)), at: Int.random(in: 0...after.count, using: &random))
                default: after.swapAt(Int.random(in: after.indices, using: &random), Int.random(in: after.indices, using: &random))
                }
            }
            after = NSOrderedSet(array: after).array.compactMap { $0 as? Int64 }
            if Int.random(in: 0..<10, using: &random) == 0 { after.shuffle(using: &random) }
            let changed = Set(before.filter { _ in Int.random(in: 0..<20, using: &random) == 0 })
            if let fault = fault(before, after, changed: changed) { Issue.record("\(fault.prefix(2_000))") }
        }
    }

    @Test func equalListsHaveNoDifference() {
        let list = ContiguousArray((0..<5_000).map(Int64.init))
        #expect(ListDifference(from: list, to: list).isEmpty)
        #expect(ListDifference(from: [], to: []).isEmpty)
        #expect(ListDifference(from: list, to: list, changed: IDSet([-5, 4_999, 5_000])).changed == IndexSet(integer: 4_999))
        #expect(ListDifference(from: [Int64.min, .max], to: [.max, .min]).moves.count == 1)
    }

    @Test func aMistakenDoubleNeverTraps() {
        _ = ListDifference(from: [1, 1, 2, 3, 2], to: [2, 2, 1, 3, 1])
        _ = ListDifference(from: [1, 1, 1], to: [1])
        _ = ListDifference(from: [1], to: [1, 1, 1])
    }
}
