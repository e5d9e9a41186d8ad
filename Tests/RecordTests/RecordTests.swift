import Foundation
import Testing

@testable import Record

@Suite struct RecordTests {
    @Test func whatWasAppendedIsReadAndTheLastLineOfAnObjectCounts() throws {
        let temporary = try TemporaryRecord()
        let record = try temporary.open()
        for count in History.commits.indices {
            try History.fill(record, count..<count + 1)
            #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: count + 1))
        }
    }

    @Test func aSnapshotHoldsWhatTheLogHeldAndIsGoneOnFrom() throws {
        for count in 1..<History.commits.count {
            let temporary = try TemporaryRecord()
            let record = try temporary.open()
            try History.fill(record, 0..<count)
            try record.compact()
            #expect(try temporary.names() == ["record-00000002.jsonl.gz", "record-00000003.jsonl"])
            #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: count))
            try History.fill(record, count..<History.commits.count)
            #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: History.commits.count), "after \(count)")
            try record.compact()
            #expect(try temporary.names() == ["record-00000004.jsonl.gz", "record-00000005.jsonl"])
            #expect(try TemporaryRecord.state(temporary.open()) == History.state(after: History.commits.count), "after \(count)")
        }
    }

    @Test func valuesComeBackBitForBit() throws {
        let values: [RecordValue] = [
            .null, .bool(true), .bool(false), .int(0), .int(.max), .int(.min), .double(0), .double(-0.0), .double(5), .double(0.1), .double(1e300), .double(.leastNonzeroMagnitude),
            .double(.infinity), .double(-.infinity), .double(799_999_999.123_456_7), .double(1e16), .text(""), .text("plain"), .text("é e\u{301} 🌻 \u{0}\u{1F}\u{7F}\n\t\"\\/"),
            .text("\",\"sum\":\"00000000\"}"), .list([]), .list([.list([.int(1)]), .object([])]), .object([RecordField("a", .object([RecordField("b", .null)]))]),
        ]
        let temporary = try TemporaryRecord()
        let object = RecordObject(RecordKey("k", named: "é\"\\\n"), values.enumerated().map { RecordField("\($0)", $1) })
        try temporary.open().commit(1, [object])
        let read = try #require(try TemporaryRecord.state(temporary.open()).objects[object.key])
        #expect(read == object)
        for (field, value) in zip(read.fields, values) {
            if case .double(let a) = field.value, case .double(let b) = value { #expect(a.bitPattern == b.bitPattern) }
        }
    }

    /// Numbers of few digits are read in a way of their own.
    @Test(arguments: [1, 2, 3] as [UInt64]) func numbersAreReadAsSwiftReadsThem(_ seed: UInt64) {
        var state = seed
        func number() -> String {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return String(state >> (state >> 58))
        }
        for _ in 0..<20_000 {
            let whole = number(), fraction = number()
            for text in [whole, "-\(whole)", "\(whole).\(fraction)", "-\(whole).\(fraction)", "0.000\(fraction)"] {
                let read = Array(text.utf8).withUnsafeBytes { try? JSONReading.value(of: $0) }
                if text.contains(".") {
                    #expect(read == Double(text).map { RecordValue.double($0) }, "\(text)")
                } else {
                    #expect(read == Int64(text).map { RecordValue.int($0) }, "\(text)")
                }
            }
        }
        for text in ["-0.0", "0.0", "00.5", "1.", ".5", "-", "--1", "1.2.3", "-.5"] {
            let read = Array(text.utf8).withUnsafeBytes { try? JSONReading.value(of: $0) }
            #expect(read?.double?.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }

    @Test func whatOtherProgramsWriteIsReadAndNonsenseIsNot() {
        func read(_ text: String) -> RecordValue? { Array(text.utf8).withUnsafeBytes { try? JSONReading.value(of: $0) } }
        #expect(read(#""\ud83c\udf3b\/\b\f""#) == .text("🌻/\u{8}\u{C}"))
        #expect(read("1E5") == .double(100_000))
        let nonsense = [
            "", "{", "[1,]", "[1", #"{"a"}"#, #"{"a":}"#, "tru", "01x", "1 ", #""a"#, #""\ud83c""#, #""\u12"#, "99999999999999999999", "-", "1e", "\"\u{1}\"",
            String(repeating: "[", count: 100),
        ]
        for text in nonsense { #expect(read(text) == nil, "\(text)") }
    }

    /// So that no program of ours is needed: each line is JSON, and the snapshot a gzip file.
    @Test func otherProgramsReadIt() throws {
        let temporary = try TemporaryRecord()
        let record = try temporary.open()
        try History.fill(record, 0..<3)
        try record.compact()
        let process = Process(), pipe = Pipe()
        (process.executableURL, process.arguments) = (URL(fileURLWithPath: "/bin/gzip"), ["-dc", temporary.folder.appendingPathComponent("record-00000002.jsonl.gz").path])
        process.standardOutput = pipe
        try process.run()
        let text = try #require(try pipe.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = try text.split(separator: 0x0A).map { try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any]) }
        #expect(lines.map { $0["kind"] as? String } == ["header", "album", "asset", "asset", "asset", "commit"])
        #expect(lines.first?["library"] as? String == TemporaryRecord.library.uuidString)
        #expect(lines.last?["id"] as? Int == 3)
    }

    private static let python = URL(fileURLWithPath: "/usr/bin/python3")

    @Test(.enabled(if: FileManager.default.fileExists(atPath: python.path)))
    func theDocumentedProgramReadsIt() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Docs/Record.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: "```python\n")).upperBound
        let program = String(text[start..<(try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound)])
        let temporary = try TemporaryRecord()
        let record = try temporary.open()
        try History.fill(record, 0..<3)
        try record.compact()
        try History.fill(record, 3..<4)
        func run() throws -> (status: Int32, text: String) {
            let process = Process(), pipe = Pipe()
            (process.executableURL, process.standardOutput, process.standardError) = (Self.python, pipe, FileHandle.nullDevice)
            process.arguments = ["-c", program] + (try temporary.names().map { temporary.folder.appendingPathComponent($0).path })
            try process.run()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: output, as: UTF8.self))
        }
        let whole = try run()
        #expect(whole.status == 0)
        #expect(whole.text.split(separator: "\n").suffix(4) == ["header 3", "asset 3", "album x,\"y\"", "commit 4"])
        var log = try temporary.data("record-00000003.jsonl")
        log[log.count - 30] ^= 1
        try temporary.write(log, to: "record-00000003.jsonl")
        #expect(try run().status != 0)
    }

    @Test func aRecordOfManyBlocksIsReadAsItWasWritten() throws {
        let temporary = try TemporaryRecord()
        let record = try temporary.open()
        var number: UInt64 = 7
        // Long lines of what can't be compressed, among short ones.
        let objects = (0..<200).map { index in
            History.asset(
                Int64(index),
                String(
                    (0..<(index % 20 == 0 ? 9_000 : 5)).map { _ in
                        number = number &* 6_364_136_223_846_793_005 &+ 1
                        return Character(Unicode.Scalar(0x20 + UInt8(number >> 58)))
                    }))
        }
        try record.commit(1, objects)
        try record.compact()
        let expected = Dictionary(uniqueKeysWithValues: objects.map { ($0.key, $0) })
        #expect(try TemporaryRecord.state(temporary.open()).objects == expected)
    }
}
