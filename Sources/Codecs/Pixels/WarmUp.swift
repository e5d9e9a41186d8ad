import Pixels

/// One tiny picture for each codec.
enum WarmUp {
    struct Sample {
        var name: String
        var bytes: [UInt8]
    }

    static var samples: [Sample] {
        var pixels = [UInt8](repeating: 90, count: 16 * 16 * 4)
        for i in 0..<256 { pixels[i * 4] = UInt8(i) }
        let image = PixelImage(width: 16, height: 16, bytesPerRow: 64, pixels: pixels, hasAlpha: false, iccProfile: ColorProfile.displayP3)
        let written: [(String, EncodedFormat)] = [("JPEG", .jpeg(quality: 80)), ("PNG", .png)]
        return written.map { name, format in Sample(name: name, bytes: (try? Codec().encode(image, as: format))?.bytes ?? []) }
            + stored.map { Sample(name: $0.name, bytes: bytes($0.digits)) }
    }

    static func bytes(_ digits: String) -> [UInt8] {
        var result: [UInt8] = [], high: UInt8?
        for digit in digits.utf8 {
            let value = digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
            if let first = high {
                result.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return result
    }
}
