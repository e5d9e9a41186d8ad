import Foundation
import Synchronization

/// A running Chromium with a profile of its own, in a process group of its own. It ends with `end()`, or with this process: the browser leaves
/// when its pipe closes.
final class BrowserProcess: Sendable {
    /// We write commands to `commands` and read answers from `answers`.
    let commands: Int32
    let answers: Int32
    private let folder: URL
    private let pid: pid_t
    private let isOver = Mutex(false)

    /// Those not ended yet, for the end of this process.
    private static let running = Mutex<(list: [pid_t: URL], isRegistered: Bool)>(([:], false))

    /// - Parameter executable: an absolute path.
    init(executable: String, arguments: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("photos-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Sockets rather than pipes: writing to one whose reader died can be asked not to raise a signal.
        let (ours, theirs) = (try Self.pair(), try Self.pair())
        (commands, answers) = (ours.0, theirs.0)
        defer { close(ours.1); close(theirs.1) }
        let all = [executable] + arguments + ["--user-data-dir=\(folder.appendingPathComponent("profile").path)"]
        do {
            pid = try Self.spawn(all, reading: ours.1, writing: theirs.1, log: folder.appendingPathComponent("log").path)
        } catch {
            close(ours.0)
            close(theirs.0)
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        Self.running.withLock { running in
            running.list[pid] = folder
            guard !running.isRegistered else { return }
            running.isRegistered = true
            atexit { BrowserProcess.endAll() }
        }
    }

    /// Kills the browser with all its processes and removes its profile. Twice is harmless.
    func end() {
        let isFirst = isOver.withLock { over in
            defer { over = true }
            return !over
        }
        guard isFirst else { return }
        Self.kill(pid, folder)
        _ = Self.running.withLock { $0.list.removeValue(forKey: pid) }
    }

    /// The last lines it wrote to its standard error.
    var warnings: String {
        let log = (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").suffix(8).joined(separator: "\n")
    }

    private static func endAll() {
        for (pid, folder) in running.withLock({ $0.list }) { kill(pid, folder) }
    }

    private static func kill(_ pid: pid_t, _ folder: URL) {
        _ = Foundation.kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        // Its children may write a last file while they die.
        for _ in 0..<50 {
            try? FileManager.default.removeItem(at: folder)
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            usleep(10_000)
        }
    }

    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw BrowserError("A socket for the browser can't be made: \(String(cString: strerror(errno))).")
        }
        // Above those that the child gets: duplicating one onto itself would leave it closed.
        defer { ends.forEach { close($0) } }
        return (fcntl(ends[0], F_DUPFD_CLOEXEC, 10), fcntl(ends[1], F_DUPFD_CLOEXEC, 10))
    }

    private static func spawn(_ arguments: [String], reading: Int32, writing: Int32, log: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        posix_spawn_file_actions_adddup2(&actions, reading, 3)
        posix_spawn_file_actions_adddup2(&actions, writing, 4)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { strings.forEach { free($0) } }
        var pid: pid_t = 0
        let reason = posix_spawn(&pid, arguments[0], &actions, &attributes, &strings, environ)
        guard reason == 0 else { throw BrowserError("\(arguments[0]) can't be started: \(String(cString: strerror(reason))).") }
        return pid
    }
}
