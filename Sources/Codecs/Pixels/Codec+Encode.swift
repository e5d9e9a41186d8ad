import CVips
import Pixels

extension Codec {
    /// Writes pixels as a file's content. JPEG lays transparent pixels on white and has 8 bits a component; both formats carry the profile.
    package func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        let size = PixelSize(width: image.width, height: image.height)
        try limits.check(size)
        let row = image.width * image.format.bytesPerPixel
        guard image.bytesPerRow >= row, image.pixels.count >= (image.height - 1) * image.bytesPerRow + row else {
            throw CodecError(.invalidRequest, "There are too few bytes for \(image.width) × \(image.height) pixels.")
        }
        switch format {
        case .jpeg(let quality):
            guard (1...100).contains(quality) else { throw CodecError(.invalidRequest, "A JPEG quality of \(quality) is not in 1 to 100.") }
            let eight = image.withEightBits()
            let opaque = eight.hasAlpha ? eight.onWhite() : eight
            return try opaque.pixels.withUnsafeBytes { (bytes) throws(CodecError) in
                guard let pixels = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { throw CodecError(.invalidRequest, "There are no pixels.") }
                return try JPEGWriter.write(rgba: pixels, size: size, bytesPerRow: opaque.bytesPerRow, quality: quality, profile: image.iccProfile)
            }
        case .png:
            return try VipsReader.writePNG(image)
        }
    }
}

extension PixelImage {
    /// The same with 8 bits a component, rounded.
    package func withEightBits() -> PixelImage {
        guard format == .rgba16 else { return self }
        var result = self
        (result.format, result.bytesPerRow) = (.rgba8, width * 4)
        result.pixels = PixelBuffer(count: width * height * 4) { target in
            pixels.withUnsafeBytes { source in
                for y in 0..<height {
                    for at in 0..<width * 4 {
                        let value = UInt32(source.loadUnaligned(fromByteOffset: y &* bytesPerRow &+ at &* 2, as: UInt16.self))
                        target[y &* width &* 4 &+ at] = UInt8(truncatingIfNeeded: (value &* 255 &+ 32767) / 65535)
                    }
                }
            }
        }
        return result
    }

    /// The pixels, of 8 bits a component, laid on white.
    fileprivate func onWhite() -> PixelImage {
        var result = self
        result.bytesPerRow = width * 4
        result.pixels = PixelBuffer(count: width * height * 4) { target in
            pixels.withUnsafeBytes { source in
                for y in 0..<height {
                    for x in 0..<width {
                        let from = y &* bytesPerRow &+ x &* 4, to = (y &* width &+ x) &* 4
                        let alpha = UInt32(source[from &+ 3]), rest = (255 &- alpha) &* 255
                        for c in 0..<3 { target[to &+ c] = UInt8(truncatingIfNeeded: (UInt32(source[from &+ c]) &* alpha &+ rest &+ 127) / 255) }
                        target[to &+ 3] = 255
                    }
                }
            }
        }
        return result
    }
}
