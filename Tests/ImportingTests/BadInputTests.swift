import Foundation
import Glibc
import Metadata
import Originals
import Testing

@testable import Importing

@Suite("Bad input: one line each, nothing lost, the rest goes on") struct BadInputTests {
    let world: World

    init() throws {
        world = try World()
        try world.add("good.JPG", .photo(), salt: "good")
    }

    private func failures(_ report: ImportReport) -> [String: String] {
        Dictionary(report.failed.map { (URL(fileURLWithPath: $0.path).lastPathComponent, $0.code) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func eachIsNamedWithItsReason() throws {
        try world.add("empty.jpg", Data())
        try world.add("empty.txt", Data())
        try world.add("mislabelled.jpg", Data("this is text".utf8))
        try world.add("notes.txt", Data("this is text".utf8))
        try world.add("page.html", Data("<html><body>x</body></html>".utf8))
        try world.add("data.json", Data("{\"a\":1}".utf8))
        try world.add("truncated.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16]))
        var lost = MediaFacts.photo()
        lost.damage = "all of it is garbage"
        try world.add("lost.jpg", lost)
        var partial = MediaFacts.photo()
        partial.damage = "the lower half is missing"
        try world.add("partial.jpg", partial, salt: "p")
        try world.add("orphan.AAE", .adjustment())
        let report = try world.run()
        #expect(failures(report) == ["empty.jpg": "empty", "mislabelled.jpg": "unsupported", "truncated.jpg": "damaged", "lost.jpg": "damaged"])
        #expect(report.failed.allSatisfy { !$0.message.contains("\n") && $0.message.contains(URL(fileURLWithPath: $0.path).lastPathComponent) })
        #expect((report.imported, report.skipped) == (2, 5))
        #expect(report.damaged.map(\.code) == ["damaged"])
        #expect(try world.assets().first { $0.filename == "partial.jpg" }?.damage == "the lower half is missing")
        #expect(report.skips.contains { $0.path.hasSuffix("orphan.AAE") && $0.reason.contains("not in the same folder") })
        try world.checkIntegrity()
    }

    @Test func specialFilesAndLoopsDoNotHang() throws {
        let folder = BytePath(world.source.path)
        #expect(folder.appending("pipe.jpg").withCString { mkfifo($0, 0o644) } == 0)
        for (name, target) in [("loop", "loop"), ("self", "."), ("up", ".."), ("zero.jpg", "/dev/zero"), ("broken.jpg", "nowhere")] {
            _ = target.withCString { to in folder.appending(name).withCString { symlink(to, $0) } }
        }
        let report = try world.run()
        #expect(report.imported == 1)
        #expect(failures(report) == ["loop": "notARegularFile", "broken.jpg": "missing"])
        // The link to the folder above leads to the library's neighbourhood.
        #expect(report.skips.map(\.reason).sorted() == ["is a device", "is a pipe"])
        let named = try world.run([folder.appending("pipe.jpg").text, "/dev/zero", folder.appending("nothing").text])
        #expect(named.failed.map(\.code).sorted() == ["missing", "notARegularFile", "notARegularFile"])
        try world.checkIntegrity()
    }

    @Test func namesOfAnyBytesComeInAndCanBeWrittenAgain() throws {
        let content = try FakeMedia.bytes(.photo(), salt: "odd")
        let names: [[UInt8]] = [Array("line\nbreak.jpg".utf8), [0x66, 0xFF, 0xFE] + Array(".jpg".utf8), [UInt8](repeating: 0x41, count: 251) + Array(".jpg".utf8)]
        for (index, name) in names.enumerated() {
            let path = BytePath(world.source.path).appending(BytePath(bytes: name))
            let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
            // Spaces after the facts change the content and nothing else.
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: content + Data(repeating: 0x20, count: index))
        }
        for mode in [StorageMode.reference, .copy] {
            let fresh = try World()
            let report = try fresh.run([world.source.path]) { $0.storage = mode }
            #expect(report.failed.isEmpty)
            let recorded = try fresh.assets().map { BytePath($0.filename).bytes }
            for name in names { #expect(recorded.contains(name)) }
            try fresh.checkIntegrity()
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything")) func forbiddenFilesAndFoldersAreNamed() throws {
        let file = try world.add("secret.jpg", .photo(), salt: "s")
        let folder = try world.add("closed/x.jpg", .photo(), salt: "x").deletingLastPathComponent()
        chmod(file.path, 0)
        chmod(folder.path, 0)
        defer { chmod(folder.path, 0o755) }
        let report = try world.run()
        #expect(failures(report) == ["secret.jpg": "notPermitted", "closed": "notPermitted"])
        #expect(report.imported == 1)
    }

    @Test func impossibleDatesAndPlacesAreNoneAtAll() throws {
        var facts = MediaFacts.photo(at: 1e300)
        facts.location = GeoLocation(latitude: 999, longitude: 0)
        try world.add("odd.jpg", facts, salt: "o")
        _ = try world.run()
        let asset = try #require(try world.assets().first { $0.filename == "odd.jpg" })
        #expect(asset.location == nil)
        #expect(asset.creationDate == 621_692_800)
    }

    @Test func theLibraryItselfAndOthersAreNotImported() throws {
        try FileManager.default.createDirectory(at: world.source.appendingPathComponent("Old.photoslibrary"), withIntermediateDirectories: true)
        try world.add("Old.photoslibrary/inside.jpg", .photo(), salt: "i")
        _ = try world.run()
        let report = try world.run([world.base.path])
        #expect(report.imported == 0)
        // Nobody waits for the library's own photos to come in.
        #expect(report.skips.map { ($0.path as NSString).lastPathComponent } == ["Old.photoslibrary"])
        #expect(report.leftOut == report.skips)
        #expect(try world.run([world.library.path]).failed.map(\.code) == ["isLibrary"])
    }

    @Test func librariesAndArchivesAreNamedWithWhatCanBeDone() throws {
        for name in ["New.photoslibrary/originals", "Old.photoslibrary/Masters", "Bare.photoslibrary/database", "Nameless/originals", "Nameless/database", "Ours/database"] {
            try FileManager.default.createDirectory(at: world.source.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for name in ["Nameless/database/Photos.sqlite", "Ours/database/catalog.sqlite", "Ours/library.json"] { try world.add(name, Data("x".utf8)) }
        for folder in ["New.photoslibrary/originals", "Old.photoslibrary/Masters", "Nameless/originals", "Ours"] { try world.add("\(folder)/inside.jpg", .photo(), salt: folder) }
        for name in ["takeout-001.zip", "b.tgz"] { try world.add(name, Data("PK".utf8)) }
        let report = try world.run()
        #expect((report.imported, report.skipped) == (1, 7))
        func advice(_ name: String) -> String { report.leftOut.first { $0.path.hasSuffix("/" + name) }?.reason ?? "" }
        for (name, originals) in [("New.photoslibrary", "originals"), ("Old.photoslibrary", "Masters"), ("Nameless", "originals")] {
            let folder = world.source.appendingPathComponent(name)
            #expect(advice(name).contains(folder.path) && advice(name).hasSuffix("import the folder \(folder.path)/\(originals)."), "\(advice(name))")
            // What is advised works.
            #expect(try World().run([folder.appendingPathComponent(originals).path]).imported == 1)
        }
        #expect(advice("Bare.photoslibrary").contains("can't be imported yet"))
        #expect(advice("Ours").contains("photos export"))
        for name in ["takeout-001.zip", "b.tgz"] { #expect(advice(name).contains("Unpack it")) }
        #expect(report.leftOut.map(\.kind.rawValue).sorted() == ["archive", "archive", "library", "library", "library", "library", "library"])
        let dry = try world.run { $0.dryRun = true }
        #expect(dry.leftOut == report.leftOut)
    }

    @Test func textsOfATakeoutAreCounted() throws {
        try world.add("a.jpg", .photo(), salt: "a")
        try world.add("a.jpg.json", Data(#"{"title": "a.jpg", "photoTakenTime": {"timestamp": "1497944880"}}"#.utf8))
        try world.add("b.jpg.supplemental-metadata.json", Data(#"{"title":"b.jpg","photoTakenTime":{}}"#.utf8))
        try world.add("metadata.json", Data(#"{"title": "Album"}"#.utf8))
        let report = try world.run()
        #expect((report.imported, report.skipped, report.takeoutTexts) == (2, 3, 2))
        #expect(report.leftOut.isEmpty)
    }
}
