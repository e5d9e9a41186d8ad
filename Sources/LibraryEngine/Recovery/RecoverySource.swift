import Catalog
import Foundation
import Glibc
import Originals
import PhotoModel

/// Something that a library's catalogue can be made from again.
///
/// To add one: conform to this, and name it in `PhotoLibrary.recoverySources`. The one that reaches furthest is taken.
protocol RecoverySource {
    var kind: RecoveryResult.Kind { get }
    /// The file or folder, for people.
    var url: URL { get }
    /// What it holds, and up to when.
    var moment: CatalogMoment { get }

    /// Makes the catalogue in an empty folder as `catalog.sqlite`, and examines it: what is damaged is thrown and never taken.
    /// - Parameter files: what it shall say of where they are.
    func makeCatalog(_ file: URL, _ files: RestoredFiles, _ environment: Environment, progress: (_ done: Int, _ total: Int) -> Void, isCancelled: () -> Bool) throws
}

extension RecoverySource {
    /// The order of changes; where two were made apart from each other, that of their dates.
    func reachesFurther(than other: any RecoverySource) -> Bool {
        let (a, b) = (moment.date ?? -.infinity, other.moment.date ?? -.infinity)
        return a == b ? moment.position > other.moment.position : a > b
    }
}

/// A copy of the catalogue: a snapshot of our own, or a file that somebody names.
struct SnapshotSource: RecoverySource {
    var kind: RecoveryResult.Kind
    var url: URL
    var moment: CatalogMoment

    func makeCatalog(_ file: URL, _ files: RestoredFiles, _ environment: Environment, progress: (_ done: Int, _ total: Int) -> Void, isCancelled: () -> Bool) throws {
        guard files == .asTold else {
            throw LibraryError(.failed, "\(url.path) tells of files that were here, and the library is made again from its store, which has no such copy. Please report this.")
        }
        try Self.copy(url, to: file, progress: progress, isCancelled: isCancelled)
        // A database that was copied by hand while it was in use has its newest changes in here.
        let log = URL(fileURLWithPath: url.path + "-wal")
        if access(log.path, F_OK) == 0 { try Self.copy(log, to: URL(fileURLWithPath: file.path + "-wal"), progress: { _, _ in }, isCancelled: isCancelled) }
        // A copy may be damaged in any way; one that is made row by row is checked where it is made, and has no index that is older than its rows.
        _ = try Catalog.examine(file, options: PhotoLibrary.catalogOptions(environment))
    }

    static func copy(_ from: URL, to: URL, progress: (_ done: Int, _ total: Int) -> Void, isCancelled: () -> Bool) throws {
        let source = try SourceFile(opening: BytePath(from.path))
        let target = open(to.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw SnapshotFolder.failed("make", to.path) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var done = 0
        while true {
            if isCancelled() { throw SnapshotWriter.Cancelled() }
            let count = read(source.file.descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw SnapshotFolder.failed("read", from.path) }
            if count == 0 { break }
            guard write(target, buffer, count) == count else { throw SnapshotFolder.failed("write", to.path) }
            done += count
            progress(done, Int(source.signature.size))
        }
        guard fsync(target) == 0 else { throw SnapshotFolder.failed("save", to.path) }
    }
}
