import Foundation
import PhotosTesting
import TestSupport
import Testing

/// `photos pair` and `photos unpair`.
@Suite struct PairCommandTests {
    @Test func aLivePhotoIsMadeAndTakenApart() throws {
        let world = try World()
        try world.addPictures(1)
        let movie = world.pictures.appending(path: "MOV_1.MOV"), bytes = Data(try MadeFilm { $0.seconds = 1 }.bytes())
        try bytes.write(to: movie)
        #expect(try world.photos("import", world.pictures.path).status == 0)
        func ids() throws -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: try world.photos("assets", "--json").jsonLines.compactMap { line in
                    (line["filename"] as? String).flatMap { name in (line["localIdentifier"] as? String).map { (name, $0) } }
                })
        }
        let before = try ids(), photo = try #require(before["IMG_1000.jpg"]), video = try #require(before["MOV_1.MOV"])
        #expect(try world.photos("pair", video, photo).status == 65 && ids() == before)
        let paired = try world.photos("pair", photo, video, "--json")
        #expect(paired.status == 0 && paired.json["changed"] as? Int == 1, "\(paired)")
        #expect(try ids() == ["IMG_1000.jpg": photo])
        let to = world.folder.appending(path: "out")
        #expect(try world.photos("export", photo, "--to", to.path).status == 0)
        // What was joined goes by one name: other programs, and people, see only that.
        #expect(try FileManager.default.contentsOfDirectory(atPath: to.path).sorted() == ["IMG_1000.MOV", "IMG_1000.jpg"])
        #expect(try Data(contentsOf: to.appending(path: "IMG_1000.MOV")) == bytes)
        for (playback, style) in [("loop", "videoLooping"), ("bounce", "videoLooping"), ("long-exposure", "image"), ("still", "image"), ("live", "livePhoto")] {
            #expect(try world.photos("edit", photo, "--playback", playback).status == 0)
            #expect(try world.photos("show", photo, "--json").json["playbackStyle"] as? String == style, "\(playback)")
        }
        let apart = try world.photos("unpair", photo, "--json")
        #expect(apart.status == 0 && apart.json["video"] as? String == video, "\(apart)")
        #expect(try ids() == before && world.photos("verify").status == 0)
        #expect(try world.photos("unpair", photo).status == 65)
        #expect(try world.photos("edit", photo, "--playback", "loop").status == 65)
    }

    /// A RAW and a JPEG whose names and dates say nothing of each other.
    @Test func aRawAndAJPEGAreJoinedAndSplit() throws {
        let world = try World()
        try world.addPictures(1)
        let names = ["IMG_1000.jpg", "SENSOR.dng"]
        try FixtureImages.raw(width: 96, height: 64).write(to: world.pictures.appending(path: names[1]))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        func ids() throws -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: try world.photos("assets", "--json").jsonLines.compactMap { line in
                    (line["filename"] as? String).flatMap { name in (line["localIdentifier"] as? String).map { (name, $0) } }
                })
        }
        func hashes(_ id: String) throws -> [String] {
            try #require(try world.photos("show", id, "--json").json["resources"] as? [[String: Any]]).compactMap { $0["sha256"] as? String }
        }
        let before = try ids(), photo = try #require(before[names[0]]), raw = try #require(before[names[1]])
        let bytes = try [hashes(photo), hashes(raw)]
        #expect(bytes.map(\.count) == [1, 1] && bytes[0] != bytes[1], "\(bytes)")
        for order in [[photo, raw], [raw, photo]] {
            let joined = try world.photos(["pair"] + order + ["--json"])
            #expect(joined.status == 0 && joined.json["changed"] as? Int == 1, "\(joined)")
            #expect(try ids() == [names[0]: photo] && hashes(photo) == bytes[0] + bytes[1])
            #expect(try world.photos("pair", photo, photo).status == 65)
            let apart = try world.photos("unpair", photo, "--json")
            #expect(apart.status == 0 && apart.json["raw"] as? String == raw && apart.json["video"] == nil, "\(apart)")
            #expect(try ids() == before && hashes(photo) == bytes[0] && hashes(raw) == bytes[1])
        }
        #expect(try world.photos("verify").status == 0 && world.photos("unpair", photo).status == 65)
        #expect(try world.photos("edit", photo, "--rotate", "90").status == 0)
        #expect(try world.photos("pair", photo, raw).status == 65 && ids() == before, "an edited half is left alone")
    }

    /// The copies of a Live Photo that was made here belong together for other programs too.
    @Test func bothCopiesSayTheSameIdentifier() throws {
        let world = try World()
        try world.addPictures(1)
        try Data(try MadeFilm { $0.seconds = 1 }.bytes()).write(to: world.pictures.appending(path: "MOV_1.MOV"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let assets = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        #expect(try world.photos(["pair"] + assets).status == 0 || world.photos(["pair"] + assets.reversed()).status == 0)
        let to = world.folder.appending(path: "out"), plain = world.folder.appending(path: "plain")
        let asItCame = try world.photos("export", "--where", "TRUEPREDICATE", "--to", plain.path)
        #expect(asItCame.status == 0 && asItCame.errors.contains("a photo and a video: 1 Live Photo. --embed-metadata"), "\(asItCame)")
        // The movie goes by its picture's name.
        for (name, source) in [("IMG_1000.jpg", "IMG_1000.jpg"), ("IMG_1000.MOV", "MOV_1.MOV")] {
            #expect(try Data(contentsOf: plain.appending(path: name)) == Data(contentsOf: world.pictures.appending(path: source)))
        }
        let exported = try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path, "--embed-metadata", "--json")
        #expect(exported.status == 0 && (exported.json["unpaired"] as? [Any])?.isEmpty == true && (exported.json["unwritten"] as? [Any])?.isEmpty == true, "\(exported)")
        #expect(exported.errors.isEmpty, "\(exported)")
        // Under other names nothing but the identifier joins them.
        try FileManager.default.moveItem(at: to.appending(path: "IMG_1000.MOV"), to: to.appending(path: "CLIP_7.MOV"))
        let again = try World()
        #expect(try again.photos("import", to.path).status == 0)
        let found = try again.photos("assets", "--json").jsonLines
        #expect(found.count == 1 && found.first?["playbackStyle"] as? String == "livePhoto", "\(found)")
        // Of copies that say it, an export as they came is enough.
        let further = try again.photos("export", "--where", "TRUEPREDICATE", "--to", world.folder.appending(path: "further").path)
        #expect(further.status == 0 && further.errors.isEmpty, "\(further)")
        #expect(try world.photos("verify").status == 0)
    }

    /// One in each format that takes the identifier.
    private static let pictures = ["IMG_1000.jpg", "png-rgb8.png", "tiff-rgb8.tiff", "webp-lossy.webp", "heic-phone.heic"]

    @Test(.enabled(if: EmbeddedMetadataTests.hasExifTool, "exiftool is not installed"), arguments: pictures, ["mov", "mp4"])
    func toAnotherProgramBothCopiesSayTheSameIdentifier(picture: String, container: String) throws {
        let world = try World(), still = world.pictures.appending(path: picture)
        if picture == Self.pictures[0] { try world.addPictures(1) } else { try Self.reference(picture).write(to: still) }
        let movie = world.pictures.appending(path: "CLIP_7.\(container)")
        try Data(try MadeFilm { ($0.container, $0.seconds) = (container, 1) }.bytes()).write(to: movie)
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let assets = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        #expect(try world.photos(["pair"] + assets).status == 0 || world.photos(["pair"] + assets.reversed()).status == 0)
        let to = world.folder.appending(path: "out"), exported = try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path, "--embed-metadata", "--json")
        #expect(exported.status == 0 && (exported.json["unpaired"] as? [Any])?.isEmpty == true, "\(exported)")
        let half = to.appending(path: "\(still.deletingPathExtension().lastPathComponent).\(container)")
        let said = try Tool.shell(
            "exiftool -q -s3 -Apple:MediaGroupUUID -Apple:ContentIdentifier '\(to.path)/\(picture)'; exiftool -q -s3 -Keys:ContentIdentifier '\(half.path)'; "
                + "exiftool -q -s3 -ee -StillImageTime '\(half.path)'")
        #expect(said.lines.count == 3 && said.lines[0] == said.lines[1] && UUID(uuidString: said.lines[0]) != nil && said.lines[2] == "-1", "\(said) \(exported)")
    }

    /// A small picture in this format; a HEIC with an EXIF block, without which nothing is written into one.
    private static func reference(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../CodecsTests/Pixels/Reference")
        let file = try Data(contentsOf: folder.appending(path: name))
        guard name.hasSuffix(".heic") else { return file }
        let packet = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>"
        return Data(WordedHEIC.file(Array(file), tiff: Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0], packet: packet))
    }

    @Test(.enabled(if: EmbeddedMetadataTests.hasExifTool, "exiftool is not installed")) func theHalvesOfAnEditSayTheSameIdentifierToAnotherProgram() throws {
        let world = try World()
        try world.addPictures(1)
        try Data(try MadeFilm { $0.seconds = 1 }.bytes()).write(to: world.pictures.appending(path: "MOV_1.MOV"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let assets = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        #expect(try world.photos(["pair"] + assets).status == 0 || world.photos(["pair"] + assets.reversed()).status == 0)
        #expect(try world.photos("edit", "--where", "TRUEPREDICATE", "--rotate", "90").status == 0)
        let to = world.folder.appending(path: "out")
        let exported = try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path)
        #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported)")
        let names = try FileManager.default.contentsOfDirectory(atPath: to.path).sorted()
        #expect(names.count == 2 && names.contains { $0.hasSuffix("_edited.mov") }, "\(names)")
        let said = try names.map { try Tool.shell("exiftool -q -s3 -ContentIdentifier -MediaGroupUUID '\(to.path)/\($0)'").lines.first }
        #expect(said[0] == said[1] && said[0].flatMap { UUID(uuidString: $0) } != nil, "\(names) \(said)")
    }

    @Test func aMovieInItsPictureIsToldWhereItBegins() throws {
        let world = try World()
        try world.addPictures(1)
        let movie = try MadeFilm { ($0.container, $0.seconds) = ("mp4", 1) }.bytes(), file = world.pictures.appending(path: "IMG_1000.jpg")
        let bytes = MotionPhotoKind.pixel7.file(picture: try Array(Data(contentsOf: file)), movie: movie)
        try Data(bytes).write(to: file)
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let resources = try #require(try world.photos("show", id, "--json").json["resources"] as? [[String: Any]])
        let offset = try #require(resources.last?["offset"] as? Int)
        #expect(Array(bytes[offset..<offset + movie.count]) == movie && resources.first?["offset"] == nil)
        let shown = try world.photos("show", id)
        #expect(shown.output.contains("IMG_1000.jpg") && shown.output.contains("from byte "), "\(shown)")
    }

    @Test func aBurstIsMadeAndUnmade() throws {
        let world = try World.imported(3)
        func ids(_ more: String...) throws -> [String] { try world.photos(["assets", "--json"] + more).jsonLines.compactMap { $0["localIdentifier"] as? String } }
        let photos = try ids()
        #expect(try world.photos("burst", "leave", photos[0]).status == 65)
        #expect(try world.photos("burst", "join", photos[0]).status == 65)
        #expect(try world.photos("burst", "join", photos[0], photos[1], "--json").json["changed"] as? Int == 2)
        #expect(try ids() == [photos[0], photos[2]] && ids("--bursts") == photos)
        #expect(try world.photos("burst", "join", photos[2], photos[1]).errors.contains("Joined in a burst: 1 asset."))
        #expect(try ids() == [photos[0]])
        #expect(try world.photos("burst", "leave", photos[2], "--json").json["changed"] as? Int == 1)
        #expect(try world.photos("burst", "leave", photos[1]).errors.contains("Taken out of bursts: 2 assets."))
        #expect(try ids() == photos)
    }

    @Test func theOriginalOfAPairIsChosen() throws {
        let world = try World()
        try world.addPictures(2)
        let raw = FixtureImages.raw(width: 96, height: 64), other = world.pictures.appending(path: "IMG_1001.jpg")
        try raw.write(to: world.pictures.appending(path: "IMG_1000.dng"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        func size(_ name: String) throws -> [Int?] {
            let line = try #require(try world.photos("assets", "--json").jsonLines.first { $0["filename"] as? String == name })
            return [line["pixelWidth"] as? Int, line["pixelHeight"] as? Int]
        }
        let pair = try #require(try world.photos("assets", "--json").jsonLines.first { $0["filename"] as? String == "IMG_1000.jpg" }?["localIdentifier"] as? String)
        let compressed = try size("IMG_1000.jpg")
        #expect(try world.photos("edit", pair, "--original", "raw", "--json").json["changed"] as? Int == 1)
        #expect(try size("IMG_1000.jpg") != compressed)
        #expect(try world.photos("edit", pair, "--original", "raw", "--json").json["changed"] as? Int == 0)
        #expect(try world.photos("edit", pair, "--original", "compressed").status == 0)
        #expect(try size("IMG_1000.jpg") == compressed)
        #expect(try world.photos("edit", pair, "--rotate", "90").status == 0)
        #expect(try world.photos("edit", pair, "--original", "raw").status == 65, "an edit is not lost by a choice")
        #expect(try world.photos("edit", "--where", "filename == 'IMG_1001.jpg'", "--original", "raw").status == 65)
        #expect(try world.photos("edit", pair, "--original", "raw", "--title", "x").status == 64 && FileManager.default.fileExists(atPath: other.path))
    }
}
