import Foundation
import Testing

/// What people try first, and what must not leave them with a wrong idea.
@Suite(.serialized) struct NewcomerTests {
    /// A link in a folder of the PATH, and a link to that.
    @Test(arguments: ["photos", "test", "bench"]) func aCommandOfTheCloneMayBeReachedByALink(name: String) throws {
        let world = try World(), files = FileManager.default, clone = world.folder.appending(path: "clone")
        for folder in ["clone/Scripts", "bin", "other"] { try files.createDirectory(at: world.folder.appending(path: folder), withIntermediateDirectories: true) }
        try files.copyItem(at: ToolLanguageTests.root.appending(path: name), to: clone.appending(path: name))
        // In the place of the library that they share: it tells where they looked for it.
        try Data("printf %s \"$here\"; exit 0\n".utf8).write(to: clone.appending(path: "Scripts/lib.sh"))
        try files.createSymbolicLink(atPath: world.folder.path + "/bin/\(name)", withDestinationPath: "../clone/\(name)")
        try files.createSymbolicLink(atPath: world.folder.path + "/other/\(name)", withDestinationPath: world.folder.path + "/bin/\(name)")
        for place in ["clone", "bin", "other"] {
            let result = try Tool.shell("cd / && PATH='\(world.folder.path)/\(place)':$PATH && \(name == "test" ? "env test" : name)")
            #expect(result.status == 0 && result.output == clone.resolvingSymlinksInPath().path, "\(place): \(result)")
        }
    }

