import Foundation
import LibraryEngine
import PhotosTesting
import TestSupport
import Testing
@testable import PhotosServer

/// A program that many have, both ways.
@Suite(.timeLimit(.minutes(20))) struct RcloneTests {
    private struct Rclone: Sendable {
        let program: URL
        let environment: [String: String]

        /// - Returns: `nil` where it isn't installed.
        init?(_ server: TestServer, vendor: String) async throws {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
            guard let found = folders.map({ URL(fileURLWithPath: String($0)).appending(path: "rclone") }).first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
            else {
                print("No rclone: not tested with it. Scripts/debian-packages check names what tests need.")
                return nil
            }
            program = found
            let obscured = try await Self.run(found, ["obscure", TestServer.token], [:]).output.trimmingCharacters(in: .whitespacesAndNewlines)
            environment = [
                "RCLONE_CONFIG": "/dev/null", "RCLONE_WEBDAV_URL": "http://127.0.0.1:\(server.port)/dav/", "RCLONE_WEBDAV_USER": "photos", "RCLONE_WEBDAV_PASS": obscured,
                "RCLONE_WEBDAV_VENDOR": vendor, "RCLONE_RETRIES": "1", "RCLONE_LOW_LEVEL_RETRIES": "1",
            ]
        }

        func callAsFunction(_ arguments: String...) async throws -> ProgramRun {
            let run = try await Self.run(program, arguments, environment)
            #expect(run.status == 0, "rclone \(arguments.joined(separator: " ")): \(run.errors)")
            return run
        }

        /// On a thread that may wait: the server under test needs those of the cooperative pool.
        private static func run(_ program: URL, _ arguments: [String], _ environment: [String: String]) async throws -> ProgramRun {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try ProgramRun(of: program, arguments, environment: ProgramRun.environment(environment)) })
                }
            }
        }
    }

    /// Bytes of all files below a folder, by their paths.
    private static func contents(_ folder: URL) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appending(path: path)
            if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true { found[path.precomposedStringWithCanonicalMapping] = try Data(contentsOf: file) }
        }
        return found
    }

    private static func write(_ files: [String: Data], below folder: URL) throws {
        for (path, data) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
    }

    @Test func `what is copied out of a library is what is in it`() async throws {
        let library = try TemporaryLibrary(), one = try FixtureImages.jpeg(seed: 1), raw = FixtureImages.raw(seed: 2), paired = try FixtureImages.jpeg(seed: 3)
        var metadata = FixtureImages.Metadata()
        metadata.dateTimeOriginal = "2023:06:01 12:00:00"
        let dated = try FixtureImages.jpeg(width: 900, height: 700, seed: 4, metadata: metadata)
        let ids = [
            try library.add((.photo, "Grün & blau <1>.JPG", one), (.pairedVideo, "Grün & blau <1>.MOV", TinyMovie.data)),
            try library.add((.photo, "IMG_2.JPG", paired), (.alternatePhoto, "IMG_2.DNG", raw)), try library.add((.photo, "100% + more.JPG", dated)),
        ]
        try library.addAlbum("Büro 北京", ids, in: library.addFolder("A & B"))
        try await TestServer.run(library) { server async throws in
            guard let rclone = try await Rclone(server, vendor: "other") else { return }
            let out = library.folder.appending(path: "out")
            _ = try await rclone("copy", ":webdav:Albums", out.path)
            let folder = "A & B/Büro 北京"
            #expect(
                try Self.contents(out) == [
                    "\(folder)/Grün & blau _1_.JPG": one, "\(folder)/Grün & blau _1_.MOV": TinyMovie.data, "\(folder)/IMG_2.JPG": paired, "\(folder)/IMG_2.DNG": raw,
                    "\(folder)/100% + more.JPG": dated,
                ])
            let photos = library.folder.appending(path: "photos")
            _ = try await rclone("copy", ":webdav:Photos", photos.path)
            let found = try Self.contents(photos)
            #expect(found.count == 5 && found["2023/06/100% + more.JPG"] == dated)
            let again = try await rclone("copy", "-v", ":webdav:Albums", out.path)
            #expect(!again.errors.contains("Copied"), "nothing is got anew: \(again.errors)")
        }
    }

    @Test(arguments: ["other", "owncloud"]) func `what is copied in comes in once, however often it is copied`(_ vendor: String) async throws {
        let library = try TemporaryLibrary(), text = Data("no photo".utf8)
        var metadata = FixtureImages.Metadata()
        metadata.contentIdentifier = "8E8C1F0A-0000-4000-8000-000000000001"
        let files = [
            "IMG_1.JPG": try FixtureImages.jpeg(seed: 1, metadata: metadata), "IMG_1.MOV": try FixtureMovies.quarters(contentIdentifier: metadata.contentIdentifier),
            "Grün/100% + more.jpg": try FixtureImages.jpeg(seed: 2), "Grün/deep/c.jpg": try FixtureImages.jpeg(width: 2_000, height: 1_500, seed: 3), "notes.txt": text,
        ]
        let folder = library.folder.appending(path: "in"), album = try library.addAlbum("Trip")
        try Self.write(files, below: folder)
        try await TestServer.run(library) { server async throws in
            guard let rclone = try await Rclone(server, vendor: vendor) else { return }
            let client = DAVClient(server)
            _ = try await rclone("copy", folder.path, ":webdav:Incoming/Trip")
            for isIn in [false, true] {
                #expect(try await client.get("Incoming/Trip/IMG_1.MOV").body == files["IMG_1.MOV"])
                let again = try await rclone("copy", "-v", folder.path, ":webdav:Incoming/Trip")
                #expect(!again.errors.contains("Copied"), "nothing is sent anew, \(isIn ? "when it is in" : "while it waits"): \(again.errors)")
                try await client.rest()
            }
            let assets = try await server.page("").assets
            #expect(assets.map(\.filename).sorted() == ["100% + more.jpg", "IMG_1.JPG", "c.jpg"])
            #expect(assets.contains { $0.subtypes.contains("photoLive") })
            #expect(try await client.get("Incoming/Not imported.txt").text.contains("notes.txt"))
            // Into an album, and once more when it lists its photos.
            let single = folder.appending(path: "Grün/deep").path
            _ = try await rclone("copy", single, ":webdav:Albums/Trip")
            try await client.rest()
            let again = try await rclone("copy", "-v", single, ":webdav:Albums/Trip")
            #expect(!again.errors.contains("Copied"), "\(again.errors)")
            #expect(try library.library.read { try $0.memberIDs(of: album).count } == 1)
            #expect(try await server.page("").assets.count == 3)
        }
    }
}
