extension ImageHeader {
    /// Follows the markers to the frame header; also finds the EXIF and XMP segments before it.
    static func jpeg(_ bytes: UnsafeRawBufferPointer) -> ImageHeader? {
        let reader = ByteReader(bytes)
        var exif: Range<Int>?
        var xmp: Range<Int>?
        var offset = 2
        while let byte = reader.uint8(offset), let marker = reader.uint8(offset + 1) {
            guard byte == 0xFF else {
                offset += 1  // Stray bytes between segments are legal to skip, and cameras do write them.
                continue
            }
            switch marker {
            case 0xFF: offset += 1  // Fill byte.
            case 0x00, 0x01, 0xD0...0xD8: offset += 2  // No length.
            case 0xD9, 0xDA: return nil  // Ends or begins to draw without having said its size.
            default:
                guard let length = reader.uint16(offset + 2), length >= 2 else { return nil }
                let body = offset + 4
                let end = min(offset + 2 + length, reader.count)
                let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
                if isFrame {
                    guard let bits = reader.uint8(body), let height = reader.uint16(body + 1), let width = reader.uint16(body + 3) else { return nil }
                    var header = ImageHeader(width: width, height: height)
                    header.bitsPerComponent = bits
                    header.exifBlock = exif
                    header.xmpPacket = xmp
                    return header
                }
                if marker == 0xE1, exif == nil, reader.matches("Exif", at: body), body + 6 <= end { exif = body + 6..<end }
                if marker == 0xE1, xmp == nil, reader.matches("http://ns.adobe.com/xap/1.0/", at: body), body + 29 <= end { xmp = body + 29..<end }
                offset += 2 + length
            }
        }
        return nil
    }
}
