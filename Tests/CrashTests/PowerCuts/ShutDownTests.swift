import Foundation
import Glibc
import Testing

/// A disk goes away in the middle of an import, and comes back with what had reached it.
@Suite(.serialized) struct ShutDownTests {
    static let rounds = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 3 : 60

    @Test(.enabled(if: ShutDownDisk.isPermitted, Comment(rawValue: ShutDownDisk.absence)))
    func aDiskThatIsShutDownDuringAnImportKeepsWhatWasAcknowledged() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let before = try world.sourceDigest()
        var disk = try ShutDownDisk(in: world.folder.appending(path: "xfs"))
        defer { disk.unmount() }
        var interrupted = 0
        for round in 0..<Self.rounds {
            let library = disk.folder.appending(path: "Round\(round).photolibrary")
            let first = world.source.appending(path: "IMG_0.jpg")
            #expect(try Tool.photos(["--library", library.path, "import", first.path]).status == 0)
            let moments = ["staging/*", "database/catalog.sqlite-wal", "originals/*/*", "derivatives", "staging"]
            let moment = moments[round % moments.count], label = "round \(round), at a change of \(moment)"
            let started = try Started(["--library", library.path, "import", world.source.path, "--json"], errors: world.folder.appending(path: "errors"))
            started.waitForChange(of: library, moment)
            try disk.shutDown()
            let status = started.end()
            if status != 0 { interrupted += 1 }
            #expect([0, 1, 66, 73].contains(status), "\(label): it ended with \(status): \(started.errors)")
            try disk.restart()
            let state = try #require(try LibraryState.read(library, label))
            #expect(state.assets["IMG_0.jpg"] != nil, "\(label): what the first import acknowledged is there")
            if status == 0 { #expect(state.assets.count == world.pictureCount, "\(label): it was acknowledged") }
            try world.expectWhole(library, label)
            #expect(try world.sourceDigest() == before, "\(label): the source files changed")
        }
        #expect(interrupted > 0, "no import was interrupted")
    }
}

/// The tool at work, to be disturbed.
private final class Started {
    private let process = Process(), errorFile: URL

    /// - Parameter errors: the file for what it says on standard error.
    init(_ arguments: [String], errors: URL) throws {
        errorFile = errors
        process.executableURL = Tool.products.appending(path: "photos")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// Returns once what a pattern leads to is another than it was, or the process has ended.
    func waitForChange(of library: URL, _ pattern: String) {
        // Without a process for each look, which takes longer than an import where much else runs.
        func look() -> [String] {
            var found = glob_t()
            defer { globfree(&found) }
            guard glob("\(library.path)/\(pattern)", 0, nil, &found) == 0 else { return [] }
            return (0..<Int(found.gl_pathc)).compactMap { index in
                guard let path = found.gl_pathv[index] else { return nil }
                var status = stat()
                guard stat(path, &status) == 0 else { return nil }
                return "\(String(cString: path)) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
            }
        }
        let before = look()
        while process.isRunning, look() == before {}
    }

    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 256 + process.terminationStatus
    }
}
