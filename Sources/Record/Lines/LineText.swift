import CDeflate
import Glibc
import Support

/// How a line is written: a JSON object whose last member is the checksum of all before it, and of the line before.
enum LineText {
    static let sumMark = Array(#","sum":""#.utf8)
    /// The mark, eight digits, a quotation mark and a brace.
    static let endCount = sumMark.count + 10
    private static let kindMark = Array(#"{"kind":""#.utf8)
    private static let idMark = Array(#"","id":"#.utf8)

    /// Kinds of lines that are no objects.
    static let header = "header", commit = "commit"

    /// CRC-32 as zlib and gzip have it.
    static func sum(_ body: UnsafeRawBufferPointer, after previous: UInt32) -> UInt32 { libdeflate_crc32(previous, body.baseAddress, body.count) }

    /// All but the end, so that more members can follow.
    static func body(_ key: RecordKey, _ fields: [RecordField], into line: inout [UInt8]) {
        line += kindMark
        line += key.kind.utf8
        line += idMark
        switch key.id {
        case .number(let number): line += String(number).utf8
        case .name(let name): line.append(json: name)
        }
        for field in fields {
            line.append(UInt8(ascii: ","))
            line.append(json: field)
        }
    }

    static func end(_ sum: UInt32, into line: inout [UInt8]) {
        line += sumMark
        for shift in [24, 16, 8, 0] as [UInt32] { line.append(hexadecimal: UInt8(truncatingIfNeeded: sum >> shift)) }
        line += #""}"#.utf8
        line.append(0x0A)
    }

    /// What a line says its sum is; `nil` for what is no line of ours.
    static func statedSum(_ line: UnsafeRawBufferPointer) -> UInt32? {
        guard line.count > endCount else { return nil }
        let end = UnsafeRawBufferPointer(rebasing: line[(line.count - endCount)...])
        guard end.starts(with: sumMark), end[endCount - 2] == UInt8(ascii: "\""), end[endCount - 1] == UInt8(ascii: "}") else { return nil }
        var sum: UInt32 = 0
        for byte in end[sumMark.count..<sumMark.count + 8] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): sum = sum << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): sum = sum << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return sum
    }

    static func body(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: line[..<(line.count - endCount)]) }

    /// Whether a line is of a kind, without reading it.
    static func isOf(_ kind: String, _ line: UnsafeRawBufferPointer) -> Bool {
        let kind = kind.utf8
        guard line.count > kindMark.count + kind.count, line.starts(with: kindMark) else { return false }
        return line[kindMark.count..<kindMark.count + kind.count].elementsEqual(kind) && line[kindMark.count + kind.count] == UInt8(ascii: "\"")
    }

    /// Reads kind and id, which stand first.
    static func key(of line: UnsafeRawBufferPointer) -> RecordKey? {
        guard line.starts(with: kindMark), let kindEnd = line[kindMark.count...].firstIndex(of: UInt8(ascii: "\"")),
            line[kindEnd...].starts(with: idMark)
        else { return nil }
        let kind = String(decoding: line[kindMark.count..<kindEnd], as: UTF8.self)
        let start = kindEnd + idMark.count
        guard start < line.count else { return nil }
        if line[start] == UInt8(ascii: "\"") {
            var end = start + 1
            while end < line.count, line[end] != UInt8(ascii: "\"") { end += line[end] == UInt8(ascii: "\\") ? 2 : 1 }
            guard end < line.count, case .text(let name)? = try? JSONReading.value(of: UnsafeRawBufferPointer(rebasing: line[start...end])) else { return nil }
            return RecordKey(kind, named: name)
        }
        guard let end = line[start...].firstIndex(where: { $0 == UInt8(ascii: ",") }),
            let number = Int64(String(decoding: line[start..<end], as: UTF8.self))
        else { return nil }
        return RecordKey(kind, number)
    }

    /// What stands before the value of a field. A quotation mark in a text has a backslash before it, so that no text looks like this.
    static func mark(ofField name: String) -> [UInt8] { Array(",\"\(name)\":".utf8) }

    /// Whether the object of a line, or one within it, has the field of a mark.
    static func hasField(_ mark: [UInt8], _ line: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while start + mark.count <= line.count, let base = line.baseAddress, let comma = memchr(base + start, Int32(UInt8(ascii: ",")), line.count - start) {
            let offset = base.distance(to: comma)
            if offset + mark.count <= line.count, memcmp(comma, mark, mark.count) == 0 { return true }
            start = offset + 1
        }
        return false
    }

    private static let removedMark = Array(#","removed":true"#.utf8)

    /// Whether the line says that its object is no more, and nothing else.
    static func isRemoval(_ line: UnsafeRawBufferPointer) -> Bool { body(of: line).suffix(removedMark.count).elementsEqual(removedMark) }

    /// All that a line says, but its sum.
    static func object(of line: UnsafeRawBufferPointer) -> RecordObject? {
        guard var fields = (try? JSONReading.value(of: line))?.fields, fields.count >= 3, fields[0].name == "kind", fields[1].name == "id",
            fields.removeLast().name == "sum", let kind = fields[0].value.text
        else { return nil }
        let key: RecordKey
        switch fields[1].value {
        case .int(let number): key = RecordKey(kind, number)
        case .text(let name): key = RecordKey(kind, named: name)
        default: return nil
        }
        if fields.count == 3, fields[2] == RecordField("removed", .bool(true)) { return .removed(key) }
        fields.removeFirst(2)
        return RecordObject(key, fields)
    }
}
