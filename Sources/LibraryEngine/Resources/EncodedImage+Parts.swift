import Metadata
import Pixels
import Support

extension EncodedImage {
    var isPNG: Bool { bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) }

    /// A JPEG with this EXIF block in its first segment, or a PNG with it in a chunk behind its header; others as they are.
    func with(exif: [UInt8]?) -> EncodedImage {
        guard let exif else { return self }
        let part: [UInt8], offset: Int
        if bytes.starts(with: [0xFF, 0xD8]) {
            let content = Array("Exif\0\0".utf8) + exif, length = content.count + 2
            guard length <= 0xFFFF else { return self }
            (part, offset) = ([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content, 2)
        } else if isPNG, bytes.count > Self.afterHeader {
            let content = Array("eXIf".utf8) + exif
            var sum = CRC32()
            content.withUnsafeBytes { sum.update($0) }
            (part, offset) = (Self.bigEndian(UInt32(exif.count)) + content + Self.bigEndian(sum.value), Self.afterHeader)
        } else {
            return self
        }
        var result = [UInt8]()
        result.reserveCapacity(bytes.count + part.count)
        result += bytes[..<offset]
        result += part
        result += bytes[offset...]
        return EncodedImage(bytes: result, width: width, height: height)
    }

    /// A JPEG with this gain map behind it; others as they are. Goes last: the map's place is counted from the picture's end.
    package func with(gainMap: [UInt8]?) -> EncodedImage {
        guard let gainMap, let file = UltraHDRFile.joined(bytes, map: gainMap) else { return self }
        return EncodedImage(bytes: file, width: width, height: height)
    }

    /// PNG's signature of 8 bytes, and its first chunk, which has 13 between length, name and sum.
    private static let afterHeader = 8 + 25

    private static func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
}
