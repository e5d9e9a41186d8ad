import Foundation
import Support

/// A table of GeoNames: a line a row, fields between tabs, and lines that begin with `#` for people.
struct TableFile {
    private let file: PackageFile

    /// Places of the fields of one line.
    struct Line {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate var ends: [Int] = []
        fileprivate var start = 0
        fileprivate(set) var number = 0

        subscript(field: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: bytes[(field == 0 ? start : ends[field - 1] + 1)..<ends[field]])
        }

        func text(_ field: Int) -> String { String(decoding: self[field], as: UTF8.self) }
    }

    init(_ path: String) throws(PackageFileError) {
        file = try PackageFile(path, of: GazetteerFiles.source)
        guard let last = file.bytes.last else { throw file.damaged("it is empty") }
        guard last == UInt8(ascii: "\n") else { throw file.damaged("it ends within a line, as a file does that was cut short") }
    }

    func damaged(_ line: Line, _ detail: String) -> PackageFileError { file.damaged("line \(line.number) \(detail)") }

    /// - Parameter count: how many fields a line has at least.
    func forEachLine(fields count: Int, _ body: (Line) throws(PackageFileError) -> Void) throws(PackageFileError) {
        try file.read { bytes throws(PackageFileError) in try lines(bytes, count, body) }
    }

    private func lines(_ bytes: UnsafeRawBufferPointer, _ count: Int, _ body: (Line) throws(PackageFileError) -> Void) throws(PackageFileError) {
        guard let base = bytes.baseAddress else { return }
        var line = Line(bytes: bytes), next = 0
        while next < bytes.count, let newline = memchr(base + next, 10, bytes.count - next) {
            let end = UnsafeRawPointer(newline) - base
            line.start = next
            line.number += 1
            next = end + 1
            guard end > line.start, bytes[line.start] != UInt8(ascii: "#") else { continue }
            line.ends.removeAll(keepingCapacity: true)
            var position = line.start
            while let tab = memchr(base + position, 9, end - position) {
                position = UnsafeRawPointer(tab) - base
                line.ends.append(position)
                position += 1
            }
            line.ends.append(end)
            guard line.ends.count >= count else { throw damaged(line, "has \(line.ends.count) fields instead of \(count)") }
            try body(line)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// A whole number in decimal digits; `nil` for anything else.
    var number: UInt32? {
        guard !isEmpty, count <= 10 else { return nil }
        var number: UInt64 = 0
        for byte in self {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + UInt64(byte - 0x30)
        }
        return UInt32(exactly: number)
    }
}
