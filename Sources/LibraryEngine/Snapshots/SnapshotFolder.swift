import Foundation
import Glibc
import Originals
import Support

/// A copy of the catalogue with its SHA-256 in a file beside it.
package struct Snapshot: Sendable, Equatable {
    package var file: URL
    /// By its name.
    package var date: Date

    var name: SnapshotName { SnapshotName(file.lastPathComponent) ?? SnapshotName(date: date) }

    var sumFile: URL { Self.sumFile(of: file) }

    static func sumFile(of file: URL) -> URL { file.appendingPathExtension("sha256") }

    /// As `sha256sum` writes it, so that `sha256sum -c` checks it.
    static func sumLine(_ sha256: [UInt8], _ name: String) -> String { sha256.hexadecimal + "  " + name + "\n" }

    /// What a look at its bytes says; `nil` where they are as they were written.
    package var fault: String? {
        do {
            guard let line = try? String(contentsOf: sumFile, encoding: .utf8) else { return "its SHA-256 is not beside it (\(sumFile.lastPathComponent))" }
            let digest = try SourceFile(opening: BytePath(file.path)).file.digest()
            guard line == Self.sumLine(digest, file.lastPathComponent) else { return "its content is not the one that was written (SHA-256 differs)" }
            return nil
        } catch { return "\(error)" }
    }
}

/// `database/backups/`: where a library keeps snapshots of its catalogue.
struct SnapshotFolder: Sendable {
    static let path = "database/backups"
    let url: URL

    init(library: URL) { url = library.file(beneath: Self.path, isFolder: true) }

    init(_ url: URL) { self.url = url }

    /// The newest first. None where there is no folder.
    var snapshots: [Snapshot] {
        names.map { Snapshot(file: url.appendingPathComponent($0.text), date: $0.date) }
    }

    var names: [SnapshotName] {
        guard let names = try? Folder.names(in: BytePath(url.plainPath)) else { return [] }
        return names.compactMap { SnapshotName($0.text) }.sorted(by: >)
    }

    /// A name of this minute that nothing has.
    func freeName(_ date: Date) -> SnapshotName {
        let taken = names
        var name = SnapshotName(date: date)
        while taken.contains(name) { name.number += 1 }
        return name
    }

    /// Runs `body` while nobody else makes or removes snapshots here, after what dead ones left is removed.
    /// - Returns: `nil` where somebody else is at it and went on for too long.
    func withLock<T>(waiting seconds: TimeInterval, _ body: () throws -> T) throws -> T? {
        try make()
        let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failed("use", url.path) }
        defer { close(descriptor) }
        let end = ContinuousClock.now + .seconds(seconds)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw Self.failed("lock", url.path) }
            guard ContinuousClock.now < end else { return nil }
            usleep(20_000)
        }
        defer { flock(descriptor, LOCK_UN) }
        sweep()
        return try body()
    }

    /// A link in its place would lead writing and deleting to somewhere else.
    private func make() throws {
        for folder in [url.deletingLastPathComponent(), url] {
            var status = stat()
            if lstat(folder.path, &status) == 0 {
                guard status.st_mode & S_IFMT == S_IFDIR else {
                    throw LibraryError(.cannotWrite, "\(folder.path) should be a folder of the library and is something else. Move it away, and try again.")
                }
            } else {
                guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw Self.failed("make", folder.path) }
            }
        }
    }

    private static let partPrefix = ".part-"

    /// A hidden name for what is not whole yet.
    static func part(in folder: URL) -> URL { folder.appendingPathComponent(partPrefix + UUID().uuidString) }

    private func sweep() {
        for name in (try? Folder.names(in: BytePath(url.path))) ?? [] where name.text.hasPrefix(Self.partPrefix) {
            unlink(url.appendingPathComponent(name.text).path)
        }
    }

    /// Removes those that the rule no longer keeps. Call with the lock.
    func prune() throws {
        let all = names
        let kept = SnapshotRule.kept(all)
        for name in all where !kept.contains(name) {
            let snapshot = Snapshot(file: url.appendingPathComponent(name.text), date: name.date)
            for file in [snapshot.file, snapshot.sumFile] { try Folder.removeFile(BytePath(file.path)) }
        }
    }

    static func failed(_ verb: String, _ path: String) -> LibraryError {
        let number = errno
        return LibraryError(.cannotWrite, "Could not \(verb) \(path): \(String(cString: strerror(number))). Check its permissions and the room on the disk.")
    }
}
