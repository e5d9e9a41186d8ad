import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized) struct DemoTests {
    private static func photos(_ world: World, _ arguments: String...) throws -> ProgramRun {
        try Tool.run(["demo", "--at", world.library.path, "--photos", "12", "--side", "160"] + arguments)
    }

    @Test func itIsMadeOnceAndThereTheNextTime() throws {
        let world = try World()
        let first = try Self.photos(world, "--no-serve", "--json")
        #expect(first.status == 0, "\(first)")
        #expect(first.json["made"] as? Bool == true && first.json["photos"] as? Int == 12)
        #expect(first.json["library"] as? String == world.library.path)
        let assets = try world.photos("assets", "--json", "--bursts", "--hidden")
        #expect(assets.lines.count >= 12, "\(assets)")
        #expect(try world.photos("verify").status == 0)
        let albums = try world.photos("albums", "--json").jsonLines.compactMap { $0["title"] as? String }
        #expect(albums.contains("Best of ten years"))

        let second = try Self.photos(world, "--no-serve", "--json")
        #expect(second.status == 0 && second.json["made"] as? Bool == false, "\(second)")
        let other = try Tool.run(["demo", "--at", world.library.path, "--photos", "500", "--no-serve"])
        #expect(other.status == 0 && other.errors.contains("--fresh makes it anew"), "\(other)")
        let fresh = try Self.photos(world, "--fresh", "--seed", "7", "--no-serve", "--json")
        #expect(fresh.status == 0 && fresh.json["made"] as? Bool == true && fresh.json["kept"] is NSNull, "\(fresh)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path).sorted() == ["Test.photolibrary", "pictures"])
    }

    @Test func picturesThatWereImportedIntoItAreKeptSinceMakingItAnewOnceRemovedThem() throws {
        let world = try World()
        #expect(try Self.photos(world, "--no-serve").status == 0)
        try world.addPictures(2)
        #expect(try world.photos("import", world.pictures.path, "--json").json["imported"] as? Int == 2)
        let fresh = try Self.photos(world, "--fresh", "--no-serve", "--json")
        #expect(fresh.status == 0 && fresh.json["made"] as? Bool == true, "\(fresh)")
        let kept = try #require(fresh.json["kept"] as? String)
        #expect(fresh.errors.contains("was changed, or has more in it than it was made with, so it is kept as \(kept)"), "\(fresh)")
        let names = try Tool.run(["assets", "--json"], library: URL(fileURLWithPath: kept)).jsonLines.compactMap { $0["filename"] as? String }
        #expect(names.contains("IMG_1000.jpg") && names.contains("IMG_1001.jpg"), "\(names)")
        #expect(try Tool.run(["verify"], library: URL(fileURLWithPath: kept)).status == 0)
        #expect(try world.photos("assets", "--json").output.contains("IMG_1000.jpg") == false)
    }

    /// A gallery that shows fewer than were made, and a folder of copies that holds fewer, look like a loss to whoever is not told why.
    @Test func whatListsLeaveOutIsToldWhenItIsMadeAndWhenItIsExported() throws {
        let world = try World()
        let made = try Tool.run(["demo", "--at", world.library.path, "--photos", "60", "--side", "96", "--no-serve"])
        #expect(made.status == 0 && made.errors.contains("on purpose"), "\(made)")
        func count(_ options: String...) throws -> Int { try world.photos(["assets", "--json"] + options).lines.count }
        let (listed, bursts, hidden) = (try count(), try count("--bursts"), try count("--hidden"))
        try #require(bursts > listed && hidden > listed)
        let exported = try world.photos("export", "--where", "TRUEPREDICATE", "--to", world.folder.appending(path: "some").path, "--json")
        #expect(exported.json["assets"] as? Int == listed)
        #expect(
            exported.errors == """
                Not exported: \(bursts - listed) more photos of bursts. --bursts takes these along.
                Not exported: \(hidden - listed) hidden asset\(hidden - listed == 1 ? "" : "s"). --hidden takes these along.

                """)
        let all = try world.photos("export", "--where", "TRUEPREDICATE", "--bursts", "--hidden", "--to", world.folder.appending(path: "all").path, "--json")
        #expect(try all.errors.isEmpty && all.json["assets"] as? Int == count("--bursts", "--hidden"), "\(all)")
    }

    @Test func photosArePickedFromABurstAndOnlyThoseAreKept() throws {
        let world = try World()
        let made = try Tool.run(["demo", "--at", world.library.path, "--photos", "60", "--side", "96", "--no-serve"])
        #expect(made.status == 0, "\(made)")
        let all = try world.photos("assets", "--bursts", "--where", "burstIdentifier != nil", "--json").jsonLines
        let burst = try #require(all.first?["burstIdentifier"] as? String)
        let frames = all.filter { $0["burstIdentifier"] as? String == burst }.compactMap { $0["localIdentifier"] as? String }
        try #require(frames.count > 2)
        func shown() throws -> [String] {
            try world.photos("assets", "--where", "burstIdentifier == '\(burst)'", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        }
        let early = try world.photos("burst", "keep", frames[0])
        #expect(early.status == 65 && early.errors.contains("Pick those to keep first."), "\(early)")
        #expect(try world.photos("burst", "pick", frames[1], frames[2], "--json").json["changed"] as? Int == 2)
        #expect(try world.photos("burst", "unpick", frames[2], "--json").json["changed"] as? Int == 1)
        #expect(try shown() == [frames[1]])
        let kept = try world.photos("burst", "keep", frames[0], "--json")
        #expect(kept.json["changed"] as? Int == frames.count - 1, "\(kept)")
        #expect(try world.photos("assets", "--bursts", "--where", "burstIdentifier == '\(burst)'", "--json").lines.count == 1)
        let other = try #require(try world.photos("assets", "--where", "burstIdentifier == nil", "--limit", "1", "--json").jsonLines.first?["localIdentifier"] as? String)
        let wrong = try world.photos("burst", "pick", other)
        #expect(wrong.status == 65 && wrong.errors.contains("belongs to no burst"), "\(wrong)")
    }

    @Test func itsUsualPlaceIsAmongThePersonsData() throws {
        let world = try World()
        let result = try Tool.run(
            ["demo", "--photos", "1", "--side", "96", "--no-serve", "--json"], environment: ["XDG_DATA_HOME": world.folder.path, "PHOTOS_LIBRARY": world.library.path])
        #expect(result.json["library"] as? String == world.folder.path + "/openphotokit/Demonstration.photolibrary", "\(result)")
        #expect(!FileManager.default.fileExists(atPath: world.library.path), "the person's own library is not touched")
    }

    @Test func aLibraryThatIsNoDemonstrationIsLeftAlone() throws {
        let world = try World.imported(1)
        for arguments in [["--no-serve"], ["--no-serve", "--fresh"]] {
            let result = try Tool.run(["demo", "--at", world.library.path] + arguments)
            #expect(result.status == 73 && result.errors.contains("is no demonstration"), "\(result)")
        }
        #expect(try world.photos("assets", "--json").lines.count == 1)
        #expect(try Tool.run(["--library", world.library.path, "demo"]).status == 64)
    }

    @Test(arguments: ["Painting", "Importing"]) func controlCEndsItAndTheNextRunBeginsAnew(_ phase: String) throws {
        let world = try World()
        let terminal = try Terminal(["demo", "--at", world.library.path, "--photos", "150", "--side", "240", "--no-serve"], columns: 120)
        #expect(terminal.wait { $0.contains(phase) }, "\(terminal.text)")
        terminal.signal(SIGINT)
        let (status, _) = try terminal.finish()
        #expect(status == 130 && terminal.text.contains("the next run begins it anew"), "\(terminal.text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == ["pictures"], "nothing is left")
        let next = try Self.photos(world, "--no-serve", "--json")
        #expect(next.status == 0 && next.json["made"] as? Bool == true, "\(next)")
    }

    /// The terminal ends with the last program on it.
    @Test func theProgramThatPaintsEndsWithTheToolThatIsKilled() throws {
        let world = try World()
        let terminal = try Terminal(["demo", "--at", world.library.path, "--photos", "3000", "--side", "240", "--no-serve"], columns: 120)
        #expect(terminal.wait { $0.contains("Painting") }, "\(terminal.text)")
        terminal.signal(SIGKILL)
        #expect(try terminal.finish().status == 128 + SIGKILL)
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == ["pictures"], "nothing is left")
    }

    @Test func itIsServedUntilControlC() throws {
        let world = try World()
        let output = Pipe()
        let process = Tool.process(
            Tool.executable, ["demo", "--at", world.library.path, "--photos", "3", "--side", "96", "--port", "0", "--no-open", "--quiet"])
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        var text = ""
        while !text.contains("\n"), case let data = output.fileHandleForReading.availableData, !data.isEmpty { text += String(decoding: data, as: UTF8.self) }
        #expect(text.hasPrefix("Serving Test at http://127.0.0.1:"), "\(text)")
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
    }
}