    @Test func librariesAndArchivesThatAreLeftOutAreNamed() throws {
        let world = try World()
        try world.addPictures(1)
        let library = world.pictures.appending(path: "Mac.photoslibrary")
        try FileManager.default.createDirectory(at: library.appending(path: "originals/A"), withIntermediateDirectories: true)
        try Data("PK".utf8).write(to: world.pictures.appending(path: "takeout.zip"))
        let result = try world.photos("import", world.pictures.path)
        #expect(result.status == 0)
        #expect(result.output.contains("Imported 1 of 2 files, 1 photo library left out, 1 archive left out"), "a library is no file: \(result)")
        #expect(result.errors.contains("\(library.path)/originals") && result.errors.contains("takeout.zip is an archive"), "\(result)")
        let json = try world.photos("import", world.pictures.path, "--json").json
        let left = try #require(json["leftOut"] as? [[String: Any]])
        #expect(left.compactMap { $0["code"] as? String }.sorted() == ["archive", "library"] && left.allSatisfy { $0["message"] is String && $0["path"] is String })
        #expect(try world.photos("import", library.path, "--dry-run").errors.contains("\(library.path)/originals"), "also where it is what is named")
        let german = try world.photos("import", world.pictures.path, environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(german.errors.contains("\(library.path)/originals") && !german.errors.contains(" is "), "\(german)")
    }

    @Test func textsOfATakeoutAreSpokenOf() throws {
        let world = try World()
        try world.addPictures(1)
        try Data(#"{"title":"a","photoTakenTime":{"timestamp":"1"}}"#.utf8).write(to: world.pictures.appending(path: "a.jpg.json"))
        let result = try world.photos("import", world.pictures.path)
        #expect(result.output.contains("1 text of Google Takeout not read") && result.errors.contains("1 JSON file of a Google Takeout can't be read yet"), "\(result)")
        #expect(try world.photos("import", world.pictures.path, "--json").json["takeoutTexts"] as? Int == 1)
    }

    @Test func anImportThatBringsNothingLeavesNoLibrary() throws {
        let world = try World()
        for path in [world.folder.appending(path: "nothing").path, world.pictures.path] {
            let result = try world.photos("import", path)
            #expect(result.errors.contains("Nothing came in, so the library \(world.library.path) was not kept."), "\(result)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == ["pictures"])
        }
        #expect(try world.photos("init").status == 0)
        _ = try world.photos("import", world.pictures.path)
        #expect(FileManager.default.fileExists(atPath: world.library.path), "one that was there before stays")
    }

    @Test func initTakesThePathBehindIt() throws {
        let world = try World(), new = world.folder.appending(path: "New.photolibrary")
        let made = try Tool.run(["init", new.path])
        #expect(made.status == 0 && made.output.contains("photos import --library \(new.path) FOLDER"), "\(made)")
        #expect(try Tool.run(["init", new.path]).status == 73)
        #expect(try Tool.run(["init", world.pictures.path]).status == 0, "an empty folder")
        try Data("x".utf8).write(to: world.folder.appending(path: "file"))
        #expect(try Tool.run(["init", world.folder.path]).status == 73, "not one that holds anything")
        #expect(try Tool.run(["--library", new.path, "init", world.pictures.path]).status == 64)
    }

    @Test func everyChangeIsToldAndWhatWouldChangeNothingIsRefused() throws {
        let world = try World.imported(1)
        _ = try world.photos("album", "create", "Sea")
        #expect(try world.photos("album", "rename", "Sea", "Lake").errors == "The album is called \"Lake\" now.\n")
        #expect(try world.photos("album", "rename", "Lake", "Sea", "--json").json["changed"] as? Int == 1)
        #expect(try world.photos("album", "delete", "Sea").errors == "Removed the album \"Sea\". Its assets stay in the library.\n")
        #expect(try world.photos("access", "grant", "viewer", "full").status == 0)
        #expect(try world.photos("access", "revoke", "viewer").errors == "Forgot what was decided for viewer.\n")
        let deleted = try world.photos("delete", "--trashed")
        #expect(deleted.status == 64 && deleted.errors.hasPrefix("photos: What --trashed selects is in Recently Deleted already."), "\(deleted)")
    }

    @Test func numbersBelowZeroAreCalledByName() throws {
        for (arguments, option) in [(["assets", "--limit", "-3"], "--limit"), (["assets", "--wait", "-1"], "--wait"), (["edit", "1234", "--rating", "-1"], "--rating")] {
            let result = try Tool.run(arguments)
            #expect(result.status == 64 && result.errors.hasPrefix("photos: \(option) must be"), "\(result)")
        }
        #expect(try Tool.run(["--library", "/nowhere", "--version"]).output.hasPrefix("photos "))
        #expect(try Tool.run(["help", "nonsense"]).status == 64)
        let short = try World.imported(1).photos("show", "8A")
        #expect(short.status == 65 && short.errors.contains("four characters or more"))
    }

    @Test func aSecondAlbumOfATitleIsToldOf() throws {
        let world = try World.imported(1)
        let first = try world.photos("album", "create", "Sea")
        #expect(first.errors.isEmpty)
        let second = try world.photos("album", "create", "Sea")
        #expect(second.status == 0 && second.errors.contains(first.lines[0]) && second.errors.contains(second.lines[0]), "\(second)")
        _ = try world.photos("album", "create", "Lake")
        #expect(try world.photos("album", "rename", "Lake", "Sea").errors.contains("3 albums"))
        #expect(try world.photos("--quiet", "album", "create", "Sea").errors.isEmpty)
    }

    @Test func aDateThatIsOnlyTheFilesIsCalledAGuess() throws {
        let world = try World(), moment = Date(timeIntervalSince1970: 1_698_944_645)
        let pictures = [("none.jpg", nil, nil), ("camera.jpg", "2023:11:02 17:04:05", nil), ("zone.jpg", "2023:11:02 17:04:05", "+00:00")] as [(String, String?, String?)]
        for (index, (name, date, offset)) in pictures.enumerated() {
            let file = world.pictures.appending(path: name)
            try TestPicture(seed: index + 1, date: date, offset: offset).write(to: file)
            // The camera wrote the file the moment that it took the picture.
            try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: file.path)
        }
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let assets = try world.photos("assets", "--json").jsonLines
        #expect(assets.count == 3 && assets.allSatisfy { $0["isDateGuessed"] == nil && $0["creationDate"] as? String == "2023-11-02T17:04:05.000Z" }, "\(assets)")
        var guessed: [String: Bool] = [:]
        for asset in assets {
            let id = try #require(asset["localIdentifier"] as? String), shown = try world.photos("show", id, "--json").json
            guessed[try #require(shown["filename"] as? String)] = shown["isDateGuessed"] as? Bool
            #expect(try world.photos("show", id).output.contains("a guess") == (shown["isDateGuessed"] as? Bool))
        }
        #expect(guessed == ["none.jpg": true, "camera.jpg": false, "zone.jpg": false])
        // A date that somebody gave is no guess.
        let none = try #require(assets.first { $0["filename"] as? String == "none.jpg" }?["localIdentifier"] as? String)
        #expect(try world.photos("edit", none, "--date", "2020-01-01T00:00:00Z").status == 0)
        #expect(try world.photos("show", none, "--json").json["isDateGuessed"] as? Bool == false)
    }

    /// The photo comes in without the edit that its owner made, who has to hear of it.
    @Test func adjustmentsThatCantBeReadAreNamed() throws {
        let world = try World()
        try world.addPictures(1)
        try Data("no property list".utf8).write(to: world.pictures.appending(path: "IMG_1000.AAE"))
        try Data().write(to: world.pictures.appending(path: "IMG_1001.AAE"))
        let result = try world.photos("import", world.pictures.path)
        #expect(result.status == 0 && result.output.contains("Imported 1 of 3 files, 2 no photos or videos"), "\(result)")
        for name in ["IMG_1000.AAE", "IMG_1001.AAE"] { #expect(result.errors.contains("\(name) should say how a photo was edited"), "\(result)") }
        let json = try World().photos("import", world.pictures.path, "--json").json
        #expect((json["leftOut"] as? [[String: Any]])?.map { $0["code"] as? String } == ["adjustments", "adjustments"] && json["skipped"] as? Int == 2)
    }
}
