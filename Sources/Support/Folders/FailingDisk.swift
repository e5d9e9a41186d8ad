import Glibc

/// A disk that was pulled out or shut down, while its files are open.
package enum FailingDisk {
    /// Whether the disk of a file says that it fails. SQLite may take what it reads from one, or doesn't get, for a damaged database.
    package static func holds(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && [EIO, ENXIO, ENODEV, ESHUTDOWN].contains(errno)
    }
}
