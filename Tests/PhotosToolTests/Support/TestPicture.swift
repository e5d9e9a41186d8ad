import Codecs
import Foundation
import Pixels
import TestSupport

/// JPEG files with the facts a test needs.
struct TestPicture {
    var width = 64
    var height = 48
    /// Makes the content differ.
    var seed = 0
    /// EXIF orientation, 1 to 8.
    var orientation: UInt16 = 1
    /// `2023:11:02 17:04:05`.
    var date: String?
    /// `+01:00`.
    var offset: String?

    func jpeg() throws -> Data {
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        var random = XorshiftRandom(seed: UInt64(truncatingIfNeeded: seed))
        for y in 0..<height {
            for x in 0..<width {
                // Left half red, right half blue, so that a turned picture shows; noise, so that no two are alike.
                let base: (UInt8, UInt8, UInt8) = x < width / 2 ? (220, 20, 20) : (20, 20, 220)
                let noise = UInt8(truncatingIfNeeded: random.next() & 15)
                let index = (y * width + x) * 4
                (pixels[index], pixels[index + 1], pixels[index + 2]) = (base.0 + noise, base.1 + noise, base.2 + noise)
            }
        }
        let image = PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false)
        var bytes = try Codec().encode(image, as: .jpeg(quality: 90)).bytes
        bytes.insert(contentsOf: exifSegment, at: 2)
        return Data(bytes)
    }

    func write(to file: URL) throws { try jpeg().write(to: file) }

    /// APP1 with a big-endian TIFF: orientation and make in IFD 0, date and offset in the EXIF IFD.
    private var exifSegment: [UInt8] {
        var tiff: [UInt8] = Array("MM".utf8) + [0, 42] + number(8 as UInt32)
        let make = Array("TestMake\0".utf8)
        var exif: [(tag: UInt16, text: [UInt8])] = []
        if let date { exif.append((0x9003, Array(date.utf8) + [0])) }
        if let offset { exif.append((0x9011, Array(offset.utf8) + [0])) }
        let exifStart = 8 + 2 + 3 * 12 + 4 + make.count + 1
        tiff += number(3 as UInt16)
        tiff += number(0x010F as UInt16) + number(2 as UInt16) + number(UInt32(make.count)) + number(UInt32(8 + 2 + 3 * 12 + 4))
        tiff += number(0x0112 as UInt16) + number(3 as UInt16) + number(1 as UInt32) + number(orientation) + [0, 0]
        tiff += number(0x8769 as UInt16) + number(4 as UInt16) + number(1 as UInt32) + number(UInt32(exifStart))
        tiff += number(0 as UInt32) + make + [0]
        var texts: [UInt8] = []
        tiff += number(UInt16(exif.count))
        for entry in exif {
            let place = exifStart + 2 + exif.count * 12 + 4 + texts.count
            tiff += number(entry.tag) + number(2 as UInt16) + number(UInt32(entry.text.count)) + number(UInt32(place))
            texts += entry.text
        }
        tiff += number(0 as UInt32) + texts
        let content = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xE1] + number(UInt16(content.count + 2)) + content
    }

    private func number<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
