import Foundation
import PhotosTesting
import TestSupport
import Testing

/// The built tool on a library of its own, from nothing to an export.
@Suite(.serialized) struct LibraryTests {
    @Test func initMakesALibraryOnce() throws {
        let world = try World()
        let first = try world.photos("init", "--json")
        #expect(first.status == 0)
        #expect(first.json["library"] as? String == world.library.path)
        #expect(try world.photos("assets").errors.contains("No assets match."))
        let second = try world.photos("init")
        #expect(second.status == 73)
        #expect(second.errors.hasPrefix("photos: ") && second.errors.contains(world.library.path))
    }

    @Test func theFirstImportSaysWhereTheLibraryIsThatItMadeUnlessItIsToBeQuiet() throws {
        let world = try World()
        try world.addPictures(1)
        // Nobody names a place: it is found in the home folder.
        let home = world.folder.appending(path: "home")
        for options in [[], ["--quiet"]] {
            try? FileManager.default.removeItem(at: home)
            let environment = ["HOME": home.path, "PHOTOS_LIBRARY": ""]
            let result = try Tool.run(["import", world.pictures.path] + options, environment: environment)
            #expect(result.status == 0)
            #expect(result.errors == (options.isEmpty ? "Made the library \(home.path)/Pictures/Photos.photolibrary.\n" : ""), "\(result)")
        }
    }

