import Glibc

/// A folder of this process' own among the system's temporary ones, into which only its user may look.
///
/// It goes with its owner, and with it what is in it. That of a process that was killed goes when the next one of its kind is made: its lock is free.
package final class TemporaryFolder: Sendable {
    package let handle: FolderHandle
    package var path: BytePath { handle.path }

    /// - Parameters:
    ///   - prefix: what the names of all of its kind begin with.
    ///   - parent: where they lie.
    package init(named prefix: String, in parent: BytePath) throws(FolderError) {
        Self.sweep(prefix, parent)
        // A sweep of another process may take a folder that is not locked yet.
        for _ in 0..<10 {
            var template = parent.appending("\(prefix)XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
            guard mkdtemp(&template) != nil else { throw .system(errno, doing: "make a folder in", parent) }
            let path = BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
            guard let handle = try? FolderHandle(following: path), Self.isLocked(handle) else { continue }
            self.handle = handle
            return
        }
        throw .system(EBUSY, doing: "make a folder in", parent)
    }

    deinit { remove() }

    /// Called again, it does nothing.
    package func remove() { Self.remove(handle) }

    /// True for one that is still there and has no other owner.
    private static func isLocked(_ folder: FolderHandle) -> Bool {
        var status = stat()
        return flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(folder.descriptor, &status) == 0 && status.st_nlink > 0 && status.st_uid == geteuid()
    }

    private static func remove(_ folder: FolderHandle) {
        empty(folder)
        _ = folder.path.withCString { rmdir($0) }
    }

    /// Each step on its own, as what can't be removed keeps nothing else.
    private static func empty(_ folder: FolderHandle) {
        for name in (try? folder.names()) ?? [] {
            if let inner = try? folder.folder(name) {
                empty(inner)
                try? folder.removeFolder(name)
            } else {
                try? folder.removeFile(name)
            }
        }
    }

    private static func sweep(_ prefix: String, _ parent: BytePath) {
        guard let temporary = try? FolderHandle(following: parent) else { return }
        let start = Array(prefix.utf8)
        for name in (try? temporary.names()) ?? [] where name.bytes.starts(with: start) {
            if let folder = try? temporary.folder(name), isLocked(folder) { remove(folder) }
        }
    }
}
