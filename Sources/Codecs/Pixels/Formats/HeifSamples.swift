import CHeif
import CTurboJPEG
import Glibc
import Pixels

/// A decoded HEIF picture, freed with its owner.
final class HeifImage {
    let raw: OpaquePointer
    /// Why only a part is there.
    var damage: String?

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { heif_image_release(raw) }
}

/// The pixels of a HEIF picture: `R G B A` of 8 bits, or `R G B` with or without alpha of up to 16.
struct HeifSamples {
    private let image: HeifImage
    private let size: PixelSize
    private let bits: Int
    private let components: Int
    private let stride: Int
    private let pixels: UnsafeMutablePointer<UInt8>

    init(_ image: HeifImage, crop: HeifPlacement.Crop?, limits: DecodingLimits) throws(CodecError) {
        let channel = heif_channel_interleaved
        let decoded = PixelSize(width: Int(heif_image_get_width(image.raw, channel)), height: Int(heif_image_get_height(image.raw, channel)))
        let (x, y) = (crop?.x ?? 0, crop?.y ?? 0)
        size = crop?.size ?? decoded
        guard x + size.width <= decoded.width, y + size.height <= decoded.height else {
            throw CodecError(.damaged, "The HEIF picture is smaller than what shall be cut out of it.")
        }
        try limits.check(size)
        bits = Int(heif_image_get_bits_per_pixel_range(image.raw, channel))
        switch heif_image_get_chroma_format(image.raw) {
        case heif_chroma_interleaved_RGBA, heif_chroma_interleaved_RRGGBBAA_LE: components = 4
        case heif_chroma_interleaved_RRGGBB_LE: components = 3
        default: throw CodecError(.unsupported, "The HEIF picture does not decode to pixels.")
        }
        var stride: CInt = 0
        guard (8...16).contains(bits), let pixels = heif_image_get_plane(image.raw, channel, &stride), stride > 0,
            Int(stride) >= decoded.width * components * (bits > 8 ? 2 : 1)
        else { throw CodecError(.damaged, "The HEIF picture is empty.") }
        (self.image, self.stride) = (image, Int(stride))
        self.pixels = pixels + y * Int(stride) + x * components * (bits > 8 ? 2 : 1)
    }

    private var isPremultiplied: Bool { components == 4 && heif_image_is_premultiplied_alpha(image.raw) != 0 }

    /// Rows without gaps of 8 bits, or of 16 whatever the file's number, in the machine's byte order, with straight alpha.
    func picture() throws(CodecError) -> SamplePicture {
        let (isDeep, count) = (bits > 8, size.width * components)
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, 64, count * size.height * (isDeep ? 2 : 1)) == 0, let memory else {
            throw CodecError(.tooLarge, "There is not enough memory for a picture of \(size.width) × \(size.height) pixels.")
        }
        if isDeep {
            widen(to: memory.assumingMemoryBound(to: UInt16.self), count)
        } else {
            for y in 0..<size.height { memcpy(memory + y * count, pixels + y * stride, count) }
        }
        if isPremultiplied {
            if isDeep { divideOut(memory.assumingMemoryBound(to: UInt16.self)) } else { divideOut(memory.assumingMemoryBound(to: UInt8.self)) }
        }
        let result = SamplePicture(memory, size: size, hasAlpha: components == 4, bits: isDeep ? 16 : 8) { free(memory) }
        result.damage = image.damage
        return result
    }

    /// All of 0...65535, so that white stays white.
    private func widen(to target: UnsafeMutablePointer<UInt16>, _ count: Int) {
        let highest = 1 << bits - 1
        let values = (0...highest).map { UInt16(($0 * 65535 + highest / 2) / highest) }
        values.withUnsafeBufferPointer { values in
            for y in 0..<size.height {
                let row = UnsafeRawPointer(pixels + y * stride), line = target + y * count
                for x in 0..<count {
                    line[x] = values[min(Int(UInt16(littleEndian: row.loadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self))), highest)]
                }
            }
        }
    }

    private func divideOut<Sample: FixedWidthInteger & UnsignedInteger>(_ samples: UnsafeMutablePointer<Sample>) {
        let most = UInt64(Sample.max)
        for at in Swift.stride(from: 0, to: size.width * size.height * 4, by: 4) {
            let alpha = UInt64(samples[at + 3])
            guard alpha > 0, alpha < most else { continue }
            for c in at..<at + 3 { samples[c] = Sample(min(most, (UInt64(samples[c]) * most + alpha / 2) / alpha)) }
        }
    }

    /// Pixels of 8 bits, laid on white, as planes.
    func onWhite() throws(CodecError) -> PlanarImage {
        guard bits == 8, components == 4 else { throw CodecError(.unsupported, "The HEIF picture does not decode to 8 bits a sample.") }
        let isPremultiplied = isPremultiplied
        for y in 0..<size.height {
            let row = pixels + y * stride
            for x in 0..<size.width {
                let alpha = UInt32(row[4 &* x &+ 3])
                guard alpha < 255 else { continue }
                for c in 0..<3 {
                    let ink = isPremultiplied ? UInt32(row[4 &* x &+ c]) &* 255 : UInt32(row[4 &* x &+ c]) &* alpha
                    row[4 &* x &+ c] = UInt8(clamping: (ink &+ (255 &- alpha) &* 255 &+ 127) / 255)
                }
            }
        }
        return try PlanarImage(pixels: pixels, size: size, bytesPerRow: stride, layout: .rgba, subsampling: .full)
    }
}
