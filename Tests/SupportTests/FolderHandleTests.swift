import Foundation
import Glibc
import Testing

@testable import Support

@Suite("A folder that is walked by descriptors") final class FolderHandleTests {
    /// `root`, which is walked, and `outside`, where nothing may ever happen.
    let base: URL

    init() throws {
        base = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID().uuidString)")
        for name in ["root/real/deep", "outside"] { try FileManager.default.createDirectory(at: base.appendingPathComponent(name), withIntermediateDirectories: true) }
        try write("outside/file")
        try write("root/real/deep/file")
        try link("root/link", to: "outside")
        try link("root/real/link", to: "outside")
        try link("root/real/fileLink", to: "outside/file")
    }

    deinit { try? FileManager.default.removeItem(at: base) }

    private func write(_ name: String) throws { try Data(name.utf8).write(to: base.appendingPathComponent(name)) }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(at: base.appendingPathComponent(name), withDestinationURL: base.appendingPathComponent(target))
    }

    private func names(_ folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: base.appendingPathComponent(folder).path).sorted() }

    private func root(_ walk: FolderHandle.Walk) throws -> FolderHandle {
        try FolderHandle(following: BytePath(base.appendingPathComponent("root").path), walk: walk)
    }

    /// Every way to a file or folder.
    private static let ways: [(name: String, go: @Sendable (FolderHandle, BytePath) throws(FolderError) -> Void)] = [
        ("folder", { root, path throws(FolderError) in _ = try root.folder(path.parent) }),
        ("makeFolder", { root, path throws(FolderError) in try root.makeFolder(path) }),
        ("status", { root, path throws(FolderError) in _ = try root.status(path) }),
        ("open", { root, path throws(FolderError) in close(try root.open(path, O_RDONLY, doing: "read")) }),
        ("create", { root, path throws(FolderError) in close(try root.open(path, O_WRONLY | O_CREAT, doing: "write")) }),
        ("content", { root, path throws(FolderError) in _ = try root.content(of: path, limit: 10) }),
        ("makeFile", { root, path throws(FolderError) in try root.makeFile(path, [1]) }),
        ("removeFile", { root, path throws(FolderError) in try root.removeFile(path) }),
        ("removeFolder", { root, path throws(FolderError) in try root.removeFolder(path) }),
        ("rename from", { root, path throws(FolderError) in try root.rename(path, to: root, BytePath("moved")) }),
        ("rename to", { root, path throws(FolderError) in try root.rename(BytePath("real/deep/file"), to: root, path) }),
        ("replace", { root, path throws(FolderError) in try root.replace(path, with: BytePath("real/deep/file")) }),
    ]

    @Test(arguments: [FolderHandle.Walk.atOnce, .stepwise])
    func noWayLeadsThroughALinkAndTheLinkIsNamed(_ walk: FolderHandle.Walk) throws {
        let root = try root(walk)
        for (name, go) in Self.ways {
            for path in ["link/file", "link/new", "real/link/file"] {
                let error = #expect(throws: FolderError.self, "\(name) \(path)") { try go(root, BytePath(path)) }
                guard case .obstacle(let obstacle)? = error else { #expect(Bool(false), "\(name) \(path): \(String(describing: error))"); continue }
                #expect(obstacle.path == root.path.appending(BytePath(path).parent) && obstacle.mode == S_IFLNK && obstacle.expected == .folder, "\(name) \(path)")
            }
        }
        #expect(try names("outside") == ["file"])
        #expect(try String(contentsOf: base.appendingPathComponent("outside/file"), encoding: .utf8) == "outside/file")
    }

    @Test(arguments: [FolderHandle.Walk.atOnce, .stepwise])
    func noPathLeadsOut(_ walk: FolderHandle.Walk) throws {
        let root = try root(walk)
        for (name, go) in Self.ways where name != "folder" {
            for path in ["../outside/file", "real/../../outside/file", "/etc/passwd", "real//deep", ".", "..", "", "real/.", "real/.."] {
                #expect(throws: FolderError.outside(BytePath(path)), "\(name) \(path)") { try go(root, BytePath(path)) }
            }
        }
        #expect(try names("outside") == ["file"])
    }

    @Test(arguments: [FolderHandle.Walk.atOnce, .stepwise])
    func aLinkInAFilesPlaceIsNeverOpenedNorWrittenThrough(_ walk: FolderHandle.Walk) throws {
        let root = try root(walk), path = BytePath("real/fileLink")
        for flags in [O_RDONLY, O_RDWR | O_CREAT, O_WRONLY | O_TRUNC] {
            #expect(throws: FolderError.obstacle(Obstacle(path: root.path.appending(path), mode: S_IFLNK, expected: .file))) {
                try root.open(path, flags, doing: "read")
            }
        }
        #expect((try root.status(path)?.st_mode ?? 0) & S_IFMT == S_IFLNK)
        try root.removeFile(path)
        #expect(try String(contentsOf: base.appendingPathComponent("outside/file"), encoding: .utf8) == "outside/file")
        #expect(try names("root/real") == ["deep", "link"])
    }

    @Test(arguments: [FolderHandle.Walk.atOnce, .stepwise])
    func whatIsThereIsReachedAndWhatIsNotIsMissing(_ walk: FolderHandle.Walk) throws {
        let root = try root(walk)
        #expect(try root.content(of: BytePath("real/deep/file"), limit: 100) == Array("root/real/deep/file".utf8))
        #expect(try root.folder("real/deep").names() == [BytePath("file")])
        #expect(try root.makeFolder(BytePath("real/new")))
        #expect(try !root.makeFolder(BytePath("real/new")))
        try root.makeFile(BytePath("real/new/file"), [1, 2])
        #expect(throws: FolderError.system(EEXIST, doing: "write", root.path.appending("real/new/file"))) { try root.makeFile(BytePath("real/new/file"), [3]) }
        #expect(throws: FolderError.self) { try root.rename(BytePath("real/new/file"), to: root, BytePath("real/deep/file")) }
        try root.rename(BytePath("real/new/file"), to: root.folder("real/deep"), BytePath("other"))
        #expect(try names("root/real/deep") == ["file", "other"])
        #expect(try root.status(BytePath("real/none")) == nil)
        #expect(try root.status(BytePath("none/none")) == nil)
        let missing = #expect(throws: FolderError.self) { try root.folder("none/deep") }
        guard case .system(ENOENT, _, _)? = missing else { return #expect(Bool(false), "\(String(describing: missing))") }
        try root.removeFile(BytePath("none/none"))
        try root.removeFolder(BytePath("real/new"))
    }

    @Test func aFolderThatWasExchangedForALinkMeanwhileLeadsNowhereElse() throws {
        let real = try root(.atOnce).folder("real")
        try FileManager.default.moveItem(at: base.appendingPathComponent("root/real"), to: base.appendingPathComponent("root/moved"))
        try link("root/real", to: "outside")
        try real.makeFile(BytePath("mine"), [1])
        #expect(try names("outside") == ["file"])
        #expect(try names("root/moved").contains("mine"))
    }

    @Test func whatIsNoFileIsNotEvenOpened() throws {
        let root = try root(.atOnce)
        #expect(mkfifo(base.appendingPathComponent("root/pipe").path, 0o600) == 0)
        #expect(throws: FolderError.obstacle(Obstacle(path: root.path.appending("pipe"), mode: S_IFIFO, expected: .file))) { try root.openRegular(BytePath("pipe"), doing: "read") }
    }

    @Test func whatIsMadeIsTheOwnersAloneWhateverTheUmaskIs() throws {
        let root = try root(.atOnce)
        try root.makeFolder(BytePath("new"))
        try root.makeFile(BytePath("new/file"), [1])
        #expect(try root.status(BytePath("new"))?.st_mode == S_IFDIR | 0o700)
        #expect(try root.status(BytePath("new/file"))?.st_mode == S_IFREG | 0o600)
    }
}
