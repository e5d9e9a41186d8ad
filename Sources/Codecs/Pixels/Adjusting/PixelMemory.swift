import Glibc
import Pixels

/// Memory for the pixels of one step, freed with its owner.
final class PixelMemory {
    private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Frees what there was before.
    @discardableResult
    func allocate(_ count: Int) throws(CodecError) -> UnsafeMutableRawBufferPointer {
        free(bytes.baseAddress)
        bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        var base: UnsafeMutableRawPointer?
        // Vector code may write a little past the end.
        guard posix_memalign(&base, 64, count + 64) == 0, let base else {
            throw CodecError(.tooLarge, "There is not enough memory for \(count) bytes of pixels. Ask for a smaller picture.")
        }
        bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
        return bytes
    }

    deinit { free(bytes.baseAddress) }
}
