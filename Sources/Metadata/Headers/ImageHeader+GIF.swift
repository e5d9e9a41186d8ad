extension ImageHeader {
    /// Walks the blocks and counts the frames, without unpacking them.
    static func gif(_ bytes: UnsafeRawBufferPointer, frameLimit: Int) -> ImageHeader? {
        let reader = ByteReader(bytes, isLittleEndian: true)
        guard let width = reader.uint16(6), let height = reader.uint16(8), let flags = reader.uint8(10) else { return nil }
        var header = ImageHeader(width: width, height: height)
        header.bitsPerComponent = 8
        var frames = 0
        var offset = 13 + colorTableSize(flags)
        walk: while frames < frameLimit, let introducer = reader.uint8(offset) {
            switch introducer {
            case 0x2C:
                guard let flags = reader.uint8(offset + 9) else { break walk }
                frames += 1
                offset = afterBlocks(reader, offset + 10 + colorTableSize(flags) + 1)
            case 0x21:
                if reader.uint8(offset + 1) == 0xF9, let packed = reader.uint8(offset + 3), packed & 1 == 1 { header.hasAlpha = true }
                let end = afterBlocks(reader, offset + 2)
                // XMP lies here as plain text, not in blocks; a tail of 258 bytes leads whoever walks it as blocks to the end.
                let start = offset + 14
                if reader.matches("XMP DataXMP", at: offset + 3), start < end - 258, end <= reader.count { header.xmpPacket = start..<end - 258 }
                offset = end
            default: break walk
            }
        }
        header.frameCount = max(1, frames)
        return header
    }

    static func colorTableSize(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }

    private static func afterBlocks(_ reader: ByteReader, _ start: Int) -> Int { endOfBlocks(reader, start) ?? reader.count }

    /// Where a row of blocks ends; `nil` where the file does before.
    static func endOfBlocks(_ reader: ByteReader, _ start: Int) -> Int? {
        var offset = start
        while let size = reader.uint8(offset) {
            offset += 1 + size
            if size == 0 { return offset }
        }
        return nil
    }
}
