import Catalog
import Columns
import Foundation
import Glibc
import Query
import Synchronization
import TestSupport
import Testing

/// Whatever becomes of the column file on its way to the disk and back, or under another program's hands, fetches answer what SQLite would.
@Suite struct ColumnTrustTests {
    private static let page = 4096

    /// Assets, favourites, ratings and dates of a library as fetches tell them, which ask the columns where they can.
    private struct Answers: Equatable {
        var all: [Int64]
        var favorites: [Int64]
        var rated: [Int64]
        var visible: [Int64]

        init(_ catalog: Catalog) throws {
            func ids(_ format: String, hidden: Bool = true) throws -> [Int64] {
                var query = AssetQuery(predicate: try Query.Predicate(format: format))
                query.includesHidden = hidden
                return try catalog.read { Array(try $0.assetIDs(query)) }
            }
            all = try ids("duration >= 0")
            favorites = try ids("favorite == YES")
            rated = try ids("rating >= 3 AND modificationDate != nil")
            visible = try ids("pixelWidth >= 0", hidden: false)
        }
    }

    private func change(_ library: TemporaryCatalog, _ ids: [Int64], adding: Int = 20) throws {
        try library.write { writer in
            for id in ids.prefix(40) {
                try writer.update(assetID: id) { asset in
                    (asset.isHidden, asset.rating, asset.isFavorite) = (true, 5, true)
                    asset.modificationDate = 650_000_000
                }
            }
        }
        if adding > 0 { _ = try library.addPictures(from: ids.count, adding) }
    }

    /// Without kept results, so that every fetch is one.
    private func open(_ library: TemporaryCatalog, usesColumns: Bool = true) throws -> Catalog {
        var options = TemporaryCatalog.options()
        (options.usesColumns, options.fetchCacheSize) = (usesColumns, 0)
        return try Catalog.open(at: library.file, options: options)
    }

    private func withoutColumns(_ library: TemporaryCatalog) throws -> Answers {
        let plain = try open(library, usesColumns: false)
        defer { plain.close() }
        return try Answers(plain)
    }

