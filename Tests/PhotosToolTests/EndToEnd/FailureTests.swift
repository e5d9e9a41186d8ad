import Catalog
import Foundation
import TestSupport
import Testing

/// What goes wrong, and what the shell sees of it.
@Suite(.serialized) struct FailureTests {
    private func golden(_ result: ProgramRun, _ world: World, _ status: Int32, _ name: String) throws {
        #expect(result.status == status, "\(result)")
        #expect(result.output.isEmpty)
        try Golden.expect(world.neutral(result.errors), matches: "error-\(name).txt")
    }

    @Test func noLibrary() throws {
        let world = try World()
        try golden(try world.photos("assets"), world, 66, "no-library")
    }

    @Test func noLibraryButAFolder() throws {
        let world = try World()
        try FileManager.default.createDirectory(at: world.library, withIntermediateDirectories: true)
        try golden(try world.photos("assets"), world, 66, "not-a-library")
    }

    @Test func aLibraryOfANewerVersion() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        try Data(#"{"format": 999, "uuid": "8A6B2C40-0000-4000-8000-0123456789AB"}"#.utf8).write(to: world.library.appending(path: "library.json"))
        try golden(try world.photos("assets"), world, 66, "newer")
    }

    @Test func anotherProcessIsWriting() throws {
        let world = try World.imported(1)
        let catalog = try Catalog.open(at: world.library.appending(path: "database/catalog.sqlite"), options: CatalogOptions())
        try catalog.write(author: "test") { _ in
            try golden(try world.photos("--wait", "0", "favorite", "--where", "mediaType == 1"), world, 75, "locked")
            #expect(try world.photos("assets", "--json").lines.count == 1, "reading goes on")
        }
        #expect(try world.photos("favorite", "--where", "mediaType == 1").status == 0)
    }

    @Test func aMistakeInAFormat() throws {
        let world = try World.imported(1)
        try golden(try world.photos("assets", "--where", "mediaType == 1 AND (duration > "), world, 64, "format")
        try golden(try world.photos("assets", "--where", "mediaTyp == 1"), world, 64, "key")
        try golden(try world.photos("assets", "--sort", "colour"), world, 64, "sort")
    }

    @Test func aDateComparedWithAYearIsSaidOnceAndWithWhatToWrite() throws {
        let world = try World.imported(1)
        let result = try world.photos("assets", "--where", "creationDate > 2020")
        #expect(result.status == 64)
        #expect(
            result.errors == """
                photos: --where: creationDate > 2020 compares a date with a number. For the year write creationDate >= "2021-01-01".
                  creationDate > 2020
                  ^

                """)
    }

    @Test func assetsThatAreNotThere() throws {
        let world = try World.imported(1)
        let absent = "00000000-0000-4000-8000-000000000000"
        try golden(try world.photos("show", absent), world, 65, "missing-asset")
        try golden(try world.photos("show", "IMG_1000.jpg"), world, 65, "no-identifier")
        try golden(try world.photos("assets", "--album", "Nothing"), world, 65, "missing-album")
        let present = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let both = try world.photos("show", absent, present, "--json")
        #expect(both.status == 1 && both.jsonLines.count == 1 && both.errors.contains(absent))
    }

    /// `photos albums` lists them, so that "there is no album" was puzzling.
    @Test func albumsThatFillThemselvesTakeNothingByHand() throws {
        let world = try World.imported(1)
        let lines = try world.photos("albums", "--json").jsonLines
        func identifier(_ type: String, _ subtype: String) throws -> String {
            try #require(lines.first { $0["type"] as? String == type && $0["subtype"] as? String == subtype }?["localIdentifier"] as? String)
        }
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let expected = try [
            ("Favorites", "`photos favorite`"), ("favorites", "`photos favorite`"), (identifier("smartAlbum", "smartAlbumFavorites"), "`photos favorite`"),
            ("Hidden", "`photos hide`"),
            ("Recents", "is a smart album, which the library fills by itself"), ("smartAlbumVideos", "is a smart album"), (identifier("moment", "any"), "is a moment"),
        ]
        for (album, what) in expected {
            for arguments in [["add", album, id], ["remove", album, id], ["rename", album, "Mine"], ["delete", album]] {
                let result = try world.photos(["album"] + arguments)
                #expect(result.status == 65 && result.errors.hasPrefix("photos: \(album) is a ") && result.errors.contains(what), "\(arguments): \(result.errors)")
            }
        }
        // An album of the user's own may be called so.
        #expect(try world.photos("album", "create", "Favorites").status == 0)
        #expect(try world.photos("album", "add", "Favorites", id, "--json").json["changed"] as? Int == 1)
    }

    @Test func whatCanNotBeWritten() throws {
        let world = try World.imported(1)
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        try golden(try world.photos("image", id, "-o", world.folder.appending(path: "none/x.jpg").path), world, 73, "unwritable")
        try golden(try world.photos("image", id, "-o", world.folder.appending(path: "x.bmp").path), world, 64, "unknown-extension")
        let backup = try world.photos("backup", world.folder.appending(path: "none/x.sqlite").path)
        #expect(backup.status == 73 && backup.errors == "photos: There is no folder \(world.folder.path)/none. Make it first, or choose another.\n", "\(backup)")
        let full = try Tool.shell("\"$photos\" --library '\(world.library.path)' assets > /dev/full")
        #expect(full.status == 73 && full.errors.contains("No space left"), "\(full)")
    }

    @Test func importingWhatIsNotThere() throws {
        let world = try World()
        let result = try world.photos("import", world.folder.appending(path: "nothing").path)
        #expect(result.status == 65)
        #expect(result.errors.contains("nothing"))
        try world.addPictures(1)
        #expect(try world.photos("import", world.folder.appending(path: "nothing").path, world.pictures.path).status == 1)
    }

    @Test func wrongUsageIsExplained() throws {
        let result = try Tool.run(["assets", "--limit", "many"])
        #expect(result.status == 64 && result.output.isEmpty && result.errors.contains("Usage:"))
    }

    @Test func withoutACommandItSaysWhatANewcomerWants() throws {
        let result = try Tool.run([])
        #expect(result.status == 0 && result.output.contains("photos import FOLDER") && result.errors.isEmpty)
    }

    @Test func theVersion() throws {
        let result = try Tool.run(["--version"])
        #expect(result.status == 0 && result.output.hasPrefix("photos "))
    }

    @Test func aReaderThatHasSeenEnoughIsNoFailure() throws {
        let world = try World.imported(3)
        let gone = Pipe()
        try gone.fileHandleForReading.close()
        let errors = Pipe()
        let process = Tool.process(Tool.executable, ["--library", world.library.path, "assets", "--json"])
        (process.standardOutput, process.standardError) = (gone, errors)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
    }
}
