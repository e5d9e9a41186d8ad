import Foundation
import Synchronization
import Testing

@testable import Record

@Suite struct DamagedRecordTests {
    /// Wherever a write broke off, the commits before it are there, and the next one follows them.
    @Test func aLogCutOffAnywhereHoldsItsWholeCommits() throws {
        let whole = try TemporaryRecord()
        var ends: [Int] = []
        let record = try whole.open()
        for index in History.commits.indices {
            try History.fill(record, index..<index + 1)
            ends.append(try whole.data("record-00000001.jsonl").count)
        }
        let log = try whole.data("record-00000001.jsonl")
        let header = try #require(log.firstIndex(of: 0x0A)) + 1
        let cut = try TemporaryRecord()
        for length in header...log.count {
            try cut.write(log.prefix(length), to: "record-00000001.jsonl")
            let count = ends.count { $0 <= length }
            #expect(try TemporaryRecord.state(cut.open()) == History.state(after: count), "cut at \(length)")
            // Saving costs the most: every seventh length, and those around the ends of commits.
            guard length % 7 == 0 || ends.contains(where: { abs($0 - length) < 2 }) else { continue }
            try History.fill(cut.open(), count..<History.commits.count)
            #expect(try cut.data("record-00000001.jsonl") == log, "cut at \(length)")
        }
    }

    /// A power cut may leave room where a write should be.
    @Test func aTailOfZerosIsAWriteThatBrokeOff() throws {
        let temporary = try TemporaryRecord()
        try History.fill(temporary.open(), 0..<2)
        let log = try temporary.data("record-00000001.jsonl")
        try temporary.write(log + Data(count: 5_000), to: "record-00000001.jsonl")
        #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: 2))
        try History.fill(temporary.open(), 2..<4)
        #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: 4))
    }

    /// A power cut may keep the end of a write and lose any sector before it. The commit was not acknowledged, and the next one is written in its place.
    @Test func anySectorLostFromTheLastCommitIsAWriteThatBrokeOff() throws {
        let temporary = try TemporaryRecord()
        try History.fill(temporary.open(), 0..<2)
        let before = try temporary.data("record-00000001.jsonl").count
        try History.fill(temporary.open(), 2..<3)
        let log = try temporary.data("record-00000001.jsonl"), sector = 32
        for lost in stride(from: before, to: log.count, by: sector) {
            var torn = log
            let end = min(lost + sector, log.count)
            torn.replaceSubrange(lost..<end, with: Data(count: end - lost))
            try temporary.write(torn, to: "record-00000001.jsonl")
            try History.fill(temporary.open(), 2..<4)
            let state = try TemporaryRecord.state(temporary.open())
            #expect(state == History.state(after: 4), "bytes from \(lost) on were lost, of \(before)..<\(log.count)")
        }
    }

    @Test(arguments: [0x01, 0x20, 0xFF] as [UInt8])
    func aByteChangedAnywhereIsFoundAndNothingHalfIsBelieved(_ flip: UInt8) throws {
        let whole = try TemporaryRecord()
        let record = try whole.open()
        try History.fill(record, 0..<2)
        try record.compact()
        try History.fill(record, 2..<4)
        for name in try whole.names() {
            let data = try whole.data(name)
            let copy = try whole.copy()
            for place in data.indices {
                var damaged = data
                damaged[place] ^= flip
                try copy.write(damaged, to: name)
                // A commit that is gone from the end can't be told from one that was never written to its end.
                if let state = try? TemporaryRecord.state(copy.open()) {
                    #expect(state.position < 4 || state.isFaulty, "\(name) at \(place)")
                    #expect(state.objects == History.state(after: Int(state.position)).objects, "\(name) at \(place)")
                }
            }
        }
    }

