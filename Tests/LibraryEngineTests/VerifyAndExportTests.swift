import Catalog
import Foundation
import Importing
import Query
import Testing

@testable import LibraryEngine

@Suite("Verifying and exporting") struct VerifyAndExportTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func verifyFindsWhatIsMissingDamagedAndUnknown() throws {
        let ids = try ["a", "b", "c"].map { try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg($0)))]) }
        #expect(try fixture.library.verify().checked == 3)
        try FileManager.default.removeItem(at: fixture.file(of: fixture.resource(ids[0])))
        let damaged = try fixture.file(of: fixture.resource(ids[1]))
        try FileManager.default.removeItem(at: damaged)
        try LibraryFixture.jpeg("B").write(to: damaged)
        try fixture.write(Data("x".utf8), to: "Test.photolibrary/originals/7/stranger.jpg")
        let report = try fixture.library.verify()
        #expect(report.findings.map(\.problem) == [.missing, .damaged, .unknown])
        #expect(try report.findings.prefix(2).map(\.asset) == [fixture.record(ids[0]).uuid, fixture.record(ids[1]).uuid])
        #expect(report.findings.last?.path == "originals/7/stranger.jpg")
    }

    @Test func repairMakesDerivativesAgainAndChangesNothingElse() throws {
        let record = try fixture.record(fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))]))
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("derivatives"))
        let report = try fixture.library.verify(repair: true)
        #expect(report.isSound)
        #expect(report.repaired == 1)
        #expect(fixture.library.derivatives.preview(uuid: record.uuid, revision: 1) != nil)
        #expect(try fixture.library.verify(repair: true).repaired == 0)
    }

    @Test func anUnmountedDiskIsNotReadAsDeletions() throws {
        let folder = try fixture.write(LibraryFixture.jpeg("a"), to: "disk/sub/a.jpg").deletingLastPathComponent().deletingLastPathComponent()
        var options = fixture.library.importOptions
        options.storage = .reference
        #expect(try fixture.library.importer(options).run([folder.path]).imported == 1)
        let resource = try #require(try fixture.library.catalog.read { reader in try reader.resources(assetID: reader.assetIDs(AssetQuery())[0]).first })
        #expect(try fixture.library.openResource(resource).digest() == Array(resource.sha256))

        let away = fixture.base.appendingPathComponent("away")
        try FileManager.default.moveItem(at: folder, to: away)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(throws: LibraryError.self) { try fixture.library.openResource(resource) }
        #expect(try fixture.library.verify().findings.map(\.problem) == [.offline])

        try FileManager.default.removeItem(at: folder)
        try FileManager.default.moveItem(at: away, to: folder)
        #expect(try fixture.library.verify().isSound)
        try FileManager.default.moveItem(at: folder.appendingPathComponent("sub/a.jpg"), to: folder.appendingPathComponent("moved.jpg"))
        #expect(try fixture.library.verify().findings.map(\.problem) == [.missing])
        #expect(try fixture.library.verify(repair: true).repaired == 1)
        #expect(try fixture.library.verify().isSound)
    }

    @Test func exportNeverReplacesAndKeepsHalvesTogether() throws {
        let (file, movie) = (try fixture.write(LibraryFixture.jpeg("a"), to: "in/IMG_1.JPG"), try fixture.write(LibraryFixture.movie, to: "in/IMG_1.MOV"))
        let id = try fixture.add([ResourceInput(.photo, .file(file)), ResourceInput(.pairedVideo, .file(movie))])
        let other = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("b")), filename: "IMG_1.JPG")])
        try fixture.write(Data("mine".utf8), to: "out/IMG_1.MOV")
        let out = fixture.base.appendingPathComponent("out")
        let report = try fixture.library.export([id, other], to: out, options: ExportOptions())
        #expect(report.failed.isEmpty)
        #expect((report.assets, report.files.count) == (2, 3))
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() == ["IMG_1 (1).JPG", "IMG_1 (1).MOV", "IMG_1.JPG", "IMG_1.MOV"])
        #expect(try Data(contentsOf: out.appendingPathComponent("IMG_1.MOV")) == Data("mine".utf8))
        #expect(try Data(contentsOf: out.appendingPathComponent("IMG_1 (1).JPG")) == LibraryFixture.jpeg("a"))
        #expect(try Data(contentsOf: out.appendingPathComponent("IMG_1.JPG")) == LibraryFixture.jpeg("b"))
    }

    @Test func equalNamesAreNumberedWithoutAskingForEveryNumberAgain() {
        var (names, taken, looks) = (UniqueNames(), Set<String>(), 0)
        func take(_ files: [String]) -> Int {
            let number = names.number(for: files) { name, number in
                looks += 1
                return taken.contains("\(name) \(number)")
            }
            for name in files { taken.insert("\(name) \(number)") }
            return number
        }
        #expect((0..<1000).map { _ in take(["a"]) } == Array(0..<1000))
        #expect(looks < 4000)
        // A pair gets one number, and what that leaves free goes to the next of the name.
        #expect(take(["b"]) == 0 && take(["a", "b"]) == 1000 && take(["b"]) == 1 && take(["b", "c"]) == 2 && take(["c"]) == 0 && take(["c"]) == 1)
        #expect(take(["c", "b"]) == 3 && take([]) == 0)
    }

    @Test func aDamagedOriginalIsNotExported() throws {
        let id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "x.jpg")])
        let file = try fixture.file(of: fixture.resource(id))
        try FileManager.default.removeItem(at: file)
        try LibraryFixture.jpeg("A").write(to: file)
        let out = fixture.base.appendingPathComponent("out")
        let report = try fixture.library.export([id], to: out, options: ExportOptions())
        #expect(report.failed.map(\.filename) == ["x.jpg"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).isEmpty)
    }

    @Test(arguments: [
        ("a.jpg", 0, "a.jpg"), ("a.jpg", 2, "a (2).jpg"), (".jpg", 1, ".jpg (1)"), ("a", 1, "a (1)"), ("a.jpg.xmp", 1, "a (1).jpg.xmp"), ("a.xmp", 1, "a (1).xmp"),
        ("../x.jpg", 0, "x.jpg"), ("..", 0, "file"),
    ])
    func exportedNames(_ name: String, _ number: Int, _ expected: String) {
        #expect(PhotoLibrary.name(name, number).text == expected)
        #expect(PhotoLibrary.name(String(repeating: "a", count: 251) + ".jpg", 12).bytes.count == 255)
    }
}
