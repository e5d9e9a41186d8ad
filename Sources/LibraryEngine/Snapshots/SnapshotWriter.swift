import Catalog
import Foundation
import Glibc
import Originals
import PhotoModel
import Support

/// What a snapshot that was made holds.
package struct BackupReport: Sendable {
    package var file: URL
    /// The newest change in it.
    package var moment: CatalogMoment
    package var bytes: Int64
    package var sha256: String
}

/// Takes a snapshot: copied, checked and on the disk before it gets its name.
struct SnapshotWriter {
    struct Cancelled: Error {}

    let catalog: Catalog
    let progress: (_ done: Int, _ total: Int) -> Void
    let isCancelled: () -> Bool

    /// - Parameters:
    ///   - name: asked for when the copy is done.
    ///   - mayReplaceSum: whether a sum without its snapshot may lie in the way.
    func write(in folder: URL, named name: () -> String, mayReplaceSum: Bool) throws -> BackupReport {
        let part = SnapshotFolder.part(in: folder), sumPart = SnapshotFolder.part(in: folder)
        defer {
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(part.path + suffix) }
            unlink(sumPart.path)
        }
        try Self.create(part, content: "")
        try catalog.copy(into: part) { done, total in
            if isCancelled() { throw Cancelled() }
            progress(done, total)
        }
        if isCancelled() { throw Cancelled() }
        let moment = try examine(part)
        let file = try SourceFile(opening: BytePath(part.path))
        let digest = try file.file.digest()
        try Self.synchronize(part)

        let target = folder.appendingPathComponent(name())
        let sum = Snapshot.sumFile(of: target)
        try Self.create(sumPart, content: Snapshot.sumLine(digest, target.lastPathComponent))
        try Self.synchronize(sumPart)
        if mayReplaceSum { unlink(sum.path) }
        // The sum comes first: a snapshot with a name is one that can be checked.
        try Folder.rename(BytePath(sumPart.path), to: BytePath(sum.path))
        do { try Folder.rename(BytePath(part.path), to: BytePath(target.path)) } catch {
            unlink(sum.path)
            throw error
        }
        try Folder.synchronize(BytePath(folder.path))
        return BackupReport(file: target, moment: moment, bytes: file.signature.size, sha256: digest.hexadecimal)
    }

    private func examine(_ part: URL) throws(LibraryError) -> CatalogMoment {
        do {
            return try Catalog.examine(part, options: catalog.options)
        } catch {
            guard error.code == .corrupt else { throw LibraryError(error) }
            throw LibraryError(
                .damaged, "The catalogue \(catalog.file.path) is damaged, so no snapshot was made of it. 'photos recover' brings the newest sound one back. (\(error.message))",
                cause: error)
        }
    }

    private static func create(_ file: URL, content: String) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SnapshotFolder.failed("make", file.path) }
        defer { close(descriptor) }
        let bytes = Array(content.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw SnapshotFolder.failed("write", file.path) }
    }

    private static func synchronize(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SnapshotFolder.failed("save", file.path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SnapshotFolder.failed("save", file.path) }
    }
}
