import Codecs
import Foundation
import Glibc
import LibraryEngine
import Metadata
import Pixels
import TestSupport
import Testing

/// Videos as they are trimmed, encoded and looked at.
@Suite struct FilmCommandTests {
    /// A library with one video of three seconds, ten frames each, and one photo.
    private func world() throws -> (world: World, video: String, photo: String) {
        let world = try World.imported(1)
        let film = MadeFilm { ($0.picture, $0.rotation) = ("libx265", 90) }
        let file = world.folder.appendingPathComponent("MOV_1.MOV")
        try Data(film.bytes()).write(to: file)
        #expect(try world.photos("import", file.path).status == 0)
        let assets = try world.photos("assets", "--json").jsonLines
        func id(_ type: String) throws -> String { try #require(assets.first { $0["mediaType"] as? String == type }?["localIdentifier"] as? String) }
        return (world, try id("video"), try id("image"))
    }

    private func see(_ file: URL) throws -> SeenFilm { try SeenFilm([UInt8](Data(contentsOf: file))) }

    @Test func aTrimmedVideoIsItsPartUntilItIsTakenBack() throws {
        let (world, video, photo) = try world(), copies = world.folder.appendingPathComponent("copies")
        func duration() throws -> Double? { try world.photos("show", video, "--json").json["duration"] as? Double }
        let whole = try #require(try duration())
        #expect(try world.photos("trim", video, "1-2").status == 0)
        #expect(try abs(#require(try duration()) - 1) < 0.25)
        #expect(try world.photos("export", video, "--to", copies.path).status == 0)
        let shown = try see(copies.appendingPathComponent(#require(try FileManager.default.contentsOfDirectory(atPath: copies.path).first)))
        #expect(shown.picture == "hevc" && abs(shown.greys[0] - 96) <= 3 && (10...13).contains(shown.times.count) && shown.rotation == 90)
        // A second part is of the original too.
        #expect(try world.photos("trim", video, "2-2.5").status == 0)
        #expect(try abs(#require(try duration()) - 0.5) < 0.25)
        #expect(try world.photos("trim", video, "none").status == 0)
        #expect(try duration() == whole)
        #expect(try world.photos("trim", video, "none", "--json").json["changed"] as? Int == 0)
        #expect(try world.photos("verify").status == 0)
        for (part, status) in [("3-9", 65), ("2-1", 64), ("a-b", 64), ("5", 64)] { #expect(try world.photos("trim", video, part).status == status, "\(part)") }
        #expect(try world.photos("trim", photo, "0-1").status == 65)
    }

    /// An edit that another program made here has its rendering in the library alone.
    @Test func whatAnotherProgramEditedIsNotTrimmedAway() throws {
        let (world, video, _) = try world(), rendering = Data(try MadeFilm { $0.seconds = 1 }.bytes())
        do {
            let library = try PhotoLibrary.open(at: world.library, environment: Environment())
            defer { library.close() }
            let uuid = try #require(UUID(uuidString: String(video.prefix(36)))), record = try #require(try library.read { try $0.asset(uuid: uuid) })
            var facts = AdjustmentFacts(formatIdentifier: "com.example.editor")
            facts.formatVersion = "1"
            let edit = try library.prepareRendition(
                [
                    ResourceInput(.fullSizeVideo, .data(rendering), filename: "MOV_1_edited.MOV"),
                    ResourceInput(.adjustmentData, .data(try AdjustmentFile(facts, data: Data("recipe".utf8)).encoded()), filename: "MOV_1.AAE"),
                ], of: .video)
            try library.performChanges(author: "editor") { try $0.replaceRendition(of: record.id, with: edit) }
        }
        func shown() throws -> Data {
            let copies = world.folder.appendingPathComponent("copies-\(UUID().uuidString)")
            #expect(try world.photos("export", video, "--to", copies.path).status == 0)
            return try Data(contentsOf: copies.appendingPathComponent(#require(try FileManager.default.contentsOfDirectory(atPath: copies.path).first)))
        }
        let before = try shown(), refused = try world.photos("trim", video, "0-1")
        #expect(refused.status == 65 && refused.errors.contains("another program"), "\(refused.errors)")
        #expect(try shown() == before)
        #expect(try world.photos("trim", video, "none").status == 0)
        #expect(try world.photos("trim", video, "0-1").status == 0)
        #expect(try world.photos("trim", video, "0-1", "--json").json["changed"] as? Int == 0)
    }

    @Test func aVideoIsEncodedIntoAFileThatIsWholeOrNotThere() throws {
        let (world, video, photo) = try world()
        func file(_ name: String) -> URL { world.folder.appendingPathComponent(name) }
        let said = try world.photos("encode", video, "-o", file("a.mp4").path, "--size", "120x160", "--json")
        #expect(said.status == 0 && (said.json["size"] as? Int ?? 0) > 0)
        let small = try see(file("a.mp4"))
        #expect(small.picture == "h264" && small.size == (120, 160) && small.times.count == 30 && small.rotation == 0)
        #expect(try world.photos("encode", video, "-o", file("b.mov").path, "--codec", "copy", "--part", "1-2").status == 0)
        #expect(try see(file("b.mov")).picture == "hevc")
        #expect(try world.photos("encode", video, "-o", file("c.m4a").path).status == 0)
        #expect(try see(file("c.m4a")).picture == "")
        let kept = try Data(contentsOf: file("a.mp4"))
        #expect(try world.photos("encode", video, "-o", file("a.mp4").path).status == 73 && Data(contentsOf: file("a.mp4")) == kept)
        #expect(try world.photos("encode", video, "-o", file("a.mp4").path, "--codec", "av1", "--force").status == 0)
        #expect(try see(file("a.mp4")).picture == "av1")
        #expect(try world.photos("encode", video, "-o", file("d.avi").path).status == 64)
        #expect(try world.photos("encode", photo, "-o", file("d.mp4").path).status == 64)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: world.folder.path)).isDisjoint(with: ["d.avi", "d.mp4"]))
    }

    /// The file says what its camera knew, and the library what its owner does.
    @Test(arguments: ["mov", "mp4"]) func aFilmSaysWhatTheLibraryKnows(_ container: String) throws {
        let world = try World(), file = world.folder.appendingPathComponent("MOV_1.MOV"), made = world.folder.appendingPathComponent("a.\(container)")
        let said = [
            ("com.apple.quicktime.creationdate", "2013-10-25T12:04:53+0200"), ("com.apple.quicktime.displayname", "Old"),
            ("com.apple.quicktime.location.ISO6709", "+34.0533-118.2423/"),
            ("com.apple.quicktime.make", "Maker"), ("com.apple.quicktime.comment", "Old words"),
        ]
        try Data(MadeFilm { $0.metadata = said }.bytes()).write(to: file)
        #expect(try world.photos("import", file.path).status == 0)
        let video = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        func facts(_ file: URL) throws -> MediaFacts { try Data(contentsOf: file).withUnsafeBytes { try FactsReader.read($0, name: "a", limits: DecodingLimits()) } }
        let before = try facts(file)
        #expect(before.title == "Old" && before.captureDate?.utcOffset == 7200 && before.location != nil)
        func check() throws {
            let after = try facts(made)
            #expect(after.title == "Pier" && after.caption == "Words" && after.keywords == ["sea", "sun"] && after.camera.make == "Maker")
            #expect(after.captureDate?.localSeconds == before.captureDate.map { $0.localSeconds + 3600 } && after.captureDate?.utcOffset == 7200)
            #expect(after.location.map { abs($0.latitude + 35.5) < 1e-4 && abs($0.longitude - 139.25) < 1e-4 } == true)
        }
        // Nothing was changed yet.
        #expect(try world.photos("encode", video, "-o", made.path).status == 0)
        let same = try facts(made)
        #expect(same.title == "Old" && same.captureDate?.localSeconds == before.captureDate?.localSeconds && same.location == before.location && same.caption == "Old words")
        let edit = ["--shift", "+1h", "--title", "Pier", "--caption", "Words", "--add-keyword", "sea", "--add-keyword", "sun", "--place=-35.5,139.25"]
        #expect(try world.photos(["edit", video] + edit).status == 0)
        for codec in ["h264", "copy"] {
            #expect(try world.photos("encode", video, "-o", made.path, "--force", "--codec", codec).status == 0)
            try check()
        }
        guard container == "mov" else { return }
        #expect(try world.photos("trim", video, "1-2").status == 0)
        let copies = world.folder.appendingPathComponent("copies")
        #expect(try world.photos("export", video, "--to", copies.path).status == 0)
        try FileManager.default.removeItem(at: made)
        try FileManager.default.moveItem(at: copies.appendingPathComponent(#require(try FileManager.default.contentsOfDirectory(atPath: copies.path).first)), to: made)
        try check()
    }

    @Test func severalVideosGoIntoAFolder() throws {
        let (world, video, photo) = try world(), folder = world.folder.appendingPathComponent("films")
        let said = try world.photos("encode", video, photo, video, "-o", folder.path, "--format", "mov", "--part", "1-2", "--json")
        #expect(said.status == 1 && said.errors.contains("is no video") && said.jsonLines.count == 2, "\(said)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["MOV_1 (1).mov", "MOV_1.mov"])
        #expect(try see(folder.appendingPathComponent("MOV_1.mov")).picture == "h264")
        #expect(try world.photos("encode", video, "-o", folder.path, "--part", "1-2").status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("MOV_1.mp4").path))
        #expect(try world.photos("encode", video, photo, "-o", folder.appendingPathComponent("MOV_1.mp4").path).status == 64)
    }

    @Test func aFrameOfAnyMomentIsAPicture() throws {
        let (world, video, photo) = try world(), still = world.folder.appendingPathComponent("still.png")
        let said = try world.photos("image", video, "--time", "1.55", "-o", still.path, "--json")
        #expect(said.status == 0 && said.json["pixelWidth"] as? Int == 240 && said.json["pixelHeight"] as? Int == 320)
        #expect(try world.photos("image", photo, "--time", "1", "-o", world.folder.appendingPathComponent("no.png").path).status != 0)
        #expect(try world.photos("image", video, "--time", "-1", "-o", still.path).status == 64)
    }

    @Test(.enabled(if: InterruptionTests.canMount, "nobody may mount a small disk here")) func aFullDiskLeavesNothing() throws {
        let world = try World(), file = world.folder.appendingPathComponent("MOV_1.MOV")
        try Data(MadeFilm { ($0.picture, $0.pixels, $0.sound, $0.seconds) = ("prores_ks", "yuv422p10le", "pcm_s16le", 15) }.bytes()).write(to: file)
        #expect(try world.photos("import", file.path).status == 0)
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let result = try InterruptionTests.onSmallDisk(
            world,
            """
            "$photos" --library '\(world.library.path)' encode \(id) -o disk/a.mov --codec copy ; echo $? ; ls -A disk | wc -l
            """)
        #expect(result.lines == ["73", "0"] && result.errors.contains("Free some space"), "\(result)")
    }

    /// One signal is enough: what there is of the film goes, and a person is told.
    @Test(arguments: [SIGINT, SIGTERM]) func aSignalLeavesNoHalfFilm(_ number: Int32) throws {
        let world = try World(), file = world.pictures.appendingPathComponent("MOV_1.MOV"), out = world.folder.appendingPathComponent("out")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        try Data(MadeFilm { ($0.size, $0.rate, $0.seconds) = ((640, 480), 30, 30) }.bytes()).write(to: file)
        #expect(try world.photos("import", file.path).status == 0)
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let terminal = try Terminal(["--library", world.library.path, "encode", id, "--codec", "hevc", "-o", out.appendingPathComponent("a.mp4").path])
        #expect(terminal.wait { $0.contains("MOV_1.MOV") }, "a bar is drawn: \(terminal.text)")
        terminal.signal(number)
        #expect(try terminal.finish().status == 130)
        #expect(terminal.text.contains("Stopping"), "\(terminal.text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).isEmpty)
    }

    @Test func aPartThatIsNotInTheVideoIsRefused() throws {
        let (world, video, _) = try world(), out = world.folder.appendingPathComponent("a.mov")
        for command in [["trim", video, "1-9"], ["encode", video, "--part", "1-9", "-o", out.path], ["encode", video, "--part", "5-9", "-o", out.path]] {
            let said = try world.photos(command)
            #expect(said.status == 65 && said.errors.contains("lasts 3") && said.errors.contains("Name a part of these"), "\(said)")
        }
        #expect(!FileManager.default.fileExists(atPath: out.path))
        // Who rounds up means the end.
        #expect(try world.photos("trim", video, "1-3.9").status == 0)
        #expect(try world.photos("encode", video, "--version", "original", "--part", "1-3.9", "-o", out.path).status == 0)
    }

    private func imported(_ film: MadeFilm, as name: String) throws -> (World, String) {
        let world = try World(), file = world.pictures.appendingPathComponent(name)
        try Data(film.bytes()).write(to: file)
        #expect(try world.photos("import", file.path).status == 0)
        return (world, try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String))
    }

    /// The head says fifty minutes, and the tables three seconds: no room is left for an index of the former, and no part of it is one of the film.
    @Test func aVideoWhoseLengthLiesIsTrimmedAndEncodedAsLongAsItsFrames() throws {
        let world = try World(), file = world.pictures.appendingPathComponent("LIES.MOV"), bytes = film(try MadeFilm().bytes(), saying: 3000)
        try Data(bytes).write(to: file)
        #expect(try world.photos("import", file.path).status == 0)
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        for codec in ["h264", "copy"] {
            let out = world.folder.appendingPathComponent("\(codec).mp4")
            #expect(try world.photos("encode", id, "--codec", codec, "-o", out.path).status == 0)
            let seen = try see(out), size = try Data(contentsOf: out).count
            #expect(abs(seen.seconds - 3) < 0.1 && seen.times.count == 30 && size < bytes.count + 200_000, "\(codec): \(seen.seconds) s, \(size) bytes")
        }
        for words in [["trim", id, "100-200"], ["encode", id, "--part", "100-200", "-o", world.folder.appendingPathComponent("none.mp4").path]] {
            let refused = try world.photos(words)
            #expect(refused.status == 65 && refused.errors.contains("lasts 3.0 seconds"), "\(refused)")
        }
        #expect(!FileManager.default.fileExists(atPath: world.folder.appendingPathComponent("none.mp4").path))
        #expect(try world.photos("trim", id, "1-2").status == 0)
        #expect(try abs(#require(world.photos("show", id, "--json").json["duration"] as? Double) - 1) < 0.25)
        #expect(try world.photos("verify").status == 0)
    }

    /// The error names what is in the way, and blames no file and no library for it.
    @Test func whatCantBeHadIsNamed() throws {
        let (silent, first) = try imported(MadeFilm { ($0.sound, $0.seconds) = (nil, 1) }, as: "SILENT.MOV")
        let sound = try silent.photos("encode", first, "-o", silent.folder.appendingPathComponent("a.m4a").path)
        #expect(sound.status == 65 && sound.errors.contains("has no sound"), "\(sound)")
        let prores = MadeFilm { ($0.picture, $0.pixels, $0.sound, $0.seconds) = ("prores_ks", "yuv422p10le", "pcm_s16le", 1) }
        let (master, second) = try imported(prores, as: "MASTER.MOV")
        let copy = try master.photos("encode", second, "--codec", "copy", "-o", master.folder.appendingPathComponent("a.mp4").path)
        #expect(copy.status == 65 && copy.errors.contains("can't be copied into an MPEG-4 file: choose another format"), "\(copy)")
        #expect(try master.photos("encode", second, "--codec", "copy", "-o", master.folder.appendingPathComponent("a.mov").path).status == 0)
    }

    @Test func aVideoOfTheWebIsTrimmed() throws {
        let (world, id) = try imported(MadeFilm { ($0.container, $0.picture, $0.sound) = ("webm", "libvpx-vp9", nil) }, as: "WEB.webm")
        let said = try world.photos("trim", id, "1-2")
        #expect(said.status == 0, "\(said)")
        #expect(try abs(#require(world.photos("show", id, "--json").json["duration"] as? Double) - 1) < 0.25)
        let movie = try world.photos("encode", id, "--codec", "copy", "-o", world.folder.appendingPathComponent("a.mov").path)
        #expect(movie.status == 65 && movie.errors.contains("can't be copied into a QuickTime movie"), "\(movie)")
    }

    /// What a codec is called is each container's own affair, Matroska's first frames don't say when they are decoded, and VP8 is encoded, which no MP4 takes.
    @Test(arguments: [
        ("CAMERA.AVI", MadeFilm { ($0.container, $0.picture, $0.pixels, $0.sound, $0.sampleRate, $0.channels) = ("avi", "mjpeg", "yuvj420p", "pcm_s16le", 8000, 1) }),
        ("SCREEN.MKV", MadeFilm { $0.container = "matroska" }), ("OLD.webm", MadeFilm { ($0.container, $0.picture, $0.sound) = ("webm", "libvpx", nil) }),
    ])
    func aVideoOfAnotherContainerIsTrimmed(name: String, film: MadeFilm) throws {
        let (world, id) = try imported(film, as: name), copies = world.folder.appendingPathComponent("copies")
        let said = try world.photos("trim", id, "1-2")
        #expect(said.status == 0, "\(said)")
        #expect(try abs(#require(world.photos("show", id, "--json").json["duration"] as? Double) - 1) < 0.35)
        #expect(try world.photos("export", id, "--to", copies.path).status == 0)
        let shown = try see(copies.appendingPathComponent(#require(try FileManager.default.contentsOfDirectory(atPath: copies.path).first)))
        let first = try #require(shown.greys.first)
        #expect(shown.picture == (name.hasSuffix("AVI") ? "mjpeg" : "h264") && abs(first - 96) <= 6 && (10...13).contains(shown.times.count), "\(shown.greys)")
    }

    /// exiftool tells by the place of the metadata how they begin.
    @Test(.enabled(if: EmbeddedMetadataTests.hasExifTool)) func metadataStandAsEachFormatHasThem() throws {
        let film = MadeFilm { ($0.seconds, $0.metadata) = (1, [("com.apple.quicktime.title", "Wave")]) }, (world, id) = try imported(film, as: "MOV_1.MOV")
        for (name, codec) in [("a.mov", "copy"), ("b.mov", "h264"), ("c.mp4", "copy")] {
            let file = world.folder.appendingPathComponent(name)
            #expect(try world.photos("encode", id, "--codec", codec, "-o", file.path).status == 0)
            #expect(try see(file).picture == "h264")
            #expect(try Tool.shell("exiftool -q -s3 -Title '\(file.path)'; exiftool -q -s3 -Warning '\(file.path)'").lines == ["Wave"], "\(name)")
        }
    }

    @Test func aVideoInSlowMotionIsEncodedSlow() throws {
        let world = try World.imported(1), file = world.folder.appendingPathComponent("SLOW.MOV")
        try Data(MadeFilm { ($0.rate, $0.seconds) = (120, 2) }.bytes()).write(to: file)
        #expect(try world.photos("import", file.path).status == 0)
        let video = try #require(world.photos("assets", "--json").jsonLines.first { $0["mediaType"] as? String == "video" }?["localIdentifier"] as? String)
        // From 0.4 to 1.6 seconds at a quarter: 5.6 seconds in all.
        for (name, arguments, seconds) in [("a.mp4", [], 5.6), ("b.mov", ["--codec", "copy"], 5.6), ("c.mp4", ["--version", "original"], 2), ("d.mp4", ["--part", "1-1.5"], 2)] {
            let out = world.folder.appendingPathComponent(name)
            #expect(try world.photos(["encode", video, "-o", out.path] + arguments).status == 0)
            let seen = try see(out)
            #expect(abs(seen.seconds - seconds) < 0.1 && abs(seen.soundEnd - seconds) < 0.15, "\(name) \(seen.seconds) \(seen.soundEnd)")
        }
    }
}
