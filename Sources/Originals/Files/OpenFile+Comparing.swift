import Glibc
import Support

extension OpenFile {
    /// SHA-256 of the whole file, wherever it has been read to; `nil` where it is no longer what `signature` says, or changes meanwhile.
    package func digest(while signature: FileSignature) throws(OriginalsError) -> [UInt8]? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        let hash = ContentHash()
        var offset: Int64 = 0
        // A file that grows without end is noticed at its first byte too many.
        while offset <= signature.size {
            let count = retrying { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
            guard count >= 0 else { throw OriginalsError(errno: errno, "read", path) }
            if count == 0 { break }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
        guard offset == signature.size, try self.signature() == signature else { return nil }
        guard let digest = hash.digest() else { throw OriginalsError(.failed, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.") }
        return digest
    }

    /// SHA-256 of a part of the file, wherever it has been read to; `nil` where the file ends before the part does.
    /// - Parameter pass: is given the part, piece after piece.
    package func digest(of part: Range<Int64>, pass: (UnsafeRawBufferPointer) throws(OriginalsError) -> Void = { _ in }) throws(OriginalsError) -> [UInt8]? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        let hash = ContentHash()
        var offset = part.lowerBound
        while offset < part.upperBound {
            let wanted = Int(min(Int64(buffer.count), part.upperBound - offset))
            let count = retrying { pread(descriptor, buffer.baseAddress, wanted, off_t(offset)) }
            guard count >= 0 else { throw OriginalsError(errno: errno, "read", path) }
            if count == 0 { return nil }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.update(piece)
            try pass(piece)
            offset += Int64(count)
        }
        guard let digest = hash.digest() else { throw OriginalsError(.failed, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.") }
        return digest
    }

    /// How many names the file has.
    package func linkCount() throws(OriginalsError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw OriginalsError(errno: errno, "read", path) }
        return Int(status.st_nlink)
    }
}
