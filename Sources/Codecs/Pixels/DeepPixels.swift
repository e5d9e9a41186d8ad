import Glibc
import Pixels

/// Upright `R G B A` pixels of 16 bits, whatever the picture's own number is.
final class DeepPixels {
    let size: PixelSize
    var hasAlpha = false
    var damage: String?
    let samples: UnsafeMutablePointer<UInt16>

    var count: Int { size.width * size.height }

    init(size: PixelSize) throws(CodecError) {
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, 64, size.width * size.height * 8) == 0, let memory else {
            throw CodecError(.tooLarge, "There is not enough memory for a picture of \(size.width) × \(size.height) pixels.")
        }
        self.size = size
        samples = memory.bindMemory(to: UInt16.self, capacity: size.width * size.height * 4)
    }

    deinit { free(samples) }

    /// What lies at the beginning as 8 bits becomes 16.
    func widen() {
        let bytes = UnsafeRawPointer(samples)
        for at in (0..<count * 4).reversed() { samples[at] = UInt16(bytes.load(fromByteOffset: at, as: UInt8.self)) * 257 }
    }
}

extension PictureReader {
    func deepPixels(_ geometry: Geometry) throws(CodecError) -> DeepPixels {
        guard let picture = try samples(covering: geometry.wanted, deep: true) else {
            throw CodecError(.unsupported, "The picture is for bright screens and has no bits for that.")
        }
        let result = try DeepPixels(size: geometry.turn.apply(geometry.size))
        (result.hasAlpha, result.damage) = (picture.hasAlpha, picture.damage)
        try VipsImage.samples(of: picture).write(geometry, of: size, to: result.samples)
        if picture.bits == 8 { result.widen() }
        return result
    }
}
