import Foundation
import Support

/// The lines or rings of an ESRI shapefile (.shp), as its technical description of 1998 lays them out. Heights and measures are passed over.
struct ShapeFile {
    private let file: PackageFile
    /// Where records begin (.shx); `nil` where nobody says, and each begins at the end of the one before. Between records that were written anew later there
    /// may be what they had before.
    private let index: PackageFile?

    init(_ path: String, of source: DataPackage) throws(PackageFileError) {
        file = try PackageFile(path, of: source)
        let beside = Self.index(of: path)
        index = try FileManager.default.fileExists(atPath: beside) ? PackageFile(beside, of: source) : nil
    }

    /// Where the index of a shapefile (.shp) is, if it has one.
    static func index(of path: String) -> String { path.dropLast(3) + "shx" }

    private static let header = 100
    private static let none: UInt32 = 0
    /// Plain, with heights, with measures.
    private static let lineKinds: Set<UInt32> = [3, 13, 23], ringKinds: Set<UInt32> = [5, 15, 25]

    /// - Parameter closed: whether rings are wanted, and not lines.
    func outlines(closed: Bool) throws(PackageFileError) -> Outlines {
        try file.read { bytes throws(PackageFileError) in try read(bytes, closed ? Self.ringKinds : Self.lineKinds) }
    }

    private func read(_ bytes: UnsafeRawBufferPointer, _ kinds: Set<UInt32>) throws(PackageFileError) -> Outlines {
        guard bytes.count >= Self.header, bytes.big(0) == 9994, bytes.little(28) == 1000 else { throw file.damaged("it is no shapefile") }
        // Both are told in words of sixteen bits.
        guard Int(bytes.big(24)) * 2 == bytes.count else { throw file.damaged("it has another length than it says, as a file has that was cut short") }
        var outlines = Outlines(), position = Self.header, number = 0
        let starts = try starts()
        while starts.map({ number < $0.count }) ?? (position < bytes.count) {
            if let starts { position = starts[number] }
            number += 1
            guard position + 12 <= bytes.count else { throw file.damaged("record \(number) is cut short") }
            let start = position + 8, length = Int(bytes.big(position + 4)) * 2
            guard length >= 4, length <= bytes.count - start else { throw file.damaged("record \(number) goes beyond its end") }
            position = start + length
            let kind = bytes.little(start)
            if kind == Self.none { continue }
            guard kinds.contains(kind) else { throw file.damaged("record \(number) is of kind \(kind), which is not what is looked for") }
            try read(UnsafeRawBufferPointer(rebasing: bytes[start..<position]), number, into: &outlines)
        }
        return outlines
    }

    /// Of all records, as the index has them.
    private func starts() throws(PackageFileError) -> [Int]? {
        guard let index else { return nil }
        return try index.read { bytes throws(PackageFileError) -> [Int] in
            let length = bytes.count - Self.header
            guard length >= 0, length.isMultiple(of: 8), bytes.big(0) == 9994 else { throw index.damaged("it is no index of a shapefile") }
            let starts = stride(from: Self.header, to: bytes.count, by: 8).map { Int(bytes.big($0)) * 2 }
            guard starts.allSatisfy({ $0 >= Self.header }) else { throw index.damaged("it says that a record begins before the first one can") }
            return starts
        }
    }

    private func read(_ record: UnsafeRawBufferPointer, _ number: Int, into outlines: inout Outlines) throws(PackageFileError) {
        guard record.count >= 44 else { throw file.damaged("record \(number) is cut short") }
        let parts = Int(record.little(36)), points = Int(record.little(40)), start = 44 + 4 * parts
        guard parts <= record.count / 4, points <= record.count / 16, start + 16 * points <= record.count else {
            throw file.damaged("record \(number) has fewer points than it says")
        }
        for part in 0..<parts {
            let first = Int(record.little(44 + 4 * part)), end = part + 1 < parts ? Int(record.little(48 + 4 * part)) : points
            guard first <= end, end <= points else { throw file.damaged("the parts of record \(number) are out of order") }
            let line = (first..<end).map { (longitude: record.double(start + 16 * $0), latitude: record.double(start + 16 * $0 + 8)) }
            guard line.allSatisfy({ (-180.001...180.001).contains($0.longitude) && (-90.001...90.001).contains($0.latitude) }) else {
                throw file.damaged("record \(number) lies outside of the world")
            }
            outlines.append(line)
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func big(_ offset: Int) -> UInt32 { UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    fileprivate func little(_ offset: Int) -> UInt32 { UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    fileprivate func double(_ offset: Int) -> Double { Double(bitPattern: UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))) }
}
