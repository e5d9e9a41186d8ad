import Foundation
import TestSupport
import Testing

/// Imports are killed at moments chosen over all their calls that change the disk, and the library must be whole afterwards: what was published is
/// recorded, what was not recorded is gone, and the user's files are what they were.
@Suite(.serialized) struct ImportCrashTests {
    /// `./test --long` kills many more.
    static let kills = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 100 : 3000

    @Test func killedAtAHundredMomentsTheLibraryIsWholeAndTheNextImportCompletes() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let before = try world.sourceDigest()
        let moments = try world.momentsOfAnUndisturbedImport()
        try #require(moments.count > 20, "an import makes calls that change the disk, and \(moments.count) were counted")

        var generator = SeededRandom(seed: 0x0F0F_2026)
        var killed = 0
        for round in 0..<Self.kills {
            let moment = moments[Int(generator.next() % UInt64(moments.count))]
            let label = "round \(round): SIGKILL at \(moment)"
            let library = world.library(round)

            let run = try KillSwitch.kill(at: moment, world.importing(into: library))
            if run.wasKilled { killed += 1 }
            try world.expectWhole(library, label)
            #expect(try world.sourceDigest() == before, "\(label): the source files changed")
            try? FileManager.default.removeItem(at: library)
        }
        #expect(killed >= Self.kills * 3 / 5, "most rounds must really be killed; \(killed) of \(Self.kills) were")
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "a small tmpfs can't be mounted here: that needs root"))
    func aFullDiskEndsInClearErrorsAndTheImportCompletesOnceThereIsRoom() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let disk = try SmallDisk(megabytes: 8, at: world.folder.appending(path: "disk"))
        defer { disk.unmount() }
        let source = try world.makeBulkySource(megabytes: 14)
        let library = disk.folder.appending(path: "Full.photolibrary")

        let first = try Tool.photos(["--library", library.path, "import", source.path, "--json"])
        #expect([1, 73].contains(first.status), "exit \(first.status): \(first.errors)")
        #expect((first.output + first.errors).localizedCaseInsensitiveContains("space"), "the message names the full disk: \(first.errors)")
        try world.expectSound(library, "on a full disk")

        try disk.grow(megabytes: 96)
        let second = try Tool.photos(["--library", library.path, "import", source.path, "--json"])
        #expect(second.status == 0, "exit \(second.status): \(second.errors)")
        try world.expectSound(library, "after the disk had room again")
        #expect(try Tool.assetCount(library) == world.bulkyCount)
    }
}
