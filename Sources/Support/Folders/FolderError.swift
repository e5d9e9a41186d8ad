import Glibc

/// Why something beneath a folder could not be done. Each target says it in its own words.
package enum FolderError: Error, Sendable, Equatable {
    /// A failed system call; `doing` completes "Could not …", such as "read".
    case system(Int32, doing: String, BytePath)
    /// Something else stands where a folder or file of ours should be.
    case obstacle(Obstacle)
    /// A path with a part that is empty, `.` or `..`, which could lead out of the folder.
    case outside(BytePath)
}

/// What stands in the place of a folder or file of ours: a link, or an entry of another kind.
package struct Obstacle: Sendable, Equatable {
    package enum Expected: String, Sendable { case folder, file }

    package let path: BytePath
    /// Type bits of `st_mode`.
    package let mode: mode_t
    package let expected: Expected

    package init(path: BytePath, mode: mode_t, expected: Expected) {
        (self.path, self.mode, self.expected) = (path, mode & S_IFMT, expected)
    }

    /// For a person: what is there, and what to do.
    package var message: String {
        let start = "\(path.display) is \(Self.name(of: mode)), and a \(expected.rawValue) of the library's own belongs in its place."
        guard mode == S_IFLNK else { return "\(start) Move it elsewhere, and put the \(expected.rawValue) back if you have it." }
        return "\(start) Links inside a library are never followed, so nothing was done. Remove the link, and move what it leads to in its place if that "
            + "belongs to the library. The library as a whole may lie behind a link."
    }

    /// Completes "it is …".
    package static func name(of mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFREG: "a file"
        case S_IFDIR: "a folder"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        case S_IFLNK: "a symbolic link"
        default: "something unknown"
        }
    }
}
