import Foundation
import TestSupport
import Testing

/// The power goes while a library is worked with, and the disk has lost, torn or reordered whatever was not synced. What was acknowledged is there,
/// every asset is whole or absent, and the user's files are what they were.
@Suite(.serialized) struct PowerCutTests {
    static let cuts = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 24 : 1000

    /// The commands of a library's life, each of which acknowledges what it did by ending well.
    private struct Life {
        let disk: ForgetfulDisk
        let world: CrashWorld
        let library: URL
        let sources: URL
        /// How often the disk was changed, and what the library was, after each command.
        var moments: [(command: String, change: Int, state: LibraryState)] = []

        init(_ world: CrashWorld, _ disk: ForgetfulDisk) throws {
            (self.world, self.disk) = (world, disk)
            library = disk.folder.appending(path: "Cut.photolibrary")
            sources = disk.folder.appending(path: "sources")
            // The user's own files lie on the same disk, and were synced long ago.
            for (folder, names) in [("first", 0..<6), ("second", 6..<10)] {
                let target = sources.appending(path: folder)
                try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
                for index in names {
                    try Data(contentsOf: world.source.appending(path: "IMG_\(index).jpg")).write(to: target.appending(path: "IMG_\(index).jpg"))
                }
            }
            try Self.sync(sources)
            moments.append(("nothing", try disk.mark(), LibraryState()))
            try run("import", sources.appending(path: "first").path)
            try run("edit", "--where", "pixelWidth < 163", "--rating", "4")
            try run("hide", "--where", "pixelWidth == 161")
            try run("import", sources.appending(path: "second").path)
            try run("delete", "--where", "pixelWidth == 164 OR pixelWidth == 167")
            try run("purge", "--all", "--yes")
            try wastePacks()
            try run("verify", "--repair")
            try run("edit", "--where", "pixelWidth > 165", "--rating", "2")
        }

        private mutating func run(_ command: String, _ options: String...) throws {
            let run = try Tool.photos(["--library", library.path, command] + options)
            try #require(run.status == 0, "\(command) \(options): \(run.errors)")
            let state = try #require(try LibraryState.read(library, command))
            moments.append((command, try disk.mark(), state))
        }

        /// What nothing leads to, as replaced thumbnails leave it: the repair then rewrites the table.
        private func wastePacks() throws {
            let derivatives = library.appending(path: "derivatives")
            for name in try FileManager.default.contentsOfDirectory(atPath: derivatives.path) where name.hasSuffix(".pack") {
                let pack = try FileHandle(forWritingTo: derivatives.appending(path: name))
                try pack.seekToEnd()
                try pack.write(contentsOf: Data(count: 1 << 20))
                try pack.close()
            }
        }

        private static func sync(_ folder: URL) throws {
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) { try syncOne(folder.appending(path: name)) }
            try syncOne(folder)
            try syncOne(folder.deletingLastPathComponent())
        }

        private static func syncOne(_ url: URL) throws {
            let descriptor = open(url.path, O_RDONLY)
            defer { close(descriptor) }
            try #require(fsync(descriptor) == 0)
        }
    }

    @Test(.enabled(if: ForgetfulDisk.isPermitted, Comment(rawValue: ForgetfulDisk.absence)))
    func afterAPowerCutNothingAcknowledgedIsLostAndNothingHalfIsBelieved() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let disk = try ForgetfulDisk(at: world.folder.appending(path: "disk"))
        defer { disk.unmount() }
        let life = try Life(world, disk), first = life.moments[0].change, last = life.moments[life.moments.count - 1].change
        let sources = try digest(life.sources)
        try #require(sources.count == world.pictureCount)
        var generator = SeededRandom(seed: 0xC07)
        for round in 0..<Self.cuts {
            // Spread over the whole of it, and anywhere within a part.
            let change = first + (last - first) * round / Self.cuts + Int(generator.next() % UInt64((last - first) / Self.cuts + 1))
            let place = life.moments.lastIndex { $0.change <= change } ?? 0
            let before = life.moments[place], after = life.moments[min(place + 1, life.moments.count - 1)]
            let label = "round \(round): a cut before change \(change), after \(before.command), during \(after.command)"
            let image = world.folder.appending(path: "image")
            defer { try? FileManager.default.removeItem(at: image) }
            try disk.image(before: change, seed: UInt64(round), at: image)
            let library = image.appending(path: "Cut.photolibrary")

            #expect(try digest(image.appending(path: "sources")) == sources, "\(label): the user's files changed")
            if before.command == "nothing" {
                // Nothing was acknowledged yet, so there may be no library, or the beginning of one, which the next import completes or refuses by name.
                let again = try Tool.photos(["--library", library.path, "import", image.appending(path: "sources/first").path])
                #expect([0, 66].contains(again.status), "\(label): \(again.errors)")
                if again.status == 0 { try world.expectSound(library, label, pictures: 6) }
                continue
            }
            let verified = try Tool.photos(["--library", library.path, "verify", "--json"])
            #expect(verified.output.contains("\"missing\":0,\"damaged\":0,"), "\(label): \(verified.output) \(verified.errors)")
            // A file that was purged may have come back, and belongs to nobody now.
            if after.command != "purge", before.command != "purge" { try world.expectSound(library, label) }
            let state = try #require(try LibraryState.read(library, label), "\(label): the library is gone")
            #expect(state.isBetween(before.state, after.state), "\(label): \(state) is not between \(before.state) and \(after.state)")
        }
    }

    @Test(.enabled(if: ForgetfulDisk.isPermitted, Comment(rawValue: ForgetfulDisk.absence)))
    func aDiskThatFailsEndsCommandsWithAnErrorAndLosesNothing() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let disk = try ForgetfulDisk(at: world.folder.appending(path: "disk"))
        defer { disk.unmount() }
        let counted = disk.folder.appending(path: "Counted.photolibrary"), start = try disk.mark()
        #expect(try Tool.photos(world.importing(into: counted)).status == 0)
        let changes = try disk.mark() - start, rounds = Self.cuts / 3
        var failed = 0
        for round in 0..<rounds {
            let library = disk.folder.appending(path: "Round\(round).photolibrary"), moment = 1 + changes * round / rounds
            let label = "round \(round): EIO from change \(moment) of \(changes)"
            try disk.fail(from: moment)
            let run = try Tool.photos(world.importing(into: library))
            let count = try disk.fail(from: 0)
            failed += count > 0 ? 1 : 0
            #expect([0, 1, 66, 73].contains(run.status), "\(label): it ended with \(run.status): \(run.errors)")
            if run.status == 0 { #expect(try LibraryState.read(library, label)?.assets.count == world.pictureCount, "\(label): it said all was well") }
            if let state = try LibraryState.read(library, label) {
                try world.expectSound(library, label)
                let again = try Tool.photos(world.importing(into: library))
                #expect(again.status == 0, "\(label), after \(state.assets.count) pictures came in: \(again.errors)")
                try world.expectSound(library, label, pictures: world.pictureCount)
            }
            try? FileManager.default.removeItem(at: library)
        }
        #expect(failed > rounds / 2, "most rounds must really meet an error; \(failed) of \(rounds) did")
    }

    /// Names and contents.
    private func digest(_ folder: URL) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).reduce(into: [:]) { files, name in
            let url = folder.appending(path: name)
            if name.hasSuffix(".jpg") { files[name] = try Data(contentsOf: url) }
        }
    }
}
