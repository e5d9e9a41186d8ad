import Foundation
import Testing

@testable import Record

/// Objects as lines of their own: what comes back is what went, and anything else is refused.
@Suite struct RecordLinesTests {
    private static let objects = [
        RecordObject(RecordKey("segment", 12), [RecordField("date", .double(1.5)), RecordField("pack", .null)]),
        RecordObject(
            RecordKey("asset", named: "A\"ü\n"),
            [RecordField("title", .object([RecordField("title", .text("one\u{2028}two"))])), RecordField("list", .list([.int(-1), .bool(true)]))]),
        .removed(RecordKey("asset", named: "B")),
    ]

    @Test func whatWasWrittenComesBack() throws {
        #expect(try RecordLines.decode(RecordLines.encode(Self.objects), "x") == Self.objects)
        #expect(try RecordLines.decode(RecordLines.encode([]), "x") == [])
        let many = (0..<5_000).map { RecordObject(RecordKey("asset", Int64($0)), [RecordField("text", .text(String(repeating: "\($0)", count: 20)))]) }
        #expect(try RecordLines.decode(RecordLines.encode(many), "x") == many)
    }

    /// Wherever it is cut off, and whichever byte is another.
    @Test func anythingElseIsRefused() throws {
        let bytes = try RecordLines.encode(Self.objects)
        for count in 0..<bytes.count { #expect(throws: RecordError.self) { try RecordLines.decode(Array(bytes.prefix(count)), "x") } }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x10
            let read = try? RecordLines.decode(changed, "x")
            #expect(read == nil || read == Self.objects, "byte \(index)")
        }
    }

    /// A line that somebody wrote into the text, whole and compressed anew.
    @Test func aLineOfAnotherTextIsRefused() throws {
        let first = try RecordLines.encode(Array(Self.objects.prefix(1))), second = try RecordLines.encode(Array(Self.objects.suffix(1)))
        #expect(throws: RecordError.self) { try RecordLines.decode(Array(first.dropLast(BlockGzip.endMark.count)) + second, "x") }
    }
}
