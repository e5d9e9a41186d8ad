import Foundation
import Support

/// The first line of a segment.
struct SegmentHeader: Equatable {
    /// Grows when an older version could no longer read a record.
    static let currentFormat: Int64 = 1

    var number: Int64
    var library: UUID
    /// Version of the program's own schema, whose fields the objects have.
    var schema: Int64
    /// The sum of the last line of the segment before; 0 in the first.
    var after: UInt32
    /// The CRC-32 of the snapshot's file that a log follows, which shows also a change of bits that say nothing; 0 without a snapshot.
    var fileSum: UInt32 = 0
    /// Of the library before this segment; of a snapshot, the one that it holds.
    var position: Int64
    var date: Double
    /// Of the commit before.
    var stamp: Int64 = 0

    var key: RecordKey { RecordKey(LineText.header, number) }

    var fields: [RecordField] {
        [
            RecordField("format", .int(Self.currentFormat)), RecordField("library", .text(library.uuidString)), RecordField("schema", .int(schema)),
            RecordField("after", .text(after.hexadecimal)), RecordField("afterFile", .text(fileSum.hexadecimal)),
            RecordField("position", .int(position)), RecordField("date", .double(date)), RecordField("stamp", .int(stamp)),
        ]
    }

    init(_ number: Int64, library: UUID, schema: Int64, after: UInt32, position: Int64, date: Double) {
        (self.number, self.library, self.schema, self.after) = (number, library, schema, after)
        (self.position, self.date) = (position, date)
    }

    /// - Parameter line: whose sum is right.
    /// - Throws: `.tooNew`; `.damaged` for what is no header.
    init(line: [UInt8], path: String) throws {
        guard let object = line.withUnsafeBytes({ LineText.object(of: $0) }), object.key.kind == LineText.header, case .number(let number) = object.key.id,
            let format = object.fields["format"]?.int
        else { throw RecordError(.damaged, "\(path) does not begin as a record does.") }
        guard format <= Self.currentFormat else {
            throw RecordError(.tooNew, "\(path) has format \(format), and this version reads up to \(Self.currentFormat). Update OpenPhotoKit.")
        }
        guard format >= 1, let library = object.fields["library"]?.text.flatMap(UUID.init), let schema = object.fields["schema"]?.int,
            let after = object.fields["after"]?.text.flatMap({ UInt32($0, radix: 16) }), let position = object.fields["position"]?.int,
            let date = object.fields["date"]?.double
        else { throw RecordError(.damaged, "The first line of \(path) lacks what it should say.") }
        self.init(number, library: library, schema: schema, after: after, position: position, date: date)
        fileSum = object.fields["afterFile"]?.text.flatMap { UInt32($0, radix: 16) } ?? 0
        stamp = object.fields["stamp"]?.int ?? 0
    }
}
