import Foundation
import Glibc
import Support

/// A catalogue's file and its write-ahead log, copied to a folder of this process' own among the system's temporary ones: to read what only both
/// together say, where SQLite may write nothing beside them.
///
/// The folder goes with its owner.
final class TemporaryCopy: Sendable {
    var folder: String { temporary.path.text }
    var file: String { "\(folder)/\(Self.name)" }
    private let temporary: TemporaryFolder

    private static let name = "catalog.sqlite"
    private static let names = [name, "\(name)-wal"]

    /// - Throws: `.busy` where somebody goes on writing to the files; `.diskFull` or `.io` where they can't be copied.
    init(of catalog: String) throws {
        let parent = FileManager.default.temporaryDirectory.path
        do throws(FolderError) { temporary = try TemporaryFolder(named: "photos-catalog-", in: BytePath(parent)) } catch {
            let reason = if case .system(let number, _, _) = error { String(cString: strerror(number)) } else { "\(error)" }
            throw CatalogError(
                .io,
                "A copy of the catalogue is needed to read it, and no folder for it could be made in \(parent) (\(reason)). Make room there, or set TMPDIR to another folder.")
        }
        try fill(from: catalog)
    }

    /// Called again, it does nothing.
    func remove() { temporary.remove() }

    // MARK: Content

    private func fill(from catalog: String) throws {
        let sources = [catalog, catalog + "-wal"]
        for _ in 0..<5 {
            let before = sources.map { FileStamp(path: $0) }
            for (source, name) in zip(sources, Self.names) { try Self.copy(source, to: "\(folder)/\(name)") }
            // Nobody wrote meanwhile, so that what was copied is of one moment.
            if sources.map({ FileStamp(path: $0) }) == before { return }
        }
        throw CatalogError(.busy, "\(catalog) is being written by another process, and can't be copied to be read. Wait until it is done and try again.")
    }

    private static func copy(_ source: String, to target: String) throws {
        let from = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard from >= 0 else {
            if errno == ENOENT {
                unlink(target)
                return
            }
            throw CatalogError(.cannotOpen, "\(source) can't be read (\(String(cString: strerror(errno)))). Check its permissions.")
        }
        defer { Self.release(from) }
        let to = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard to >= 0 else { throw unwritable(source, target) }
        defer { close(to) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        while true {
            let count = read(from, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CatalogError(.io, "Reading \(source) failed (\(String(cString: strerror(errno)))). Check the disk and its cable or network, then try again.")
            }
            if count == 0 { return }
            var done = 0
            while done < count {
                let written = write(to, buffer.baseAddress! + done, count - done)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw unwritable(source, target) }
                done += written
            }
        }
    }

    /// When a process closes any descriptor of a file it loses all its locks on it (POSIX), and SQLite's are there where this process has the same
    /// catalogue open for writing: then the descriptor stays open.
    private static func release(_ descriptor: Int32) {
        func identity(_ number: Int32) -> [UInt64]? {
            var status = stat()
            return fstat(number, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
        }
        let own = identity(descriptor)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else { return }
        if !names.lazy.compactMap({ Int32($0) }).contains(where: { $0 != descriptor && identity($0) == own }) { close(descriptor) }
    }

    private static func unwritable(_ source: String, _ target: String) -> CatalogError {
        let reason = String(cString: strerror(errno))
        return CatalogError(
            errno == ENOSPC || errno == EDQUOT ? .diskFull : .io,
            "A copy of \(source) is needed to read it, and \(target) can't be written (\(reason)). Make room there, or set TMPDIR to another folder.")
    }
}

/// What a file looks like from outside; all 0 where there is none.
struct FileStamp: Sendable, Equatable {
    private(set) var size: Int64 = 0
    private var inode: UInt64 = 0
    /// Nanoseconds since 1970.
    private var modified: Int64 = 0
    private var changed: Int64 = 0

    init(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        (size, inode) = (Int64(status.st_size), UInt64(status.st_ino))
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
    }
}
