import Foundation
import TestSupport
import Testing

/// Exports are killed at moments chosen over what they do to the disk: what they leave are whole files under their own names, and nothing else.
@Suite(.serialized) struct ExportCrashTests {
    @Test func aKilledExportLeavesWholeFilesAndNothingElse() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0)
        #expect(try Tool.photos(["--library", library.path, "import", world.source.path]).status == 0)
        func exporting(to target: URL) -> [String] { ["--library", library.path, "export", "--where", "mediaType == 1", "--to", target.path, "--quiet"] }
        let counts = try KillSwitch.count(exporting(to: world.folder.appending(path: "counted")), in: world.folder)
        let moments = ["write", "fsync", "link"].flatMap { call in (1...max(1, min(counts[call] ?? 0, 8))).map { KillSwitch.Moment(call: call, number: $0) } }
        var killed = 0, files = 0
        for (round, moment) in moments.enumerated() {
            let target = world.folder.appending(path: "target\(round)")
            if try KillSwitch.kill(at: moment, exporting(to: target)).wasKilled { killed += 1 }
            for name in (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? [] {
                files += 1
                let original = try? Data(contentsOf: world.source.appending(path: name))
                #expect(try original == Data(contentsOf: target.appending(path: name)), "\(name) is left by SIGKILL at \(moment)")
            }
        }
        #expect(killed >= moments.count - 2 && files > 0, "\(killed) of \(moments.count), \(files) files")
    }
}
