import Foundation
import PhotosTesting
import TestSupport
import Testing

/// The editing flow as an application writes it is killed at moments spread over all its calls that change the disk: afterwards the asset shows what it did before or
/// what it should, whole, and what the killed one has left in the temporary folder goes with the next.
@Suite(.serialized, .timeLimit(.minutes(90))) struct EditingFlowCrashTests {
    enum Kind: String, CaseIterable {
        case photo, video, livePhoto, raw, pair

        /// The kind of part that is a rendering; the halves of a Live Photo are given another identifier by each edit.
        var rendering: Int? { self == .livePhoto ? nil : self == .video ? 6 : 5 }
    }

    /// What an application does once.
    private struct Step {
        let kind: Kind
        /// Begins with this library.
        let library: URL
        let rounds: Int
        /// Whether it has files in the temporary folder.
        var hasFiles = true
        /// What the program is told for a library.
        let words: (URL) -> [String]
    }

    private let program = Tool.products.appending(path: "EditingProgram").path
    private static let kills = max(20, ImportCrashTests.kills / 5)
    private static let fewerKills = max(12, ImportCrashTests.kills / 10)

    @Test(arguments: [Kind.photo, .video, .livePhoto, .raw], [true, false]) func killedAtAnyStepTheEditIsTheOldOneOrTheNewOne(of kind: Kind, byOneThatKnowsIt knows: Bool) throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let renderings = try renderings(of: kind, in: world), library = try library(of: kind, editedBy: renderings, in: world)
        let step = Step(kind: kind, library: library, rounds: Self.kills) { edit($0, "new", knows ? "knows" : "builds", renderings) }
        let (before, after) = try kill(step, in: world)
        #expect(before.recipe == "old" && after.recipe == "new" && (before.kinds == after.kinds) == knows, "\(before) \(after)")
    }

    @Test func killedAtAnyStepANewAssetIsThereWithItsEditOrNotAtAll() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let files = try files(of: .photo, in: world), renderings = try renderings(of: .photo, in: world), library = world.library(0)
        #expect(try Tool.photos(["--library", library.path, "init"]).status == 0)
        let step = Step(kind: .photo, library: library, rounds: Self.fewerKills) { url in
            [url.path, "create", "new"] + [renderings["new"], files[0]].compactMap { $0?.path }
        }
        let (before, after) = try kill(step, in: world)
        #expect(before.kinds.isEmpty && after.kinds == [1, 5, 7] && after.recipe == "new", "\(before) \(after)")
    }

    /// To the original, or to the RAW of a pair.
    @Test(arguments: [Kind.photo, .pair]) func killedAtAnyStepAnAssetIsTakenBackOrAsItWas(_ kind: Kind) throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = try library(of: kind, editedBy: renderings(of: kind, in: world), in: world)
        let step = Step(kind: kind, library: library, rounds: Self.fewerKills, hasFiles: false) { [$0.path, "back", kind == .pair ? "raw" : "original"] }
        let (before, after) = try kill(step, in: world)
        #expect(before.assets == ["shown, compressed"] && after.assets.contains("shown, \(kind == .pair ? "raw" : "compressed")"), "\(before) \(after)")
        #expect(after.assets.count == 2 && after.assets.contains { $0.hasPrefix("deleted") }, "as it was it is in Recently Deleted: \(after)")
    }

    /// The decoder dies while it encodes the movie: the application is told, and nothing has changed.
    @Test func aDecoderThatIsKilledInTheMiddleOfAnEditChangesNothing() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = try library(of: .livePhoto, editedBy: [:], in: world), before = try EditedState(of: library, rendering: nil)
        let run = try Tool.run(program, [library.path, "edit", "new", "breaks"])
        #expect(run.status == 1 && run.errors.contains("PHPhotosErrorDomain 3302: "), "invalidResource: \(run.status) \(run.errors)")
        #expect(try EditedState(of: library, rendering: nil) == before && before.recipe == "old")
        try world.expectSound(library, "after the decoder's death")
        #expect(try Tool.run(program, edit(library, "new", "knows", [:])).status == 0)
        #expect(try EditedState(of: library, rendering: nil).recipe == "new")
    }

    // MARK: Killing

    /// Kills one step at moments spread over all of it, and lets it be done again where it was not done.
    /// - Returns: what there is before and after it.
    private func kill(_ step: Step, in world: CrashWorld) throws -> (before: EditedState, after: EditedState) {
        let temporary = world.folder.appending(path: "temporary"), environment = ["TMPDIR": temporary.path]
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        func left() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: temporary.path).filter { $0.hasPrefix("photos-editing-") }) }
        func copy(_ name: String) throws -> URL {
            let copy = world.folder.appending(path: "\(name).photolibrary")
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: step.library, to: copy)
            return copy
        }
        let whole = try copy("Counted"), counts = try KillSwitch.count(step.words(whole), program: program, environment: environment, in: world.folder)
        let before = try EditedState(of: step.library, rendering: step.kind.rendering), after = try EditedState(of: whole, rendering: step.kind.rendering)
        let moments = counts.sorted { $0.key < $1.key }.flatMap { call, count in (0..<count).map { KillSwitch.Moment(call: call, number: $0 + 1) } }
        try #require(moments.count > 10 && before != after, "\(counts)")

        var generator = SeededRandom(seed: 0xF10A_2026)
        var killed = 0, abandoned = 0, sides: Set<Bool> = []
        for round in 0..<step.rounds {
            // Spread evenly, so that few rounds meet all calls.
            let share = (Double(round) + Double(generator.next() % 1000) / 1000) / Double(step.rounds)
            let moment = moments[min(moments.count - 1, Int(share * Double(moments.count)))], label = "round \(round): SIGKILL at \(moment)", cut = try copy("Cut")
            if try KillSwitch.kill(at: moment, step.words(cut), program: program, environment: environment).wasKilled { killed += 1 }
            try world.expectSound(cut, label)
            let found = try EditedState(of: cut, rendering: step.kind.rendering), abandonedHere = try left()
            #expect(found == before || found == after, "\(label): \(found)")
            sides.insert(found == after)
            abandoned += abandonedHere.count
            guard found == before || !abandonedHere.isEmpty else { continue }
            #expect(try Tool.run(program, step.words(cut), environment: environment).status == 0, "\(label): the second time")
            if step.hasFiles { #expect(try left().isDisjoint(with: abandonedHere), "\(label): the next one clears away what the killed one left") }
            if found == before { #expect(try EditedState(of: cut, rendering: step.kind.rendering) == after, "\(label): the second time") }
        }
        #expect(killed >= step.rounds / 2 && sides == [false, true], "most rounds must really be killed, on both sides of the commit; \(killed) of \(step.rounds) were")
        #expect((abandoned > 0) == step.hasFiles, "killed ones left \(abandoned) folders")
        return (before, after)
    }

    // MARK: What is edited

    /// A library with one asset of this kind, which has the edit "old".
    private func library(of kind: Kind, editedBy renderings: [String: URL], in world: CrashWorld) throws -> URL {
        let library = world.library(0), files = try files(of: kind, in: world)
        #expect(try Tool.photos(["--library", library.path, "init"]).status == 0)
        for words in [[library.path, "add"] + files.map(\.path), edit(library, "old", "knows", renderings)] {
            let run = try Tool.run(program, words)
            #expect(run.status == 0, "\(run.errors)")
        }
        // Later ones take no snapshot of their own.
        #expect(try Tool.photos(["--library", library.path, "backup"]).status == 0)
        return library
    }

    private func edit(_ library: URL, _ recipe: String, _ editor: String, _ renderings: [String: URL]) -> [String] {
        [library.path, "edit", recipe, editor] + (renderings[recipe].map { [$0.path] } ?? [])
    }

    private func files(of kind: Kind, in world: CrashWorld) throws -> [URL] {
        let parts: [(String, Data)] =
            switch kind {
            case .photo: [("IMG_1.JPG", try Picture.jpeg(width: 160, height: 120, seed: 1))]
            case .video: [("IMG_1.MOV", try film(1))]
            case .livePhoto: [("IMG_1.JPG", try Picture.jpeg(width: 160, height: 120, seed: 1)), ("IMG_1.MOV", try film(1))]
            case .raw: [("IMG_1.DNG", FixtureImages.raw())]
            case .pair: [("IMG_1.JPG", try Picture.jpeg(width: 160, height: 120, seed: 1)), ("IMG_1.DNG", FixtureImages.raw())]
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
}
