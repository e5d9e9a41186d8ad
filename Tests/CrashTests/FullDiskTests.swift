import Foundation
import LibraryEngine
import TestSupport
import Testing

/// A disk that is really full: what is in the store as well makes room for what comes in, and without such the error is what it was.
@Suite(.serialized) struct FullDiskTests {
    private func source(_ name: String, _ seeds: Range<UInt64>, in folder: URL) throws -> URL {
        let source = folder.appending(path: name)
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        // About half a megabyte each.
        for seed in seeds { try Picture.jpeg(width: 670, height: 670, seed: seed, quality: 95).write(to: source.appending(path: "\(name)-\(seed).jpg")) }
        return source
    }

    /// The files of an edit lie in the temporary folder before they come into the library: an application's, and those of the tool's own edits.
    @Test(.enabled(if: SmallDisk.isPermitted, "a small tmpfs can't be mounted here: that needs root"))
    func anEditWithoutRoomForItsFilesChangesNothing() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let disk = try SmallDisk(megabytes: 1, at: world.folder.appending(path: "temporary"))
        defer { disk.unmount() }
        let program = Tool.products.appending(path: "EditingProgram").path, environment = ["TMPDIR": disk.folder.path]
        let live = world.library(0), films = world.library(1), still = world.folder.appending(path: "IMG_1.JPG"), movie = world.folder.appending(path: "IMG_1.MOV")
        try Picture.jpeg(width: 160, height: 120, seed: 1).write(to: still)
        try Data(MadeFilm { ($0.size, $0.rate) = ((64, 48), 10) }.bytes()).write(to: movie)
        for (library, files) in [(live, [still, movie]), (films, [movie])] {
            #expect(try Tool.photos(["--library", library.path, "init"]).status == 0)
            #expect(try Tool.run(program, [library.path, "add"] + files.map(\.path)).status == 0)
        }
        let opened = try PhotoLibrary.open(at: films, environment: Environment())
        let film = try opened.read { reader in try reader.newestResources(1).first.flatMap { try reader.asset(id: $0.assetID)?.uuid } }
        opened.close()
        let id = try #require(film).uuidString
        let before = try [live, films].map { try EditedState(of: $0, rendering: nil) }
        try disk.fill()
        let edited = try Tool.run(program, [live.path, "edit", "new", "knows"], environment: environment)
        #expect(edited.status == 1 && edited.errors.contains("PHPhotosErrorDomain 3305: "), "notEnoughSpace: \(edited.status) \(edited.errors)")
        for (library, words) in [(live, ["edit", "--where", "TRUEPREDICATE", "--exposure", "1"]), (films, ["trim", id, "1-2"])] {
            let run = try Tool.photos(["--library", library.path] + words, environment: environment)
            #expect(run.status != 0 && run.errors.contains("Make room"), "\(words): \(run.status) \(run.errors)")
        }
        #expect(try disk.names().filter { !$0.hasPrefix("photos-editing-") } == [] && [live, films].map { try EditedState(of: $0, rendering: nil) } == before)
        try world.expectSound(live, "after edits without room")
        #expect(try Tool.run(program, [live.path, "edit", "new", "knows"]).status == 0)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "a small tmpfs can't be mounted here: that needs root"))
    func anImportThatDoesNotFitMakesRoomByWhatIsInTheStore() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let disk = try SmallDisk(megabytes: 36, at: world.folder.appending(path: "disk"))
        defer { disk.unmount() }
        let library = disk.folder.appending(path: "Small.photolibrary"), store = world.folder.appending(path: "store")
        func photos(_ arguments: String...) throws -> ProgramRun { try Tool.photos(["--library", library.path] + arguments) }
        let (first, second, third) = (
            try source("first", 0..<24, in: world.folder), try source("second", 100..<124, in: world.folder), try source("third", 200..<248, in: world.folder)
        )
        #expect(try photos("import", first.path).status == 0)
        #expect(try photos("cloud", "configure", store.path, "--optimize", "1GB", "--pin-days", "0").status == 0)
        let uploaded = try photos("cloud", "upload")
        #expect(uploaded.status == 0, "\(uploaded.errors)")
        // Both do not fit.
        let imported = try photos("import", second.path, "--json")
        #expect(imported.status == 0, "\(imported.status): \(imported.output) \(imported.errors)")
        #expect(try Tool.assetCount(library) == 48)
        let status = try photos("cloud", "status", "--json")
        #expect(!status.output.contains("\"cloud\":{\"files\":0,"), "\(status.output)")
        try world.expectSound(library, "after room was made")
        // What is not uploaded may not go: the error is the one of a full disk.
        let refused = try photos("import", third.path, "--json")
        #expect([1, 73].contains(refused.status) && (refused.output + refused.errors).localizedCaseInsensitiveContains("space"), "\(refused.status): \(refused.errors)")
        #expect(try Tool.assetCount(library) < 96)
    }

    /// Takes all that there is.
    private func fill(_ disk: URL) throws -> URL {
        let file = disk.appending(path: "others")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file), block = Data(repeating: 1, count: 4096)
        defer { try? handle.close() }
        while (try? handle.write(contentsOf: block)) != nil {}
        return file
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "a small tmpfs can't be mounted here: that needs root"))
    func aDiskWithoutAByteIsFreedByWhatIsInTheStore() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let disk = try SmallDisk(megabytes: 36, at: world.folder.appending(path: "disk"))
        defer { disk.unmount() }
        let library = disk.folder.appending(path: "Small.photolibrary"), store = world.folder.appending(path: "store")
        func photos(_ arguments: String...) throws -> ProgramRun { try Tool.photos(["--library", library.path] + arguments) }
        let first = try source("first", 0..<24, in: world.folder)
        #expect(try photos("import", first.path).status == 0)
        #expect(try photos("cloud", "configure", store.path, "--optimize", "1GB", "--pin-days", "0").status == 0)
        #expect(try photos("cloud", "upload").status == 0)
        let others = try fill(disk.folder)
        let evicted = try photos("cloud", "evict", "--to", "1MB", "--json")
        #expect(evicted.status == 0 && !evicted.output.contains("\"evicted\":0,"), "\(evicted.status): \(evicted.output) \(evicted.errors)")
        try FileManager.default.removeItem(at: others)
        #expect(try photos("cloud", "download", "--all").status == 0)
        try world.expectSound(library, "after a full disk was freed")
    }
}
