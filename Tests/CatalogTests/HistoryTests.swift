import Catalog
import Foundation
import PhotoModel
import Testing

/// Persistent history: pages, and what is forgotten.
struct HistoryTests {
    private func positions(_ entries: [HistoryEntry]) -> [Int64] { entries.map(\.position.rawValue) }

    @Test func pagesHoldWholeChangesAndNeverMoreThanAsked() throws {
        let library = try TemporaryCatalog()
        var number = 0
        for size in [2, 3, 10, 1] {
            try library.write { writer in
                for _ in 0..<size {
                    _ = try writer.insert(Sample.asset(number), resources: [])
                    number += 1
                }
            }
        }
        try library.read { reader in
            let end = try reader.historyPosition
            #expect(end.rawValue == 4)
            func page(_ after: Int64, _ limit: Int, _ items: Int) throws -> [HistoryEntry] {
                try reader.history(after: ChangePosition(rawValue: after), through: end, limit: limit, itemLimit: items)
            }
            #expect(try page(0, 10, 100).map { $0.items?.count } == [2, 3, 10, 1])
            #expect(try page(0, 2, 100).map { $0.items?.count } == [2, 3])
            #expect(try page(0, 10, 5).map { $0.items?.count } == [2, 3], "exactly full")
            #expect(try page(0, 10, 6).map { $0.items?.count } == [2, 3], "no part of the third")
            #expect(try page(0, 10, 4).map { $0.items?.count } == [2])
            #expect(try page(2, 10, 5).map { $0.items?.count } == [nil], "too large for any page")
            #expect(try positions(page(3, 10, 5)) == [4])
            #expect(try page(4, 10, 5).isEmpty)
            let whole = try reader.history(after: .start, through: end).map { $0.items }
            #expect(try whole == reader.changes(after: .start).map { $0.items })
            #expect(try reader.historyItems(at: ChangePosition(rawValue: 3), .asset)?.count == 10)
            #expect(try reader.historyItems(at: ChangePosition(rawValue: 3), .list)?.isEmpty == true)
            #expect(try reader.historyItems(at: ChangePosition(rawValue: 9), .asset) == nil)
        }
    }

    @Test func pruningGoesInStepsAndKeepsTheNewest() throws {
        let library = try TemporaryCatalog()
        for number in 0..<6 { try library.write { _ = try $0.insert(Sample.asset(number), resources: []) } }
        let late = TemporaryCatalog.now + 1
        #expect(try library.write { try $0.pruneChanges(before: TemporaryCatalog.now) }, "not old enough")
        #expect(try library.read { try $0.oldestPosition.rawValue } == 0)
        // A change and its one item count two.
        #expect(try !library.write { try $0.pruneChanges(before: late, atMost: 5) })
        #expect(try library.read { try $0.oldestPosition.rawValue } == 2)
        #expect(try !library.write { try $0.pruneChanges(before: late, atMost: 1) }, "one at least, however large")
        #expect(try library.write { try $0.pruneChanges(before: late) })
        try library.read { (reader: CatalogReader) throws in
            #expect(try reader.oldestPosition.rawValue == 5)
            #expect(try reader.historyPosition.rawValue == 6)
            #expect(try reader.changeDate(at: ChangePosition(rawValue: 6)) == TemporaryCatalog.now)
            #expect(try reader.integrityProblems().isEmpty)
            #expect(throws: CatalogError.self) { try reader.history(after: ChangePosition(rawValue: 4), through: .init(rawValue: 6)) }
        }
    }
}
