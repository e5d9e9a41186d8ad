import Foundation
import Glibc
import Testing

@Suite struct RecoveryCommandTests {
    private func removeCatalog(_ world: World) throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: world.library.appending(path: "database/catalog.sqlite\(suffix)").path) }
    }

    @Test func whatTheMessageNamesBringsTheLibraryBack() throws {
        let world = try World.imported(3)
        #expect(try world.photos("edit", "--where", "filename ENDSWITH '1001.jpg'", "--title", "The one").status == 0)
        let assets = try world.photos("assets", "--json")
        let backup = try world.photos("backup", "--json")
        #expect(backup.status == 0 && backup.json["assets"] as? Int == 3 && backup.errors.isEmpty, "\(backup.errors)")
        try removeCatalog(world)
        let lost = try world.photos("assets")
        #expect(lost.status == 66 && lost.errors.contains("'photos recover'"), "\(lost.errors)")
        let recovery = try world.photos("recover", "--json")
        #expect(recovery.status == 0 && recovery.json["kind"] as? String == "snapshot" && recovery.json["assets"] as? Int == 3, "\(recovery.errors)")
        #expect(try world.photos("assets", "--json").output == assets.output)
        #expect(try world.photos("verify").status == 0)
        // Now it is sound: nobody replaces it unasked.
        let refused = try world.photos("recover")
        #expect(refused.status == 64 && refused.errors.contains("--yes"), "\(refused.errors)")
        #expect(try world.photos("recover", "--yes").status == 0)
        #expect(try world.photos("assets", "--json").output == assets.output)
    }

    @Test func withoutADatabaseTheRecordBringsEveryAnswerBack() throws {
        let world = try World.imported(3)
        #expect(try world.photos("edit", "--where", "filename ENDSWITH '1001.jpg'", "--title", "The one").status == 0)
        #expect(try world.photos("access", "grant", "org.example.app", "full").status == 0)
        let commands = [["assets", "--json"], ["albums", "--json"], ["access", "list", "--json"]]
        let before = try commands.map { try Tool.run($0, library: world.library).output }
        try FileManager.default.removeItem(at: world.library.appending(path: "database"))
        let recovery = try world.photos("recover", "--json")
        #expect(recovery.status == 0 && recovery.json["kind"] as? String == "record" && recovery.json["assets"] as? Int == 3, "\(recovery.errors)")
        #expect(try commands.map { try Tool.run($0, library: world.library).output } == before)
        #expect(try world.photos("verify").status == 0)
    }

    @Test func aSnapshotElsewhereIsNeverReplacedAndCanBeNamed() throws {
        let world = try World.imported(2)
        let file = world.folder.appending(path: "copy.sqlite")
        #expect(try world.photos("backup", file.path).status == 0)
        let again = try world.photos("backup", file.path)
        #expect(again.status == 73 && again.errors.contains("copy.sqlite is there already"), "\(again.errors)")
        for name in ["database", "record"] { try FileManager.default.removeItem(at: world.library.appending(path: name)) }
        let unnamed = try world.photos("recover")
        #expect(unnamed.status == 66 && unnamed.errors.contains("no snapshot"), "\(unnamed.errors)")
        let recovery = try world.photos("recover", file.path)
        #expect(recovery.status == 0 && recovery.output.contains("2 assets"), "\(recovery.errors)")
        #expect(try world.photos("assets", "--json").lines.count == 2)
    }

    @Test func whatCameInLaterIsImportedAgainAsTheDocumentationSays() throws {
        let world = try World.imported(2)
        #expect(try world.photos("backup").status == 0)
        try TestPicture(width: 64, height: 48, seed: 99, date: "2024:01:01 10:00:00", offset: "+01:00").write(to: world.folder.appending(path: "late.jpg"))
        #expect(try world.photos("import", world.folder.appending(path: "late.jpg").path).status == 0)
        try removeCatalog(world)
        try FileManager.default.removeItem(at: world.library.appending(path: "record"))
        let recovery = try world.photos("recover", "--json")
        #expect(recovery.status == 0 && (recovery.json["unknown"] as? [Any])?.count == 1, "\(recovery.output) \(recovery.errors)")
        let imported = try world.photos("import", world.library.appending(path: "originals").path, "--json")
        #expect(imported.json["imported"] as? Int == 1 && imported.json["duplicates"] as? Int == 2, "\(imported.output)")
    }

    @Test func aLibraryThatIsOpenElsewhereIsNotRecoveredUnderIt() throws {
        let world = try World.imported(1)
        #expect(try world.photos("backup").status == 0)
        let process = Tool.process(Tool.executable, ["--library", world.library.path, "serve", "--port", "0"])
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        defer {
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
        }
        // Its first line comes when it serves.
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {}
        let recovery = try world.photos("recover", "--yes")
        #expect(recovery.status == 75 && recovery.errors.contains("process \(process.processIdentifier)"), "\(recovery.errors)")
    }

    @Test func anOriginalThatWasCutToNothingHeals() throws {
        let world = try World.imported(2)
        let originals = world.library.appending(path: "originals")
        let file = try #require(try FileManager.default.subpathsOfDirectory(atPath: originals.path).first { $0.hasSuffix(".jpg") })
        try FileManager.default.removeItem(at: originals.appending(path: file))
        try Data().write(to: originals.appending(path: file))
        #expect(try world.photos("verify").status == 1)
        let imported = try world.photos("import", world.pictures.path, "--json")
        #expect(imported.json["healed"] as? Int == 1 && imported.json["duplicates"] as? Int == 2, "\(imported.output)")
        #expect(try world.photos("verify").status == 0)
        // The same with a folder of good copies.
        try FileManager.default.removeItem(at: originals.appending(path: file))
        let verified = try world.photos("verify", "--repair", "--from", world.pictures.path, "--json")
        #expect(verified.status == 0 && (verified.json["healed"] as? [Any])?.count == 1, "\(verified.output) \(verified.errors)")
        #expect(try world.photos("verify", "--from", world.pictures.path).status == 64)
    }
}
