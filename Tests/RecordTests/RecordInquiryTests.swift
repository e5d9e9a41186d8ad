import Testing

@testable import Record

@Suite struct RecordInquiryTests {
    private static let inquiry = RecordInquiry(counting: "asset", lacking: "gone", telling: "library")

    private static func asset(_ number: Int64, isGone: Bool = false, title: String = "") -> RecordObject {
        RecordObject(RecordKey("asset", number), [RecordField("title", .text(title))] + (isGone ? [RecordField("gone", .double(1.5))] : []))
    }

    private static func library(_ name: String) -> RecordObject { RecordObject(RecordKey("library", 0), [RecordField("name", .text(name))]) }

    private static let commits: [[RecordObject]] = [
        [asset(1), asset(2, isGone: true), asset(3, title: "\",\"gone\":1"), RecordObject(RecordKey("assets", 9), []), library("a")],
        [asset(1, isGone: true), asset(2), asset(4), RecordObject(RecordKey("album", 3), [])],
        [.removed(RecordKey("asset", 3)), .removed(RecordKey("asset", 77)), library("b"), asset(5, isGone: true)],
    ]
    /// The objects that count after each commit.
    private static let counts = [2, 3, 2]

    /// Whatever of it stands in the snapshot and what in the log.
    @Test func whatIsFoundOutIsWhatTheRecordHolds() throws {
        for compacted in 0...Self.commits.count {
            let temporary = try TemporaryRecord(), record = try temporary.open()
            for (index, objects) in Self.commits.enumerated() {
                try record.commit(Int64(index + 1), objects)
                if index + 1 == compacted { try record.compact() }
                let contents = try temporary.open().contents(Self.inquiry)
                #expect(contents.count == Self.counts[index], "after \(index + 1), compacted after \(compacted)")
                #expect(contents.told == [Self.library(index == 2 ? "b" : "a")], "after \(index + 1), compacted after \(compacted)")
            }
        }
    }

    @Test func whatWasReadIsCurrentUntilSomebodyWrites() throws {
        let temporary = try TemporaryRecord(), record = try temporary.open()
        try record.commit(1, Self.commits[0])
        let first = try record.contents()
        #expect(try first.isCurrent())
        try record.commit(2, Self.commits[1])
        #expect(try !first.isCurrent())
        let second = try record.contents()
        #expect(try second.isCurrent())
        try record.compact()
        #expect(try !second.isCurrent())
    }
}
