import Foundation
import TestSupport
import Testing

/// Originals on another disk, as somebody uses it from the shell: connected, sent, removed here, looked at, brought back, and the whole machine lost.
@Suite struct CloudCommandTests {
    private static func originals(_ library: URL) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: library.appending(path: "originals").path) ?? .init()
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".jpg") }.sorted()
    }

    private static func count(_ result: ProgramRun, _ key: String) -> Int? { (result.json[key] as? [String: Any])?["files"] as? Int }

    @Test func aLibraryLivesWithItsOriginalsElsewhere() throws {
        let world = try World.imported(3), store = world.folder.appending(path: "store").path
        let before = try world.photos("assets", "--json"), here = try Self.originals(world.library)
        let none = try world.photos("cloud", "status")
        #expect(none.status == 0 && none.errors.contains("photos cloud configure"), "\(none.errors)")
        #expect(try world.photos("cloud", "status", "--json").output == "{\"address\":null}\n")
        let configured = try world.photos("cloud", "configure", store, "--optimize", "1kB", "--pin-days", "0", "--json")
        #expect(configured.status == 0 && configured.json["address"] as? String == store && configured.json["optimize"] as? Int == 1000, "\(configured.errors)")
        let sent = try world.photos("cloud", "upload", "--json")
        #expect(sent.status == 0 && sent.json["uploaded"] as? Int == 3 && sent.json["record"] as? Bool == true, "\(sent.errors)")
        #expect(try world.photos("cloud", "upload").output == "Uploaded 0 files, 0 bytes.\n")
        let evicted = try world.photos("cloud", "evict", "--json")
        #expect(evicted.status == 0 && evicted.json["evicted"] as? Int == 3, "\(evicted.output) \(evicted.errors)")
        #expect(try Self.originals(world.library) == [])
        let status = try world.photos("cloud", "status", "--json")
        #expect([Self.count(status, "local"), Self.count(status, "cloud"), Self.count(status, "both")] == [0, 3, 0], "\(status.output)")
        // What is seen is seen; what is verified is not missed; what is opened comes back.
        let seen = try world.photos("assets", "--json")
        #expect(seen.output == before.output.replacing("\"state\":\"local\"", with: "\"state\":\"cloud\""))
        #expect(try world.photos("verify").status == 0)
        let folder = world.folder.appending(path: "out")
        let exported = try world.photos("export", "--where", "TRUEPREDICATE", "--to", folder.path)
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
        #expect(try Self.originals(world.library) == here)
        #expect(try world.photos("cloud", "disconnect").status == 0)
        #expect(try world.photos("assets", "--json").output == before.output)
    }

    @Test func aLostMachineComesBackFromItsStore() throws {
        let world = try World.imported(3), store = world.folder.appending(path: "store").path
        #expect(try world.photos("edit", "--where", "filename ENDSWITH '1001.jpg'", "--title", "The one").status == 0)
        #expect(try world.photos("cloud", "configure", store).status == 0)
        #expect(try world.photos("cloud", "upload").status == 0)
        let before = try world.photos("assets", "--json"), here = try Self.originals(world.library)
        let taken = try world.photos("recover", store)
        #expect(taken.status == 73 && taken.errors.contains("--library"), "\(taken.errors)")
        try FileManager.default.removeItem(at: world.library)
        let recovery = try world.photos("recover", store)
        #expect(recovery.status == 0 && recovery.output.contains("3 assets"), "\(recovery.output) \(recovery.errors)")
        #expect(try world.photos("assets", "--json").output == before.output.replacing("\"state\":\"both\"", with: "\"state\":\"cloud\""))
        let fetched = try world.photos("cloud", "download", "--all", "--json")
        #expect(fetched.status == 0 && fetched.json["downloaded"] as? Int == 3, "\(fetched.errors)")
        #expect(try Self.originals(world.library) == here)
        #expect(try world.photos("verify").status == 0)
    }

    /// Whoever edits a photo or a video has what that needs brought here, and nothing else.
    @Test func whatIsEditedIsFetched() throws {
        let world = try World(), store = world.folder.appending(path: "store"), away = world.folder.appending(path: "away")
        try world.addPictures(4)
        try Data(try MadeFilm { $0.seconds = 2 }.bytes()).write(to: world.pictures.appending(path: "MOV_1.MOV"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        var ids: [String: String] = [:]
        for asset in try world.photos("assets", "--json").jsonLines {
            if let name = asset["filename"] as? String { ids[name] = asset["localIdentifier"] as? String }
        }
        func id(_ name: String) throws -> String { try #require(ids[name]) }
        func elsewhere() throws -> Int? { Self.count(try world.photos("cloud", "status", "--json"), "cloud") }
        #expect(try world.photos("cloud", "configure", store.path, "--optimize", "1kB", "--pin-days", "0").status == 0)
        #expect(try world.photos("cloud", "upload").status == 0 && world.photos("cloud", "evict").status == 0)
        #expect(try elsewhere() == 5)
        let turned = try world.photos("edit", id("IMG_1000.jpg"), "--rotate", "90", "--json")
        #expect(try turned.json["changed"] as? Int == 1 && elsewhere() == 4, "\(turned)")
        let copied = try world.photos("edit", id("IMG_1001.jpg"), id("IMG_1002.jpg"), "--copy-edit-from", id("IMG_1000.jpg"), "--json")
        #expect(try copied.json["changed"] as? Int == 2 && elsewhere() == 2, "\(copied)")
        let trimmed = try world.photos("trim", id("MOV_1.MOV"), "0-1")
        #expect(try trimmed.status == 0 && elsewhere() == 1, "\(trimmed)")
        // What can't be fetched is named, and stays as it is.
        try FileManager.default.moveItem(at: store, to: away)
        let refused = try world.photos("edit", id("IMG_1003.jpg"), "--flip")
        #expect(refused.status != 0 && (refused.errors.contains("IMG_1003.jpg") || refused.errors.contains(store.path)), "\(refused)")
        try FileManager.default.moveItem(at: away, to: store)
        #expect(try world.photos("show", id("IMG_1003.jpg"), "--json").json["hasAdjustments"] as? Bool != true && elsewhere() == 1)
        let flipped = try world.photos("edit", id("IMG_1003.jpg"), "--flip")
        #expect(try flipped.status == 0 && elsewhere() == 0 && world.photos("verify").status == 0, "\(flipped)")
    }

    @Test func whatCanNotBeDoneIsSaidWithWhatToDo() throws {
        let world = try World.imported(1), other = world.folder.appending(path: "other").path
        for command in [["upload"], ["evict", "--to", "1GB"], ["configure", "--pause"]] {
            let refused = try Tool.run(["cloud"] + command, library: world.library)
            #expect(refused.status == 65 && refused.errors.contains("photos cloud configure"), "\(refused.errors)")
        }
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: other + "/letter.txt"))
        let taken = try world.photos("cloud", "configure", other)
        #expect(taken.status == 65 && taken.errors.contains("empty folder"), "\(taken.errors)")
        let secret = try world.photos("cloud", "configure", "s3://key:secret@bucket")
        #expect(secret.status == 65 && secret.errors.contains("AWS_SECRET_ACCESS_KEY"), "\(secret.errors)")
        for arguments in [["--optimize", "much"], ["--hours", "22"], ["--transfers", "0"], ["--pause", "--resume"]] {
            #expect(try Tool.run(["cloud", "configure", other] + arguments, library: world.library).status == 64)
        }
        #expect(try Tool.run(["cloud", "download"], library: world.library).status == 64)
    }
}
