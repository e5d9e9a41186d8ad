import Foundation
import PhotosTesting
import TestSupport
import Testing

private let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0) }

/// What is exported and imported again is as many assets of the same kinds.
@Suite(.serialized) struct RoundTripTests {
    private func summary(_ world: World, kinds: Bool = true) throws -> [String] {
        try world.photos("assets", "--bursts", "--json").jsonLines.map { asset in
            let resources = (asset["resources"] as? [[String: Any]] ?? []).map { "\($0["type"] ?? "")" }.sorted()
            return "\(asset["creationDate"] ?? "") \(asset["mediaSubtypes"] ?? "") \(kinds ? resources : [])"
        }.sorted()
    }

    @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), arguments: [false, true]) func assetsOfRealCamerasSurviveExportAndImport(namesAreTaken: Bool) throws {
        let files = try #require(samples).appending(path: "iphone"), world = try World()
        _ = try world.photos("import", files.path)
        let before = try summary(world)
        try #require(before.count == 14)
        for options in [[], ["--resources"], ["--version", "original"], ["--resources", "--sidecar", "xmp"]] {
            let to = world.folder.appending(path: "out\(options.count)\(options.last ?? "")"), again = try World()
            try FileManager.default.createDirectory(at: to, withIntermediateDirectories: true)
            let taken = namesAreTaken ? try FileManager.default.contentsOfDirectory(atPath: files.path) : []
            for name in taken { try Data("mine".utf8).write(to: to.appending(path: name)) }
            let exported = try world.photos(["export", "--where", "TRUEPREDICATE", "--bursts", "--to", to.path] + options)
            #expect(exported.status == 0, "\(exported)")
            for name in taken { try FileManager.default.removeItem(at: to.appending(path: name)) }
            let imported = try again.photos("import", to.path, "--json")
            #expect(imported.status == 0 && imported.json["skipped"] as? Int == 0, "\(imported)")
            // The rendering alone has no files of the original, but is a Live Photo as the asset was.
            let isWhole = options.contains("--resources")
            if !options.contains("xmp") { #expect(try summary(again, kinds: isWhole).count == before.count) }
            if isWhole, !options.contains("xmp") { #expect(try summary(again) == before) }
            let live = try again.photos("assets", "--where", "mediaSubtypes & 8 != 0", "--json").lines.count
            #expect(live == 2, "\(options)")
        }
    }

    /// With the sidecar it is known there as well what the edit is made of, and what reverting it shows.
    @Test func anEditOfTheRawOfAPairIsOneAfterAnExport() throws {
        let world = try World(), again = try World(), to = world.folder.appending(path: "out")
        try world.addPictures(1)
        try FixtureImages.raw(width: 96, height: 64).write(to: world.pictures.appending(path: "IMG_1000.dng"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        func asset(_ world: World) throws -> [String: Any] { try #require(try world.photos("assets", "--json").jsonLines.first) }
        func size(_ world: World) throws -> [Int] { try [#require(asset(world)["pixelWidth"] as? Int), #require(asset(world)["pixelHeight"] as? Int)] }
        #expect(try world.photos("edit", "--where", "TRUEPREDICATE", "--original", "raw").status == 0)
        let developed = try size(world)
        #expect(try world.photos("edit", "--where", "TRUEPREDICATE", "--rotate", "90").status == 0)
        #expect(try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path, "--resources", "--sidecar", "xmp").status == 0)
        #expect(try again.photos("import", to.path).output.contains("Imported 1 of 5 files"))
        for world in [world, again] {
            #expect(try asset(world)["originalResourceChoice"] as? String == "raw" && asset(world)["hasAdjustments"] as? Bool == true)
            #expect(try size(world) == developed.reversed())
            #expect(try world.photos("edit", "--where", "TRUEPREDICATE", "--revert").status == 0)
            #expect(try size(world) == developed)
        }
        let json = world.folder.appending(path: "json")
        #expect(try world.photos("export", "--where", "TRUEPREDICATE", "--to", json.path, "--sidecar", "json").status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: json.path).filter { $0.hasSuffix(".json") }
        let said = try JSONSerialization.jsonObject(with: Data(contentsOf: json.appending(path: #require(names.first)))) as? [String: Any]
        #expect(said?["originalResourceChoice"] as? String == "raw")
    }

    private func assets(_ world: World) throws -> [[String: Any]] { try world.photos("assets", "--bursts", "--json").jsonLines }

    private func ids(_ world: World) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try assets(world).compactMap { line in
                (line["filename"] as? String).flatMap { name in (line["localIdentifier"] as? String).map { (name, $0) } }
            })
    }

    /// The types of an asset's resources, with the hashes of their files.
    private func parts(_ world: World) throws -> [Set<String>] {
        try assets(world).map { asset in
            let resources = (asset["resources"] as? [[String: Any]] ?? []).filter { $0["type"] as? String != "sidecar" }
            return Set(resources.map { "\($0["type"] ?? "") \($0["sha256"] ?? "")" })
        }
    }

    /// What files and names don't say, sidecars do, also where names were taken: a Live Photo, a RAW and JPEG pair, and a burst.
    @Test(arguments: [false, true]) func whatWasJoinedByHandIsJoinedAfterAnExport(namesAreTaken: Bool) throws {
        let world = try World(), to = world.folder.appending(path: "out")
        try world.addPictures(5)
        try Data(try MadeFilm { $0.seconds = 1 }.bytes()).write(to: world.pictures.appending(path: "MOV_1.MOV"))
        let raw = world.pictures.appending(path: "SENSOR.dng")
        try FixtureImages.raw(width: 96, height: 64).write(to: raw)
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let ids = try ids(world)
        func id(_ name: String) throws -> String { try #require(ids[name]) }
        #expect(try world.photos("pair", id("IMG_1000.jpg"), id("MOV_1.MOV")).status == 0)
        #expect(try world.photos("pair", id("IMG_1001.jpg"), id("SENSOR.dng")).status == 0)
        #expect(try world.photos("burst", "join", id("IMG_1002.jpg"), id("IMG_1003.jpg"), id("IMG_1004.jpg")).status == 0)
        #expect(try world.photos("burst", "pick", id("IMG_1004.jpg")).status == 0)
        try FileManager.default.createDirectory(at: to, withIntermediateDirectories: true)
        let taken = namesAreTaken ? ["IMG_1000.MOV", "IMG_1001.dng"] : []
        for name in taken { try Data("mine".utf8).write(to: to.appending(path: name)) }
        #expect(try world.photos("export", "--where", "TRUEPREDICATE", "--bursts", "--to", to.path, "--resources", "--sidecar", "xmp").status == 0)
        for name in taken { try FileManager.default.removeItem(at: to.appending(path: name)) }
        let names = try FileManager.default.contentsOfDirectory(atPath: to.path), number = namesAreTaken ? " (1)" : ""
        #expect(Set(names).isSuperset(of: ["IMG_1000\(number).MOV", "IMG_1000\(number).jpg", "IMG_1001\(number).dng", "IMG_1001\(number).jpg"]), "\(names)")
        let again = try World()
        #expect(try again.photos("import", to.path).status == 0)
        let (old, new) = (try parts(world), try parts(again))
        #expect(old.count == 5 && Set(new) == Set(old), "\(new)")
        let live = try assets(again).filter { $0["playbackStyle"] as? String == "livePhoto" }
        #expect(live.count == 1)
        let (bursts, before) = try (assets(again).compactMap { $0["burstIdentifier"] as? String }, assets(world).compactMap { $0["burstIdentifier"] as? String })
        #expect(bursts.count == 3 && Set(bursts).count == 1 && Set(bursts) == Set(before))
        #expect(try assets(again).filter { $0["representsBurst"] as? Bool == true }.map { $0["filename"] as? String } == ["IMG_1004.jpg"])
        #expect(try again.photos("assets", "--where", "burstSelectionTypes & 2 != 0", "--json").jsonLines.count == 1)
        #expect(try again.photos("verify").status == 0)
        // The same files are known there.
        #expect(try again.photos("import", to.path, "--json").json["imported"] as? Int == 0)
        #expect(try parts(again).count == 5)
        let json = world.folder.appending(path: "json")
        #expect(try world.photos("export", id("IMG_1000.jpg"), id("IMG_1004.jpg"), "--to", json.path, "--sidecar", "json").status == 0)
        func said(_ name: String) throws -> [String: Any]? { try JSONSerialization.jsonObject(with: Data(contentsOf: json.appending(path: name))) as? [String: Any] }
        let (joined, frame) = (try said("IMG_1000.jpg.json"), try said("IMG_1004.jpg.json"))
        #expect(joined?["pairedVideo"] as? String == "IMG_1000.MOV" && joined?["isBurstPick"] as? Bool == false)
        #expect(frame?["isBurstPick"] as? Bool == true && frame?["representsBurst"] as? Bool == true && frame?["pairedVideo"] is NSNull)
    }

    /// Its movie is in the picture's file, beside which only the edit's movie is a file.
    @Test(arguments: [[], ["--embed-metadata"]]) func anEditedMotionPhotoIsItselfAfterAnExport(options: [String]) throws {
        let world = try World(), again = try World(), to = world.folder.appending(path: "out")
        try world.addPictures(1)
        let file = world.pictures.appending(path: "IMG_1000.jpg"), movie = try MadeFilm { ($0.container, $0.seconds) = ("mp4", 1) }.bytes()
        try Data(MotionPhotoKind.pixel7.file(picture: try Array(Data(contentsOf: file)), movie: movie)).write(to: file)
        #expect(try world.photos("import", file.path).status == 0)
        #expect(try world.photos("edit", "--where", "TRUEPREDICATE", "--rotate", "90").status == 0)
        #expect(try world.photos(["export", "--where", "TRUEPREDICATE", "--to", to.path, "--resources", "--sidecar", "xmp"] + options).status == 0)
        #expect(try again.photos("import", to.path).status == 0)
        let assets = try assets(again), resources = try #require(assets.first?["resources"] as? [[String: Any]])
        #expect(assets.count == 1 && assets.first?["hasAdjustments"] as? Bool == true)
        let names = resources.filter { $0["type"] as? String != "sidecar" }.compactMap { $0["type"] as? String }.sorted()
        #expect(names == ["adjustmentData", "fullSizePairedVideo", "fullSizePhoto", "pairedVideo", "photo"], "\(resources)")
        let half = try #require(resources.first { $0["type"] as? String == "pairedVideo" })
        #expect(half["size"] as? Int == movie.count, "\(half)")
        // What is written into the copies makes them other files.
        if options.isEmpty { #expect(try parts(again) == parts(world)) }
    }

    /// No file says whether a Live Photo repeats or stands still.
    @Test(arguments: [("live", 0, "livePhoto"), ("loop", 1, "videoLooping"), ("bounce", 2, "videoLooping"), ("long-exposure", 3, "image"), ("still", 0, "image")])
    func aSidecarSaysHowALivePhotoPlays(word: String, variation: Int, style: String) throws {
        let world = try World(), again = try World(), to = world.folder.appending(path: "out")
        try world.addPictures(1)
        try Data(try MadeFilm { $0.seconds = 1 }.bytes()).write(to: world.pictures.appending(path: "MOV_1.MOV"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let ids = try ids(world), photo = try #require(ids["IMG_1000.jpg"])
        #expect(try world.photos("pair", photo, #require(ids["MOV_1.MOV"])).status == 0)
        #expect(try world.photos("edit", photo, "--playback", word).status == 0)
        #expect(try world.photos("export", photo, "--to", to.path, "--resources", "--sidecar", "xmp").status == 0)
        #expect(try again.photos("import", to.path).status == 0)
        let found = try again.photos("assets", "--where", "playbackVariation == \(variation)", "--json").jsonLines
        #expect(found.count == 1 && found.first?["playbackStyle"] as? String == style, "\(found)")
        #expect(try parts(again) == parts(world) && again.photos("verify").status == 0)
        let json = world.folder.appending(path: "json")
        #expect(try world.photos("export", photo, "--to", json.path, "--sidecar", "json").status == 0)
        let said = try JSONSerialization.jsonObject(with: Data(contentsOf: json.appending(path: "IMG_1000.jpg.json"))) as? [String: Any]
        #expect(said?["playback"] as? String == word)
    }

    /// Of names alone a RAW and a JPEG come together again; a movie never does.
    @Test func aPairMadeByHandIsOneOfItsNames() throws {
        let world = try World(), again = try World(), to = world.folder.appending(path: "out")
        try world.addPictures(1)
        try FixtureImages.raw(width: 96, height: 64).write(to: world.pictures.appending(path: "SENSOR.dng"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let ids = try ids(world)
        #expect(try world.photos("pair", #require(ids["SENSOR.dng"]), #require(ids["IMG_1000.jpg"])).status == 0)
        #expect(try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path, "--resources").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: to.path).sorted() == ["IMG_1000.dng", "IMG_1000.jpg"])
        #expect(try again.photos("import", to.path).status == 0)
        #expect(try parts(again) == parts(world))
    }

    @Test func theOwnSidecarAndTheLibrarysAreBothExported() throws {
        let world = try World()
        try world.addPictures(1)
        let own = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\"/></rdf:RDF></x:xmpmeta>"
        try Data(own.utf8).write(to: world.pictures.appending(path: "IMG_1000.jpg.xmp"))
        #expect(try world.photos("import", world.pictures.path).output.contains("1 attached"))
        #expect(try world.photos("edit", "--where", "TRUEPREDICATE", "--title", "Pier").status == 0)
        let to = world.folder.appending(path: "out")
        #expect(try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path, "--resources", "--sidecar", "xmp").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: to.path).sorted() == ["IMG_1000.jpg", "IMG_1000.jpg (1).xmp", "IMG_1000.jpg.xmp"])
        let again = try World()
        #expect(try again.photos("import", to.path).output.hasPrefix("Imported 1 of 3 files, 2 attached"))
        #expect(try again.photos("assets", "--json").json["title"] as? String == "Pier")
    }
}
