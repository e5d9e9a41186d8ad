import Testing

@testable import Decoding

/// Every short history of one worker's memories.
@Suite struct SegmentTableTests {
    private enum Step: CaseIterable { case lendSmall, lendLarge, needLarge, giveBackFirst, giveBackLast }

    private static let (small, large, first) = (30, 100, 120)

    @Test(arguments: [(1, 1000), (2, 1000), (3, 1000), (3, 150), (3, 90)]) func neverMoreThanAllowedAndNeverTwoInOne(_ limit: Int, _ kept: Int) {
        var histories: [[Step]] = [[]]
        for _ in 0..<6 { histories = histories.flatMap { history in Step.allCases.map { history + [$0] } } }
        for history in histories {
            var table = SegmentTable(limit: limit, keptBytes: kept, firstSize: Self.first)
            var lent: [Int] = []
            for step in history {
                Self.take(step, &table, &lent)
                let isSound =
                    table.segments.count <= limit && table.segments[table.current]?.isLent == false
                    && Set(lent).count == lent.count && lent.allSatisfy { table.segments[$0]?.isLent == true }
                    && table.kept == table.segments.keys.reduce(0) { $0 | 1 << UInt64($1) }
                guard isSound else {
                    Issue.record("limit \(limit), \(kept) bytes: \(history) leads to \(table)")
                    return
                }
            }
        }
    }

    private static func take(_ step: Step, _ table: inout SegmentTable, _ lent: inout [Int]) {
        switch step {
        case .lendSmall, .lendLarge:
            let bytes = step == .lendSmall ? small : large
            table.noteWritten(bytes)
            guard let next = table.successor(lending: bytes) else { return }
            let number = table.current
            if table.lend(next: next, size: first) { lent.append(number) }
        case .needLarge:
            let next = table.replacement(atLeast: first * 2)
            _ = table.replace(by: next, size: first * 2)
        case .giveBackFirst: if !lent.isEmpty { table.giveBack(lent.removeFirst()) }
        case .giveBackLast: if let number = lent.popLast() { table.giveBack(number) }
        }
    }

    @Test func memoriesGoRound() {
        var table = SegmentTable(limit: 3, keptBytes: 1000, firstSize: Self.first)
        table.noteWritten(Self.large)
        #expect(table.successor(lending: Self.large) == .new(1))
        let returns1 = table.lend(next: .new(1), size: Self.first)
        #expect(returns1)
        table.noteWritten(Self.large)
        let returns2 = table.lend(next: .new(2), size: Self.first)
        #expect(returns2)
        table.noteWritten(Self.large)
        #expect(table.successor(lending: Self.large) == nil, "all are lent: a copy")
        table.giveBack(0)
        #expect(table.successor(lending: Self.large) == .free(0), "its pages are there")
        #expect(table.successor(lending: Self.small) == nil, "it costs more than twice as much as a copy")
    }

    @Test func whatIsTooMuchToKeepIsGivenUp() {
        var table = SegmentTable(limit: 3, keptBytes: 150, firstSize: Self.first)
        table.noteWritten(Self.large)
        let returns3 = table.lend(next: .new(1), size: Self.first)
        #expect(returns3)
        table.noteWritten(Self.large)
        #expect(table.successor(lending: Self.large) == .new(1), "in the place of the one that its picture takes away")
        let returns4 = table.lend(next: .new(1), size: Self.first)
        #expect(!returns4)
        #expect(table.kept == 0b11 && table.segments[1]?.written == 0)
        _ = table.replace(by: table.replacement(atLeast: 500), size: 500)
        let returns5 = table.replace(by: .new(1), size: Self.first)
        #expect(!returns5 && table.segments[1]?.size == Self.first)
    }
}
