import Foundation
import Glibc

/// Whether another process has a library's catalogue open, whatever state that is in.
enum CatalogUse {
    /// SQLite holds this byte of the shared memory file for as long as a connection in WAL mode is open.
    private static let openByte = 128

    /// Such as "process 4711 (photos)"; `nil` where nobody has it open. This process' own connections do not show.
    static func holder(of catalog: URL) -> String? {
        let descriptor = open(catalog.path + "-shm", O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), openByte, 1)
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        guard lock.l_pid > 0 else { return "another process" }
        let name = (try? String(contentsOfFile: "/proc/\(lock.l_pid)/comm", encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        return name.map { "process \(lock.l_pid) (\($0))" } ?? "process \(lock.l_pid)"
    }
}
