import CLinux
import Glibc

/// What one does with the user's own folders, each call named after its effect. Those of a library are reached by a `FolderHandle`.
package enum Folder {
    /// Syncs names that were added to or removed from the folder.
    package static func synchronize(_ path: BytePath) throws(OriginalsError) {
        try OpenFile(path, O_RDONLY | O_DIRECTORY, "save").synchronize()
    }

    /// The names in a folder, without `.` and `..`, in no order.
    package static func names(in path: BytePath) throws(OriginalsError) -> [BytePath] {
        var names: [BytePath] = []
        try forEachName(in: path) { name in
            names.append(name)
            return true
        }
        return names
    }

    /// Whether a folder has a name of some kind. Reads no further than to the first.
    package static func hasName(in path: BytePath, where isWanted: (BytePath) -> Bool) throws(OriginalsError) -> Bool {
        var isFound = false
        try forEachName(in: path) { name in
            isFound = isWanted(name)
            return !isFound
        }
        return isFound
    }

    /// - Parameter body: gets one name after the other, until it says that it wants no more.
    private static func forEachName(in path: BytePath, _ body: (BytePath) -> Bool) throws(OriginalsError) {
        guard let stream = path.withCString({ opendir($0) }) else { throw OriginalsError(errno: errno, "list", path) }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw OriginalsError(errno: errno, "list", path) }
                return
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { BytePath(bytes: $0) }
            if name.bytes != [0x2E], name.bytes != [0x2E, 0x2E], !body(name) { return }
        }
    }

    /// Removes one file; a missing one is no error.
    package static func removeFile(_ path: BytePath) throws(OriginalsError) {
        guard path.withCString({ unlink($0) }) != 0, errno != ENOENT else { return }
        throw OriginalsError(errno: errno, "remove", path)
    }

    /// Gives a file another name and never replaces what has that name.
    package static func rename(_ from: BytePath, to: BytePath) throws(OriginalsError) {
        let result = from.withCString { old in to.withCString { new in clinux_rename_new(AT_FDCWD, old, AT_FDCWD, new) } }
        if result == 0 { return }
        guard result == -EINVAL || result == -ENOSYS else { throw OriginalsError(errno: -result, "store", to) }
        // Network file systems may not know the flag; a link never replaces anything either.
        guard from.withCString({ old in to.withCString { new in link(old, new) } }) == 0 else { throw OriginalsError(errno: errno, "store", to) }
        try removeFile(from)
    }
}
