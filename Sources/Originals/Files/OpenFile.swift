import CLinux
import Glibc
import Support

/// An open file, closed with its last owner.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    package let path: BytePath

    init(descriptor: Int32, path: BytePath) {
        (self.descriptor, self.path) = (descriptor, path)
    }

    /// Takes over a descriptor of a file that is no original, such as a copy that was made of a part of one.
    package convenience init(adopting descriptor: Int32, path: BytePath) { self.init(descriptor: descriptor, path: path) }

    deinit { close(descriptor) }

    /// Opens an existing file. `followsLinks` false refuses a symbolic link as the last component.
    convenience init(reading path: BytePath, followsLinks: Bool) throws(OriginalsError) {
        try self.init(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW), "read")
    }

    /// Opens `path` with these flags; always close-on-exec, so that no worker inherits it.
    convenience init(_ path: BytePath, _ flags: Int32, mode: mode_t = 0o644, _ doing: String) throws(OriginalsError) {
        let descriptor = path.withCString { pointer in retrying { open(pointer, flags | O_CLOEXEC, mode) } }
        guard descriptor >= 0 else { throw OriginalsError(errno: errno, doing, path) }
        self.init(descriptor: descriptor, path: path)
    }

    package func signature() throws(OriginalsError) -> FileSignature {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw OriginalsError(errno: errno, "read", path) }
        return FileSignature(status)
    }

    /// Sets the modification time, in nanoseconds since 1970; a file system that can't keep it is no error.
    func setModified(nanoseconds: Int64) {
        var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        futimens(descriptor, [time, time])
    }

    func synchronize() throws(OriginalsError) {
        guard retrying({ fsync(descriptor) }) == 0 else { throw OriginalsError(errno: errno, "save", path) }
    }

    /// Has the disk begin with what was written there, and does not wait for it. Only `synchronize` tells when it is done, and what failed.
    func beginSynchronizing(from offset: Int64, count: Int64) { clinux_begin_sync(descriptor, offset, count) }

    /// Reserves space on the disk, so that a full one shows before the first byte is written. A file system that can't is no error.
    func reserve(_ size: Int64) throws(OriginalsError) {
        let result = clinux_reserve(descriptor, size)
        if [-ENOSPC, -EDQUOT, -EFBIG].contains(result) { throw OriginalsError(errno: -result, "write", path) }
    }

    /// Writes everything or throws.
    func write(_ bytes: UnsafeRawBufferPointer) throws(OriginalsError) { try Self.write(bytes, to: descriptor, path) }

    /// Writes everything to a file that somebody else closes, or throws.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: BytePath) throws(OriginalsError) {
        var rest = bytes
        while let base = rest.baseAddress, rest.count > 0 {
            let count = retrying { Glibc.write(descriptor, base, rest.count) }
            guard count > 0 else { throw OriginalsError(errno: count == 0 ? ENOSPC : errno, "write", path) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    func write(_ bytes: [UInt8]) throws(OriginalsError) {
        try bytes.withUnsafeBufferPointer { buffer throws(OriginalsError) in try write(UnsafeRawBufferPointer(buffer)) }
    }

    /// The rest of a small file, at most `limit` bytes.
    func readRest(limit: Int) throws(OriginalsError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var content: [UInt8] = []
        while content.count < limit {
            let count = try read(into: buffer)
            if count == 0 { break }
            content += buffer[..<min(count, limit - content.count)]
        }
        return content
    }

    /// Fills as much of `buffer` as the file has; 0 at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(OriginalsError) -> Int {
        let count = retrying { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
        guard count >= 0 else { throw OriginalsError(errno: errno, "read", path) }
        return count
    }
}
