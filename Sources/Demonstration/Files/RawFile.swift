import Glibc
import Support

/// A camera's raw file of a picture: what its sensor saw behind red, green and blue filters, as an uncompressed DNG.
enum RawFile {
    private static let white = 16_383

    static func dng(_ pixels: [UInt8], width: Int, height: Int, _ facts: ExifFacts) -> [UInt8] {
        let camera = facts.shot.camera
        let main: [TIFFBlock.Entry] =
            facts.main() + [
                .longs(254, [0]), .longs(256, [width]), .longs(257, [height]), .shorts(258, [16]), .shorts(259, [1]), .shorts(262, [32_803]),
                .shorts(277, [1]),
                .longs(278, [height]), .longs(279, [width * height * 2]), .shorts(33_421, [2, 2]), .bytes(33_422, [0, 1, 1, 2]),
                .bytes(50_706, [1, 4, 0, 0]),
                .text(50_708, "\(camera.make) \(camera.model)"), .shorts(50_714, [0]), .longs(50_717, [white]),
                // From XYZ to the light of sRGB's primaries, which is what the mosaic holds.
                .fractions(
                    50_721,
                    [
                        (32_405, 10_000), (-15_371, 10_000), (-4985, 10_000), (-9693, 10_000), (18_760, 10_000), (416, 10_000), (556, 10_000),
                        (-2040, 10_000), (10_572, 10_000),
                    ], signed: true),
                .fractions(50_728, [(1, 1), (1, 1), (1, 1)]), .shorts(50_778, [21]),
            ]
        return TIFFBlock.littleEndian.file(main, exif: facts.exif(), gps: facts.gps(), strip: 273, more: mosaic(pixels, width: width, height: height))
    }

    private static func mosaic(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
        let linear = (0..<256).map { code -> UInt16 in
            let value = Float(code) / 255
            return UInt16((value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)) * Float(white))
        }
        return [UInt8](unsafeUninitializedCapacity: width * height * 2) { buffer, count in
            count = width * height * 2
            pixels.withUnsafeBufferPointer { pixels in
                linear.withUnsafeBufferPointer { linear in
                    guard let from = pixels.baseAddress, let light = linear.baseAddress, let out = buffer.baseAddress else { return }
                    var place = 0
                    for y in 0..<height {
                        var x = 0
                        while x < width {
                            let channel = (y & 1) &+ (x & 1)
                            let value = light[Int(from[place &* 4 &+ channel])]
                            out[place &* 2] = UInt8(truncatingIfNeeded: value)
                            out[place &* 2 &+ 1] = UInt8(truncatingIfNeeded: value >> 8)
                            place &+= 1
                            x &+= 1
                        }
                    }
                }
            }
        }
    }
}
