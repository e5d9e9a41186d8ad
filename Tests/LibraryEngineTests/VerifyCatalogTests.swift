import Catalog
import Foundation
import Importing
import PhotoModel
import Pixels
import Testing

@testable import LibraryEngine

@Suite("Verifying what is no original") struct VerifyCatalogTests {
    let fixture: LibraryFixture
    private var catalog: URL { fixture.url.appendingPathComponent("database/catalog.sqlite") }

    init() throws { fixture = try LibraryFixture() }

    private func addOne(_ name: String) throws -> Int64 { try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg(name)), filename: name + ".jpg")]) }

    /// Changes bytes of a file that nobody has open.
    private func change(_ file: URL, at offset: Int, _ bytes: [UInt8]) throws {
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    private func reopened<T>(_ work: (PhotoLibrary) throws -> T) throws -> T {
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { library.close() }
        return try work(library)
    }

    private func isSound(repair: Bool = false) throws -> Bool { try reopened { try $0.verify(repair: repair).isSound } }

    private func recover() throws {
        _ = try #require(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: RecoveryOptions()))
    }

    @Test func aRandomisedPageOfTheCatalogueIsFound() throws {
        for number in 0..<60 { _ = try addOne("\(number)") }
        _ = try fixture.library.backUp()
        try fixture.closeWithoutLog()
        let pages = try #require(FileManager.default.attributesOfItem(atPath: catalog.path)[.size] as? Int) / 4096
        let sound = try Data(contentsOf: catalog)
        // Each page but the first, without which there is no database at all.
        for page in 1..<pages {
            try change(catalog, at: page * 4096, (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ page) })
            let problems = try? reopened { try $0.verify().findings.map(\.problem) }
            #expect(problems.map { $0.contains(.catalog) } ?? true, "page \(page)")
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: catalog.path + suffix) }
            try sound.write(to: catalog)
        }
        #expect(try isSound())
    }

    /// SQLite keeps no sums of its pages: only an earlier copy tells.
    @Test func aRottenTitleIsFoundByTheSnapshotAndComesBack() throws {
        let ids = try (0..<5).map { try addOne("\($0)") }
        _ = try fixture.library.catalog.write(author: "test") { try $0.update(assetID: ids[2]) { $0.title = "The one true title" } }
        _ = try fixture.library.backUp()
        // What came later has no witness and must not be taken for rotten.
        let later = try addOne("later")
        _ = try fixture.library.catalog.write(author: "test") { try $0.update(assetID: ids[0]) { $0.title = "Changed since" } }
        _ = try fixture.library.catalog.write(author: "test") { try $0.trash(assetIDs: [ids[1], later]) }
        #expect(try fixture.library.verify().isSound)
        try fixture.closeWithoutLog()
        let place = try #require(try Data(contentsOf: catalog).range(of: Data("true title".utf8))).lowerBound
        try change(catalog, at: place, [UInt8(ascii: "T")])
        let problems1 = try reopened { try $0.verify().findings.map(\.problem) }
        #expect(problems1 == [.catalog])
        let problems2 = try reopened { try $0.verify(repair: true).findings.map(\.problem) }
        #expect(problems2 == [.catalog])
        try recover()
        let (title, findings) = try reopened { library in
            (try library.catalog.read { try $0.asset(id: ids[2])?.title }, try library.verify().findings)
        }
        #expect(title == "The one true title")
        #expect(findings.isEmpty, "\(findings)")
    }

    /// SQLite forgets without a word what lies behind a torn record of its log.
    @Test func commitsThatTheLogHasLostAreMissedAndComeBack() throws {
        _ = try addOne("a")
        _ = try addOne("b")
        _ = try fixture.library.backUp()
        // As a process leaves both that dies: whoever closes a catalogue brings its log into it.
        let log = URL(fileURLWithPath: catalog.path + "-wal"), left = try [catalog, log].map { ($0, try Data(contentsOf: $0)) }
        fixture.library.close()
        for (file, content) in left { try content.write(to: file) }
        try #require(try Data(contentsOf: log).count > 8_000)
        try change(log, at: try Data(contentsOf: log).count - 2_000, [0x77])
        try? FileManager.default.removeItem(atPath: catalog.path + "-shm")
        let problems = try reopened { try $0.verify().findings.map(\.problem) }
        #expect(problems.contains(.catalog))
        try recover()
        let findings = try reopened { try $0.verify().findings }
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func aLibraryThatWasSetBackOnPurposeIsSound() throws {
        _ = try addOne("a")
        let early = try #require(try fixture.library.backUp(to: fixture.base.appendingPathComponent("early.sqlite"))).file
        let later = try addOne("b")
        let file = try fixture.file(of: fixture.resource(later))
        _ = try fixture.library.backUp()
        fixture.library.close()
        var options = RecoveryOptions()
        options.source = early
        _ = try #require(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: options))
        try FileManager.default.removeItem(at: file)
        #expect(try isSound())
    }

    /// A program may end between its first import and the note of what `library.json` says, with the day's snapshot behind it.
    @Test func aManifestThatWasNotedAfterTheSnapshotIsNotTakenForRotten() throws {
        _ = try addOne("a")
        let library = fixture.library, folder = SnapshotFolder(library: fixture.url)
        let writer = SnapshotWriter(catalog: library.catalog, progress: { _, _ in }, isCancelled: { false })
        _ = try PhotoLibrary.writeSnapshot(writer, in: folder, at: library.environment.now(), waiting: 0)
        #expect(try library.verify().isSound, "this notes it")
        #expect(try library.verify().isSound)
        // From the next snapshot on it has a witness.
        _ = try library.backUp()
        try fixture.closeWithoutLog()
        let place = try #require(try Data(contentsOf: catalog).range(of: Data("\"created\"".utf8))).lowerBound
        try change(catalog, at: place + 1, [UInt8(ascii: "C")])
        let problems = try reopened { try $0.verify().findings.map(\.problem) }
        #expect(problems.contains(.catalog))
    }

    /// Libraries did not always keep it.
    @Test func aSHA1ThatIsFoundLaterIsKeptWithoutAChange() throws {
        let id = try addOne("a"), library = fixture.library
        let whole = try fixture.resource(id), sha1 = try #require(whole.sha1)
        #expect(sha1.count == 20)
        try library.catalog.write(author: "test") { try $0.update(resourceID: whole.id) { $0.sha1 = nil } }
        _ = try library.backUp()
        let position = try library.catalog.read { try $0.position }
        library.keep(sha1: sha1, of: try fixture.resource(id))
        #expect(try fixture.resource(id).sha1 == sha1)
        library.keep(sha1: Data(count: 20), of: try fixture.resource(id))
        #expect(try fixture.resource(id).sha1 == sha1, "what is known stays")
        #expect(try library.catalog.read { try $0.position } == position)
        #expect(try library.verify().findings.isEmpty)
        #expect(try library.recordProblems().isEmpty)
    }

    @Test func whatChangesWithoutTheLogIsNotTakenForRotten() throws {
        let ids = try (0..<6).map { try addOne("\($0)") }
        let library = fixture.library
        let albums = try library.catalog.write(author: "test") { writer in
            try ["a", "b", "c"].map { title in
                let album = try writer.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: title))
                try writer.addMembers(ids, to: album)
                return album
            }
        }
        _ = try library.backUp()
        let steps: [(CatalogWriter) throws -> Void] = [
            { try $0.update(assetID: ids[0]) { $0.keywords = ["new", "words"] } },
            { try $0.update(assetID: ids[1]) { $0.creationDate = 5 } },
            { try $0.update(collectionID: albums[0]) { $0.keyAssetID = ids[3] } },
            { try $0.trash(assetIDs: [ids[3]]) },
            { _ = try $0.purge(assetIDs: [ids[3]]) },
            { try $0.removeMembers([ids[4]], from: albums[1]) },
            { try $0.deleteCollection(id: albums[2]) },
            { try $0.setValue("x", forKey: "setting") },
        ]
        for (index, step) in steps.enumerated() {
            try library.catalog.write(author: "test", step)
            let findings = try library.verify().findings.filter { $0.problem == .catalog }
            #expect(findings.isEmpty, "step \(index): \(findings)")
        }
    }

    @Test func countsThatAreNotTheRowsAreCountedAgain() throws {
        let id = try addOne("a")
        _ = try fixture.library.catalog.write(author: "test") { writer in
            let album = try writer.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "Album"))
            try writer.addMembers([id], to: album)
        }
        fixture.library.close()
        for statement in [
            "UPDATE asset_census SET count = count + 1", "UPDATE added_census SET count = 7", "INSERT INTO variation_census VALUES (3, 1)",
            "UPDATE collection SET count = 5", "UPDATE membership SET trashed = 1", "UPDATE asset SET keywordCount = 2",
        ] {
            try run(statement)
            let problems = try reopened { try $0.verify().findings.map(\.problem) }
            #expect(problems.contains(.catalog), "\(statement)")
            #expect(try isSound(repair: true), "\(statement)")
            #expect(try isSound(), "\(statement)")
        }
    }

    /// As another program would.
    private func run(_ statement: String) throws {
        let process = Process()
        (process.executableURL, process.arguments) = (
            URL(fileURLWithPath: "/usr/bin/env"),
            ["python3", "-c", "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit(); c.close()", catalog.path, statement]
        )
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test func aChangedManifestIsPutBack() throws {
        _ = try addOne("a")
        #expect(try fixture.library.verify().isSound)
        fixture.library.close()
        let file = fixture.url.appendingPathComponent("library.json"), before = try Data(contentsOf: file)
        try Data(String(decoding: before, as: UTF8.self).replacing("\"uuid\" : \"", with: "\"uuid\" :  \"").utf8).write(to: file)
        let problems3 = try reopened { try $0.verify().findings.map(\.problem) }
        #expect(problems3 == [.manifest])
        #expect(try isSound(repair: true))
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func aRecordThatIsNotWhatWasWrittenIsMadeAnew() throws {
        _ = try addOne("a")
        #expect(try fixture.library.verify().isSound)
        fixture.library.close()
        let folder = fixture.url.appendingPathComponent("record")
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.map { folder.appendingPathComponent($0) }
                .max { try (Data(contentsOf: $0)).count < Data(contentsOf: $1).count })
        let bytes = try Data(contentsOf: file)
        try change(file, at: bytes.count / 2, [bytes[bytes.count / 2] ^ 1])
        let problems = try reopened { try $0.verify().findings.map(\.problem) }
        #expect(problems == [.record])
        #expect(try isSound(repair: true))
        #expect(try isSound())
        // A setting that the log does not tell of is no contradiction.
        try reopened { library in try library.catalog.write(author: "test") { try $0.setValue("x", forKey: "setting") } }
        #expect(try isSound())
    }

    @Test func aRottenSnapshotIsReplaced() throws {
        _ = try addOne("a")
        let report = try #require(try fixture.library.backUp())
        try change(report.file, at: 6_000, [1, 2, 3])
        #expect(try fixture.library.verify().findings.map(\.problem) == [.snapshot])
        #expect(try fixture.library.verify(repair: true).isSound)
        #expect(try fixture.library.verify().isSound)
        #expect(SnapshotFolder(library: fixture.url).snapshots.map(\.fault) == [nil])
    }

    @Test func rottenDerivativesAreFoundAndMadeAgain() throws {
        let id = try addOne("a"), uuid = try fixture.record(id).uuid
        let folder = fixture.url.appendingPathComponent("derivatives")
        let pack = folder.appendingPathComponent("thumbnails-256.pack"), index = folder.appendingPathComponent("thumbnails-256.index")
        for (file, place) in [(pack, 5), (index, 24), (index, 24 + 9), (index, 24 + 20), (index, 0), (index, 5)] {
            let sound = try Data(contentsOf: file)
            try change(file, at: place, [sound[place] ^ 0x10])
            #expect(try fixture.library.verify().findings.map(\.problem) == [.derived], "\(file.lastPathComponent) \(place)")
            #expect(try fixture.library.verify(repair: true).isSound)
            #expect(try fixture.library.verify().isSound)
            #expect(fixture.library.derivatives.hasThumbnail(assetID: id, uuid: uuid, revision: 1))
        }
    }

    @Test func goodCopiesHealWhatIsLostAndDamaged() throws {
        let ids = try ["a", "b", "c"].map(addOne)
        let files = try ids.map { try fixture.file(of: fixture.resource($0)) }
        try FileManager.default.removeItem(at: files[0])
        try FileManager.default.removeItem(at: files[1])
        try LibraryFixture.jpeg("B").write(to: files[1])
        for (name, content) in [("sub/x", "a"), ("y", "b"), ("z", "B")] { try fixture.write(LibraryFixture.jpeg(content), to: "copies/" + name) }
        let report = try fixture.library.verify(repair: true, copies: fixture.base.appendingPathComponent("copies"))
        #expect(report.isSound && report.healed.map(\.source).map { URL(fileURLWithPath: $0).lastPathComponent } == ["x", "y"])
        let contents = try files.map { try Data(contentsOf: $0) }
        #expect(contents == ["a", "b", "c"].map(LibraryFixture.jpeg))
        let damaged = fixture.url.appendingPathComponent("damaged")
        let kept = try FileManager.default.contentsOfDirectory(atPath: damaged.path).map { try Data(contentsOf: damaged.appendingPathComponent($0)) }
        #expect(kept == [LibraryFixture.jpeg("B")])
        #expect(try Data(contentsOf: fixture.base.appendingPathComponent("copies/y")) == LibraryFixture.jpeg("b"))
        #expect(try fixture.library.verify().isSound)
    }
}