    /// What was saved before a later commit is no write that broke off: it is told of, and not gone on from.
    @Test func damageBeforeALaterCommitIsTold() throws {
        let temporary = try TemporaryRecord()
        try History.fill(temporary.open())
        var log = try temporary.data("record-00000001.jsonl")
        let place = try #require(log.range(of: Data("zwei".utf8))).lowerBound
        log[place] = UInt8(ascii: "Z")
        try temporary.write(log, to: "record-00000001.jsonl")
        let record = try temporary.open()
        let state = try TemporaryRecord.state(record)
        #expect(state == TemporaryRecord.State(position: 1, objects: History.state(after: 1).objects, isFaulty: true))
        try record.withLock(timeout: 1) { editor in
            guard case .broken(let error) = try editor.condition() else {
                Issue.record("taken for whole")
                return
            }
            #expect(error.code == .damaged)
            #expect(error.message.contains("record-00000001.jsonl is damaged"))
        }
        #expect(try temporary.data("record-00000001.jsonl") == log)
    }

    @Test func linesInAnotherOrderAreFound() throws {
        let temporary = try TemporaryRecord()
        try History.fill(temporary.open())
        var lines = try temporary.data("record-00000001.jsonl").split(separator: 0x0A, omittingEmptySubsequences: false)
        lines.swapAt(2, 3)
        try temporary.write(Data(lines.joined(separator: [0x0A])), to: "record-00000001.jsonl")
        #expect(try TemporaryRecord.state(temporary.open()).position == 0)
    }

    @Test func anotherLibrarysRecordAndANewerOneAreRefused() throws {
        let temporary = try TemporaryRecord()
        try History.fill(temporary.open())
        func code(_ record: Record) throws -> RecordError.Code? {
            #expect(throws: RecordError.self) { _ = try record.contents() }
            return try record.withLock(timeout: 1) { editor in
                if case .broken(let error) = try editor.condition() { error.code } else { nil }
            }
        }
        #expect(try code(temporary.open(library: UUID())) == .foreign)
        var line: [UInt8] = []
        let header = SegmentHeader(1, library: TemporaryRecord.library, schema: 2, after: 0, position: 0, date: 0)
        LineText.body(header.key, [RecordField("format", .int(2))] + header.fields.dropFirst(), into: &line)
        LineText.end(line.withUnsafeBytes { LineText.sum($0, after: 0) }, into: &line)
        try temporary.write(Data(line), to: "record-00000001.jsonl")
        #expect(try code(temporary.open()) == .tooNew)
    }

    /// A link could lead out of the library.
    @Test func aLinkInThePlaceOfASegmentIsNotFollowed() throws {
        let temporary = try TemporaryRecord(), other = try TemporaryRecord()
        try History.fill(temporary.open())
        let name = "record-00000001.jsonl"
        let log = try temporary.data(name)
        try FileManager.default.moveItem(at: temporary.folder.appendingPathComponent(name), to: other.folder.appendingPathComponent("target"))
        try FileManager.default.createSymbolicLink(
            at: temporary.folder.appendingPathComponent(name), withDestinationURL: other.folder.appendingPathComponent("target"))
        let record = try temporary.open()
        #expect(throws: RecordError.self) { _ = try record.contents() }
        #expect(throws: RecordError.self) { try record.commit(5, []) }
        #expect(try other.data("target") == log)
    }

    @Test func whatIsSetAsideIsKeptAndReadNoMore() throws {
        let temporary = try TemporaryRecord()
        let record = try temporary.open()
        try History.fill(record)
        let log = try temporary.data("record-00000001.jsonl")
        let moment = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let folder = try record.withLock(timeout: 1) { try $0.setAside(moment) }
        #expect(folder == temporary.folder.path + "/set-aside-" + moment.ISO8601Format().filter { $0 != ":" })
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent("record-00000001.jsonl")) == log)
        #expect(throws: RecordError.self) { _ = try record.contents() }
        try History.fill(record, 0..<1)
        let second = try record.withLock(timeout: 1) { try $0.setAside(moment) }
        #expect(second == folder + "-2")
    }
}
