import Glibc

/// Tells living sessions from dead ones: the kernel lets go of the lock when the process ends, however it ends.
struct StagingLock: Sendable {
    private let file: OpenFile

    /// Waits for the lock; short, since it is held only while a session is made or the dead are swept.
    init(waitingFor path: BytePath) throws(OriginalsError) {
        file = try OpenFile(path, O_RDWR | O_CREAT, "lock")
        guard retrying({ flock(file.descriptor, LOCK_EX) }) == 0 else { throw OriginalsError(errno: errno, "lock", path) }
    }

    /// `nil` where somebody holds it.
    init?(trying path: BytePath) throws(OriginalsError) {
        file = try OpenFile(path, O_RDWR | O_CREAT, "lock")
        guard retrying({ flock(file.descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
            if errno == EWOULDBLOCK { return nil }
            throw OriginalsError(errno: errno, "lock", path)
        }
    }
}
