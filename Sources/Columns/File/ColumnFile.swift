import Glibc
import Synchronization

/// A mapped column file. It stays readable, as it last was, when it is deleted or replaced.
///
/// Rows are read through the mapping and written through the descriptor, so that a full disk is an error rather than a signal.
// Nothing but the header's atomic words is changed through the pointers; the sequence in it tells readers when rows changed under them.
package final class ColumnFile: @unchecked Sendable {
    let descriptor: Int32
    let header: ColumnHeader
    let layout: ColumnLayout
    let base: UnsafeRawPointer
    package let isWritable: Bool
    /// The rows were found to be what the sum says, in this process.
    let isVerified = Atomic<Bool>(false)
    private let page: UnsafeMutableRawPointer
    private let identity: (device: UInt64, inode: UInt64)

    /// Maps a file whose header is complete. Takes the descriptor over, also when it fails.
    init?(descriptor: Int32, isWritable: Bool) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > ColumnLayout.headerSize,
              let page = Self.map(descriptor, ColumnLayout.headerSize, isWritable ? PROT_READ | PROT_WRITE : PROT_READ)
        else {
            close(descriptor)
            return nil
        }
        let header = ColumnHeader(page: page)
        let capacity = Int(truncatingIfNeeded: header[.capacity])
        // A capacity no file of this size can have would overflow below.
        guard header[.magic] == ColumnHeader.magic, header[.format] == ColumnHeader.format, capacity > 0, capacity <= Int(UInt32.max),
              case let layout = ColumnLayout(capacity: capacity), status.st_size == layout.fileSize,
              let base = Self.map(descriptor, layout.fileSize, PROT_READ)
        else {
            munmap(page, ColumnLayout.headerSize)
            close(descriptor)
            return nil
        }
        (self.descriptor, self.isWritable, self.header, self.layout) = (descriptor, isWritable, header, layout)
        (self.base, self.page) = (UnsafeRawPointer(base), page)
        identity = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: base), layout.fileSize)
        munmap(page, ColumnLayout.headerSize)
        close(descriptor)
    }

    /// - Returns: `nil` where there is none, or no sound one of this format.
    package static func open(_ path: String, forWriting: Bool) -> ColumnFile? {
        if forWriting {
            let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            if descriptor >= 0 { return ColumnFile(descriptor: descriptor, isWritable: true) }
            guard errno == EACCES || errno == EROFS || errno == EPERM else { return nil }
        }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        return descriptor < 0 ? nil : ColumnFile(descriptor: descriptor, isWritable: false)
    }

    private static func map(_ descriptor: Int32, _ size: Int, _ protection: Int32) -> UnsafeMutableRawPointer? {
        let start = mmap(nil, size, protection, MAP_SHARED, descriptor, 0)
        return start == MAP_FAILED ? nil : start
    }

    /// Whether `path` still leads to this file.
    package func isAt(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && identity == (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    package var position: Int64 { header.position }
    package var isChanging: Bool { header.isChanging }

    /// Which state of which catalogue the file says it holds.
    package var says: ColumnIdentity {
        ColumnIdentity(catalog: header[.identity], position: header.position, stamp: header[.stamp])
    }

    var count: Int { min(layout.capacity, Int(truncatingIfNeeded: header[.count] & 0xFFFF_FFFF)) }
    var sortedCount: Int { min(count, Int(truncatingIfNeeded: header[.sortedCount] & 0xFFFF_FFFF)) }
}
