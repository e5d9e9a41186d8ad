import Foundation

/// A tmpfs of a given size; only root can make one, and not in every container.
package struct SmallDisk: Sendable {
    package let folder: URL

    package static let isPermitted: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let disk = try? SmallDisk(megabytes: 1, at: folder) else { return false }
        disk.unmount()
        return true
    }()

    package init(megabytes: Int, at folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let run = try Self.run(["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder.path])
        guard run.status == 0 else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSLocalizedDescriptionKey: run.errors]) }
    }

    private init(at folder: URL) { self.folder = folder }

    /// No disk of its own: another folder that stands there as well.
    package static func bound(to other: URL, at folder: URL) throws -> SmallDisk {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let run = try Self.run(["mount", "--bind", other.path, folder.path])
        guard run.status == 0 else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSLocalizedDescriptionKey: run.errors]) }
        return SmallDisk(at: folder)
    }

    package func grow(megabytes: Int) throws { _ = try Self.run(["mount", "-o", "remount,size=\(megabytes)m", folder.path]) }

    /// Leaves room for nothing but names.
    package func fill() throws {
        let script = "for part in 1 2 3; do cat /dev/zero > \"$0\"/full-$part 2> /dev/null; done; true"
        _ = try Self.run(["sh", "-c", script, folder.path])
    }

    /// What is on it, but for what fills it.
    package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("full-") } }

    package func unmount() { _ = try? Self.run(["umount", "-l", folder.path]) }

    private static func run(_ words: [String]) throws -> ProgramRun {
        try ProgramRun(of: URL(fileURLWithPath: "/usr/bin/env"), words, environment: ProgramRun.environment([:]))
    }
}
