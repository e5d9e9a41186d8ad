import Foundation
import Testing

@testable import Metadata

@Suite struct AdjustmentFactsTests {
    private func read(_ bytes: [UInt8]) -> AdjustmentFacts? { bytes.withUnsafeBytes { AdjustmentFacts(propertyList: $0) } }

    @Test func readsXML() throws {
        let facts = try #require(read(Samples.adjustment()))
        #expect(facts.formatIdentifier == "com.apple.photo")
        #expect(facts.formatVersion == "1.4")
        #expect(facts.baseVersion == 0)
        #expect(facts.timestamp == 1_717_280_370)
        #expect(facts.dataSize == 3)
        #expect(facts.editor == nil)
    }

    @Test func readsBinary() throws {
        let list: [String: Any] = [
            "adjustmentFormatIdentifier": "com.example.a filter with a long name", "adjustmentFormatVersion": "zwölf", "adjustmentData": Data(repeating: 7, count: 300),
            "adjustmentTimestamp": Date(timeIntervalSince1970: 1_717_280_370.5), "adjustmentBaseVersion": 1, "deeper": ["a": ["b": 1]],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let facts = try #require(read(Array(data)))
        #expect(facts.formatIdentifier == "com.example.a filter with a long name")
        #expect(facts.formatVersion == "zwölf")
        #expect(facts.dataSize == 300)
        #expect(facts.timestamp == 1_717_280_370.5)
        #expect(facts.baseVersion == 1)
    }

    @Test func readsTheSmallestBinaryList() {
        #expect(read(Samples.binaryAdjustment()) == AdjustmentFacts(formatIdentifier: "com.apple.photo"))
    }

    @Test func aFileThatWasWrittenIsReadAsItWas() throws {
        var facts = AdjustmentFacts(formatIdentifier: "com.example.zwölf\u{1}")
        (facts.formatVersion, facts.baseVersion, facts.editor, facts.timestamp, facts.dataSize) = ("2.1", 1, "com.example", 1_717_280_370.25, 300)
        let file = AdjustmentFile(facts, data: Data((0..<300).map { UInt8($0 & 0xFF) }))
        #expect(try file.encoded().withUnsafeBytes { AdjustmentFile(propertyList: $0) } == file)
        let xml = Samples.adjustment().withUnsafeBytes { AdjustmentFile(propertyList: $0) }
        #expect(xml?.data.count == 3 && xml?.facts.formatIdentifier == "com.apple.photo")
    }

    @Test func otherListsAreNoAdjustments() {
        #expect(read(Array("<plist><dict><key>a</key><string>b</string></dict></plist>".utf8)) == nil)
        #expect(read([]) == nil)
        #expect(read(Array(Samples.adjustment().dropLast(40))) == nil)
    }

    @Test func deeperValuesAndEntitiesInXML() throws {
        let list = """
            <?xml version="1.0"?><!-- <plist> --><plist version="1.0"><dict><key>deep</key><dict><key>adjustmentFormatIdentifier</key><string>no</string></dict>
            <key>none</key><true/><key>adjustmentFormatIdentifier</key><string>a&amp;lt;b &lt; c</string><key>adjustmentBaseVersion</key><integer>x</integer></dict></plist>
            """
        let facts = try #require(read(Array(list.utf8)))
        #expect(facts.formatIdentifier == "a&lt;b < c")
        #expect(facts.baseVersion == nil)
    }

    @Test func aListOfAMillionLevelsIsRefusedNotRecursedInto() {
        let deep = "<plist>" + String(repeating: "<array>", count: 1_000_000) + "adjustmentFormatIdentifier"
        #expect(read(Array(deep.utf8)) == nil)
    }
}
