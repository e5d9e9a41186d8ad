import Glibc

/// How work that goes on hears that it should end. A pipe, since a signal handler may do nothing but write.
final class EndSignal: Sendable {
    let writing: Int32
    private let reading: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw ToolFailure(.internalError, "Too many files are open. Close some, or raise the limit (ulimit -n).")
        }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Ends the waiting.
    func come() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// Blocks until the user wants the end, or `come` was called.
    func wait() {
        var byte: UInt8 = 0
        while read(reading, &byte, 1) < 0, errno == EINTR {}
    }
}
