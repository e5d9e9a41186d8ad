import Foundation
import LibraryEngine
import TestSupport
import Testing

/// Films that are made, killed at moments spread over all that is done to the disk meanwhile.
@Suite(.serialized, .timeLimit(.minutes(60))) struct FilmCrashTests {
    private static let kills = max(20, ImportCrashTests.kills / 10)

    /// A library with a film of three seconds, and what names it.
    private func library(in world: CrashWorld) throws -> (url: URL, film: String) {
        let url = world.library(0), file = world.folder.appending(path: "MOV_1.MOV")
        try Data(MadeFilm { ($0.size, $0.rate) = ((64, 48), 10) }.bytes()).write(to: file)
        #expect(try Tool.photos(["--library", url.path, "import", file.path]).status == 0)
        #expect(try Tool.photos(["--library", url.path, "backup"]).status == 0)
        let library = try PhotoLibrary.open(at: url, environment: Environment())
        defer { library.close() }
        let uuid = try library.read { reader in try reader.newestResources(1).first.flatMap { try reader.asset(id: $0.assetID)?.uuid } }
        return (url, try #require(uuid).uuidString)
    }

    /// Spread evenly, so that few rounds meet all calls.
    private func moments(_ counts: [String: Int]) throws -> [KillSwitch.Moment] {
        let all = counts.sorted { $0.key < $1.key }.flatMap { call, count in (0..<count).map { KillSwitch.Moment(call: call, number: $0 + 1) } }
        try #require(all.count > 5, "\(counts)")
        let count = min(all.count, Self.kills)
        return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
    }

    /// It has its name once it is whole; before that nothing of it is seen, also when it takes the place of another.
    @Test(arguments: [false, true]) func aKilledEncodingLeavesAWholeFilmOrNothing(overAnother replaces: Bool) throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let (url, film) = try library(in: world), former = Data("the film before".utf8)
        func encoding(into folder: URL) throws -> [String] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            if replaces { try former.write(to: folder.appending(path: "a.mp4")) }
            return ["--library", url.path, "encode", film, "-o", folder.appending(path: "a.mp4").path] + (replaces ? ["--force"] : [])
        }
        let moments = try moments(KillSwitch.count(encoding(into: world.folder.appending(path: "counted")), in: world.folder))
        var killed = 0
        for (round, moment) in moments.enumerated() {
            let folder = world.folder.appending(path: "round\(round)"), file = folder.appending(path: "a.mp4"), label = "SIGKILL at \(moment)"
            if try KillSwitch.kill(at: moment, encoding(into: folder)).wasKilled { killed += 1 }
            let made = try? Data(contentsOf: file)
            if let made, made != former { #expect(try SeenFilm([UInt8](made)).times.count == 30, "\(label): half a film") }
            #expect(!replaces || made != nil, "\(label): the film before is gone")
            // Between the two calls that replace a film, the new one is whole under a name of its own.
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != "a.mp4" {
                #expect(try replaces && SeenFilm([UInt8](Data(contentsOf: folder.appending(path: name)))).times.count == 30, "\(label): \(name)")
            }
        }
        #expect(killed >= moments.count * 3 / 4, "\(killed) of \(moments.count)")
    }

    @Test func aKilledTrimIsTheFilmBeforeOrThePart() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let (url, film) = try library(in: world), temporary = world.folder.appending(path: "temporary"), environment = ["TMPDIR": temporary.path]
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        func left() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: temporary.path).filter { $0.hasPrefix("photos-trim-") }) }
        func copy(_ name: String) throws -> (url: URL, words: [String]) {
            let copy = world.folder.appending(path: "\(name).photolibrary")
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: url, to: copy)
            return (copy, ["--library", copy.path, "trim", film, "1-2"])
        }
        let whole = try copy("Counted"), moments = try moments(KillSwitch.count(whole.words, environment: environment, in: world.folder))
        // What the recipe says is in no certain order.
        func kinds(_ url: URL) throws -> [Int] { try EditedState(of: url, rendering: nil).kinds }
        let (before, after) = (try kinds(url), try kinds(whole.url))
        #expect(before == [2] && after == [2, 6, 7])
        var killed = 0, sides: Set<Bool> = []
        for moment in moments {
            let cut = try copy("Cut"), label = "SIGKILL at \(moment)"
            if try KillSwitch.kill(at: moment, cut.words, environment: environment).wasKilled { killed += 1 }
            try world.expectSound(cut.url, label)
            let found = try kinds(cut.url), abandoned = try left()
            #expect(found == before || found == after, "\(label): \(found)")
            sides.insert(found == after)
            #expect(try Tool.photos(cut.words, environment: environment).status == 0, "\(label): the second time")
            #expect(try left().isDisjoint(with: abandoned) && kinds(cut.url) == after, "\(label): the second time")
        }
        #expect(killed >= moments.count * 3 / 4 && sides == [false, true], "\(killed) of \(moments.count), \(sides)")
    }
}
