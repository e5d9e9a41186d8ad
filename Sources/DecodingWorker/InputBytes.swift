import Decoding
import Glibc
import Pixels

/// The bytes of a descriptor that came with a request: mapped where that is possible, else read.
package struct InputBytes: ~Copyable {
    package let bytes: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// Files of a camera's pictures are mapped with all their pages at once, which is cheaper than a fault for each. Of larger ones, RAW files and films,
    /// often only a part is read.
    private static let populatedSize = 16 << 20

    /// - Parameter unmappedLimit: the most that is read of a file that cannot be mapped, in bytes.
    package init(descriptor: Int32, name: String, unmappedLimit: Int) throws(CodecError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw Self.unreadable(name, errno) }
        if facts.st_mode & S_IFMT == S_IFREG {
            let size = Int(facts.st_size)
            guard size > 0 else {
                (bytes, isMapped) = (UnsafeRawBufferPointer(start: nil, count: 0), false)
                return
            }
            let populate = size <= Self.populatedSize ? Int32(MAP_POPULATE) : 0
            if let base = mmap(nil, size, PROT_READ, MAP_PRIVATE | populate, descriptor, 0), base != MAP_FAILED {
                (bytes, isMapped) = (UnsafeRawBufferPointer(start: base, count: size), true)
                return
            }
        }
        bytes = try Self.read(descriptor, name, limit: unmappedLimit)
        isMapped = false
    }

    /// As a worker reads it.
    package init(_ source: MediaSource) throws(CodecError) {
        try self.init(descriptor: source.descriptor, name: source.name, unmappedLimit: WorkerLimits().unmappedBytes)
    }

    deinit {
        if isMapped { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) } else { bytes.deallocate() }
    }

    private static func read(_ descriptor: Int32, _ name: String, limit: Int) throws(CodecError) -> UnsafeRawBufferPointer {
        var collected: [UInt8] = []
        var offset: off_t = 0
        var seekable = true
        while true {
            var result = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 20) { target, filled in
                if seekable { result = pread(descriptor, target.baseAddress, target.count, offset) }
                if seekable, result < 0, errno == ESPIPE { seekable = false }
                if !seekable { result = Glibc.read(descriptor, target.baseAddress, target.count) }
                filled = max(0, result)
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw unreadable(name, errno) }
            guard result > 0 else { break }
            collected += chunk
            offset += off_t(result)
            guard collected.count <= limit else {
                throw CodecError(.tooLarge, "“\(name)” does not end within \(limit >> 20) MB and is no regular file; save it as a file first")
            }
        }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: collected.count, alignment: 16)
        copy.copyBytes(from: collected)
        return UnsafeRawBufferPointer(copy)
    }

    private static func unreadable(_ name: String, _ number: Int32) -> CodecError {
        CodecError(.unreadable, "“\(name)” cannot be read; check the disk and the file's permissions", cause: String(cString: strerror(number)))
    }
}
