import Foundation
import Glibc
import Synchronization

/// What SQLite's readers look at to learn of commits: the header of the write-ahead log's index, in the file named `-shm`.
///
/// A commit can be read from the moment its header stands there, and not before, however long the log itself has been written by then. The header is
/// read and never mapped, since a file that somebody cuts short would end the process. And it is read through SQLite's own descriptor: when a process
/// closes any descriptor of a file it loses all its locks on it (POSIX), and SQLite's are on this one.
final class CommitHeader: Sendable {
    private enum Source {
        case unsought
        /// SQLite's descriptor, open as long as any connection of this process is.
        case found(Int32)
        case none
    }

    private let path: String
    private let source = Mutex(Source.unsought)

    init(catalog: String) { path = catalog + "-shm" }

    /// The header; `nil` where there is none to be read, or where somebody is writing it just now.
    func words() -> SIMD8<UInt64>? {
        source.withLock { source in
            if case .unsought = source { source = Self.descriptor(of: path).map { .found($0) } ?? .none }
            guard case .found(let descriptor) = source else { return nil }
            return Self.words(descriptor)
        }
    }

    /// Pages in the write-ahead log that the catalogue lacks; `nil` as for `words`. They are counted behind the first 16 bytes of the header, and those that
    /// were brought over behind both of its copies.
    func pendingPages() -> Int? {
        guard let words = words(), case .found(let descriptor) = source.withLock({ $0 }) else { return nil }
        var brought: UInt32 = 0
        guard pread(descriptor, &brought, 4, 96) == 4 else { return nil }
        return max(0, Int(UInt32(truncatingIfNeeded: words[2])) - Int(brought))
    }

    /// Before the catalogue's connections close.
    func end() { source.withLock { $0 = .none } }

    private static func words(_ descriptor: Int32) -> SIMD8<UInt64>? {
        // Twice the same 48 bytes, of which a writer changes the second first; and whether there is anything in them is their 13th.
        var copies = (SIMD8<UInt64>.zero, SIMD8<UInt64>.zero)
        let isWhole = withUnsafeMutableBytes(of: &copies) { bytes in
            withUnsafeTemporaryAllocation(byteCount: 96, alignment: 8) { header in
                guard pread(descriptor, header.baseAddress, 96, 0) == 96, header[12] != 0 else { return false }
                bytes[0..<48].copyBytes(from: header[0..<48])
                bytes[64..<112].copyBytes(from: header[48..<96])
                return true
            }
        }
        return isWhole && copies.0 == copies.1 ? copies.0 : nil
    }

    private static func descriptor(of path: String) -> Int32? {
        var file = stat()
        guard stat(path, &file) == 0, let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else { return nil }
        return names.lazy.compactMap { Int32($0) }.first { number in
            var open = stat()
            return fstat(number, &open) == 0 && open.st_dev == file.st_dev && open.st_ino == file.st_ino
        }
    }
}
