import Glibc
import Support

/// Tells living sessions from dead ones: the kernel lets go of the lock when the process ends, however it ends.
final class StagingLock: Sendable {
    private let file: OpenFile

    /// Waits for the lock; mostly not at all, since it is held only while a session is made or the dead are looked for.
    /// - Throws: `.locked` where a holder, such as a stopped process, did not let go in time.
    init(waitingFor name: BytePath, in folder: FolderHandle, seconds: Double) throws(OriginalsError) {
        file = try Self.open(name, folder)
        let end = ContinuousClock.now + .seconds(seconds)
        // flock knows no time limit. The pauses grow from 1 to 50 ms.
        var pause: UInt32 = 1000
        while retrying({ flock(file.descriptor, LOCK_EX | LOCK_NB) }) != 0 {
            guard errno == EWOULDBLOCK else { throw OriginalsError(errno: errno, "lock", file.path) }
            guard ContinuousClock.now < end else {
                throw OriginalsError(
                    .locked, "\(file.path.display) is held by another process for too long. Wait until it is done, or end it if it hangs, and try again.")
            }
            usleep(pause)
            pause = min(pause * 2, 50_000)
        }
    }

    /// `nil` where somebody holds it.
    init?(trying name: BytePath, in folder: FolderHandle) throws(OriginalsError) {
        file = try Self.open(name, folder)
        guard retrying({ flock(file.descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
            if errno == EWOULDBLOCK { return nil }
            throw OriginalsError(errno: errno, "lock", file.path)
        }
    }

    /// Says in the file whose it is.
    func write(_ mark: [UInt8]) throws(OriginalsError) { try file.write(mark) }

    private static func open(_ name: BytePath, _ folder: FolderHandle) throws(OriginalsError) -> OpenFile {
        // Where a pipe or a device has the name, opening it waits for nobody.
        try folder.file(name, O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, "lock")
    }

    /// By name and not by closing alone: a process that is just being started has a copy of the descriptor until it runs its own program.
    deinit { flock(file.descriptor, LOCK_UN) }
}
