import Pixels

/// A whole picture as it is stored, as `R G B` or `R G B A` rows without gaps, where planes would lose its alpha or half of its bits.
final class SamplePicture {
    let size: PixelSize
    let hasAlpha: Bool
    /// 8 or 16, in the machine's byte order.
    let bits: Int
    let samples: UnsafeRawPointer
    /// Why only a part is there.
    var damage: String?
    private let release: () -> Void

    /// - Parameter release: frees the samples.
    init(_ samples: UnsafeRawPointer, size: PixelSize, hasAlpha: Bool, bits: Int, release: @escaping () -> Void) {
        (self.samples, self.size, self.hasAlpha, self.bits, self.release) = (samples, size, hasAlpha, bits, release)
    }

    deinit { release() }
}
