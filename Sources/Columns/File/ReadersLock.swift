import Glibc

/// Many readers or one writer. A waiting writer blocks new readers. Not recursive: a reader that locks again can deadlock.
final class ReadersLock: Sendable {
    // The address never changes, and the lock behind it is made to be used by many threads.
    nonisolated(unsafe) private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        // Otherwise fetches that overlap would keep a commit waiting without end.
        pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        let code = pthread_rwlock_init(lock, &attributes)
        precondition(code == 0, "A lock can't be made: \(String(cString: strerror(code)))")
        pthread_rwlockattr_destroy(&attributes)
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    func read<T: ~Copyable>(_ body: () throws -> T) rethrows -> T {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    func write<T: ~Copyable>(_ body: () throws -> T) rethrows -> T {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}
