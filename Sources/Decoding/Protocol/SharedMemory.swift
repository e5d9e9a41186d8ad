import CLinux
import Glibc

/// Memory that two processes see: made and owned by the parent, mapped once by each, of a size that neither can change.
///
/// What the other side writes may change while it is read, so the parent copies before it checks.
package final class SharedMemory {
    package let descriptor: Int32
    package let count: Int
    private let base: UnsafeMutableRawPointer

    package var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: base, count: count) }

    /// New memory; nothing is allocated until it is written. Throws `errno`.
    package convenience init(count: Int) throws(SystemError) {
        let descriptor = csys_sealed_memory("photo-decoder", Int64(count))
        guard descriptor >= 0 else { throw SystemError(-descriptor, "shared memory of \(count) bytes") }
        try self.init(adopting: descriptor, count: count)
    }

    /// Memory that came with a packet. Takes the descriptor over, also when it throws.
    package init(adopting descriptor: Int32, count: Int) throws(SystemError) {
        let actual = csys_sealed_memory_size(descriptor)
        guard actual == Int64(count), count > 0 else {
            close(descriptor)
            throw SystemError(actual < 0 ? Int32(-actual) : EINVAL, "shared memory of the wrong kind or size")
        }
        guard let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), base != MAP_FAILED else {
            let reason = errno
            close(descriptor)
            throw SystemError(reason, "mapping \(count) bytes of shared memory")
        }
        (self.descriptor, self.count, self.base) = (descriptor, count, base)
    }

    deinit {
        munmap(base, count)
        close(descriptor)
    }

    /// A private copy of one part; `nil` where the part is not inside the memory.
    package func copy(from offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
        // Not for nothing: the initializer below would write into the one empty array that all threads share.
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            if let start = target.baseAddress { memcpy(start, base + offset, count) }
            filled = count
        }
    }
}
