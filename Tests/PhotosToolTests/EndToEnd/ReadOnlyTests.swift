import Foundation
import Glibc
import TestSupport
import Testing

/// A mounted backup, and a folder that one may not write: every command that reads works, and none leaves a trace. Only root can make them.
@Suite(.enabled(if: geteuid() == 0, "Mounting and changing to another user need root.")) struct ReadOnlyTests {
    private enum Way: String, CaseIterable {
        /// The library's own folder, mounted for reading only where only the script sees it.
        case mounted
        /// The library belongs to the user who runs the commands, who took the permission to write from everything.
        case unwritable
    }

    private static let nobody: UInt32 = 65_534

    private func state(_ folder: URL) throws -> [String: String] {
        var state: [String: String] = [:]
        for name in try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap({ $0 as? String }) + ["."] {
            var status = stat()
            let path = folder.appending(path: name).path
            #expect(lstat(path, &status) == 0)
            let content = status.st_mode & S_IFMT == S_IFREG ? try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString() : ""
            state[name] = "\(status.st_ino) \(status.st_size) \(status.st_mtim) \(status.st_ctim) \(content)"
        }
        return state
    }

    /// The script that runs a command on the library, with the world's folder as its own.
    private func script(_ way: Way, _ world: World) throws -> String {
        switch way {
        case .mounted:
            return "unshare -m sh -c 'mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$photos\" --library \"$0\" \"$@\"' '\(world.library.path)'"
        case .unwritable:
            let tree = try #require(FileManager.default.enumerator(atPath: world.folder.path)).compactMap { $0 as? String }
            for path in tree.map({ world.folder.appending(path: $0).path }) + [world.folder.path] { chown(path, Self.nobody, Self.nobody) }
            #expect(try Tool.shell("chmod -R a-w '\(world.library.path)'").status == 0)
            return "setpriv --reuid \(Self.nobody) --regid \(Self.nobody) --clear-groups \"$photos\" --library '\(world.library.path)'"
        }
    }

    @Test(arguments: Way.allCases.map(\.rawValue))
    func commandsThatReadWorkAndTheOthersSayWhyNot(way: String) throws {
        let way = try #require(Way(rawValue: way))
        let world = try World.imported(2)
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let command = try script(way, world)
        func run(_ arguments: String) throws -> ProgramRun { try Tool.shell("\(command) \(arguments)", environment: ["TMPDIR": "/tmp"]) }
        let before = try state(world.library)
        let out = world.folder.path

        let reading = [
            "assets --json", "assets --where 'mediaType == 1' --json", "albums", "show \(id) --json", "image \(id) -o '\(out)/a.png'",
            "image \(id) --size 40x40 -o '\(out)/b.jpg'", "export --where 'mediaType == 1' --to '\(out)/out'", "verify", "access list",
        ]
        for arguments in reading {
            let result = try run(arguments)
            #expect(result.status == 0, "\(arguments): \(result)")
            #expect(result.errors.contains("opened for reading only, since"), "\(arguments): \(result)")
            #expect(try state(world.library) == before, "\(arguments)")
        }
        #expect(try run("doctor").output.contains("opened for reading only, since"))
        #expect(try state(world.library) == before)
        #expect(try run("assets --json").jsonLines.count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(out)/out").count == 2)

        let changing = [
            "import '\(world.pictures.path)'", "import --dry-run '\(world.pictures.path)'", "favorite \(id)", "delete \(id)", "album create X", "verify --repair",
            "access grant X full",
        ]
        for arguments in changing {
            let result = try run(arguments)
            #expect(result.status == 73, "\(arguments): \(result)")
            #expect(result.output.isEmpty && result.errors.contains("Nothing in \(world.library.path) can be changed"), "\(arguments): \(result)")
            #expect(try state(world.library) == before, "\(arguments)")
        }
    }
}
