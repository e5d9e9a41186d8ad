import Glibc
import Support

/// Reads a file once, from its first byte to its last, and compares what passes by with the hash that its bytes must have. For one thread at a time.
package final class CheckedReader {
    private let file: OpenFile
    private let sha256: [UInt8]?
    /// A file that grows without end is noticed at its first byte too many.
    private let size: Int64
    private let hash = ContentHash()
    private var offset: Int64 = 0

    /// - Parameter sha256: `nil` compares nothing; what is read is then what there was when it began.
    package init(_ file: OpenFile, sha256: [UInt8]?) throws(OriginalsError) {
        (self.file, self.sha256) = (file, sha256)
        size = try file.signature().size
    }

    /// Bytes that were there when it began and were not read yet.
    package var rest: Int64 { max(0, size - offset) }

    /// Fills as much of `buffer` as the file has; 0 at its end, once all that passed by was compared.
    /// - Throws: `.unreadable` at the end of a file whose bytes are not the ones that were imported.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(OriginalsError) -> Int {
        let count = retrying { pread(file.descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
        guard count >= 0 else { throw OriginalsError(errno: errno, "read", file.path) }
        offset += Int64(count)
        guard let sha256 else {
            guard offset <= size, count > 0 || offset == size else {
                throw OriginalsError(.changedWhileReading, "\(file.path.display) changed while it was read. Ask for it again when nobody writes to it.")
            }
            return count
        }
        if count > 0 { hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        if count == 0 || offset > size {
            guard let digest = hash.digest() else {
                throw OriginalsError(.failed, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.")
            }
            guard count == 0, digest == sha256 else { throw Self.damaged(file.path) }
        }
        return count
    }

    static func damaged(_ path: BytePath) -> OriginalsError {
        OriginalsError(.unreadable, "\(path.display) is damaged: its content is not the one that was imported. Restore it from a backup.")
    }
}
