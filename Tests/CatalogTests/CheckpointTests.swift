import Catalog
import Foundation
import PhotoModel
import Query
import Testing

/// What commits leave in the write-ahead log comes into the catalogue behind their backs, and the log stays bounded.
@Suite struct CheckpointTests {
    /// Two numbers of SQLite's index of the log: pages that were committed to it, and those of them that the catalogue has by now.
    private struct Log: Equatable {
        var committed: UInt32
        var brought: UInt32

        init(of catalog: URL) throws {
            let index = try Data(contentsOf: URL(fileURLWithPath: catalog.path + "-shm"))
            func number(at offset: Int) -> UInt32 { index.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) } }
            (committed, brought) = (number(at: 16), number(at: 96))
        }
    }

    private static func library(pages: Int) throws -> TemporaryCatalog {
        try TemporaryCatalog { $0.checkpointPages = pages }
    }

    @Test func commitsLeaveTheirPagesInTheLogAndAThreadBringsThemOver() throws {
        let library = try Self.library(pages: 200)
        _ = try library.addPictures(1)
        library.catalog.waitForCheckpoints()
        #expect(try Log(of: library.file).brought == 0, "a few pages are not worth the disk's time")
        _ = try library.addPictures(from: 1, 2000)
        library.catalog.waitForCheckpoints()
        let log = try Log(of: library.file)
        #expect(log.committed >= 200 && log.brought == log.committed, "\(log)")
        // The next commit begins the log anew.
        _ = try library.addPictures(from: 2001, 1)
        #expect(try Log(of: library.file).committed < 200)
    }

    @Test func aReaderKeepsPagesBackForAsLongAsItNeedsThem() throws {
        let library = try Self.library(pages: 100), other = try library.other()
        defer { other.close() }
        let ids = try library.addPictures(1)
        try other.read { reader in
            #expect(try Array(reader.assetIDs(AssetQuery())) == ids)
            _ = try library.addPictures(from: 1, 2000)
            library.catalog.waitForCheckpoints()
            let log = try Log(of: library.file)
            #expect(log.committed >= 100 && log.brought < log.committed, "\(log)")
            #expect(try Array(reader.assetIDs(AssetQuery(limit: 5))) == ids, "a reader sees its own moment")
        }
        _ = try library.addPictures(from: 2001, 1)
        library.catalog.waitForCheckpoints()
        let log = try Log(of: library.file)
        #expect(log.brought == log.committed, "\(log)")
        #expect(try other.read { try $0.assetIDs(AssetQuery()).count } == 2002)
    }

    @Test func theLogIsBoundedUnderCommitsWithoutAPause() throws {
        let library = try Self.library(pages: 20)
        let log = URL(fileURLWithPath: library.file.path + "-wal"), page = 4096
        var largest = 0
        for round in 0..<400 {
            _ = try library.addPictures(from: round * 20, 20)
            largest = max(largest, try log.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
        // The bound, and what the commits came to that were under way when it was met.
        #expect(largest < 20 * 16 * page * 3, "\(largest) bytes")
        library.catalog.waitForCheckpoints()
    }

    @Test func closingAfterReadsBesideTheWriterLeavesNoLog() throws {
        let library = try Self.library(pages: 20)
        _ = try library.addPictures(3)
        // A read within a write has a connection of its own.
        let count = try library.write { _ in try library.read { try $0.assetIDs(AssetQuery()).count } }
        #expect(count == 3)
        library.catalog.close()
        #expect(!FileManager.default.fileExists(atPath: library.file.path + "-wal"))
    }

    @Test func closingEndsTheThreadAndLeavesNoLog() throws {
        let library = try Self.library(pages: 20)
        _ = try library.addPictures(3000)
        library.catalog.close()
        #expect(!FileManager.default.fileExists(atPath: library.file.path + "-wal"))
        let again = try library.other()
        defer { again.close() }
        #expect(try again.read { try $0.assetIDs(AssetQuery()).count } == 3000)
    }
}
