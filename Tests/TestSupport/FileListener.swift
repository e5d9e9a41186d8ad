import Foundation
import Glibc

/// Waits for what another thread or process writes, by the kernel's word (inotify) rather than by asking again and again.
package final class FileListener: Sendable {
    private let descriptor: Int32

    /// - Parameter url: of a file, or of a folder whose entries are meant.
    package init(_ url: URL) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0, inotify_add_watch(descriptor, url.path, UInt32(IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0 else {
            throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: url.path])
        }
    }

    deinit { close(descriptor) }

    /// Asks at once, after each change, and every second besides, since the end of a process changes no file.
    /// - Returns: false where it is not so after two minutes.
    package func wait(until isSo: () throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + .seconds(120)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while ContinuousClock.now < end {
            if try isSo() { return true }
            // What happened since is waiting in the descriptor.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, 1_000)
            while read(descriptor, &buffer, buffer.count) > 0 {}
        }
        return try isSo()
    }
}
