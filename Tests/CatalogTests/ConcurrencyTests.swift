import Catalog
import Foundation
import Query
import Synchronization
import Testing

/// Two openings of one file stand for two processes: they share nothing but the file.
@Suite struct ConcurrencyTests {
    @Test func oneOpeningSeesTheOthersCommits() throws {
        let library = try TemporaryCatalog()
        let other = try library.other()
        let ids = try library.addPictures(3)
        #expect(try Array(other.read { try $0.assetIDs(AssetQuery()) }) == ids)
        try other.write(author: "other") { try $0.trash(assetIDs: [ids[1]]) }
        try library.read { (reader: CatalogReader) throws in
            #expect(try Array(reader.assetIDs(AssetQuery())) == [ids[0], ids[2]])
            #expect(try reader.changes(after: .start).map(\.author) == ["tests", "other"])
        }
    }

    @Test func aReadIsASnapshot() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(2)
        let other = try library.other()
        try library.read { reader in
            #expect(try reader.assetIDs(AssetQuery()).count == 2)
            _ = try other.write(author: "other") { try $0.purge(assetIDs: ids) }
            #expect(try reader.assetIDs(AssetQuery()).count == 2)
            #expect(try reader.assets(ids: ids).compactMap(\.self).count == 2)
            // A read inside belongs to the same snapshot.
            #expect(try library.read { try $0.assetIDs(AssetQuery(limit: 5)) }.count == 2)
        }
        #expect(try library.read { try $0.assets(ids: ids) } == [nil, nil])
    }

    @Test func aReadInsideAWriteSeesWhatWasBefore() throws {
        let library = try TemporaryCatalog()
        try library.write { writer in
            _ = try writer.insert(Sample.asset(1), resources: [])
            #expect(try writer.assetIDs(AssetQuery()).count == 1)
            #expect(try library.read { try $0.assetIDs(AssetQuery()) }.isEmpty)
        }
        #expect(try library.read { try $0.assetIDs(AssetQuery()) }.count == 1)
    }

    @Test func aWriteInsideAWriteIsRefused() throws {
        let library = try TemporaryCatalog()
        try library.write { _ in
            #expect(code { try library.write { _ in } } == .nested)
        }
    }

    @Test func aWriterThatWaitsInVainNamesTheHolder() throws {
        let library = try TemporaryCatalog()
        let other = try library.other(busyTimeout: 0.05)
        try library.write { _ in
            do {
                try other.write(author: "other") { _ = try $0.insert(Sample.asset(1), resources: []) }
                Issue.record("Two writers were let in at once.")
            } catch let error as CatalogError {
                #expect(error.code == .busy)
                #expect(error.message.contains(library.file.lastPathComponent))
                // Both are this process, and the kernel's table says so.
                #expect(error.message.contains("this process"), "\(error.message)")
                #expect(error.message.contains("try again"))
            }
        }
        try other.write(author: "other") { _ = try $0.insert(Sample.asset(1), resources: []) }
    }

    /// The kernel's table is read a page at a time, which some 70 locks fill.
    @Test func theHolderIsNamedHoweverManyOtherLocksThereAre() throws {
        let library = try TemporaryCatalog()
        let other = try library.other(busyTimeout: 0.05)
        let file = library.file.path + "-locked"
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try library.write { _ in
            // Every second byte, since the kernel makes one lock of neighbours. The newest come first in the table.
            for index in 0..<1000 {
                var lock = flock()
                (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), index * 2, 1)
                try #require(fcntl(descriptor, F_SETLK, &lock) == 0)
            }
            let error = #expect(throws: CatalogError.self) { try other.write(author: "other") { _ in } }
            #expect(error?.message.contains("this process") == true, "\(error?.message ?? "")")
        }
    }

    @Test func aThreadThatWaitsInVainIsToldAsWell() throws {
        let library = try TemporaryCatalog(busyTimeout: 0.05)
        let catalog = library.catalog
        let outcome = Mutex<CatalogError.Code?>(nil)
        try library.write { _ in
            let done = DispatchSemaphore(value: 0)
            let thread = Thread {
                let refusal = code { try catalog.write(author: "thread") { _ in } }
                outcome.withLock { $0 = refusal }
                done.signal()
            }
            thread.start()
            #expect(done.wait(timeout: .now() + 120) == .success)
        }
        #expect(outcome.withLock { $0 } == .busy)
    }

    @Test func manyThreadsReadAndWriteAtOnce() throws {
        let library = try TemporaryCatalog()
        let other = try library.other()
        let catalog = library.catalog
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 24) { number in
            do {
                if number.isMultiple(of: 3) {
                    let target = number.isMultiple(of: 2) ? catalog : other
                    try target.write(author: "thread") { writer in
                        for index in 0..<20 { _ = try writer.insert(Sample.asset(number * 100 + index), resources: []) }
                    }
                } else {
                    try catalog.read { reader in
                        let count = try reader.assetIDs(AssetQuery()).count
                        let counted = try reader.assetCount(AssetQuery())
                        if !count.isMultiple(of: 20) || count != counted {
                            failures.withLock { $0.append("saw half a transaction: \(count)") }
                        }
                    }
                }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try library.read { try $0.assetIDs(AssetQuery()) }.count == 160)
        #expect(try library.read { try $0.integrityProblems() } == [])
    }

    @Test func afterClosingEverythingIsRefused() throws {
        let library = try TemporaryCatalog()
        let other = try library.other()
        other.close()
        other.close()
        #expect(code { try other.read { try $0.position } } == .closed)
        #expect(code { try other.write(author: "x") { _ in } } == .closed)
        #expect(try library.read { try $0.position } == .start)
    }

    /// Those who read or write just then hear the same as those who come later.
    @Test func closingUnderOthersIsSaidAsThat() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(20)
        for _ in 0..<40 {
            let other = try library.other()
            let codes = Mutex<[CatalogError.Code?]>([]), reading = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
            for number in 0..<3 {
                Thread {
                    var refusal: CatalogError.Code?
                    for round in 0... {
                        refusal = number == 0 ? code { try other.write(author: "x") { _ in } } : code { try other.read { try $0.assetIDs(AssetQuery()) } }
                        if round == 0 { reading.signal() }
                        if refusal != nil { break }
                    }
                    codes.withLock { $0.append(refusal) }
                    ended.signal()
                }.start()
            }
            for _ in 0..<3 { reading.wait() }
            other.close()
            for _ in 0..<3 { ended.wait() }
            #expect(codes.withLock { $0 } == [.closed, .closed, .closed])
        }
    }
}
