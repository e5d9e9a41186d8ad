import Catalog
import Foundation
import Importing
import PhotoModel
import PhotosTesting
import Query
import Record
import Synchronization
import TestSupport
import Testing

@testable import LibraryEngine

@Suite struct RecordUpdaterTests {
    /// What the record of the library holds, as a recovered library tells it.
    private func recorded(_ fixture: LibraryFixture, _ label: String = #function) throws -> [String] {
        let copy = fixture.base.appendingPathComponent("copy-\(UUID().uuidString).photolibrary")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for name in ["library.json", "record"] {
            try FileManager.default.copyItem(at: fixture.url.appendingPathComponent(name), to: copy.appendingPathComponent(name))
        }
        #expect(try PhotoLibrary.recover(at: copy, environment: fixture.environment, options: RecoveryOptions())?.kind == .record)
        return try LibraryDescription.lines(of: copy, fixture.environment)
    }

    private func newestLog(_ fixture: LibraryFixture) throws -> URL {
        let folder = fixture.url.appendingPathComponent("record")
        return folder.appendingPathComponent(try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }.max()))
    }

    private func addAlbum(_ title: String, to library: PhotoLibrary) throws {
        _ = try library.catalog.write(author: "test") { try $0.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: title)) }
    }

    @Test func aClosedLibraryHasARecordOfAllThatWasCommitted() throws {
        let fixture = try LibraryFixture()
        try addAlbum("A", to: fixture.library)
        let before = try LibraryDescription.lines(fixture.library.catalog)
        fixture.library.close()
        #expect(try recorded(fixture) == before)
    }

    @Test func aCommitReachesTheRecordWithoutAWordFromAnybody() throws {
        let fixture = try LibraryFixture()
        try addAlbum("A", to: fixture.library)
        let position = try fixture.library.catalog.read { try $0.position }
        let record = try Record(in: fixture.library.originals.folder, uuid: fixture.library.uuid, schema: Catalog.schemaVersion, makes: true)
        let isThere = try FileListener(fixture.url.appendingPathComponent("record")).wait { try record.peekLastCommit()?.position == position.rawValue }
        #expect(isThere)
    }

    @Test func whatAProcessThatDiedDidNotSayTheNextOneSays() throws {
        let fixture = try LibraryFixture()
        try fixture.library.recordUpdater?.flush()
        // Another process' library that is never closed, and whose updater has not begun to write.
        var environment = fixture.environment
        environment.keepsRecord = false
        let dead = try PhotoLibrary.open(at: fixture.url, environment: environment)
        try addAlbum("A", to: dead)
        let before = try LibraryDescription.lines(dead.catalog)
        #expect(try recorded(fixture) != before)
        try fixture.library.recordUpdater?.flush()
        #expect(try recorded(fixture) == before)
        dead.close()
    }

    /// What is given up is said another time, and the record stays what it was until then.
    @Test func aFlushThatNobodyWantsAnyMoreLeavesTheRecordWhole() throws {
        let fixture = try LibraryFixture()
        fixture.library.close()
        var environment = fixture.environment
        environment.keepsRecord = false
        let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        defer { library.close() }
        // One that follows nothing by itself.
        let updater = library.recordUpdater(in: library.originals.folder)
        let before = try recorded(fixture)
        try addAlbum("A", to: library)
        try updater.flush { true }
        #expect(try recorded(fixture) == before)
        try updater.flush()
        #expect(try recorded(fixture) == LibraryDescription.lines(library.catalog))
    }

    @Test func whoWaitsForARecordThatIsWrittenAnewHearsHowFarItIs() throws {
        let fixture = try LibraryFixture()
        var generator = LibraryGenerator(assetCount: 1_100)
        (generator.largeAlbumCount, generator.albumCount) = (0, 0)
        try generator.fill(fixture.library)
        fixture.library.close()
        var environment = fixture.environment
        environment.keepsRecord = false
        let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        defer { library.close() }
        let folder = fixture.url.appendingPathComponent("record")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where Record.isFileName(name) {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        var told: [Int] = []
        try library.recordUpdater(in: library.originals.folder).flush(telling: { told.append($0) }, isCancelled: { false })
        #expect(told == [500, 1_000, 1_100])
    }

    @Test func twoProcessesKeepOneRecord() throws {
        let fixture = try LibraryFixture()
        let other = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        let libraries = [fixture.library, other]
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            var random = SeededRandom(seed: UInt64(index))
            for round in 0..<12 {
                do {
                    _ = try libraries[index].catalog.write(author: "process \(index)") { try RandomChanges.step($0, &random) }
                    if round % 3 == index { try libraries[index].recordUpdater?.flush() }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let before = try LibraryDescription.lines(fixture.library.catalog)
        other.close()
        fixture.library.close()
        #expect(try recorded(fixture) == before)
    }

    @Test func aLibraryWithoutARecordGetsOne() throws {
        let fixture = try LibraryFixture()
        var random = SeededRandom(seed: 5)
        for _ in 0..<10 { _ = try fixture.library.catalog.write(author: "test") { try RandomChanges.step($0, &random) } }
        fixture.library.close()
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("record"))
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        let before = try LibraryDescription.lines(library.catalog)
        library.close()
        #expect(try recorded(fixture) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.url.appendingPathComponent("record").path).sorted()
                == ["lock", "record-00000001.jsonl.gz", "record-00000002.jsonl"])
    }

    @Test func aRecordThatHistoryNoLongerReachesIsMadeAnew() throws {
        let fixture = try LibraryFixture()
        try fixture.library.recordUpdater?.flush()
        var environment = fixture.environment
        environment.keepsRecord = false
        let silent = try PhotoLibrary.open(at: fixture.url, environment: environment)
        for title in ["A", "B", "C"] { try addAlbum(title, to: silent) }
        _ = try silent.catalog.write(author: "prune") { try $0.pruneChanges(before: .infinity) }
        let before = try LibraryDescription.lines(silent.catalog)
        silent.close()
        try fixture.library.recordUpdater?.flush()
        #expect(try recorded(fixture) == before)
    }

    @Test func historyIsKeptUntilTheRecordHoldsIt() throws {
        let fixture = try LibraryFixture()
        try addAlbum("A", to: fixture.library)
        try fixture.library.recordUpdater?.flush()
        let recordedUpTo = try #require(fixture.library.recordUpdater?.recordedPosition)
        for title in ["B", "C", "D"] { try addAlbum(title, to: fixture.library) }
        let old = 800_000_000 + 200 * 86_400.0
        _ = try fixture.library.catalog.write(author: "prune") { try $0.pruneChanges(before: old, through: recordedUpTo) }
        #expect(try fixture.library.catalog.read { try $0.oldestPosition } == recordedUpTo)
    }

    /// The record knows more than the catalogue then: it must not be lost for it.
    @Test func theRecordOfACatalogueThatWasSetBackIsKeptBeside() throws {
        let fixture = try LibraryFixture()
        fixture.library.close()
        let database = fixture.url.appendingPathComponent("database"), old = fixture.base.appendingPathComponent("old")
        try FileManager.default.copyItem(at: database, to: old)
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        try addAlbum("Lost", to: library)
        library.close()
        let log = try Data(contentsOf: newestLog(fixture))
        try FileManager.default.removeItem(at: database)
        try FileManager.default.moveItem(at: old, to: database)
        let messages = Mutex<[String]>([])
        var environment = fixture.environment
        environment.log = { level, message in if level <= .warning { messages.withLock { $0.append(message) } } }
        let again = try PhotoLibrary.open(at: fixture.url, environment: environment)
        try again.recordUpdater?.flush()
        let before = try LibraryDescription.lines(again.catalog)
        again.close()
        let message = try #require(messages.withLock { $0 }.first)
        #expect(message.contains("its catalogue knows nothing of"))
        let aside = try #require(try FileManager.default.contentsOfDirectory(atPath: fixture.url.appendingPathComponent("record").path).first { $0.hasPrefix("set-aside") })
        #expect(message.contains(aside))
        #expect(try Data(contentsOf: fixture.url.appendingPathComponent("record/\(aside)/record-00000001.jsonl")) == log)
        #expect(try recorded(fixture) == before)
    }

    @Test func aDamagedRecordIsMadeAnewAndTheOldOneKept() throws {
        let fixture = try LibraryFixture()
        for title in ["A", "B", "C"] {
            try addAlbum(title, to: fixture.library)
            try fixture.library.recordUpdater?.flush()
        }
        fixture.library.close()
        let file = try newestLog(fixture)
        var log = try Data(contentsOf: file)
        log[try #require(log.range(of: Data("\"B\"".utf8))).lowerBound + 1] = UInt8(ascii: "X")
        try log.write(to: file)
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        try addAlbum("D", to: library)
        let before = try LibraryDescription.lines(library.catalog)
        library.close()
        #expect(try recorded(fixture) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).contains { $0.hasPrefix("set-aside") })
    }

    @Test func aCheckFindsWhereRecordAndCatalogueDiffer() throws {
        let fixture = try LibraryFixture()
        var random = SeededRandom(seed: 9)
        for _ in 0..<25 { _ = try fixture.library.catalog.write(author: "test") { try RandomChanges.step($0, &random) } }
        #expect(try fixture.library.recordProblems() == [])
        let asset = try #require(try fixture.library.catalog.read { try $0.assetIDs(AssetQuery()) }.first)
        // What reaches the record without having happened stands for a catalogue that lost it.
        let record = try Record(in: fixture.library.originals.folder, uuid: fixture.library.uuid, schema: Catalog.schemaVersion, makes: true)
        try record.withLock(timeout: 10) { editor in
            guard case .whole(let tail) = try editor.condition() else { throw RecordError(.damaged, "not whole") }
            var stored = try #require(try fixture.library.catalog.read { try $0.storedAssets(ids: [asset])[0] })
            stored.keywords = ["other"]
            try editor.append { appender in
                try appender.append(RecordObject(stored))
                return RecordCommit(position: tail.position, date: tail.date, author: "test")
            }
        }
        let problems = try fixture.library.recordProblems()
        #expect(problems.count == 1)
        #expect(problems.first?.contains("differ in keywords of asset \(asset)") == true)
        try fixture.library.renewRecord()
        #expect(try fixture.library.recordProblems() == [])
    }

    @Test func aDamagedSnapshotIsFoundAndMadeAnew() throws {
        let fixture = try LibraryFixture()
        for title in ["A", "B", "C"] { try addAlbum(title, to: fixture.library) }
        try fixture.library.recordUpdater?.flush()
        try RecordRecoveryTests.compact(fixture)
        let folder = fixture.url.appendingPathComponent("record")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".gz") })
        let file = folder.appendingPathComponent(name)
        var data = try Data(contentsOf: file)
        data[data.count / 2] ^= 0x10
        try data.write(to: file)
        let problems = try fixture.library.recordProblems()
        #expect(problems.count == 1)
        #expect(problems.first?.contains(name) == true)
        try fixture.library.renewRecord()
        #expect(try fixture.library.recordProblems() == [])
        #expect(try recorded(fixture) == LibraryDescription.lines(fixture.library.catalog))
    }

    /// Neither is in the change log.
    @Test func aMovedReferenceFolderAndAValueReachTheRecordAlone() throws {
        let fixture = try LibraryFixture()
        let root = try fixture.library.catalog.write(author: "test") { writer in
            let root = try writer.addReferenceRoot(ReferenceRootRecord(uuid: UUID(), path: "/mnt/a"))
            _ = try writer.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "A"))
            return root
        }
        fixture.library.close()
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        _ = try library.catalog.write(author: "test") { writer in
            try writer.update(rootID: root, path: "/mnt/b")
            try writer.setValue("v", forKey: "k")
        }
        let before = try LibraryDescription.lines(library.catalog)
        library.close()
        #expect(try recorded(fixture) == before)
    }

    /// The record is nobody's reason to wait: another process may hold its turn for as long as it likes.
    @Test func aCommitDoesNotWaitForTheRecord() throws {
        let fixture = try LibraryFixture()
        let record = try Record(in: fixture.library.originals.folder, uuid: fixture.library.uuid, schema: Catalog.schemaVersion, makes: true)
        try record.withLock(timeout: 10) { _ in
            try addAlbum("A", to: fixture.library)
            #expect(try fixture.library.catalog.read { try $0.libraryInfo().collectionCount } == 1)
        }
        try fixture.library.recordUpdater?.flush()
        let before = try LibraryDescription.lines(fixture.library.catalog)
        #expect(try recorded(fixture) == before)
    }

    @Test func aListingWritesNothing() throws {
        let fixture = try LibraryFixture()
        try addAlbum("A", to: fixture.library)
        fixture.library.close()
        let file = try newestLog(fixture)
        let before = try Data(contentsOf: file)
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        _ = try library.catalog.read { try $0.libraryInfo() }
        library.close()
        #expect(try Data(contentsOf: file) == before)
    }
}
