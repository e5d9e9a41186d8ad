/// One tiny picture for each codec.
enum WarmUp {
    struct Sample {
        var name: String
        var bytes: [UInt8]
    }

    static var samples: [Sample] {
        var pixels = [UInt8](repeating: 90, count: 16 * 16 * 4)
        for i in 0..<256 { pixels[i * 4] = UInt8(i) }
        let image = PixelImage(width: 16, height: 16, bytesPerRow: 64, pixels: pixels, hasAlpha: false)
        var samples: [Sample] = []
        if let jpeg = try? Codec().encode(image, as: .jpeg(quality: 80)) { samples.append(Sample(name: "JPEG", bytes: jpeg.bytes)) }
        if let png = try? Codec().encode(image, as: .png) { samples.append(Sample(name: "PNG", bytes: png.bytes)) }
        return samples
    }
}
