import Glibc
import Originals

/// When a file in a watched folder is taken for whole, and how often folders are looked at. Seconds.
package struct WatchTimes: Sendable {
    /// Size and times of a file have been the same for so long, and nobody has it open for writing.
    package var quiet = 5.0
    /// The same where the kernel said that whoever wrote it has closed it, or that it was moved here as a whole.
    package var closed = 1.0
    /// The same where nobody can tell whether it is open, as on a network file system.
    package var unsure = 30.0
    /// Somebody has it open, and has not written to it for so long.
    package var longest = 600.0
    /// A file is gone from where it was, and has turned up nowhere else.
    package var gone = 5.0
    /// Between two tries of what did not come in; twice as long each time, up to `longestRetry`.
    package var retry = 10.0
    package var longestRetry = 3_600.0
    /// Between two looks at a folder that is not there.
    package var absent = 30.0
    /// Between two passes over folders that the kernel tells nothing of, at least; and a pass takes no more than a fiftieth of the time.
    package var scan = 60.0
    /// Between two passes over folders that it does tell of, for what it did not.
    package var check = 3_600.0
    /// Between two passes that look at every file, and not only at folders whose times have changed.
    package var full = 86_400.0

    package init() {}
}

/// Whether a file is being written.
package enum FileUse {
    // Swift's Glibc module keeps both to itself.
    private static let setLease: Int32 = 1024
    private static let setSignal: Int32 = 10

    /// Whether somebody has a file open for writing; `nil` where the system does not say, as of another user's file or on a network file system.
    ///
    /// A read lease is given for a file that nobody writes to, and given back at once. Should somebody open the file in between, the signal that tells of it
    /// is one that nobody hears.
    package static func isOpenForWriting(_ path: BytePath) -> Bool? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return nil }
        if fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0 {
            _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
            return false
        }
        return errno == EAGAIN ? true : nil
    }
}
