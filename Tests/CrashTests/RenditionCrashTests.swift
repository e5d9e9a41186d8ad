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

    @Test func killedAtAnyMomentARevertedAssetIsTheEditOrTheOriginal() throws {
        try kill("revert", ["revert"]) {
            $0.isReverted
        } holds: { state in
            state == State(living: [1, 5, 7], former: [], files: 3) || state == State(living: [1], former: [1, 5, 7], files: 3)
        }
    }

    @Test func killedAtAnyMomentTheEditBeforeIsTheBaseOrStillTheEdit() throws {
        try kill("another editor's edit", nil) {
            $0.living.contains(8)
        } holds: { state in
            state == State(living: [1, 5, 7], former: [], files: 3) || state == State(living: [1, 5, 7, 8], former: [], files: 4)
        }
    }

    /// The still and the movie of an edit by adjustments are published together.
    @Test func killedAtAnyMomentAnEditedLivePhotoHasBothHalvesOrNeither() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0), file = world.folder.appending(path: MotionPhotoKind.pixel2.name)
        let movie = try MadeFilm { ($0.container, $0.size, $0.rate, $0.seconds) = ("mp4", (64, 48), 10, 0.5) }.bytes()
        try Data(MotionPhotoKind.pixel2.file(picture: [UInt8](Picture.jpeg(width: 160, height: 120, seed: 1)), movie: movie)).write(to: file)
        #expect(try Tool.photos(["--library", library.path, "import", file.path]).status == 0)
        #expect(try Tool.photos(["--library", library.path, "backup"]).status == 0)
        let (before, after) = (State(living: [1, 9], former: [], files: 1), State(living: [1, 5, 7, 9, 10], former: [], files: 4))
        #expect(try state(of: library) == before)
        let opened = try PhotoLibrary.open(at: library, environment: Environment())
        let uuid = try #require(try opened.read { reader in try reader.newestResources(1).first.flatMap { try reader.asset(id: $0.assetID)?.uuid } })
        opened.close()

        func copy(_ name: String) throws -> (url: URL, arguments: [String]) {
            let copy = world.folder.appending(path: "\(name).photolibrary")
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: library, to: copy)
            return (copy, ["--library", copy.path, "edit", uuid.uuidString, "--exposure", "1", "--crop", "0,0,0.5,1"])
        }
        let counts = try KillSwitch.count(copy("Counted").arguments, in: world.folder)
        let moments = counts.sorted { $0.key < $1.key }.flatMap { call, count in (0..<count).map { KillSwitch.Moment(call: call, number: $0 + 1) } }
        try #require(moments.count > 20, "\(counts)")
        var generator = SeededRandom(seed: 0x11FE_2026)
        var killed = 0, sides: Set<Bool> = []
        let rounds = max(24, Self.kills / 2)
        for round in 0..<rounds {
            // Spread evenly, so that few rounds meet the moments around the commit too.
            let place = (Double(round) + Double(generator.next() % 1000) / 1000) / Double(rounds), moment = moments[min(moments.count - 1, Int(place * Double(moments.count)))]
            let label = "round \(round): SIGKILL at \(moment)", cut = try copy("Cut")
            if try KillSwitch.kill(at: moment, cut.arguments).wasKilled { killed += 1 }
            try world.expectSound(cut.url, label)
            let found = try state(of: cut.url)
            #expect(found == before || found == after, "\(label): \(found)")
            sides.insert(found == after)
            guard found == before else { continue }
            #expect(try Tool.photos(cut.arguments).status == 0, "\(label): the second time")
            #expect(try state(of: cut.url) == after, "\(label)")
        }
        #expect(killed >= rounds / 2 && sides == [false, true], "most rounds must really be killed, on both sides of the commit; \(killed) of \(rounds) were")
    }

    /// What a library has: the kinds of the asset's resources, of those of the asset in Recently Deleted, and how many files there are.
    private struct State: Equatable {
        var living: [Int]
        var former: [Int]
        var files: Int
        var isReverted: Bool { !living.contains(5) }
    }

    /// Kills one change of an edited asset at moments chosen over all of it, and makes it a second time.
    /// - Parameters:
    ///   - change: what the program is told behind the library; `nil` for an edit on what the asset shows.
    ///   - isDone: whether the change was committed.
    private func kill(_ name: String, _ change: [String]?, isDone: (State) -> Bool, holds: (State) -> Bool) throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0), picture = world.folder.appending(path: "picture.jpg")
        try Picture.jpeg(width: 160, height: 120, seed: 1).write(to: picture)
        #expect(try Tool.photos(["--library", library.path, "import", picture.path]).status == 0)
        #expect(try Tool.run(program, [library.path] + edit("old", 2, world).arguments).status == 0)
        #expect(try Tool.photos(["--library", library.path, "backup"]).status == 0)
        let arguments = try change ?? edit("new", 3, world).arguments + ["rendering"]

        func copy(_ name: String) throws -> URL {
            let copy = world.folder.appending(path: "\(name).photolibrary")
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: library, to: copy)
            return copy
        }
        let counts = try KillSwitch.count([copy("Counted").path] + arguments, program: program, in: world.folder)
        let moments = counts.sorted { $0.key < $1.key }.flatMap { call, count in (0..<count).map { KillSwitch.Moment(call: call, number: $0 + 1) } }
        try #require(moments.count > 10, "\(counts)")
        var generator = SeededRandom(seed: 0x4E_2026)
        var killed = 0, sides: Set<Bool> = []
        for round in 0..<Self.kills {
            let moment = moments[Int(generator.next() % UInt64(moments.count))], label = "\(name), round \(round): SIGKILL at \(moment)"
            let cut = try copy("Cut")
            if try KillSwitch.kill(at: moment, [cut.path] + arguments, program: program).wasKilled { killed += 1 }
            try world.expectSound(cut, label)
            let state = try state(of: cut)
            #expect(holds(state), "\(label): \(state)")
            sides.insert(isDone(state))
            guard !isDone(state) else { continue }
            #expect(try Tool.run(program, [cut.path] + arguments).status == 0, "\(label): the second time")
            try world.expectSound(cut, label + ", a second time")
            #expect(try isDone(self.state(of: cut)), "\(label)")
        }
        #expect(killed >= Self.kills / 2 && sides == [false, true], "most rounds must really be killed, on both sides of the commit; \(killed) of \(Self.kills) were")
    }

    private func state(of url: URL) throws -> State {
        let library = try PhotoLibrary.open(at: url, environment: Environment())
        defer { library.close() }
        let (assets, resources) = try library.read { reader in
            let resources = try reader.newestResources(100)
            return (try Set(resources.map(\.assetID)).compactMap { try reader.asset(id: $0) }, resources)
        }
        func kinds(_ isTrashed: Bool) -> [Int] {
            let ids = Set(assets.filter { $0.isTrashed == isTrashed }.map(\.id))
            return resources.filter { ids.contains($0.assetID) }.map(\.type.rawValue).sorted()
        }
        let files = ["originals", "renders"].flatMap { FileManager.default.enumerator(at: url.appending(path: $0), includingPropertiesForKeys: nil)?.allObjects ?? [] }
        return State(living: kinds(false), former: kinds(true), files: files.count { ($0 as? URL)?.hasDirectoryPath == false })
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
                guard case .managed(let path) = resource.location, path.hasPrefix("renders/") else { return nil }
                return try Data(contentsOf: url.appending(path: path))
            })
    }
}
