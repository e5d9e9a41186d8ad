import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct WatchCommandTests {
    /// `photos watch run` or `photos serve`, until it is told to end.
    private final class Running {
        let process: Process
        private let output = Pipe()

        init(_ world: World, _ arguments: String...) throws {
            process = Tool.process(Tool.executable, ["--library", world.library.path] + arguments)
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        /// Waits for the next line.
        func line() throws -> [String: Any] {
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
            return (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any] ?? [:]
        }

        func end() -> Int32 {
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    @Test func whatIsPutIntoAWatchedFolderComesInByItself() throws {
        let world = try World()
        try world.addPictures(1)
        #expect(try world.photos("watch", "add", world.pictures.path, "--album", "Phone").status == 0)
        let running = try Running(world, "watch", "run", "--json")
        #expect(try running.line()["imported"] as? Int == 1)
        // Written where nobody looks, and moved there as a whole.
        let scratch = world.folder.appending(path: "scratch.jpg")
        try TestPicture(width: 64, height: 48, seed: 9, date: "2023:11:02 18:00:00", offset: "+01:00").write(to: scratch)
        try FileManager.default.moveItem(at: scratch, to: world.pictures.appending(path: "new.jpg"))
        #expect(try running.line()["imported"] as? Int == 1)
        #expect(try world.photos("watch", "run").status == 75)
        #expect(running.end() == 0)
        #expect(try world.photos("assets", "--album", "Phone", "--json").jsonLines.count == 2)
    }

    @Test func foldersAreListedAndRemoved() throws {
        let world = try World()
        try world.addPictures(2)
        let added = try world.photos("watch", "add", world.pictures.path, "--reference", "--json")
        #expect(added.status == 0 && added.json["storage"] as? String == "reference" && added.json["files"] is NSNull)
        let refused = try world.photos("watch", "add", world.pictures.path)
        #expect(refused.status == 65 && refused.errors.contains("is watched already"), "\(refused.errors)")
        let once = try world.photos("watch", "run", "--once")
        #expect(once.status == 0 && once.output.contains("Imported 2 of 2 files"), "\(once.output) \(once.errors)")
        let list = try world.photos("watch", "list", "--json")
        #expect(list.json["files"] as? Int == 2 && list.json["folders"] as? Int == 1 && list.json["problem"] is NSNull, "\(list.output)")
        let table = try world.photos("watch", "list")
        #expect(table.output.contains("referenced") && table.errors.contains("Nothing watches them now"), "\(table.output)")
        #expect(try world.photos("watch", "remove", world.pictures.path).status == 0)
        #expect(try world.photos("watch", "remove", world.pictures.path).status == 65)
        #expect(try world.photos("watch", "list", "--json").output.isEmpty)
        #expect(try world.photos("watch", "run").status == 65)
        #expect(try world.photos("assets", "--json").jsonLines.count == 2)
    }

    @Test func theServerWatchesAsWell() throws {
        let world = try World()
        try world.addPictures(1)
        #expect(try world.photos("watch", "add", world.pictures.path).status == 0)
        let serving = try Running(world, "serve", "--port", "0", "--json")
        #expect(try serving.line()["port"] is Int)
        // Each look takes as long as a process does.
        var found = 0
        for _ in 0..<600 where found == 0 { found = try world.photos("assets", "--json").jsonLines.count }
        #expect(found == 1)
        #expect(serving.end() == 0)
    }
}