    /// A page that the disk lost is the one before it, in this very boot of the machine: each changed page alone, and all but each. Where no asset was
    /// added, a new header over an old rest differs from it in nothing but the sums.
    @Test(arguments: [0, 20]) func pagesThatNeverReachedTheDiskAreNotBelieved(adding: Int) throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(60)
        #expect(library.catalog.updateColumns())
        let file = URL(fileURLWithPath: library.catalog.columnFile)
        let before = try Data(contentsOf: file)
        try change(library, ids, adding: adding)
        library.catalog.close()
        let after = try Data(contentsOf: file), expected = try withoutColumns(library)
        try #require(before.count == after.count)
        let pages = stride(from: 0, to: after.count, by: Self.page).map { $0..<min($0 + Self.page, after.count) }
        let changed = pages.filter { before[$0] != after[$0] }
        try #require(changed.count >= 4, "a change is written to more pages than the header's")
        for (number, page) in changed.enumerated() {
            var (one, others) = (after, before)
            one.replaceSubrange(page, with: before[page])
            others.replaceSubrange(page, with: after[page])
            for (name, bytes) in [("lost alone", one), ("kept alone", others)] {
                try bytes.write(to: file)
                let again = try open(library)
                defer { again.close() }
                #expect(try Answers(again) == expected, "changed page \(number) at \(page.lowerBound) \(name)")
                #expect(again.updateColumns())
                #expect(try again.checkColumns() == .agrees(assets: 60 + adding), "changed page \(number) \(name): it was made anew")
            }
        }
    }

    @Test func whoWaitsForAFileThatAnotherMakesGetsIt() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(60)
        let other = try open(library)
        defer { other.close() }
        // As the other does while it makes one.
        unlink(library.catalog.columnFile)
        let descriptor = Glibc.open(library.catalog.columnFile + ".new", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        final class Outcome: Sendable { let isThere = Mutex(false) }
        let outcome = Outcome()
        Thread.detachNewThread {
            begun.signal()
            let isThere = other.updateColumns()
            outcome.isThere.withLock { $0 = isThere }
            ended.signal()
        }
        begun.wait()
        for _ in 0..<50 { _ = try Answers(library.catalog) }
        flock(descriptor, LOCK_UN)
        close(descriptor)
        ended.wait()
        #expect(outcome.isThere.withLock { $0 })
        #expect(try other.checkColumns() == .agrees(assets: 60))
    }

    /// In place, as `cp` and `rsync --inplace` do it, while the file is in use; a mapped file ends the process here.
    @Test func aFileThatIsTruncatedWhileItIsUsedEndsNoProcess() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(60)
        try change(library, ids)
        let expected = try withoutColumns(library)
        let file = library.catalog.columnFile, used = try open(library)
        defer { used.close() }
        for size in [0, 1, 100, 4096, 8192, 8300, 300_000, 4_000_000] {
            #expect(library.catalog.updateColumns())
            let other = try open(library)
            defer { other.close() }
            #expect(try Answers(used) == expected)
            #expect(try Answers(other).all == expected.all)
            try #require(truncate(file, size) == 0)
            #expect(try Answers(other) == expected, "\(size) bytes left, half of it read before")
            #expect(try Answers(used) == expected, "\(size) bytes left")
            let late = try open(library)
            defer { late.close() }
            #expect(try Answers(late) == expected, "\(size) bytes left, opened afterwards")
            try library.write { try $0.update(assetID: ids[0]) { $0.title = "\(size)" } }
            #expect(try Answers(used) == expected, "\(size) bytes left, after a commit")
            #expect(library.catalog.updateColumns())
            try ColumnHistory.expectAgreement(library, "\(size) bytes were left")
        }
    }

    @Test func aFileThatIsOverwrittenInPlaceIsReadAsWhatItIs() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(60)
        #expect(library.catalog.updateColumns())
        let file = URL(fileURLWithPath: library.catalog.columnFile)
        let older = try Data(contentsOf: file)
        try change(library, ids)
        let expected = try withoutColumns(library), used = try open(library)
        defer { used.close() }
        for part in [older.count, 8192, 4096, 100_000] {
            #expect(try Answers(used) == expected)
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: older.prefix(part))
            try handle.close()
            #expect(try Answers(used) == expected, "\(part) bytes of an older copy")
            #expect(library.catalog.updateColumns())
            try ColumnHistory.expectAgreement(library, "\(part) bytes of an older copy")
        }
    }

    @Test func theCheckFindsEveryChangedByteThatCounts() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(60)
        #expect(try library.catalog.checkColumns() == .absent, "none was made yet")
        #expect(library.catalog.updateColumns())
        #expect(try library.catalog.checkColumns() == .agrees(assets: 60))
        let file = URL(fileURLWithPath: library.catalog.columnFile)
        let sound = try Data(contentsOf: file)
        var random = SeededRandom(seed: 14)
        // Header, sums and the values that are there: 60 of the first column and of the flags, which lie behind 48 bytes a row of room for 65,536.
        let places = [0..<96, 4096..<4096 + 88, 8192..<8192 + 480, 8192 + 48 * 69_632..<8192 + 48 * 69_632 + 240]
        for _ in 0..<60 {
            let place = random.pick(random.pick(places).map { $0 })
            var bytes = sound
            bytes[place] ^= UInt8(1 << random.number(below: 8))
            try bytes.write(to: file)
            #expect(try library.catalog.checkColumns() == .damaged, "byte \(place)")
            #expect(!FileManager.default.fileExists(atPath: file.path), "it is thrown away")
        }
        try sound.write(to: file)
        #expect(try library.catalog.checkColumns() == .agrees(assets: 60))
    }

    /// Right sums over wrong rows, as a fault of this program's own would leave them.
    @Test func theCheckCountsAssetsThatTheFileHasWrong() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(60)
        #expect(library.catalog.updateColumns())
        let path = library.catalog.columnFile
        let rows = try #require(try library.read { try $0.withColumns { table in (0..<3).map { table.row($0) } } })
        let file = try #require(ColumnFile.open(path, forWriting: true))
        var shown = rows[0]
        shown.flags ^= AssetFlags.hidden.rawValue
        let changes =
            [
                ColumnChange(id: shown.id, isNew: false, row: shown), ColumnChange(id: rows[1].id, isNew: false, row: nil),
            ] + (7_000..<7_002).map { ColumnChange(id: $0, isNew: true, row: ColumnRow(id: $0, flags: rows[2].flags)) }
        let edit = try file.locked(at: path) { try file.apply(changes, state: file.says) }
        guard case .done? = edit else { throw CocoaError(.fileWriteUnknown) }
        #expect(try library.catalog.checkColumns() == .differs(assets: 3), "one is hidden, one stands in another's place, and one is too many")
        #expect(!FileManager.default.fileExists(atPath: path))
        try library.write { try $0.update(assetID: ids[0]) { $0.isFavorite = true } }
        #expect(library.catalog.updateColumns())
        #expect(try library.catalog.checkColumns() == .agrees(assets: 60))
    }

    @Test func aCheckForReadingOnlyLeavesTheFileWhereItIs() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        library.catalog.close()
        let file = URL(fileURLWithPath: library.catalog.columnFile)
        var bytes = try Data(contentsOf: file)
        bytes[8192] ^= 1
        try bytes.write(to: file)
        let reader = try library.other(readOnly: true)
        defer { reader.close() }
        #expect(try reader.checkColumns() == .damaged)
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(try Answers(reader) == withoutColumns(library))
    }
}
