import Dispatch
import Foundation
import GRDB
import Query
import Testing

@testable import Catalog

/// Connections are opened by what first needs them.
@Suite struct ConnectionTests {
    private static func open(_ file: URL) throws -> Catalog {
        var options = TemporaryCatalog.options()
        // No job beside the test's own.
        options.usesColumns = false
        return try Catalog.open(at: file, options: options)
    }

    /// A catalogue with pictures that nobody has open.
    private static func closed(_ count: Int) throws -> (TemporaryCatalog, ids: [Int64]) {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(count)
        library.catalog.close()
        return (library, ids)
    }

    /// SQLite opens the file once a connection.
    private static func descriptors(of file: URL) throws -> Int {
        var status = stat()
        guard stat(file.path, &status) == 0 else { return 0 }
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.count { number in
            var open = stat()
            return fstat(number, &open) == 0 && (open.st_dev, open.st_ino) == (status.st_dev, status.st_ino)
        }
    }

    @Test func aCatalogueOnlyLookedAtHasOneConnection() throws {
        let (library, ids) = try Self.closed(3), catalog = try Self.open(library.file)
        defer { catalog.close() }
        for _ in 0..<2 {
            let (found, again) = try catalog.read { reader in (try Array(reader.assetIDs(AssetQuery())), try catalog.read { try Array($0.assetIDs(AssetQuery())) }) }
            #expect(found == ids && again == ids)
        }
        #expect(try Self.descriptors(of: library.file) == 1)
        #expect(throws: DatabaseError.self, "it only reads") { try catalog.connections.read { try $0.execute(sql: "DELETE FROM asset") } }
        try catalog.write(author: "tests") { try $0.trash(assetIDs: [ids[0]]) }
        #expect(try Self.descriptors(of: library.file) > 1)
        #expect(try catalog.read { try Array($0.assetIDs(AssetQuery())) } == [ids[1], ids[2]])
    }

    @Test func readsThatMeetWaitForNeitherEachOtherNorAWrite() throws {
        let (library, ids) = try Self.closed(2)
        let catalog = try Self.open(library.file)
        defer { catalog.close() }
        try catalog.read { reader in
            #expect(try reader.assetIDs(AssetQuery()).count == 2)
            let others = Result { try Self.onAnotherThread { try catalog.read { try $0.assetIDs(AssetQuery()).count } } }
            #expect(try others.get() == 2)
            try Self.onAnotherThread { try catalog.write(author: "tests") { try $0.trash(assetIDs: [ids[0]]) } }
            #expect(try Self.onAnotherThread { try catalog.read { try $0.assetIDs(AssetQuery()).count } } == 1)
            // A read sees its own moment until it ends, and so does one within it.
            #expect(try reader.assetIDs(AssetQuery(limit: 9)).count == 2)
            #expect(try catalog.read { try $0.assetIDs(AssetQuery(limit: 8)).count } == 2)
            try catalog.write(author: "tests") { writer in
                try writer.trash(assetIDs: [ids[1]])
                #expect(try catalog.read { try $0.assetIDs(AssetQuery(limit: 7)).count } == 2)
            }
        }
        #expect(try catalog.read { try $0.assetIDs(AssetQuery()).count } == 0)
    }

    @Test func closingWaitsForTheReadThatHasTheFirstConnection() throws {
        let (library, _) = try Self.closed(1)
        let catalog = try Self.open(library.file), begun = DispatchSemaphore(value: 0), group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            begun.wait()
            catalog.close()
        }
        let count = try catalog.read { reader in
            begun.signal()
            return try reader.assetIDs(AssetQuery()).count
        }
        group.wait()
        #expect(count == 1)
        #expect(code { try catalog.read { _ in } } == .closed)
        #expect(code { try catalog.write(author: "tests") { _ in } } == .closed)
        #expect(try Self.descriptors(of: library.file) == 0)
    }

    @Test func lookingBringsTheLogOfADeadProcessIntoTheFile() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(2)
        let left = try library.copyWithLog()
        let catalog = try Self.open(left)
        #expect(try catalog.read { try Array($0.assetIDs(AssetQuery())) } == ids)
        catalog.close()
        #expect(!FileManager.default.fileExists(atPath: left.path + "-wal"))
        #expect(!FileManager.default.fileExists(atPath: left.path + "-shm"))
    }

    @Test func aForeignDatabaseKeepsItsLog() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(2)
        try library.catalog.connections.write { try $0.execute(sql: "PRAGMA application_id = 42") }
        let left = try library.copyWithLog()
        let files = [left, URL(fileURLWithPath: left.path + "-wal")], before = try files.map { try Data(contentsOf: $0) }
        #expect(code { try Self.open(left) } == .notACatalog)
        #expect(try files.map { try Data(contentsOf: $0) } == before)
    }

    private static func onAnotherThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) throws -> T {
        var result: Result<T, any Error>?
        let done = DispatchSemaphore(value: 0)
        withUnsafeMutablePointer(to: &result) { result in
            // Guarded by the semaphore: this thread reads it after the other one has written it.
            nonisolated(unsafe) let result = result
            Thread {
                result.pointee = Result { try body() }
                done.signal()
            }.start()
            done.wait()
        }
        return try #require(result).get()
    }
}

extension TemporaryCatalog {
    /// The file and its log as a process leaves them that is killed.
    func copyWithLog() throws -> URL {
        let copy = folder.appendingPathComponent("left.sqlite")
        for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix) }
        return copy
    }
}
