import CLinux
import Glibc

/// The file system that holds a path.
package struct FileSystemKind: Sendable, Equatable {
    /// True where the files are on another machine, or behind a program: locks and mapped files are less than sure there.
    package let isNetwork: Bool
    /// Stays the same while the file system is mounted, and for most kinds for its life.
    package let identifier: UInt64

    package init(holding path: BytePath) throws(OriginalsError) {
        var facts = clinux_filesystem()
        let result = path.withCString { clinux_filesystem_of($0, &facts) }
        guard result == 0 else { throw OriginalsError(errno: -result, "read", path) }
        (identifier, isNetwork) = (facts.identifier, facts.isNetwork != 0)
    }
}
