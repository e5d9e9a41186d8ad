import Foundation
import LibraryEngine
import PhotosTesting
import TestSupport
import Testing

/// The editing flow as an application writes it is killed at moments spread over all its calls that change the disk: afterwards the asset shows the edit before
/// or the new one, whole.
@Suite(.serialized, .timeLimit(.minutes(60))) struct EditingFlowCrashTests {
    enum Kind: String, CaseIterable { case photo, video, livePhoto, raw }

    /// What is seen of the asset: the kinds of its parts, the recipe, and the rendering where the same edit makes the same bytes of it.
    private struct State: Equatable {
        var kinds: [Int]
        var recipe: String
        var rendering: Data?
    }

    private let program = Tool.products.appending(path: "EditingProgram").path
    private static let kills = max(20, ImportCrashTests.kills / 5)

    @Test(arguments: Kind.allCases, [true, false]) func killedAtAnyStepTheEditIsTheOldOneOrTheNewOne(of kind: Kind, byOneThatKnowsIt knows: Bool) throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0), files = try files(of: kind, in: world), renderings = try renderings(of: kind, in: world)
        func edit(_ library: URL, _ recipe: String, _ knows: Bool) -> [String] {
            [library.path, "edit", recipe, knows ? "knows" : "builds"] + (renderings[recipe].map { [$0.path] } ?? [])
        }
        #expect(try Tool.photos(["--library", library.path, "init"]).status == 0)
        for arguments in [[library.path, "add"] + files.map(\.path), edit(library, "old", true)] {
            let run = try Tool.run(program, arguments)
            #expect(run.status == 0, "\(run.errors)")
        }
        // Later ones take no snapshot of their own.
        #expect(try Tool.photos(["--library", library.path, "backup"]).status == 0)
        func copy(_ name: String) throws -> URL {
            let copy = world.folder.appending(path: "\(name).photolibrary")
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: library, to: copy)
            return copy
        }
        let whole = try copy("Counted"), counts = try KillSwitch.count(edit(whole, "new", knows), program: program, in: world.folder)
        let (before, after) = (try state(of: library, kind), try state(of: whole, kind))
        #expect(before.recipe == "old" && after.recipe == "new" && (before.kinds == after.kinds) == knows, "\(before) \(after)")
        let moments = counts.sorted { $0.key < $1.key }.flatMap { call, count in (0..<count).map { KillSwitch.Moment(call: call, number: $0 + 1) } }
        try #require(moments.count > 20, "\(counts)")

        var generator = SeededRandom(seed: 0xF10A_2026)
        var killed = 0, sides: Set<String> = []
        for round in 0..<Self.kills {
            // Spread evenly, so that few rounds meet all calls.
            let share = (Double(round) + Double(generator.next() % 1000) / 1000) / Double(Self.kills)
            let moment = moments[min(moments.count - 1, Int(share * Double(moments.count)))], label = "round \(round): SIGKILL at \(moment)", cut = try copy("Cut")
            if try KillSwitch.kill(at: moment, edit(cut, "new", knows), program: program).wasKilled { killed += 1 }
            try world.expectSound(cut, label)
            let found = try state(of: cut, kind)
            #expect(found == before || found == after, "\(label): \(found)")
            sides.insert(found.recipe)
            guard found == before else { continue }
            #expect(try Tool.run(program, edit(cut, "new", knows)).status == 0, "\(label): the second time")
            #expect(try state(of: cut, kind) == after, "\(label): the second time")
        }
        #expect(killed >= Self.kills / 2 && sides == ["old", "new"], "most rounds must really be killed, on both sides of the commit; \(killed) of \(Self.kills) were")
    }

    private func files(of kind: Kind, in world: CrashWorld) throws -> [URL] {
        let parts: [(String, Data)] =
            switch kind {
            case .photo: [("IMG_1.JPG", try Picture.jpeg(width: 160, height: 120, seed: 1))]
            case .video: [("IMG_1.MOV", try film(1))]
            case .livePhoto: [("IMG_1.JPG", try Picture.jpeg(width: 160, height: 120, seed: 1)), ("IMG_1.MOV", try film(1))]
            case .raw: [("IMG_1.DNG", FixtureImages.raw())]
            }
        return try parts.map { name, data in
            let file = world.folder.appending(path: name)
            try data.write(to: file)
            return file
        }
    }

    /// None of Live Photos, whose frames the program draws itself.
    private func renderings(of kind: Kind, in world: CrashWorld) throws -> [String: URL] {
        guard kind != .livePhoto else { return [:] }
        var made: [String: URL] = [:]
        for (seed, recipe) in [(2, "old"), (3, "new")] {
            let file = world.folder.appending(path: "\(recipe).\(kind == .video ? "mov" : "jpg")")
            try (kind == .video ? film(seed) : Picture.jpeg(width: 160, height: 120, seed: UInt64(seed))).write(to: file)
            made[recipe] = file
        }
        return made
    }

    private func film(_ seed: Int) throws -> Data { try Data(MadeFilm { ($0.size, $0.rate, $0.seconds) = ((64, 48), 10, 0.3 + Double(seed) / 10) }.bytes()) }

    private func state(of url: URL, _ kind: Kind) throws -> State {
        let library = try PhotoLibrary.open(at: url, environment: Environment())
        defer { library.close() }
        let resources = try library.read { try $0.newestResources(100) }
        func data(_ type: Int) throws -> Data? {
            guard let resource = resources.first(where: { $0.type.rawValue == type }), case .managed(let path) = resource.place else { return nil }
            return try Data(contentsOf: url.appending(path: path))
        }
        let list = try data(7).flatMap { try PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Any] }
        // The halves of a Live Photo are given another identifier by each edit.
        return State(
            kinds: resources.map(\.type.rawValue).sorted(), recipe: String(decoding: list?["adjustmentData"] as? Data ?? Data(), as: UTF8.self),
            rendering: kind == .livePhoto ? nil : try data(kind == .video ? 6 : 5))
    }
}
