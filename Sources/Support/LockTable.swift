import Foundation
import Glibc

/// The kernel's table of the locks that are held on files.
package enum LockTable {
    /// A line for each lock; `nil` where the table can't be read. A lock that is let go of between two pieces of the table makes the kernel skip another one.
    package static func lines() -> [Substring]? {
        let descriptor = open("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // The kernel gives a page at most at once, only whole lines, and Foundation takes the first page that isn't full for the end: it would see some 70 locks.
        var bytes: [UInt8] = [], piece = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self).split(separator: "\n") }
            bytes += piece[..<count]
        }
    }
}
