import Foundation
import Glibc
import Testing

@testable import LibraryEngine

@Suite struct FilmFileTests {
    private func write(_ file: FilmFile, _ bytes: [UInt8], at offset: Int) -> Bool { bytes.withUnsafeBytes { file.write($0, at: offset) } }

    @Test func bytesStandWhereTheyBelongWhicheverCameFirst() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("film-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        var told: [Double] = []
        let file = FilmFile(descriptor) { done in
            told.append(done)
            return done < 0.5
        }
        #expect(write(file, [5, 6, 7], at: 4) && write(file, [1, 2, 3, 4], at: 0) && write(file, [9], at: 1))
        #expect(try [UInt8](Data(contentsOf: url)) == [1, 9, 3, 4, 5, 6, 7])
        #expect(file.goesOn(done: 0.2) && !file.goesOn(done: 0.6) && told == [0.2, 0.6] && file.failure == nil)
    }

    @Test func aFullDiskIsToldByItsNumber() {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let file = FilmFile(full)
        #expect(!write(file, [1], at: 0) && file.failure == ENOSPC)
    }
}
