import Glibc

/// What a file looks like from outside. Two equal signatures of one path mean the same, unchanged content.
package struct FileSignature: Sendable, Equatable {
    package let device: UInt64
    package let inode: UInt64
    package let mode: UInt32
    /// Bytes.
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modifiedNanoseconds: Int64
    /// Nanoseconds since 1970; changes with every write, rename of the inode's links and change of permissions.
    package let changedNanoseconds: Int64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        mode = status.st_mode
        size = Int64(status.st_size)
        modifiedNanoseconds = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        changedNanoseconds = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
    }

    /// Follows symbolic links.
    package init(path: BytePath) throws(OriginalsError) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { throw OriginalsError(errno: errno, "read", path) }
        self.init(status)
    }

    /// Of the link itself, where `path` is one.
    package init(linkPath path: BytePath) throws(OriginalsError) {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { throw OriginalsError(errno: errno, "read", path) }
        self.init(status)
    }

    package var isRegular: Bool { mode & S_IFMT == S_IFREG }
    package var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    package var isLink: Bool { mode & S_IFMT == S_IFLNK }

    /// Seconds since 1970.
    package var modified: Double { Double(modifiedNanoseconds) / 1e9 }

    /// Whether the content is what it was. Taking a hard link changes the change time and nothing else, so that one does not count.
    package func hasSameContent(as other: FileSignature) -> Bool {
        device == other.device && inode == other.inode && size == other.size && modifiedNanoseconds == other.modifiedNanoseconds
    }

    /// For a message; completes "it is …".
    package var kindName: String {
        switch mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        case S_IFLNK: "a symbolic link"
        default: "no regular file"
        }
    }
}
