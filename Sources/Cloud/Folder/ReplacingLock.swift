import Glibc
import Support

/// Held from the look at a file that is to be replaced until it is. Released by closing, also where the process ends.
struct ReplacingLock {
    private let descriptor: Int32

    init(_ root: FolderHandle) throws(FolderError) {
        descriptor = try root.open(FolderStore.lockName, O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, doing: "lock")
        // A share that has no locks is used by one machine at a time, as its documentation asks.
        guard retrying({ flock(descriptor, LOCK_EX) }) == 0 || errno == ENOLCK || errno == EOPNOTSUPP else {
            let number = errno
            close(descriptor)
            throw .system(number, doing: "lock", root.path)
        }
    }

    func release() {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
