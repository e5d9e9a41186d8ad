extension ImageHeader {
    /// Reads the size segment of the codestream, bare or in a JP2 file's box.
    static func jpeg2000(_ bytes: UnsafeRawBufferPointer) -> ImageHeader? {
        let reader = ByteReader(bytes)
        let start = reader.matches([0xFF, 0x4F], at: 0) ? 0 : BoxWalker(bytes).first("jp2c")?.body.lowerBound
        guard let start, reader.matches([0xFF, 0x4F, 0xFF, 0x51], at: start),
            let right = reader.uint32(start + 8), let bottom = reader.uint32(start + 12),
            let left = reader.uint32(start + 16), let top = reader.uint32(start + 20), right > left, bottom > top
        else { return nil }
        var header = ImageHeader(width: right - left, height: bottom - top)
        let components = reader.uint16(start + 40) ?? 3
        header.hasAlpha = components == 2 || components == 4
        header.bitsPerComponent = reader.uint8(start + 42).map { ($0 & 0x7F) + 1 }
        return header
    }
}
