import Foundation
import LibraryEngine
import TestSupport
import Testing

/// Edits are killed at moments chosen over all their calls that change the disk: afterwards the asset shows the edit before or the new one, whole, and no
/// file of the other is left.
@Suite(.serialized) struct RenditionCrashTests {
    private static let kills = ImportCrashTests.kills * 2 / 5

    @Test func killedAtAnyMomentAnEditIsTheOldOneOrTheNewOne() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0), picture = world.folder.appending(path: "picture.jpg")
        try Picture.jpeg(width: 160, height: 120, seed: 1).write(to: picture)
        #expect(try Tool.photos(["--library", library.path, "import", picture.path]).status == 0)
        let (old, new) = (try edit("old", 2, world), try edit("new", 3, world))
        #expect(try Tool.run(program, [library.path] + old.arguments).status == 0)
        // Later ones take no snapshot of their own.
        #expect(try Tool.photos(["--library", library.path, "backup"]).status == 0)
        try world.expectSound(library, "edited", pictures: 3)

        func copy(_ name: String) throws -> URL {
            let copy = world.folder.appending(path: "\(name).photolibrary")
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: library, to: copy)
            return copy
        }
        let counts = try KillSwitch.count([copy("Counted").path] + new.arguments, program: program, in: world.folder)
        let moments = counts.sorted { $0.key < $1.key }.flatMap { call, count in (0..<count).map { KillSwitch.Moment(call: call, number: $0 + 1) } }
        try #require(moments.count > 20, "\(counts)")

        var generator = SeededRandom(seed: 0x0ED1_2026)
        var killed = 0, shown: Set<String> = []
        for round in 0..<Self.kills {
            let moment = moments[Int(generator.next() % UInt64(moments.count))], label = "round \(round): SIGKILL at \(moment)"
            let cut = try copy("Cut")
            if try KillSwitch.kill(at: moment, [cut.path] + new.arguments, program: program).wasKilled { killed += 1 }
            try world.expectSound(cut, label, pictures: 3)
            let edits = try contents(of: cut)
            #expect(edits == old.contents || edits == new.contents, "\(label): half of each")
            shown.insert(edits == old.contents ? "old" : "new")
            #expect(try Tool.run(program, [cut.path] + new.arguments).status == 0, "\(label): the next edit")
            try world.expectSound(cut, label + ", edited again", pictures: 3)
            #expect(try contents(of: cut) == new.contents, "\(label)")
        }
        #expect(killed >= Self.kills / 2 && shown == ["old", "new"], "most rounds must really be killed, on both sides of the commit; \(killed) of \(Self.kills) were")
    }

    private let program = Tool.products.appending(path: "EditingProgram").path

    private func edit(_ name: String, _ seed: UInt64, _ world: CrashWorld) throws -> (arguments: [String], contents: Set<Data>) {
        let files = [world.folder.appending(path: "\(name).jpg"), world.folder.appending(path: "\(name).json")]
        let contents = [try Picture.jpeg(width: 160, height: 120, seed: seed), Data("recipe \(name)".utf8)]
        for (file, content) in zip(files, contents) { try content.write(to: file) }
        return (files.map(\.path), Set(contents))
    }

    /// What lies in the places of the asset's edit.
    private func contents(of url: URL) throws -> Set<Data> {
        let library = try PhotoLibrary.open(at: url, environment: Environment())
        defer { library.close() }
        let resources = try library.read { try $0.newestResources(100) }
        return Set(
            try resources.compactMap { resource in
                guard case .managed(let path) = resource.place, path.hasPrefix("renders/") else { return nil }
                return try Data(contentsOf: url.appending(path: path))
            })
    }
}
