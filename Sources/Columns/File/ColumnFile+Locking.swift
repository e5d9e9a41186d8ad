import Glibc

extension ColumnFile {
    /// Runs `body` while no other process changes the file. Threads of this process must exclude each other before.
    /// - Parameter path: where the file must still be once it is locked, as changes of a deleted file would be lost.
    /// - Returns: `nil` when it is elsewhere, or another process held the lock for 50 ms.
    package func locked<T>(at path: String, _ body: () throws -> T) rethrows -> T? {
        guard isWritable, Self.lock(descriptor, milliseconds: 50) else { return nil }
        defer { flock(descriptor, LOCK_UN) }
        guard isAt(path) else { return nil }
        return try body()
    }

    static func lock(_ descriptor: Int32, milliseconds: Int) -> Bool {
        for attempt in 0...milliseconds {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            if attempt < milliseconds { usleep(1000) }
        }
        return false
    }
}
