import CLinux
import Glibc
import Pixels

/// Memory that two processes see: made and owned by the parent, mapped once by each, of a size that neither can change.
///
/// What the other side writes may change while it is read, so the parent copies whatever it checks.
// The address and the size never change; who may write the bytes when is the protocol's to say.
package final class SharedMemory: @unchecked Sendable {
    package let count: Int
    private let base: UnsafeMutableRawPointer

    package var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: base, count: count) }

    /// New memory, and its descriptor for the other side, which the caller closes; nothing is allocated until it is written. Throws `errno`.
    package static func make(count: Int) throws(SystemError) -> (memory: SharedMemory, descriptor: Int32) {
        let descriptor = clinux_sealed_memory("photo-decoder", Int64(count))
        guard descriptor >= 0 else { throw SystemError(-descriptor, "shared memory of \(count) bytes") }
        do throws(SystemError) { return (try SharedMemory(descriptor, count: count), descriptor) } catch {
            close(descriptor)
            throw error
        }
    }

    /// Memory that came with a packet. Takes the descriptor over, also when it throws.
    package convenience init(adopting descriptor: Int32, count: Int) throws(SystemError) {
        defer { close(descriptor) }
        try self.init(descriptor, count: count)
    }

    private init(_ descriptor: Int32, count: Int) throws(SystemError) {
        let actual = clinux_sealed_memory_size(descriptor)
        guard actual == Int64(count), count > 0 else {
            throw SystemError(actual < 0 ? Int32(-actual) : EINVAL, "shared memory of the wrong kind or size")
        }
        guard let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), base != MAP_FAILED else {
            throw SystemError(errno, "mapping \(count) bytes of shared memory")
        }
        (self.count, self.base) = (count, base)
    }

    deinit { munmap(base, count) }

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

    /// The image at `start`; `nil` where its layout is impossible or reaches out of the memory.
    ///
    /// - Parameter pixels: what to make of the memory with the rows in it.
    package func image(_ layout: ImageLayout, at start: Int = 0, _ pixels: (UnsafeRawBufferPointer) -> PixelBuffer) -> PixelImage? {
        guard let length = layout.length, start >= 0, start <= count, length <= count - start else { return nil }
        let rows = start + layout.rowsLength
        var offset = rows
        func part(_ length: Int?) -> [UInt8]? {
            defer { offset += length ?? 0 }
            return length.flatMap { copy(from: offset, count: $0) }
        }
        let profile = part(layout.profileLength), damage = part(layout.damageLength), exif = part(layout.exifLength), gainMap = part(layout.gainMapLength)
        var image = PixelImage(
            width: layout.width, height: layout.height, bytesPerRow: layout.bytesPerRow, format: layout.format,
            pixels: pixels(UnsafeRawBufferPointer(rebasing: bytes[start..<rows])), hasAlpha: layout.hasAlpha, iccProfile: profile,
            damage: damage.map { String(decoding: $0, as: UTF8.self) })
        (image.frames, image.exif, image.gainMap) = (layout.frames, exif, gainMap)
        return image
    }
}
