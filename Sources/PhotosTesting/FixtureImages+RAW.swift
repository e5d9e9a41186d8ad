import Foundation
import Support

extension FixtureImages {
    /// A RAW file as a camera writes it that knows no compression: a DNG of 16 bits a sample with the colours of `quarters`, and no preview.
    ///
    /// Width and height are pixels, even and at least 32.
    public static func raw(width: Int = 64, height: Int = 48, seed: Int = 0) -> Data {
        let colours = quarters(width: width, height: height, seed: seed)
        var sensor = Data(capacity: width * height * 2)
        for y in 0..<height {
            for x in 0..<width {
                // Red and green by turns, then green and blue.
                let sample = UInt16(colours.pixels[y * colours.bytesPerRow + x * 4 + y % 2 + x % 2]) * 200
                sensor.append(contentsOf: [UInt8(sample & 255), UInt8(sample >> 8)])
            }
        }
        let (one, zero) = ((1, 1), (0, 1))
        func directory(_ start: Int) -> [UInt8] {
            TIFFBlock.littleEndian.directory(
                [
                    .longs(254, [0]), .longs(256, [width]), .longs(257, [height]), .shorts(258, [16]), .shorts(259, [1]), .shorts(262, [32803]), .text(271, "Test"),
                    .text(272, "Camera"), .longs(273, [start]), .shorts(274, [1]), .shorts(277, [1]), .longs(278, [height]), .longs(279, [sensor.count]),
                    .shorts(33421, [2, 2]), .bytes(33422, [0, 1, 1, 2]), .bytes(50706, [1, 4, 0, 0]), .text(50708, "Test Camera"), .shorts(50714, [0]), .longs(50717, [51000]),
                    .fractions(50721, [one, zero, zero, zero, one, zero, zero, zero, one]), .fractions(50728, [one, one, one]), .shorts(50778, [21]),
                ], at: 8)
        }
        let head = Array("II*\0".utf8) + TIFFBlock.little(8, 4)
        return Data(head + directory(head.count + directory(0).count)) + sensor
    }
}
