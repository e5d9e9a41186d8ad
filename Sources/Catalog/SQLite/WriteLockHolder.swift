import Foundation
import Glibc
import Support

/// Finds out which process writes to a catalogue, for the message of a write that waited in vain.
///
/// The kernel's table of locks is read, never the file itself: closing a second descriptor of the file would drop this process' own
/// locks on it (POSIX), and with them SQLite's protection.
enum WriteLockHolder {
    /// SQLite's WAL write lock is this byte of the shared memory file.
    private static let writeLockByte = "120"

    /// Such as "process 4711 (photos)"; `nil` when it can't be told (it is gone, or in another container or machine).
    static func describe(catalog path: String) -> String? {
        var status = stat()
        guard stat(path + "-shm", &status) == 0 else { return nil }
        let inode = String(status.st_ino)
        // A long table is read in pieces, and a lock that is let go of between two of them makes the kernel skip another: so it is read again,
        // often enough for a machine where many processes lock and unlock all the time.
        for _ in 0..<100 {
            guard let table = LockTable.lines() else { return nil }
            if let holder = holder(ofInode: inode, in: table) { return holder }
        }
        return nil
    }

    private static func holder(ofInode inode: String, in table: [Substring]) -> String? {
        for line in table {
            // 1: POSIX  ADVISORY  WRITE 4711 fe:00:131090 120 120
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count >= 8, words[3] == "WRITE", words[5].split(separator: ":").last.map(String.init) == inode,
                words[6] == writeLockByte, let process = Int32(words[4]), process > 0
            else { continue }
            if process == getpid() { return "this process" }
            let name = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
            return name.map { "process \(process) (\($0))" } ?? "process \(process)"
        }
        return nil
    }
}
