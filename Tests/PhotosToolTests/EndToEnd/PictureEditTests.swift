import Foundation
import Testing

/// Edits of pictures from the shell.
@Suite struct PictureEditTests {
    private static func ids(_ world: World) throws -> [String] { try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String } }

    private static func size(_ world: World, _ id: String) throws -> [Int?] {
        let asset = try world.photos("show", id, "--json").json
        return [asset["pixelWidth"] as? Int, asset["pixelHeight"] as? Int]
    }

    private static func exported(_ world: World, _ id: String, _ name: String) throws -> Data {
        let folder = world.folder.appending(path: name)
        #expect(try world.photos("export", id, "--to", folder.path).status == 0)
        let file = try #require(try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).first)
        return try Data(contentsOf: file)
    }

    @Test func anEditIsMadeCopiedAndReverted() throws {
        let world = try World.imported(3), ids = try Self.ids(world), before = try Self.exported(world, ids[0], "before")
        #expect(try world.photos("edit", ids[0], "--rotate", "-90", "--exposure", "+0.5", "--crop", "0,0,1,0.5", "--json").json["changed"] as? Int == 1)
        #expect(try Self.size(world, ids[0]) == [48, 32])
        // A further edit goes on from the first.
        #expect(try world.photos("edit", ids[0], "--crop", "none", "--filter", "noir").status == 0)
        #expect(try Self.size(world, ids[0]) == [48, 64])
        #expect(try world.photos("edit", ids[1], ids[2], "--copy-edit-from", ids[0], "--json").json["changed"] as? Int == 2)
        #expect(try Self.size(world, ids[2]) == [48, 64])
        // The same once more changes nothing.
        #expect(try world.photos("edit", ids[1], ids[2], "--copy-edit-from", ids[0], "--json").json["changed"] as? Int == 0)
        #expect(try world.photos("edit", ids[0], "--revert", "--json").json["changed"] as? Int == 1)
        #expect(try Self.exported(world, ids[0], "after") == before)
        #expect(try world.photos("verify").status == 0)
    }

    @Test func fourTurnsAreNoEdit() throws {
        let world = try World.imported(1), id = try Self.ids(world)[0], before = try Self.exported(world, id, "before")
        for _ in 1...4 { #expect(try world.photos("edit", id, "--rotate", "90").status == 0) }
        #expect(try Self.exported(world, id, "after") == before)
        #expect(try world.photos("show", id, "--json").json["hasAdjustments"] as? Bool != true)
    }

    @Test func aFileOfAdjustmentsIsApplied() throws {
        let world = try World.imported(1), id = try Self.ids(world)[0], file = world.folder.appending(path: "edit.json")
        try Data(#"{"format": "org.openphotokit.adjustments", "version": "1.0", "rotation": 90}"#.utf8).write(to: file)
        #expect(try world.photos("edit", id, "--adjustments", file.path).status == 0)
        #expect(try Self.size(world, id) == [48, 64])
        for (content, reason) in [
            ("{}", "can't be read as JSON"), (#"{"format": "other", "version": "1.0"}"#, "format other"),
            (#"{"format": "org.openphotokit.adjustments", "version": "7.0"}"#, "version 7.0"),
            (#"{"format": "org.openphotokit.adjustments", "version": "1.0", "glow": 1}"#, "glow"),
        ] {
            try Data(content.utf8).write(to: file)
            let refused = try world.photos("edit", id, "--adjustments", file.path)
            #expect(refused.status == 64 && refused.errors.contains(reason), "\(refused)")
        }
        #expect(try Self.size(world, id) == [48, 64])
    }

    @Test func whatMakesNoSenseIsRefusedBeforeAnythingIsDone() throws {
        let world = try World.imported(2), ids = try Self.ids(world)
        for arguments in [
            ["--exposure", "5"], ["--exposure", "nan"], ["--rotate", "45"], ["--crop", "0.5,0,0.6,1"], ["--crop", "0,0,1"], ["--filter", "sunny"], ["--revert", "--flip"],
            ["--title", "Pier", "--flip"], ["--copy-edit-from", ids[1]], ["--adjustments", "/nowhere.json"],
        ] {
            let refused = try world.photos(["edit", ids[0]] + arguments)
            #expect(refused.status == 64 && !refused.errors.isEmpty, "\(arguments): \(refused)")
        }
        #expect(try Self.size(world, ids[0]) == [64, 48])
    }
}
