import Foundation
import Glibc
import Originals

/// Hears from the kernel (inotify) what happens in folders: names that come and go, and files that are closed after writing. Used by one thread at a time,
/// but for `wait` and `wake`.
final class FolderEvents: Sendable {
    struct Heard {
        /// Folders in which something happened.
        var folders: Set<BytePath> = []
        /// Files that were closed after writing, or moved to where they are.
        var closed: [BytePath] = []
        /// Whether more happened than the kernel kept.
        var isOverflown = false
    }

    private struct State {
        var paths: [Int32: BytePath] = [:]
        var descriptors: [BytePath: Int32] = [:]
    }

    private let descriptor: Int32
    /// A pipe that ends a waiting.
    private let waking: (reading: Int32, writing: Int32)
    /// How many folders are watched at most.
    let limit: Int
    // Guarded by whoever uses the object: one thread at a time.
    nonisolated(unsafe) private var state = State()

    /// - Parameter limit: `nil` takes half of what the system gives one user, since other programs want watches too.
    /// - Throws: where the system gives none at all.
    init(limit: Int? = nil) throws(LibraryError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        waking = (ends[0], ends[1])
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let text = try? String(contentsOfFile: "/proc/sys/fs/inotify/max_user_watches", encoding: .utf8)
        let allowed = text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 8_192
        self.limit = limit ?? max(16, allowed / 2)
        guard descriptor >= 0, waking.writing >= 0 else {
            let reason = String(cString: strerror(errno))
            throw LibraryError(.failed, "The system refused to tell what happens in folders (\(reason)). Raise fs.inotify.max_user_instances.")
        }
    }

    deinit {
        close(descriptor)
        close(waking.reading)
        close(waking.writing)
    }

    var count: Int { state.paths.count }

    func isWatched(_ folder: BytePath) -> Bool { state.descriptors[folder] != nil }

    /// Watches what is at the path now, also where something else was there when it was called last.
    /// - Returns: false where no more watches are to be had.
    @discardableResult
    func watch(_ folder: BytePath) -> Bool {
        let known = state.descriptors[folder]
        guard known != nil || state.paths.count < limit else { return false }
        let mask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW)
        let watch = folder.withCString { inotify_add_watch(descriptor, $0, mask) }
        // Another folder took the place of the one that was watched; that is watched anew where it is found.
        if let known, known != watch { forget(folder) }
        guard watch >= 0 else { return false }
        // A folder that was moved is the same watch by another name.
        if let before = state.paths[watch], before != folder { state.descriptors[before] = nil }
        (state.paths[watch], state.descriptors[folder]) = (folder, watch)
        return true
    }

    func forget(_ folder: BytePath) {
        guard let watch = state.descriptors.removeValue(forKey: folder) else { return }
        state.paths[watch] = nil
        inotify_rm_watch(descriptor, watch)
    }

    /// Forgets folders that are not among those that are there.
    func keepOnly(_ isThere: (BytePath) -> Bool) { for folder in Array(state.descriptors.keys) where !isThere(folder) { forget(folder) } }

    /// Everything that happened since the last call.
    func drain() -> Heard {
        var heard = Heard()
        InotifyEvents.drain(descriptor) { event, name in note(event, BytePath(bytes: name), &heard) }
        return heard
    }

    private func note(_ event: inotify_event, _ name: BytePath, _ heard: inout Heard) {
        func says(_ bits: Int32) -> Bool { event.mask & UInt32(bits) != 0 }
        if says(IN_Q_OVERFLOW) { heard.isOverflown = true }
        guard let folder = state.paths[event.wd] else { return }
        if says(IN_IGNORED) {
            (state.paths[event.wd], state.descriptors[folder]) = (nil, nil)
            return
        }
        if says(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) {
            heard.folders.insert(folder)
            heard.folders.insert(folder.parent)
            return
        }
        heard.folders.insert(folder)
        if says(IN_CLOSE_WRITE | IN_MOVED_TO), !says(IN_ISDIR) { heard.closed.append(folder.appending(name)) }
    }

    /// Blocks until something happened, `wake` was called, or so many seconds are over.
    func wait(seconds: Double) {
        var ends = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: waking.reading, events: Int16(POLLIN), revents: 0)]
        _ = poll(&ends, 2, Int32(max(0, min(seconds * 1_000, 3_600_000)).rounded(.up)))
    }

    /// Ends every waiting, also that which is still to come.
    func wake() {
        var byte: UInt8 = 0
        _ = write(waking.writing, &byte, 1)
    }
}
