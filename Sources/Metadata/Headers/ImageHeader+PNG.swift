extension ImageHeader {
    /// Reads the chunks before the pixels: size, depth, transparency and, for APNG, the number of frames.
    static func png(_ bytes: UnsafeRawBufferPointer, frameLimit: Int) -> ImageHeader? {
        let reader = ByteReader(bytes)
        guard reader.matches("IHDR", at: 12), let width = reader.uint32(16), let height = reader.uint32(20),
            let depth = reader.uint8(24), let colorType = reader.uint8(25)
        else { return nil }
        var header = ImageHeader(width: width, height: height)
        header.bitsPerComponent = colorType == 3 ? 8 : depth
        header.hasAlpha = colorType == 4 || colorType == 6
        var offset = 8
        while let length = reader.uint32(offset), let kind = reader.fourCharacters(offset + 4) {
            switch kind {
            case "tRNS": header.hasAlpha = true
            case "acTL": header.frameCount = min(max(1, reader.uint32(offset + 8) ?? 1), frameLimit)
            case "eXIf": if reader.has(length, at: offset + 8) { header.exifBlock = offset + 8..<offset + 8 + length }
            case "IDAT", "IEND": return header
            default: break
            }
            offset += 12 + length
        }
        return header
    }
}
