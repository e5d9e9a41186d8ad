extension ImageHeader {
    /// Simple (lossy or lossless) and extended WebP; frames of an animation are counted by their chunks.
    static func webP(_ bytes: UnsafeRawBufferPointer, frameLimit: Int) -> ImageHeader? {
        let reader = ByteReader(bytes, isLittleEndian: true)
        var header: ImageHeader?
        var frames = 0
        var offset = 12
        while frames < frameLimit, let kind = reader.fourCharacters(offset), let size = reader.uint32(offset + 4) {
            let body = offset + 8
            switch kind {
            case "VP8X":
                guard let flags = reader.uint8(body), let width = uint24(reader, body + 4), let height = uint24(reader, body + 7) else { return nil }
                header = ImageHeader(width: width + 1, height: height + 1)
                header?.hasAlpha = flags & 0x10 != 0
            case "VP8 " where header == nil:
                guard reader.matches([0x9D, 0x01, 0x2A], at: body + 3), let width = reader.uint16(body + 6), let height = reader.uint16(body + 8) else { return nil }
                header = ImageHeader(width: width & 0x3FFF, height: height & 0x3FFF)
            case "VP8L" where header == nil:
                guard reader.uint8(body) == 0x2F, let bits = reader.uint32(body + 1) else { return nil }
                header = ImageHeader(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
                header?.hasAlpha = bits >> 28 & 1 == 1
            case "ANMF": frames += 1
            case "EXIF": if reader.has(size, at: body) { header?.exifBlock = body..<body + size }
            case "XMP ": if reader.has(size, at: body) { header?.xmpPacket = body..<body + size }
            default: break
            }
            offset = body + size + size & 1
        }
        header?.bitsPerComponent = 8
        header?.frameCount = max(1, frames)
        return header
    }

    private static func uint24(_ reader: ByteReader, _ offset: Int) -> Int? {
        guard let low = reader.uint16(offset), let high = reader.uint8(offset + 2) else { return nil }
        return low | high << 16
    }
}
