import Foundation
import Support
import TestSupport
import Testing
@testable import Outlines

@Suite struct OutlinesTests {
    private func outlines(_ made: MadeOutlines, _ kind: OutlineFiles.Kind = .land) throws -> Outlines {
        try OutlineFiles(folder: made.folder.path).outlines(kind, .coarse)
    }

    @Test func `land and borders are read, with all their parts`() throws {
        let ring: MadeOutlines.Line = [(0, 0), (0, 1.5), (2, 1.5), (0, 0)], hole: MadeOutlines.Line = [(0.5, 0.5), (0.6, 0.5), (0.6, 0.6), (0.5, 0.5)]
        let made = try MadeOutlines(land: [[ring, hole], [[(-180, -90), (180, 90), (-180, -90)]]], borders: [[[(1, 2), (3, 4)]]])
        let land = try outlines(made)
        #expect(land.lengths == [4, 4, 3])
        #expect(land.degrees.prefix(8) == [0, 0, 0, 1.5, 2, 1.5, 0, 0] && land.degrees.suffix(6) == [-180, -90, 180, 90, -180, -90])
        let borders = try outlines(made, .borders)
        #expect(borders.lengths == [2] && borders.degrees == [1, 2, 3, 4])
        #expect(borders.bytes == [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0x80, 0x3F, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40])
    }

    /// As Natural Earth's archives unpack: no folder for each scale.
    @Test func `the files may lie in the folder itself`() throws {
        let made = try MadeOutlines(), beside = made.folder.appendingPathComponent("ne_50m_land.shp")
        try FileManager.default.moveItem(at: made.land("50m"), to: beside)
        #expect(try OutlineFiles(folder: made.folder.path).outlines(.land, .medium).lengths == [5, 5])
        try FileManager.default.removeItem(at: beside)
        let missing = PackageFileError(.missing, made.land("50m").path, of: OutlineFiles.Kind.land.source)
        #expect(throws: missing) { try OutlineFiles(folder: made.folder.path).outlines(.land, .medium) }
    }

    /// As in the finest borders that Natural Earth has: records that became shorter, with what they had before behind them.
    @Test func `what lies between records is passed over where an index says where they are`() throws {
        let ring: MadeOutlines.Line = [(0, 0), (0, 1), (1, 1), (0, 0)]
        let made = try MadeOutlines(land: []), one = MadeOutlines.shapefile(kind: 5, [[ring]])
        var bytes = one + Data(repeating: 0xEE, count: 20) + one.dropFirst(100)
        let words = UInt32(bytes.count / 2)
        for (offset, byte) in withUnsafeBytes(of: words.bigEndian, Array.init).enumerated() { bytes[24 + offset] = byte }
        try bytes.write(to: made.land())
        #expect(throws: PackageFileError.self) { try outlines(made) }
        var index = one.prefix(100)
        for start in [100, one.count + 20] {
            for word in [UInt32(start / 2), UInt32((one.count - 108) / 2)] { withUnsafeBytes(of: word.bigEndian) { index.append(contentsOf: $0) } }
        }
        let file = made.land().deletingPathExtension().appendingPathExtension("shx")
        try index.write(to: file)
        #expect(try outlines(made).lengths == [4, 4])
        for length in [0, 50, 99, 107] {
            try index.prefix(length).write(to: file)
            let error = #expect(throws: PackageFileError.self, "cut after \(length)") { try outlines(made) }
            #expect(error?.file == file.path, "cut after \(length)")
        }
        for offset in 100..<index.count {
            var other = index
            other[offset] = 0xFF
            try other.write(to: file)
            _ = try? outlines(made)
        }
    }

    @Test func `an empty record is passed over, and one of another kind is damage`() throws {
        let made = try MadeOutlines(), file = made.land()
        try MadeOutlines.shapefile(kind: 5, []).write(to: file)
        #expect(try outlines(made) == Outlines())
        var bytes = MadeOutlines.shapefile(kind: 5, [[[(0, 0), (1, 1), (0, 0)]]])
        bytes[108] = 0
        try bytes.write(to: file)
        #expect(try outlines(made) == Outlines())
        bytes[108] = 3
        try bytes.write(to: file)
        let damaged = PackageFileError(.damaged(detail: "record 1 is of kind 3, which is not what is looked for"), file.path, of: OutlineFiles.Kind.land.source)
        #expect(throws: damaged) { try outlines(made) }
    }

    /// Cut anywhere, and with every byte of its numbers changed: outlines or a sentence, and never a crash.
    @Test func `a damaged file is told, whatever is wrong with it`() throws {
        let made = try MadeOutlines(land: [[[(0, 0), (0, 1), (1, 1), (0, 0)], [(2, 2), (3, 3), (2, 2)]]]), file = made.land(), whole = try Data(contentsOf: file)
        func isTold() throws -> Bool {
            do {
                _ = try outlines(made)
                return false
            } catch let error as PackageFileError {
                #expect(error.description.contains(file.path) && error.description.hasSuffix("libmagics++-data'."))
                return true
            }
        }
        for length in 0..<whole.count {
            try whole.prefix(length).write(to: file)
            #expect(try isTold(), "cut after \(length)")
        }
        for offset in 0..<whole.count {
            for value in [0xFF, 0x7F, 0x80, 1] as [UInt8] {
                var bytes = whole
                bytes[offset] = value
                try bytes.write(to: file)
                _ = try isTold()
            }
        }
        // How many parts and points there are, and where parts begin.
        for offset in [144, 148, 152, 156] {
            var bytes = whole
            bytes[offset] = 200
            try bytes.write(to: file)
            #expect(try isTold(), "at \(offset)")
        }
        try FileManager.default.removeItem(at: file)
        #expect(throws: PackageFileError(.missing, file.path, of: OutlineFiles.Kind.land.source)) { try outlines(made) }
    }
}
