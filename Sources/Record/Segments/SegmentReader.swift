import Foundation
import Support

/// Where a line stands in an uncompressed segment, and what its sum begins with.
struct LineLocation {
    var offset: Int64
    var count: Int32
    var sumBefore: UInt32
    var isRemoval: Bool
}

/// Reads one segment line by line, up to the first line whose sum is wrong.
final class SegmentReader {
    let name: SegmentName
    let path: String
    let header: SegmentHeader
    private let source: LineSource
    private let hash: ContentHash?
    /// What the sum of the next line begins with.
    private(set) var sum: UInt32 = 0
    /// What the sum of the last line began with.
    private var sumBefore: UInt32 = 0
    /// Behind the last line that is right, in bytes before compression.
    private(set) var offset: Int64 = 0
    /// Whether the segment goes on with something that is no line of it.
    private(set) var isFaulty = false
    /// Whether something follows a commit behind the fault. Each commit is saved before the next is begun, so what is damaged had been saved, and is no
    /// write that broke off.
    private(set) var isFaultInside = false
    /// Whether the file ends with a line, though a line before it, or that one, is wrong: the last commit was damaged, or a power cut lost a part of it.
    private(set) var isLastCommitWrong = false
    /// Of the bytes read so far, before the last line; empty where it is not asked for.
    private(set) var digest = ""

    /// - Parameter comparesDigest: whether a snapshot's digest is computed, which is to be compared once.
    /// - Throws: `.damaged` without a header that is right, `.tooNew`, `.foreign`.
    init(_ file: RecordFile, _ name: SegmentName, library: UUID?, comparesDigest: Bool = true) throws {
        (self.name, path) = (name, file.path)
        source = try LineSource(file, isCompressed: name.isSnapshot)
        hash = name.isSnapshot && comparesDigest ? ContentHash() : nil
        guard let line = try source.next(), let sum = Self.checked(line, after: 0) else {
            throw RecordError(.damaged, "\(file.path) does not begin as a record does.")
        }
        header = try SegmentHeader(line: line, path: file.path)
        guard header.number == name.number else { throw RecordError(.damaged, "\(file.path) says that it is number \(header.number).") }
        guard header.library == library ?? header.library else { throw RecordError(.foreign, "\(file.path) is the record of another library, \(header.library.uuidString).") }
        accept(line, sum)
    }

    /// The next line; `nil` at the end, and from the first fault on.
    func next() throws -> [UInt8]? {
        guard !isFaulty else { return nil }
        guard let line = try source.next() else {
            isFaulty = source.rest > 0 || source.isBroken
            return nil
        }
        guard let next = Self.checked(line, after: sum) else {
            isFaulty = true
            isFaultInside = try hasMore(from: line)
            isLastCommitWrong = !isFaultInside && source.rest == 0
            return nil
        }
        if hash != nil, LineText.isOf(LineText.commit, line) { digest = try hash?.digits() ?? "" }
        accept(line, next)
        return line
    }

    /// CRC-32 of the file's own bytes, of a compressed segment that was read to its end.
    var fileSum: UInt32 { source.fileSum }

    private func accept(_ line: [UInt8], _ next: UInt32) {
        (sumBefore, sum, offset) = (sum, next, offset + Int64(line.count) + 1)
        if let hash {
            line.withUnsafeBytes { hash.update($0) }
            withUnsafeBytes(of: 0x0A as UInt8) { hash.update($0) }
        }
    }

    /// Where the line stands that was read last.
    func location(of line: [UInt8]) -> LineLocation {
        LineLocation(offset: offset - Int64(line.count) - 1, count: Int32(line.count), sumBefore: sumBefore, isRemoval: line.withUnsafeBytes { LineText.isRemoval($0) })
    }

    /// Reads a line of an uncompressed segment once more.
    /// - Throws: `.damaged` where it is not what it was.
    static func line(at location: LineLocation, in file: RecordFile) throws -> [UInt8] {
        var line: [UInt8] = []
        _ = try file.read(at: location.offset, count: Int(location.count), into: &line)
        guard line.count == Int(location.count), checked(line, after: location.sumBefore) != nil else {
            throw RecordError(.damaged, "\(file.path) changed while it was read: what stands at byte \(location.offset) is not what stood there.")
        }
        return line
    }

    private static func checked(_ line: [UInt8], after previous: UInt32) -> UInt32? {
        line.withUnsafeBytes { line in
            guard let stated = LineText.statedSum(line), LineText.sum(LineText.body(of: line), after: previous) == stated else { return nil }
            return stated
        }
    }

    /// Whether anything follows a commit, from this line on.
    private func hasMore(from line: [UInt8]) throws -> Bool {
        var isBehindCommit = LineText.isOf(LineText.commit, line)
        while let line = try source.next() {
            if isBehindCommit { return true }
            isBehindCommit = LineText.isOf(LineText.commit, line)
        }
        return isBehindCommit && source.rest > 0
    }
}

extension LineText {
    static func isOf(_ kind: String, _ line: [UInt8]) -> Bool { line.withUnsafeBytes { isOf(kind, $0) } }

    static func key(of line: [UInt8]) -> RecordKey? { line.withUnsafeBytes { key(of: $0) } }

    static func object(of line: [UInt8]) -> RecordObject? { line.withUnsafeBytes { object(of: $0) } }

    /// What a commit says, and how many objects belong to it.
    static func commit(of line: [UInt8]) -> (commit: RecordCommit, objects: Int64, digest: String?)? {
        guard let object = object(of: line), object.key.kind == commit, case .number(let position) = object.key.id, let date = object.fields["date"]?.double,
            let author = object.fields["author"]?.text, let objects = object.fields["objects"]?.int
        else { return nil }
        return (RecordCommit(position: position, date: date, author: author, stamp: object.fields["stamp"]?.int ?? 0), objects, object.fields["sha256"]?.text)
    }
}
