import Catalog
import Foundation
import Importing
import PhotoModel
import Testing

@testable import LibraryEngine

@Suite("Making and opening libraries") struct OpeningTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func code(_ name: String) -> LibraryError.Code? {
        do throws(LibraryError) {
            try PhotoLibrary.open(at: fixture.base.appendingPathComponent(name), environment: fixture.environment).close()
            return nil
        } catch {
            #expect(error.message.contains(name), "the message names the path: \(error.message)")
            return error.code
        }
    }

    @Test func onlyALibraryThatNothingCameIntoIsTakenBack() throws {
        let (url, environment) = (fixture.base.appendingPathComponent("New.photolibrary"), fixture.environment)
        func made(_ fill: (PhotoLibrary) throws -> Void = { _ in }) throws {
            let library = try PhotoLibrary.create(at: url, environment: environment)
            try fill(library)
            library.close()
        }
        try made()
        #expect(PhotoLibrary.discardIfEmpty(at: url, environment: environment))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.base.path) == ["Test.photolibrary"])
        #expect(!PhotoLibrary.discardIfEmpty(at: url, environment: environment), "there is none any more")

        try made { library in
            _ = try library.performChanges(author: "test") { try $0.catalog.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "A")) }
        }
        func renamed() throws -> Date? { try FileManager.default.attributesOfItem(atPath: fixture.base.path)[.modificationDate] as? Date }
        let before = try renamed()
        #expect(!PhotoLibrary.discardIfEmpty(at: url, environment: environment), "an album is something")
        #expect(try renamed() == before, "it has its name throughout")
        try FileManager.default.removeItem(at: url)
        try made()
        try Data("x".utf8).write(to: url.appendingPathComponent("originals/A/x.jpg"))
        #expect(!PhotoLibrary.discardIfEmpty(at: url, environment: environment), "a file that no catalogue knows is something")
        try FileManager.default.removeItem(at: url.appendingPathComponent("originals/A/x.jpg"))
        let note = url.appendingPathComponent("note.txt")
        try Data("x".utf8).write(to: note)
        #expect(!PhotoLibrary.discardIfEmpty(at: url, environment: environment), "what somebody has put beside our own files is something")
        try FileManager.default.removeItem(at: note)

        // Another process has it open.
        let other = Process()
        (other.executableURL, other.arguments) = (
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "python3", "-c", "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('SELECT count(*) FROM asset').fetchall(); print(1, flush=True); sys.stdin.read()",
                url.appendingPathComponent("database/catalog.sqlite").path,
            ]
        )
        let (input, output) = (Pipe(), Pipe())
        (other.standardInput, other.standardOutput) = (input, output)
        try other.run()
        _ = output.fileHandleForReading.availableData
        #expect(!PhotoLibrary.discardIfEmpty(at: url, environment: environment))
        try input.fileHandleForWriting.close()
        other.waitUntilExit()
        #expect(PhotoLibrary.discardIfEmpty(at: url, environment: environment))
    }

    @Test func aNewLibraryIsAFolderThatAPersonCanRead() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.url.path).sorted()
        #expect(names == ["database", "derivatives", "library.json", "originals", "renders", "staging"])
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: fixture.url.appendingPathComponent("library.json"))) as? [String: Any]
        #expect(json?["format"] as? Int == 1)
        #expect(json?["uuid"] as? String == fixture.library.uuid.uuidString)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.base.path) == ["Test.photolibrary"], "nothing is left beside it")
    }

    @Test func itOpensAgainWithTheSameIdentityAndTwiceAtOnce() throws {
        let second = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { second.close() }
        #expect(second.uuid == fixture.library.uuid)
        let id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))])
        #expect(try second.catalog.read { try $0.asset(id: id) } != nil)
    }

    @Test func whatIsNoLibraryIsRefusedAndLeftAlone() throws {
        try fixture.write(Data("x".utf8), to: "photos/a.txt")
        try fixture.write(Data("x".utf8), to: "file")
        #expect(code("nothing") == .notFound)
        #expect(code("photos") == .notALibrary)
        #expect(code("file") == .notALibrary)
        for name in ["photos", "file"] {
            #expect(throws: LibraryError.self) { try PhotoLibrary.create(at: fixture.base.appendingPathComponent(name), environment: fixture.environment) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.base.path).sorted() == ["Test.photolibrary", "file", "photos"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.base.appendingPathComponent("photos").path) == ["a.txt"])
    }

    /// As a person's editor may leave it.
    @Test func aManifestMayBeLaidOutDifferently() throws {
        let manifest = fixture.url.appendingPathComponent("library.json"), uuid = fixture.library.uuid
        let written = try String(contentsOf: manifest, encoding: .utf8)
        for text in [
            written, written.replacingOccurrences(of: "\n", with: ""), written.replacingOccurrences(of: "T", with: "\\u0054"),
            written.replacingOccurrences(of: "{", with: "{ \"note\": null,"), written.lowercased(),
        ] {
            try Data(text.utf8).write(to: manifest)
            let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
            #expect(library.uuid == uuid, "\(text)")
            library.close()
        }
    }

    @Test func newerAndDamagedManifestsAreToldApart() throws {
        let manifest = fixture.url.appendingPathComponent("library.json")
        let original = try Data(contentsOf: manifest)
        try Data("{\"format\": 2, \"else\": true}".utf8).write(to: manifest)
        #expect(code("Test.photolibrary") == .tooNew)
        for text in ["", "{", "{\"format\": 1}", "{\"format\": 0, \"uuid\": 5}", "[]"] {
            try Data(text.utf8).write(to: manifest)
            #expect(code("Test.photolibrary") == .damaged, "\(text)")
        }
        try original.write(to: manifest)
        #expect(code("Test.photolibrary") == nil)
    }

    @Test func aLostCatalogueIsNotReplacedByAnEmptyOne() throws {
        fixture.library.close()
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("database"))
        #expect(throws: LibraryError.self) { try PhotoLibrary.open(at: fixture.url, environment: fixture.environment) }
        #expect(!FileManager.default.fileExists(atPath: fixture.url.appendingPathComponent("database/catalog.sqlite").path))
    }

    @Test func anEmptyFolderAndALibraryThatIsThere() throws {
        let empty = fixture.base.appendingPathComponent("Empty.photolibrary")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        try PhotoLibrary.create(at: empty, environment: fixture.environment).close()
        let error = try #require(throws: LibraryError.self) { try PhotoLibrary.create(at: empty, environment: fixture.environment) }
        #expect(error.code == .exists)
        try PhotoLibrary.openOrCreate(at: empty, environment: fixture.environment).close()
        try PhotoLibrary.openOrCreate(at: fixture.base.appendingPathComponent("deep/er/New.photolibrary"), environment: fixture.environment).close()
    }

    @Test func openingClearsUpAfterAnImportThatWasKilled() throws {
        let id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))])
        guard case .managed(let known) = try fixture.resource(id).location else { return #expect(Bool(false), "managed") }
        let folder = "Test.photolibrary/staging/0B0C2D1E-1111-4222-8333-444455556666"
        try fixture.write(Data(), to: "\(folder)/lock")
        try fixture.write(Data("\(known)\noriginals/0/left.jpg\n".utf8), to: "\(folder)/journal")
        try fixture.write(Data("x".utf8), to: "Test.photolibrary/originals/0/left.jpg")
        try PhotoLibrary.open(at: fixture.url, environment: fixture.environment).close()
        #expect(try fixture.stagedNames() == ["gate"])
        #expect(!FileManager.default.fileExists(atPath: fixture.url.appendingPathComponent("originals/0/left.jpg").path))
        #expect(FileManager.default.fileExists(atPath: fixture.url.appendingPathComponent(known).path))
    }

    @Test func aWriterThatDoesNotLetGoIsNamedAfterABoundedWait() throws {
        var impatient = fixture.environment
        impatient.busyTimeout = 0.2
        let second = try PhotoLibrary.open(at: fixture.url, environment: impatient)
        defer { second.close() }
        let error = try #require(throws: LibraryError.self) {
            try fixture.library.performChanges(author: "a") { _ in
                try second.performChanges(author: "b") { try $0.catalog.setValue("x", forKey: "k") }
            }
        }
        #expect(error.code == .locked)
    }
}
