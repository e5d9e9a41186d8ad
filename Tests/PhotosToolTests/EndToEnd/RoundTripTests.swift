import Foundation
import PhotosTesting
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
