import Foundation

/// An xfs in a file, that can be shut down while it is used: what was not flushed to its log by then is lost.
struct ShutDownDisk {
    let folder: URL
    private var image: URL

    static let absence = "an xfs can't be mounted here: that needs root, loop devices and what Scripts/debian-packages check installs"

    static let isPermitted: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "xfs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let disk = try? ShutDownDisk(in: folder) else { return false }
        disk.unmount()
        return true
    }()

    init(in parent: URL) throws {
        folder = parent.appending(path: "mounted")
        image = parent.appending(path: "disk.img")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: image)
        let handle = try FileHandle(forWritingTo: image)
        // The least that mkfs.xfs makes one of; it takes no room until it is written.
        try handle.truncate(atOffset: 320 << 20)
        try handle.close()
        try Self.run("mkfs.xfs", ["-q", image.path])
        try mount()
    }

    private func mount() throws { try Self.run("mount", ["-o", "loop,nouuid", image.path, folder.path]) }

    /// As if its cable were pulled.
    func shutDown() throws { try Self.run("xfs_io", ["-x", "-c", "shutdown", folder.path]) }

    /// Mounts what the disk holds. It is mounted from a copy: whoever copied this machine's mounts meanwhile, as a container does, keeps the first one alive.
    mutating func restart() throws {
        unmount()
        let copy = image.deletingLastPathComponent().appending(path: "disk-\(UUID().uuidString).img")
        try Self.run("cp", ["--sparse=always", image.path, copy.path])
        try FileManager.default.removeItem(at: image)
        image = copy
        try mount()
    }

    func unmount() { _ = try? Tool.run("umount", ["-l", folder.path]) }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let run = try Tool.run(program, arguments)
        guard run.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: "\(program): \(run.errors)"]) }
    }
}
