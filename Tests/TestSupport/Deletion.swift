import Foundation
import Glibc

/// What is deleted when its last owner lets go of it, which may be a thread that has handed it on a moment before.
package enum Deletion {
    /// Waits on the calling thread until a file or a folder is gone, for a minute at most.
    /// - Returns: whether it is.
    package static func happens(to path: String) -> Bool {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let folder = (path as NSString).deletingLastPathComponent
        // Whatever goes from here on is told; what went before is seen below.
        _ = inotify_add_watch(descriptor, folder, UInt32(IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM))
        var buffer = [UInt8](repeating: 0, count: 4096)
        while FileManager.default.fileExists(atPath: path) {
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, 60_000) > 0, read(descriptor, &buffer, buffer.count) > 0 else { return false }
        }
        return true
    }
}
