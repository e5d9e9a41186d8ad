import Glibc
import Pixels
import Synchronization

/// Files that took the decoder too long: nobody waits for them a second time. Known by what they are on disk, so that a file put in the place of one is
/// tried like any other.
final class TimedOutFiles: Sendable {
    private struct Identity: Hashable {
        let device: UInt, inode: UInt
        let size: Int
        let seconds: Int, nanoseconds: Int

        init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            (device, inode, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    /// More are not expected; a library of nothing else starts anew.
    private static let most = 1000
    private let errors = Mutex<[Identity: CodecError]>([:])

    func error(_ descriptor: Int32) -> CodecError? {
        errors.withLock { errors in errors.isEmpty ? nil : Identity(descriptor).flatMap { errors[$0] } }
    }

    func note(_ descriptor: Int32, _ error: CodecError) {
        guard error.code == .timedOut, let identity = Identity(descriptor) else { return }
        errors.withLock { errors in
            if errors.count >= Self.most { errors = [:] }
            errors[identity] = error
        }
    }

    func forget() { errors.withLock { $0 = [:] } }
}
