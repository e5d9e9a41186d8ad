import Foundation

/// A tmpfs of a given size; only root can make one, and not in every container.
struct SmallDisk {
    let folder: URL

    static let isPermitted: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let disk = try? SmallDisk(megabytes: 1, at: folder) else { return false }
        disk.unmount()
        return true
    }()

    init(megabytes: Int, at folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let run = try Tool.run("mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder.path])
        guard run.status == 0 else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSLocalizedDescriptionKey: run.errors]) }
    }

    func grow(megabytes: Int) throws {
        _ = try Tool.run("mount", ["-o", "remount,size=\(megabytes)m", folder.path])
    }

    func unmount() {
        _ = try? Tool.run("umount", ["-l", folder.path])
    }
}
