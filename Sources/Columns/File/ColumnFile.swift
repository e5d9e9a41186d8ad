import Glibc
import Synchronization

/// A column file, and this process's copy of what it has used of it. It stays readable, as it last was, when it is deleted or replaced.
///
/// Every block is compared with its sum as it is read, the sums with the header's, and the header with its own. So damage by a power cut, a failed
/// write or another program is noticed before a row is used.
// `header` and `sums` are what the copy was made from: `gate` guards them. The descriptor and the layout never change.
package final class ColumnFile: @unchecked Sendable {
    let descriptor: Int32
    let layout: ColumnLayout
    let memory: ColumnMemory
    package let isWritable: Bool
    /// Held for reading by scans, and for writing while the copy or the file changes.
    let gate = ReadersLock()
    var header: ColumnHeader
    /// Those of block 0's columns, then those of block 1's.
    var sums: [UInt64]
    let fault = Atomic<Fault>(.none)
    private let identity: (device: UInt64, inode: UInt64)

    /// Why a block could not be read.
    enum Fault: UInt8, AtomicRepresentable {
        case none
        /// Another process is changing the file, or has.
        case outdated
        /// The block is not what was written.
        case damaged
    }

    /// Takes the descriptor over, also when it fails.
    init?(descriptor: Int32, isWritable: Bool) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let header = Self.header(descriptor),
            case let layout = ColumnLayout(capacity: Int(header[.capacity])), status.st_size == layout.fileSize,
            let memory = ColumnMemory(layout: layout)
        else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.isWritable, self.layout, self.memory) = (descriptor, isWritable, layout, memory)
        self.header = ColumnHeader(capacity: layout.capacity)
        sums = [UInt64](repeating: 0, count: layout.blockCount * ColumnLayout.columns.count)
        identity = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    deinit { close(descriptor) }

    /// - Returns: `nil` where there is none, or no sound one of this format.
    package static func open(_ path: String, forWriting: Bool) -> ColumnFile? {
        // Opening a pipe would wait for its writer.
        let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        if forWriting {
            let descriptor = Glibc.open(path, O_RDWR | flags)
            if descriptor >= 0 { return ColumnFile(descriptor: descriptor, isWritable: true) }
            guard errno == EACCES || errno == EROFS || errno == EPERM else { return nil }
        }
        let descriptor = Glibc.open(path, O_RDONLY | flags)
        return descriptor < 0 ? nil : ColumnFile(descriptor: descriptor, isWritable: false)
    }

    /// Whether `path` still leads to this file.
    package func isAt(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && identity == (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    package static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether a file that can't be opened is of an earlier format rather than damaged.
    package static func isOfEarlierFormat(_ path: String) -> Bool {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { words in
            read(descriptor, at: 0, into: UnsafeMutableRawBufferPointer(words)) && words[0] == ColumnHeader.magic
                && (1..<ColumnHeader.format).contains(words[1])
        }
    }

    // MARK: - What the file says now

    /// `nil` where it is torn: while another process writes it, or for good.
    var written: ColumnHeader? { Self.header(descriptor) }

    private static func header(_ descriptor: Int32) -> ColumnHeader? {
        withUnsafeTemporaryAllocation(byteCount: ColumnHeader.size, alignment: 8) { buffer in
            read(descriptor, at: 0, into: UnsafeMutableRawBufferPointer(buffer)) ? ColumnHeader(UnsafeRawBufferPointer(buffer)) : nil
        }
    }

    /// -1 where that can't be read.
    package var position: Int64 { written?.position ?? -1 }
    /// A writer is writing, or died while it did.
    package var isChanging: Bool { written?.isChanging ?? true }

    /// Which state of which catalogue the file says it holds.
    package var says: ColumnIdentity { written?.state ?? ColumnIdentity(catalog: 0, position: -1, stamp: 0) }

    /// - Returns: false where not all of it is there, or the disk can't read it.
    static func read(_ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var done = 0
        while done < buffer.count {
            let count = pread(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
