import Foundation
import Testing

/// Repairs are killed at every call that changes the disk while they give back the room of replaced thumbnails: no thumbnail is lost.
@Suite(.serialized) struct DerivativeCrashTests {
    private static let calls = ["open", "pwrite", "fdatasync", "rename", "unlink", "flock"]
    /// Opening and checking the library come first, and are others' matter.
    private static let last = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 6 : 100

    @Test func killedWhileItGivesRoomBackNoThumbnailIsLost() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0), derivatives = library.appending(path: "derivatives")
        let repairing = ["--library", library.path, "verify", "--repair", "--json"]
        #expect(try Tool.photos(world.importing(into: library)).status == 0)
        // The day's snapshot is taken, and what a first verification notes is noted: later ones make no such calls.
        #expect(try Tool.photos(["--library", library.path, "backup"]).status == 0)
        #expect(try Tool.photos(repairing).status == 0)

        /// What nothing leads to, as replaced thumbnails leave it.
        func waste() throws {
            let name = try #require(try packs(derivatives).first), pack = try FileHandle(forWritingTo: derivatives.appending(path: name))
            defer { try? pack.close() }
            try pack.seekToEnd()
            try pack.write(contentsOf: Data(count: 1 << 20))
        }
        try waste()
        let counts = try KillSwitch.count(repairing, in: world.folder)
        #expect(try packs(derivatives).count == 1 && size(derivatives) < 1 << 20, "the undisturbed repair gives the room back")
        try #require(counts["rename"] ?? 0 > 0 && counts["fdatasync"] ?? 0 > 0, "\(counts)")

        var killed = 0, rounds = 0
        for call in Self.calls {
            let count = counts[call] ?? 0
            for number in stride(from: count, to: max(0, count - Self.last), by: -1) {
                try waste()
                let moment = KillSwitch.Moment(call: call, number: number), run = try KillSwitch.kill(at: moment, repairing)
                rounds += 1
                if run.wasKilled { killed += 1 }
                let after = try Tool.photos(repairing)
                #expect(after.status == 0 && after.output.contains("\"repaired\":0,"), "\(moment): \(after.output) \(after.errors)")
                #expect(try packs(derivatives).count == 1 && size(derivatives) < 1 << 20, "\(moment)")
            }
        }
        #expect(killed >= rounds / 2, "most rounds must really be killed; \(killed) of \(rounds) were")
    }

    private func packs(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".pack") || $0.hasSuffix(".new") }
    }

    private func size(_ folder: URL) throws -> Int {
        try packs(folder).reduce(0) { $0 + (try FileManager.default.attributesOfItem(atPath: folder.appending(path: $1).path)[.size] as? Int ?? 0) }
    }
}
