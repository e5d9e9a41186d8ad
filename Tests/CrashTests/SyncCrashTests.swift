import Foundation
import LibraryEngine
import PhotoModel
import TestSupport
import Testing

/// A machine that shares a store is killed while it tells others what it changed, joins segments into a snapshot and lets go of older ones: all machines agree
/// afterwards, and so does one that comes then.
@Suite(.serialized) struct SyncCrashTests {
    /// `./test --long` kills many more.
    static let kills = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 24 : 1000

    @Test func killedWhileItJoinsSegmentsNobodyLosesAnything() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let site = world.folder.appending(path: "machines"), prepared = world.folder.appending(path: "prepared")
        let (first, second, store) = (site.appending(path: "A.photolibrary"), site.appending(path: "B.photolibrary"), site.appending(path: "store"))
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        func photos(_ library: URL, _ arguments: String..., label: String = "") throws -> ProgramRun {
            let run = try Tool.photos(["--library", library.path] + arguments)
            #expect(run.status == 0, "\(label): \(arguments) says \(run.output) \(run.errors)")
            return run
        }
        #expect(try Tool.photos(world.importing(into: first)).status == 0)
        _ = try photos(first, "cloud", "configure", store.path)
        _ = try photos(first, "cloud", "sync")
        _ = try photos(second, "recover", store.path, "--join")
        _ = try photos(second, "cloud", "sync")
        try tellOften(first)
        try FileManager.default.copyItem(at: site, to: prepared)

        let syncing = ["--library", first.path, "cloud", "sync", "--json"]
        let undisturbed = try KillSwitch.count(syncing, in: world.folder)
        #expect(heads(store) == ["000000000064.jsonl.gz", "000000000128.jsonl.gz"], "the undisturbed run writes the second snapshot")
        let moments = undisturbed.sorted { $0.key < $1.key }.flatMap { call, count in (1...max(1, count)).map { KillSwitch.Moment(call: call, number: $0) } }
        try #require(moments.count > 300, "64 segments are replaced, and \(moments.count) calls were counted")

        var generator = SeededRandom(seed: 0x5359_4E43), killed = 0
        for round in 0..<Self.kills {
            let moment = moments[Int(generator.next() % UInt64(moments.count))], label = "round \(round): SIGKILL at \(moment)"
            try FileManager.default.removeItem(at: site)
            try FileManager.default.copyItem(at: prepared, to: site)
            if try KillSwitch.kill(at: moment, syncing).wasKilled { killed += 1 }
            _ = try photos(second, "cloud", "sync", label: label)
            _ = try photos(first, "cloud", "sync", label: label)
            _ = try photos(second, "cloud", "sync", label: label)
            let third = site.appending(path: "C.photolibrary")
            _ = try photos(third, "recover", store.path, "--join", label: label)
            _ = try photos(third, "cloud", "sync", label: label)
            let expected = try said(first)
            #expect(expected.contains("title 127"), "\(label)")
            for other in [second, third] { #expect(try said(other) == expected, "\(label)") }
            try world.expectSound(first, label, pictures: world.pictureCount)
        }
        #expect(killed >= Self.kills * 3 / 5, "most rounds must really be killed; \(killed) of \(Self.kills) were")
    }

    /// So often that one snapshot is there, and the next round writes another; what it tells then is not told yet.
    private func tellOften(_ url: URL) throws {
        var environment = Environment()
        environment.busyTimeout = 60
        let library = try PhotoLibrary.open(at: url, environment: environment)
        defer { library.close() }
        let album = try library.performChanges(author: "test") { try $0.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "title 0")) }
        for number in 1...127 {
            try library.performChanges(author: "test") { try $0.update(collectionID: album) { $0.title = "title \(number)" } }
            if number < 127 { _ = try library.synchronize() }
        }
    }

    private func heads(_ store: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: store.appending(path: "objects/snapshots").path)) ?? []).filter { !$0.contains("-") }.sorted()
    }

    /// All that machines have to agree on, as the tool says it.
    private func said(_ library: URL) throws -> String {
        let assets = try Tool.photos(["--library", library.path, "assets", "--json"]).output.split(separator: "\n").sorted().joined(separator: "\n")
        let albums = try Tool.photos(["--library", library.path, "albums", "--json"]).output
        return (assets + albums).replacing("\"state\":\"cloud\"", with: "\"state\":\"both\"").replacing("\"state\":\"local\"", with: "\"state\":\"both\"")
    }
}
