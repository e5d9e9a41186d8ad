import Glibc

/// A file as it looks from outside, at a time when every later change of it gives another stamp.
///
/// Clocks of files go in steps, of up to two seconds on the coarsest file systems: a file that was written a moment ago may be written once more and
/// look the same. Such a file has no stamp yet.
package struct FileStamp: Hashable, Sendable {
    /// The coarsest step, and a second for clocks that differ.
    private static let settlingSeconds = 3

    private let device, inode: UInt64
    private let size: Int64
    private let seconds, nanoseconds: Int

    /// - Parameter descriptor: an open file's, or a negative number. By its name a file is found in twice the time.
    /// - Returns: `nil` where the file can't be looked at or is deleted, or has changed in the last three seconds.
    package init?(_ descriptor: Int32) {
        var status = stat(), now = timespec()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0, clock_gettime(CLOCK_REALTIME, &now) == 0,
              now.tv_sec - status.st_mtim.tv_sec >= Self.settlingSeconds else { return nil }
        (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
