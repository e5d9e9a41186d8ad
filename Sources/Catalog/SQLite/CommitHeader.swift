import CSQLite
import Foundation
import Glibc
import Synchronization

/// What SQLite's readers look at to learn of commits: the header of the write-ahead log's index, in the file named `-shm`.
///
/// A commit can be read from the moment its header stands there, and not before, however long the log itself has been written by then. The header is
/// looked at through a mapping of its own, which costs no call of the system; SQLite has mapped the same page, so a file that somebody cuts short harms no more
/// than before. It is mapped through SQLite's own descriptor: when a process closes any descriptor of a file it loses all its locks on it (POSIX), and SQLite's
/// are on this one.
final class CommitHeader: Sendable {
    private enum Source {
        case unsought
        case found(MappedHeader)
        case none
    }

    private let path: String
    private let source = Mutex(Source.unsought)

    init(catalog: String) { path = catalog + "-shm" }

    /// The header; `nil` where there is none to be read, or where somebody is writing it just now.
    func words() -> SIMD8<UInt64>? { withHeader { $0.words } }

    /// Whether the header is this one. Much cheaper than `words`, for those who ask for each of many things.
    func are(_ words: SIMD8<UInt64>) -> Bool {
        source.withLock { source in
            guard case .found(let header) = source else { return false }
            return header.isWritten(words)
        }
    }

    /// Pages in the write-ahead log that the catalogue lacks; `nil` as for `words`.
    func pendingPages() -> Int? { withHeader { $0.pendingPages } }

    private func withHeader<T>(_ body: (MappedHeader) -> T?) -> T? {
        source.withLock { source in
            if case .unsought = source { source = Self.descriptor(of: path).map { MappedHeader($0).map { .found($0) } ?? .unsought } ?? .none }
            guard case .found(let header) = source else { return nil }
            return body(header)
        }
    }

    /// Before the catalogue's connections close.
    func end() { source.withLock { $0 = .none } }

    private static func descriptor(of path: String) -> Int32? {
        var file = stat()
        guard stat(path, &file) == 0, let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else { return nil }
        return names.lazy.compactMap { Int32($0) }.first { number in
            var open = stat()
            return fstat(number, &open) == 0 && open.st_dev == file.st_dev && open.st_ino == file.st_ino
        }
    }
}

/// The first page of the write-ahead log's index.
private final class MappedHeader: @unchecked Sendable {
    private static let bytes = 4096
    // Guarded by being immutable; what it leads to is read as SQLite's readers read it.
    private let page: UnsafeRawPointer

    /// - Returns: `nil` where the file is not as long yet.
    init?(_ descriptor: Int32) {
        var file = stat()
        guard fstat(descriptor, &file) == 0, file.st_size >= Self.bytes, let page = mmap(nil, Self.bytes, PROT_READ, MAP_SHARED, descriptor, 0), page != MAP_FAILED else {
            return nil
        }
        self.page = UnsafeRawPointer(page)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: page), Self.bytes) }

    /// Twice the same 48 bytes, of which a writer changes the second first; and whether there is anything in them is their 13th.
    var words: SIMD8<UInt64>? {
        var header = (SIMD8<UInt64>.zero, SIMD8<UInt64>.zero)
        let isWhole = withUnsafeMutableBytes(of: &header) { bytes in
            csqlite_read_shared(page, bytes.baseAddress, 6)
            csqlite_read_shared(page + 48, bytes.baseAddress.map { $0 + 64 }, 6)
            return bytes[12] != 0
        }
        return isWhole && header.0 == header.1 ? header.0 : nil
    }

    /// Whether these words, which a whole header had, stand in its first copy, which is written last.
    func isWritten(_ words: SIMD8<UInt64>) -> Bool {
        withUnsafeBytes(of: words) { bytes in bytes.baseAddress.map { csqlite_are_words(page, $0, 6) == 1 } ?? false }
    }

    /// They are counted behind the first 16 bytes of the header, and those that were brought over behind both of its copies.
    var pendingPages: Int? {
        guard let words else { return nil }
        var brought: UInt64 = 0
        csqlite_read_shared(page + 96, &brought, 1)
        return max(0, Int(UInt32(truncatingIfNeeded: words[2])) - Int(UInt32(truncatingIfNeeded: brought)))
    }
}
