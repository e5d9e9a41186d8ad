import Foundation
import PhotosTesting
import Testing
@testable import LibraryEngine

/// Small worlds whole: every operation on every list of up to four, against what an array does.
@Suite struct ListEditTests {
    private static let lists = (0...4).map { count in (0..<count).map { Int64($0 + 1) } }
    private static func subsets(_ count: Int) -> [IndexSet] {
        (0..<(1 << count)).map { bits in IndexSet((0..<count).filter { bits & (1 << $0) != 0 }) }
    }

    @Test func removingByPositionIsWhatAnArrayDoes() throws {
        for list in Self.lists {
            for positions in Self.subsets(list.count) {
                var edit = ListEdit(seen: list, stored: list)
                try edit.remove(at: positions)
                let expected = list.enumerated().filter { !positions.contains($0.offset) }.map(\.element)
                #expect(edit.stored == expected && edit.seen == expected, "\(list) without \(Array(positions))")
            }
        }
    }

    @Test func movingCountsInWhatIsLeft() throws {
        for list in Self.lists {
            for positions in Self.subsets(list.count) {
                let left = list.enumerated().filter { !positions.contains($0.offset) }.map(\.element)
                for target in 0...left.count {
                    var edit = ListEdit(seen: list, stored: list)
                    try edit.move(at: positions, to: target)
                    var expected = left
                    expected.insert(contentsOf: positions.map { list[$0] }, at: target)
                    #expect(edit.stored == expected && edit.seen == expected, "\(list), \(Array(positions)) to \(target)")
                }
                var edit = ListEdit(seen: list, stored: list)
                #expect(throws: ListEdit.Failure.self) { try edit.move(at: positions, to: left.count + 1) }
            }
        }
    }

    @Test func insertingCountsInTheListAsItIsThen() throws {
        for list in Self.lists {
            for count in 0...3 {
                for positions in Self.subsets(list.count + count) where positions.count == count {
                    let rows = (0..<count).map { Int64(90 + $0) }
                    var edit = ListEdit(seen: list, stored: list)
                    try edit.insert(rows, at: positions)
                    var expected = list
                    for (row, position) in zip(rows, positions) { expected.insert(row, at: position) }
                    #expect(edit.stored == expected && edit.seen == expected, "\(rows) into \(list) at \(Array(positions))")
                }
            }
            var edit = ListEdit(seen: list, stored: list)
            #expect(throws: ListEdit.Failure.positionOutside(list.count + 1, count: list.count)) { try edit.insert([90], at: [list.count + 1]) }
            #expect(throws: ListEdit.Failure.countsDiffer(positions: 1, rows: 2)) { try edit.insert([90, 91], at: [0]) }
        }
    }

    @Test func replacingTakesAnArrivingRowFromItsOldPlace() throws {
        for list in Self.lists {
            for positions in Self.subsets(list.count) {
                // Every choice of rows, from the list and from outside.
                let choices = list + [90, 91]
                var selections: [[Int64]] = [[]]
                for _ in positions { selections = selections.flatMap { chosen in choices.filter { !chosen.contains($0) }.map { chosen + [$0] } } }
                for rows in selections {
                    var edit = ListEdit(seen: list, stored: list)
                    try edit.replace(at: positions, with: rows)
                    let replacements = Dictionary(uniqueKeysWithValues: zip(positions, rows))
                    let expected = list.enumerated().compactMap { replacements[$0.offset] ?? (rows.contains($0.element) ? nil : $0.element) }
                    #expect(edit.stored == expected && edit.seen == expected, "\(list) at \(Array(positions)) with \(rows)")
                }
            }
        }
    }

    @Test func positionsMeanWhatTheCallerSaw() throws {
        func edited(_ seen: [Int64], _ stored: [Int64], _ change: (inout ListEdit) throws -> Void) rethrows -> [Int64] {
            var edit = ListEdit(seen: seen, stored: stored)
            try change(&edit)
            return edit.stored
        }
        // Somebody took 1 out and put 8 to the front and 9 to the end.
        let (seen, stored): ([Int64], [Int64]) = ([1, 2, 3, 4], [8, 2, 3, 4, 9])
        #expect(try edited(seen, stored) { try $0.remove(at: [0, 1]) } == [8, 3, 4, 9])
        #expect(try edited(seen, stored) { try $0.insert([5], at: [1]) } == [8, 5, 2, 3, 4, 9])
        #expect(try edited(seen, stored) { try $0.insert([5], at: [0]) } == [8, 5, 2, 3, 4, 9])
        #expect(try edited(seen, stored) { try $0.insert([5], at: [4]) } == [8, 2, 3, 4, 9, 5])
        #expect(try edited(seen, stored) { try $0.insert([1], at: [3]) } == [8, 2, 3, 4, 9, 1])
        #expect(try edited(seen, stored) { try $0.move(at: [0, 3], to: 1) } == [8, 2, 4, 3, 9])
        #expect(try edited(seen, stored) { try $0.replace(at: [0, 2], with: [6, 7]) } == [8, 6, 2, 7, 4, 9])
        #expect(edited(seen, stored) { $0.add([9, 5]) } == [8, 2, 3, 4, 9, 5])
        // The second step counts in what the first one left.
        #expect(
            try edited(seen, stored) {
                try $0.remove(at: [0]); try $0.remove(at: [0])
            } == [8, 3, 4, 9])
    }

    @Test func randomEditsKeepOthersWork() throws {
        var random = GeneratorRandom(seed: 3)
        for _ in 0..<2_000 {
            let seen = (1...6).map(Int64.init).shuffled(using: &random)
            // Others took some out, and put some in anywhere.
            var stored = seen.filter { _ in Bool.random(using: &random) }
            for row in [20, 21] as [Int64] { stored.insert(row, at: Int.random(in: 0...stored.count, using: &random)) }
            let left = stored
            var edit = ListEdit(seen: seen, stored: stored)
            let positions = IndexSet(seen.indices.filter { _ in Bool.random(using: &random) })
            let target = Int.random(in: 0...(seen.count - positions.count), using: &random)
            try edit.move(at: positions, to: target)
            let log = "\(seen), \(left), \(Array(positions)) to \(target)"
            #expect(Set(edit.stored) == Set(left), "\(log)")
            let moved = Set(positions.map { seen[$0] })
            // What nobody moved keeps its order, and the moved ones follow each other as they did.
            #expect(edit.stored.filter { !moved.contains($0) } == left.filter { !moved.contains($0) }, "\(log)")
            #expect(edit.stored.filter(moved.contains) == positions.map { seen[$0] }.filter(left.contains), "\(log)")
        }
    }
}
