import CVips

extension Codec {
    /// Writes pixels as a file's content. JPEG lays transparent pixels on white; both formats carry the profile.
    package func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        let size = PixelSize(width: image.width, height: image.height)
        try limits.check(size)
        guard image.bytesPerRow >= image.width * 4, image.pixels.count >= (image.height - 1) * image.bytesPerRow + image.width * 4 else {
            throw CodecError(.invalidRequest, "There are too few bytes for \(image.width) × \(image.height) pixels.")
        }
        switch format {
        case .jpeg(let quality):
            guard (1...100).contains(quality) else { throw CodecError(.invalidRequest, "A JPEG quality of \(quality) is not in 1 to 100.") }
            let pixels = image.hasAlpha ? image.onWhite() : image.pixels
            return try JPEGWriter.write(rgba: pixels, size: size, bytesPerRow: image.bytesPerRow, quality: quality, profile: image.iccProfile)
        case .png:
            return try VipsReader.writePNG(image)
        }
    }
}

extension PixelImage {
    /// The pixels laid on white.
    fileprivate func onWhite() -> [UInt8] {
        var result = pixels
        result.withUnsafeMutableBufferPointer { result in
            for y in 0..<height {
                for x in 0..<width {
                    let at = y &* bytesPerRow &+ x &* 4
                    let alpha = UInt32(result[at &+ 3]), rest = (255 &- alpha) &* 255
                    for c in 0..<3 { result[at &+ c] = UInt8(truncatingIfNeeded: (UInt32(result[at &+ c]) &* alpha &+ rest &+ 127) / 255) }
                }
            }
        }
        return result
    }
}
