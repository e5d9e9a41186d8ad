import Glibc

/// A disk that was pulled out or shut down, while its files are open.
package enum FailingDisk {
    /// What the system says of a disk that is there and fails, or whose file system is broken.
    package static let faults: Set<Int32> = [EIO, EREMOTEIO, EUCLEAN, EBADMSG]
    /// What it says of a disk or share that is gone.
    package static let absences: Set<Int32> = [ENODEV, ENOMEDIUM, ESHUTDOWN, ENOTCONN, ESTALE, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT]

    /// Whether the disk of a file says that it fails. SQLite may take what it reads from one, or doesn't get, for a damaged database.
    package static func holds(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) != 0 else { return false }
        let number = errno
        // The last is what opening a pipe or a socket says as well, so that it tells of a disk only here.
        return faults.contains(number) || absences.contains(number) || number == ENXIO
    }
}
