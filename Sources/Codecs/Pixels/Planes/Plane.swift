import Glibc
import Pixels

/// One component of a picture: 8-bit samples in rows.
///
/// Rows are padded to 64 bytes and there are spare rows up to a multiple of 32, so vector code may read and write past the
/// picture's right and lower edge without looking.
final class Plane {
    let width: Int
    let height: Int
    let stride: Int
    let samples: UnsafeMutablePointer<UInt8>

    /// Fails with `tooLarge` where the memory cannot be had.
    convenience init(width: Int, height: Int) throws(CodecError) {
        let stride = (width + 63) & ~63
        try self.init(width: width, height: height, stride: stride, bytes: stride * ((height + 31) & ~31) + 64)
    }

    /// Working memory: `count` rows of 32 samples without gaps.
    convenience init(stripOf count: Int) throws(CodecError) {
        try self.init(width: 32, height: count, stride: 32, bytes: 32 * count + 64)
    }

    private init(width: Int, height: Int, stride: Int, bytes: Int) throws(CodecError) {
        (self.width, self.height, self.stride) = (width, height, stride)
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, 64, bytes) == 0, let memory else {
            throw CodecError(.tooLarge, "There is not enough memory for a picture of \(width) × \(height) pixels.")
        }
        samples = memory.assumingMemoryBound(to: UInt8.self)
    }

    deinit { free(samples) }

    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { samples + y * stride }

    /// Copies rows out of memory that a library owns.
    func copyRows(from source: UnsafePointer<UInt8>, stride sourceStride: Int) {
        for y in 0..<height { memcpy(row(y), source + y * sourceStride, width) }
    }

    /// The same from samples of 9 to 16 bits in two bytes, in the machine's byte order, rounded to 8.
    func copyRows(from source: UnsafePointer<UInt8>, stride sourceStride: Int, bits: Int) {
        let shift = UInt32(bits - 8), half = UInt32(1) << (shift - 1)
        for y in 0..<height {
            let from = UnsafeRawPointer(source + y * sourceStride), to = row(y)
            for x in 0..<width {
                let value = UInt32(from.loadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self))
                to[x] = UInt8(clamping: (value &+ half) >> shift)
            }
        }
    }
}
