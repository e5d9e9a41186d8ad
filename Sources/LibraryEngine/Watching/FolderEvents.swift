import Foundation
import Glibc
import Originals

/// Hears from the kernel what happens in folders: names that come and go, and files that are closed after writing. inotify has so many watches; of folders beyond
/// that the kernel is asked to tell as of whole disks, where that is allowed. Used by one thread at a time, but for `wait` and `wake`.
final class FolderEvents: Sendable {
    typealias Heard = DiskEvents.Heard

    private struct State {
        var paths: [Int32: BytePath] = [:]
        var descriptors: [BytePath: Int32] = [:]
    }

    private let descriptor: Int32
    /// A pipe that ends a waiting.
    private let waking: (reading: Int32, writing: Int32)
    /// How many folders inotify watches at most.
    let limit: Int
    /// For those beyond; `nil` for none.
    let disks: DiskEvents?
    /// How long at least passes between two looks at what happens elsewhere on a disk, in milliseconds.
    private static let diskPause: Int32 = 100
    // Guarded by whoever uses the object: one thread at a time.
    nonisolated(unsafe) private var state = State()

    /// - Parameters:
    ///   - limit: `nil` takes half of what the system gives one user, since other programs want watches too.
    ///   - usesDisks: whether the kernel is asked to tell of whole disks where there are more folders.
    /// - Throws: where the system gives none at all.
    init(limit: Int? = nil, usesDisks: Bool = true) throws(LibraryError) {
        disks = usesDisks ? DiskEvents() : nil
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

    var count: Int { state.paths.count + (disks?.count ?? 0) }

    func isWatched(_ folder: BytePath) -> Bool { state.descriptors[folder] != nil || disks?.isWatched(folder) == true }

    /// Watches what is at the path now, also where something else was there when it was called last.
    /// - Returns: false where no more watches are to be had.
    @discardableResult
    func watch(_ folder: BytePath) -> Bool {
        guard watchAlone(folder) else { return disks?.watch(folder) ?? false }
        disks?.forget(folder)
        return true
    }

    /// By a watch of its own.
    private func watchAlone(_ folder: BytePath) -> Bool {
        let known = state.descriptors[folder]
        guard known != nil || state.paths.count < limit else { return false }
        let mask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW)
        let watch = folder.withCString { inotify_add_watch(descriptor, $0, mask) }
        // Another folder took the place of the one that was watched; that is watched anew where it is found.
        if let known, known != watch { forgetAlone(folder) }
        guard watch >= 0 else { return false }
        // A folder that was moved is the same watch by another name.
        if let before = state.paths[watch], before != folder { state.descriptors[before] = nil }
        (state.paths[watch], state.descriptors[folder]) = (folder, watch)
        return true
    }

    func forget(_ folder: BytePath) {
        disks?.forget(folder)
        forgetAlone(folder)
    }

    private func forgetAlone(_ folder: BytePath) {
        guard let watch = state.descriptors.removeValue(forKey: folder) else { return }
        state.paths[watch] = nil
        inotify_rm_watch(descriptor, watch)
    }

    /// Forgets folders that are not among those that are there.
    func keepOnly(_ isThere: (BytePath) -> Bool) {
        disks?.keepOnly(isThere)
        for folder in Array(state.descriptors.keys) where !isThere(folder) { forgetAlone(folder) }
    }

    /// Everything that happened since the last call.
    func drain() -> Heard {
        var heard = disks?.drain() ?? Heard()
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
        let end = ContinuousClock.now + .seconds(max(0, min(seconds, 3_600)))
        repeat {
            let left = Int32((max(.zero, end - ContinuousClock.now) / .milliseconds(1)).rounded(.up))
            // One that is negative is left out.
            var ends = [descriptor, waking.reading, disks?.descriptor ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&ends, 3, left) > 0, ends[0].revents == 0, ends[1].revents == 0, let disks, !disks.hasHeard() else { return }
            // What others do on a busy disk wakes nobody all the time.
            ends.removeLast()
            if poll(&ends, 2, min(Self.diskPause, left)) != 0 { return }
        } while ContinuousClock.now < end
    }

    /// Ends every waiting, also that which is still to come.
    func wake() {
        var byte: UInt8 = 0
        _ = write(waking.writing, &byte, 1)
    }
}