    @Test func importingTwiceImportsNothingTheSecondTime() throws {
        let world = try World()
        try world.addPictures(5)
        try Data("no picture".utf8).write(to: world.pictures.appending(path: "notes.txt"))
        let first = try world.photos("import", world.pictures.path, "--json")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.json["found"] as? Int == 6 && first.json["imported"] as? Int == 5 && first.json["skipped"] as? Int == 1)
        #expect(first.errors == "Made the library \(world.library.path).\n", "no bar where there is no terminal, and the place of what it made once")
        let second = try world.photos("import", world.pictures.path, "--json")
        #expect(second.status == 0)
        #expect(second.json["imported"] as? Int == 0 && second.json["duplicates"] as? Int == 5)
        #expect(second.errors.isEmpty, "\(second.errors)")
        #expect(try world.photos("import", world.pictures.path).output.contains("5 already there"))
    }

    @Test func aDryRunWritesNothing() throws {
        let world = try World()
        try world.addPictures(2)
        let result = try world.photos("import", "--dry-run", world.pictures.path)
        #expect(result.status == 0 && result.output.hasPrefix("Would import 2 of 2 files"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: world.library.path), "not even a library")
        #expect(try world.photos("init").status == 0)
        #expect(try world.photos("import", "--dry-run", world.pictures.path, "--json").json["imported"] as? Int == 2)
        #expect(try world.photos("assets", "--json").output.isEmpty)
    }

    @Test func brokenFilesAreNamedAndTheOthersComeIn() throws {
        let world = try World()
        try world.addPictures(2)
        try Data().write(to: world.pictures.appending(path: "empty.jpg"))
        let result = try world.photos("import", world.pictures.path, "--json")
        #expect(result.status == 1)
        let failed = try #require((result.json["failed"] as? [[String: Any]])?.first)
        #expect((failed["path"] as? String)?.hasSuffix("empty.jpg") == true && failed["code"] is String)
        #expect((failed["message"] as? String)?.contains("empty.jpg") == true)
        #expect(result.json["imported"] as? Int == 2)
    }

    @Test func listsFilterSortAndLimit() throws {
        let world = try World.imported(4)
        let all = try world.photos("assets", "--json").jsonLines.compactMap { $0["filename"] as? String }
        #expect(all == ["IMG_1000.jpg", "IMG_1001.jpg", "IMG_1002.jpg", "IMG_1003.jpg"])
        let newest = try world.photos("assets", "--sort", "creationDate:desc", "--limit", "2", "--json").jsonLines.compactMap { $0["filename"] as? String }
        #expect(newest == ["IMG_1003.jpg", "IMG_1002.jpg"])
        let some = try world.photos("assets", "--where", "creationDate > CAST('2023-11-02T16:00:01Z', 'NSDate') AND mediaType == 1", "--json").jsonLines
        #expect(some.compactMap { $0["creationDate"] as? String } == ["2023-11-02T16:00:02.000Z", "2023-11-02T16:00:03.000Z"])
        let table = try world.photos("assets").lines
        #expect(table.count == 5 && table[0].hasPrefix("ID") && table[1].contains("2023-11-02 17:00:00") && table[1].hasSuffix("IMG_1000.jpg"))
    }

    @Test func showTakesEveryFormOfAnIdentifier() throws {
        let world = try World.imported(1)
        let identifier = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let uuid = String(identifier.prefix(36))
        for form in [identifier, uuid, uuid.lowercased(), String(uuid.prefix(8)), "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG"] {
            let result = try world.photos("show", form, "--json")
            #expect(result.status == 0 && result.json["localIdentifier"] as? String == identifier, "\(form): \(result.errors)")
        }
        let page = try world.photos("show", uuid)
        #expect(page.output.contains("IMG_1000.jpg") && page.output.contains("TestMake") && page.output.contains("2023-11-02 17:00:00 +01:00"))
        let resources = try #require(try world.photos("show", uuid, "--json").json["resources"] as? [[String: Any]])
        #expect(resources.count == 1 && resources[0]["state"] as? String == "local" && (resources[0]["sha256"] as? String)?.count == 64)
        let path = try #require(resources[0]["path"] as? String)
        #expect(path.hasPrefix(world.library.path + "/originals/") && FileManager.default.fileExists(atPath: path) && page.output.contains(path))
    }

    @Test func picturesComeOutUprightInTheSizeAskedFor() throws {
        let world = try World()
        for orientation in 1...8 {
            try TestPicture(width: 80, height: 40, seed: orientation, orientation: UInt16(orientation)).write(to: world.pictures.appending(path: "O\(orientation).jpg"))
        }
        #expect(try world.photos("import", world.pictures.path).status == 0)
        for asset in try world.photos("assets", "--json").jsonLines {
            let name = try #require(asset["filename"] as? String), identifier = try #require(asset["localIdentifier"] as? String)
            let isTurned = try #require(name.dropFirst().first?.wholeNumberValue) >= 5
            let upright = isTurned ? [40, 80] : [80, 40]
            #expect([asset["pixelWidth"] as? Int, asset["pixelHeight"] as? Int] == upright, "\(name)")
            let file = world.folder.appending(path: name + ".png")
            let full = try world.photos("image", identifier, "-o", file.path, "--json")
            #expect(full.status == 0, "\(full.errors)")
            #expect([full.json["pixelWidth"] as? Int, full.json["pixelHeight"] as? Int] == upright, "\(name)")
            #expect(try Data(contentsOf: file).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
            let square = try world.photos("image", identifier, "--size", "20x20", "--mode", "fill", "--resize", "exact", "-o", file.path, "--force", "--json")
            #expect([square.json["pixelWidth"] as? Int, square.json["pixelHeight"] as? Int] == [20, 20], "\(square.errors)")
        }
    }

    @Test func aPictureNeverReplacesAFileUnasked() throws {
        let world = try World.imported(1)
        let identifier = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let file = world.folder.appending(path: "mine.jpg")
        try Data("mine".utf8).write(to: file)
        let refused = try world.photos("image", identifier, "-o", file.path)
        #expect(refused.status == 73 && refused.errors.contains("--force"))
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        #expect(try world.photos("image", identifier, "-o", file.path, "--force").status == 0)
        #expect(try Data(contentsOf: file).prefix(2) == Data([0xFF, 0xD8]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path).filter { $0.hasSuffix(".tmp") } == [])
    }

    @Test func severalPicturesGoIntoAFolder() throws {
        let world = try World.imported(2)
        let ids = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        let out = world.folder.appending(path: "out")
        let file = world.folder.appending(path: "file")
        try Data().write(to: file)
        #expect(try world.photos("image", ids[0], ids[1], "-o", file.path).status == 64, "a file is none")
        #expect(try world.photos("image", ids[0], "-o", file.path + "/in").status == 64, "nothing says as what it shall be written")
        #expect(try world.photos("image", ids[0], ids[1], "-o", file.path + "/in").status == 73)
        #expect(try world.photos("image", "00000000", "11111111", "-o", out.path).status == 65 && !FileManager.default.fileExists(atPath: out.path), "not without a picture")
        #expect(try world.photos("image", ids[0], "-o", out.path + "/deep/").status == 0 && FileManager.default.fileExists(atPath: out.path + "/deep/IMG_1000.jpg"))
        try FileManager.default.removeItem(at: out)
        for _ in 1...2 { #expect(try world.photos("image", ids[0], ids[1], "-o", out.path, "--format", "png").status == 0) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() == ["IMG_1000 (1).png", "IMG_1000.png", "IMG_1001 (1).png", "IMG_1001.png"])
    }

    @Test func allTheBrightnessOfAPictureIsWritten() throws {
        let world = try World()
        try FixtureImages.jpegWithGainMap().write(to: world.pictures.appending(path: "bright.jpg"))
        try TestPicture(width: 80, height: 40, seed: 1).write(to: world.pictures.appending(path: "plain.jpg"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let assets = try world.photos("assets", "--json").jsonLines
        func bytes(_ name: String, _ arguments: String...) throws -> Data {
            let id = try #require(assets.first { $0["filename"] as? String == name }?["localIdentifier"] as? String), out = world.folder.appending(path: UUID().uuidString + ".png")
            let result = try world.photos(["image", id, "-o", out.path] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            return try Data(contentsOf: out)
        }
        // A PNG says its depth at byte 24, and its primaries and curve in a chunk or a profile: BT.2100's PQ is nobody's but a bright picture's.
        let bright = try bytes("bright.jpg", "--dynamic-range", "high"), ordinary = try bytes("bright.jpg")
        #expect(bright[24] == 16 && ordinary[24] == 8 && bright.range(of: Data("iCCP".utf8)) != nil && ordinary.range(of: Data("iCCP".utf8)) == nil)
        // A file of 8 bits that is nowhere brighter than white comes as it comes without the option.
        #expect(try bytes("plain.jpg", "--dynamic-range", "high") == bytes("plain.jpg"))
        #expect(try world.photos("image", "8A6B2C40", "-o", world.folder.appending(path: "a.jpg").path, "--dynamic-range", "high").status == 64)
    }

    @Test func framesOfAnAnimationGoIntoAFolder() throws {
        let world = try World()
        let reference = URL(fileURLWithPath: #filePath).appending(path: "../../../CodecsTests/Pixels/Reference/moving-plain.gif").standardized
        try FileManager.default.copyItem(at: reference, to: world.pictures.appending(path: "sunset.gif"))
        try TestPicture(width: 80, height: 40, seed: 1).write(to: world.pictures.appending(path: "still.jpg"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let assets = try world.photos("assets", "--json").jsonLines
        func id(_ name: String) throws -> String { try #require(assets.first { $0["filename"] as? String == name }?["localIdentifier"] as? String) }
        let (sunset, still) = (try id("sunset.gif"), try id("still.jpg")), out = world.folder.appending(path: "out")
        #expect(try world.photos("image", sunset, "--frames", "--depth", "16", "--format", "png", "-o", out.path).status == 64)
        let result = try world.photos("image", sunset, still, "--frames", "--size", "32x32", "--format", "png", "-o", out.path, "--json")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.jsonLines
        #expect(lines.map { $0["pixelWidth"] as? Int } == [32, 32] && lines.map { $0["pixelHeight"] as? Int } == [24, 16])
        #expect(lines.map { $0["loopCount"] as? Int } == [3, 1])
        let frames = lines.map { ($0["frames"] as? [[String: Any]]) ?? [] }
        #expect(frames.map { $0.map { $0["milliseconds"] as? Int } } == [[50, 100, 200, 20], [0]])
        #expect(frames[0].compactMap { $0["file"] as? String } == (1...4).map { out.path + "/sunset 000\($0).png" })
        #expect(try world.photos("image", sunset, "--frames", "-o", out.path).errors.contains("4 frames of 64 × 48 pixels"))
        // The same names with another extension.
        let names = ["still 0001.png"] + (1...4).flatMap { ["sunset 000\($0).jpg", "sunset 000\($0).png"] }
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() == names)
        #expect(try world.photos("image", sunset, "--frames", "--format", "png", "-o", out.path).status == 0)
        #expect(FileManager.default.fileExists(atPath: out.path + "/sunset (1) 0004.png"))
    }

    @Test func exportsAreByteForByteWhatCameIn() throws {
        let world = try World.imported(3)
        let out = world.folder.appending(path: "out")
        let result = try world.photos("export", "--where", "mediaType == 1", "--to", out.path, "--sidecar", "json", "--json")
        #expect(result.status == 0 && result.json["assets"] as? Int == 3, "\(result)")
        for index in 1000...1002 {
            let name = "IMG_\(index).jpg"
            #expect(try Data(contentsOf: out.appending(path: name)) == Data(contentsOf: world.pictures.appending(path: name)))
            let sidecar = try Data(contentsOf: out.appending(path: name + ".json"))
            #expect((try JSONSerialization.jsonObject(with: sidecar) as? [String: Any])?["filename"] as? String == name)
        }
    }

    @Test func anExportNamesWhatItCouldNotCopy() throws {
        let world = try World.imported(2)
        let originals = world.library.appending(path: "originals").path
        let first = try #require(try FileManager.default.subpathsOfDirectory(atPath: originals).first { $0.hasSuffix(".jpg") })
        try FileManager.default.removeItem(atPath: originals + "/" + first)
        let result = try world.photos("export", "--where", "mediaType == 1", "--to", world.folder.appending(path: "out").path, "--json")
        #expect(result.status == 1 && result.json["assets"] as? Int == 1)
        let failed = try #require(result.json["failed"] as? [[String: Any]])
        #expect(failed.count == 1 && failed[0]["code"] as? String == "missing" && failed[0]["localIdentifier"] is String)
    }

    @Test func verifyFindsWhatIsWrong() throws {
        let world = try World.imported(3)
        #expect(try world.photos("verify").status == 0)
        let originals = try FileManager.default.subpathsOfDirectory(atPath: world.library.appending(path: "originals").path)
            .filter { $0.hasSuffix(".jpg") }.sorted().map { world.library.appending(path: "originals/" + $0) }
        #expect(originals.count == 3)
        try FileManager.default.removeItem(at: originals[0])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: originals[1].path)
        var bytes = try Data(contentsOf: originals[1])
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: originals[1])
        try Data("?".utf8).write(to: world.library.appending(path: "originals/stray.jpg"))
        let result = try world.photos("verify", "--json")
        #expect(result.status == 1)
        #expect(["missing", "damaged", "unknown"].map { result.json[$0] as? Int } == [1, 1, 1], "\(result.output)")
        let identifiers = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        let states = try identifiers.compactMap { try (world.photos("show", $0, "--json").json["resources"] as? [[String: Any]])?.first?["state"] as? String }
        #expect(states.sorted() == ["local", "local", "missing"])
    }

    @Test func changesAreMadeAndTakenBack() throws {
        let world = try World.imported(3)
        func names(_ arguments: String...) throws -> [String] {
            try Tool.run(["assets", "--json"] + arguments, library: world.library).jsonLines.compactMap { $0["filename"] as? String }
        }
        let ids = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        #expect(try world.photos("favorite", ids[0], "--json").json["changed"] as? Int == 1)
        #expect(try names("--where", "favorite == YES") == ["IMG_1000.jpg"])
        #expect(try world.photos("hide", ids[1]).status == 0)
        #expect(try names() == ["IMG_1000.jpg", "IMG_1002.jpg"])
        #expect(try names("--album", "hidden") == ["IMG_1001.jpg"])
        #expect(try world.photos("hide", "--off", "--album", "hidden", "--json").json["changed"] as? Int == 1)

        #expect(try world.photos("album", "create", "Best").status == 0)
        #expect(try world.photos("album", "add", "best", "--where", "favorite == NO", "--json").json["changed"] as? Int == 2)
        #expect(try names("--album", "Best") == ["IMG_1001.jpg", "IMG_1002.jpg"])
        #expect(try world.photos("album", "remove", "Best", ids[1]).status == 0)
        #expect(try world.photos("album", "rename", "Best", "Better").status == 0)
        let album = try #require(try world.photos("albums", "--json").jsonLines.first { $0["title"] as? String == "Better" })
        #expect(album["count"] as? Int == 1 && album["type"] as? String == "album" && album["subtype"] as? String == "albumRegular")
        #expect(try world.photos("album", "delete", "Better").status == 0)

        #expect(try world.photos("purge", ids[2]).status == 65, "only what is in Recently Deleted can be purged")
        #expect(try world.photos("delete", ids[2], "--json").json["changed"] as? Int == 1)
        #expect(try names("--trashed") == ["IMG_1002.jpg"])
        #expect(try world.photos("restore", "--trashed", "--json").json["changed"] as? Int == 1)
        #expect(try world.photos("delete", ids[2]).status == 0)
        #expect(try world.photos("purge", "--expired", "--json").json["changed"] as? Int == 0)
        let unasked = try world.photos("purge", "--all")
        #expect(unasked.status == 64 && unasked.errors.contains("--yes") && unasked.errors.contains("1 asset for good, files included."), "\(unasked.errors)")
        // What lies there is not imported again, and the import says where it is.
        let again = try world.photos("import", world.pictures.path)
        #expect(again.output.contains("already there (1 of them in Recently Deleted"), "\(again.output)")
        #expect(try world.photos("import", world.pictures.path, "--json").json["inRecentlyDeleted"] as? Int == 1)
        #expect(try world.photos("purge", "--all", "--yes", "--json").json["changed"] as? Int == 1)
        #expect(try world.photos("show", ids[2]).status == 65)
        #expect(try world.photos("verify").status == 0)
    }

    @Test func editsShowAndTheOriginalStays() throws {
        let world = try World.imported(2)
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let edited = try world.photos(
            "edit", id, "--title", "The pier", "--add-keyword", "sea", "--add-keyword", "night", "--rating", "4", "--date", "1962-07-01T12:00:00+01:00",
            "--place", "-53.55,9.99", "--json")
        #expect(edited.json["changed"] as? Int == 1, "\(edited.errors)")
        let asset = try world.photos("show", id, "--json").json
        #expect(asset["title"] as? String == "The pier" && asset["keywords"] as? [String] == ["sea", "night"] && asset["rating"] as? Int == 4)
        #expect(asset["creationDate"] as? String == "1962-07-01T11:00:00.000Z" && asset["creationOffset"] as? Int == 3600)
        #expect((asset["location"] as? [String: Any])?["latitude"] as? Double == -53.55)
        #expect(try world.photos("edit", id, "--title", "The pier", "--json").json["changed"] as? Int == 0, "nothing was left to change")
        #expect(try world.photos("edit", id, "--shift", "-1d30m", "--time-zone", "-05:00", "--json").json["changed"] as? Int == 1)
        let corrected = try world.photos("show", id, "--json").json
        #expect(corrected["creationDate"] as? String == "1962-06-30T16:30:00.000Z" && corrected["creationOffset"] as? Int == -18_000)
        #expect(try world.photos("edit", id, "--title", "", "--remove-keyword", "sea", "--place", "none").status == 0)
        let again = try world.photos("show", id, "--json").json
        #expect(again["title"] is NSNull && again["location"] is NSNull && again["keywords"] as? [String] == ["night"])
        #expect(try world.photos("verify").status == 0)
    }

    /// Numbers of GeoNames that nothing has, so that no translation on the machine has another name for the town.
    @Test func showNamesThePlaceAndListsDoNot() throws {
        let world = try World.imported(1), gazetteer = try MadeGazetteer([.init(99_000_001, "Teststadt", 52.5, 13.4, "DE", "99")])
        defer { withExtendedLifetime(gazetteer) {} }
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        #expect(try world.photos("edit", id, "--place", "52.51,13.41").status == 0)
        func names(_ environment: [String: String]) throws -> [String]? {
            let shown = try world.photos("show", id, "--json", environment: environment)
            #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
            return (shown.json["location"] as? [String: Any])?["placeNames"] as? [String]
        }
        let there = ["PHOTOS_GAZETTEER": gazetteer.folder.path]
        let (english, german) = (try names(there), try names(["PHOTOS_GAZETTEER": gazetteer.folder.path, "LC_ALL": "de_DE.UTF-8"]))
        #expect(english == ["Teststadt", "Germany"])
        // The country's German name depends on what is installed.
        #expect(german?.count == 2 && german?.first == "Teststadt", "\(german ?? [])")
        let page = try world.photos("show", id, environment: there).output
        #expect(page.contains("  Teststadt, Germany\n") && page.contains("  52.510000, 13.410000\n"), "\(page)")
        let list = try world.photos("assets", "--json", environment: there).output
        #expect(list.contains("52.51") && !list.contains("placeNames"))
        // Without the tables, and with a folder that lacks them, there is no name, and nothing is wrong.
        for folder in ["", world.folder.path] {
            let none = try names(["PHOTOS_GAZETTEER": folder])
            #expect(none == [])
            let page = try world.photos("show", id, environment: ["PHOTOS_GAZETTEER": folder]).output
            #expect(page.contains("52.510000, 13.410000\n") && !page.contains("Teststadt"), "\(page)")
        }
    }

    @Test func smartAlbumsAreListedWithTheirSubtypes() throws {
        let world = try World.imported(2)
        let lines = try world.photos("albums", "--json").jsonLines
        let recents = try #require(lines.first { $0["subtype"] as? String == "smartAlbumUserLibrary" })
        #expect(recents["count"] as? Int == 2 && recents["type"] as? String == "smartAlbum" && recents["parent"] is NSNull)
        #expect(lines.allSatisfy { Set($0.keys) == ["localIdentifier", "title", "type", "subtype", "parent", "count"] })
        let moments = lines.filter { $0["type"] as? String == "moment" }
        let years = Set(lines.filter { $0["type"] as? String == "momentList" }.compactMap { $0["localIdentifier"] as? String })
        #expect(moments.compactMap { $0["count"] as? Int }.reduce(0, +) == 2)
        #expect(moments.allSatisfy { years.contains($0["parent"] as? String ?? "") })
        let first = try #require(moments.first?["localIdentifier"] as? String)
        #expect(try world.photos("assets", "--album", first, "--json").jsonLines.count == moments[0]["count"] as? Int)
    }

    @Test func whereReferencedFilesLieIsShownAndDoctorMissesThemWhenTheyAreGone() throws {
        let world = try World()
        try world.addPictures(2)
        #expect(try world.photos("import", world.pictures.path, "--reference").status == 0)
        let identifier = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let file = world.pictures.appending(path: "IMG_1000.jpg")
        #expect(try world.photos("show", identifier).output.contains(file.path))
        #expect(try !world.photos("doctor").output.contains("missing"))
        try FileManager.default.removeItem(at: file)
        let doctor = try world.photos("doctor")
        #expect(doctor.status == 1 && doctor.output.contains("1 original is missing") && doctor.output.contains("IMG_1000.jpg"), "\(doctor.output)")
        #expect(try world.photos("verify").output.contains("was moved or deleted; verify with --repair looks for it"))
        // It has looked, so it does not advise to look.
        let repaired = try world.photos("verify", "--repair")
        #expect(
            repaired.status == 1 && repaired.output.contains("was not found anywhere in its folder; put it back, or import a copy") && !repaired.output.contains("--repair"),
            "\(repaired)")
        // Which helps.
        let copy = world.folder.appending(path: "copy.jpg")
        try TestPicture(seed: 1, date: "2023:11:02 17:00:00", offset: "+01:00").write(to: copy)
        #expect(try world.photos("import", copy.path, "--json").json["takenIn"] as? Int == 1)
        let verified = try world.photos("verify")
        #expect(verified.status == 0, "\(verified)")
    }

    /// "1 attached to an asset" was all that was said of it.
    @Test func aReferenceThatBecomesACopyIsSaidToBeOne() throws {
        let world = try World()
        try world.addPictures(1)
        #expect(try world.photos("import", world.pictures.path, "--reference", "--json").json["takenIn"] as? Int == 0)
        let trial = try world.photos("import", world.pictures.path, "--dry-run")
        #expect(trial.output.contains("1 would be kept by the library, which only refers to it now"), "\(trial)")
        let json = try world.photos("import", world.pictures.path, "--dry-run", "--json").json
        #expect(json["attached"] as? Int == 1 && json["takenIn"] as? Int == 1)
        let result = try world.photos("import", world.pictures.path)
        #expect(result.output.hasPrefix("Imported 0 of 1 file, 1 kept by the library, which only referred to it until now ("), "\(result)")
        try FileManager.default.removeItem(at: world.pictures)
        #expect(try world.photos("verify").status == 0, "it needs the folder no more")
    }

    @Test func doctorSaysWhatIsInForce() throws {
        let world = try World.imported(1)
        let result = try world.photos("doctor", "--json")
        #expect([0, 1].contains(result.status))
        #expect(Set(result.json.keys).isSuperset(of: ["version", "library", "decoder", "sandbox", "formats", "memoryPressure", "problems", "assets", "schema"]))
        #expect(result.json["library"] as? String == world.library.path)
        let formats = try #require(result.json["formats"] as? [String: Bool])
        for name in ["jpeg", "png", "gif", "webp", "tiff", "bmp", "jpeg2000", "dng"] { #expect(formats[name] == true, "\(name): \(result.output)") }
    }
}
