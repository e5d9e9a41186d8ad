import Foundation

/// A tmpfs of a given size; only root can make one.
struct SmallDisk {
    let folder: URL

    static var isPermitted: Bool { getuid() == 0 }

    /// `nil` where mounting is not permitted.
    init?(megabytes: Int, at folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let run = try Tool.run("mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder.path])
        guard run.status == 0 else { return nil }
    }

    func grow(megabytes: Int) throws {
        _ = try Tool.run("mount", ["-o", "remount,size=\(megabytes)m", folder.path])
    }

    func unmount() {
        _ = try? Tool.run("umount", ["-l", folder.path])
    }
}
