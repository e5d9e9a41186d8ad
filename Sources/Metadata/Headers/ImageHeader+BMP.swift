extension ImageHeader {
    static func bmp(_ bytes: UnsafeRawBufferPointer) -> ImageHeader? {
        let reader = ByteReader(bytes, isLittleEndian: true)
        guard let size = reader.uint32(14) else { return nil }
        var header: ImageHeader
        if size == 12 {
            guard let width = reader.uint16(18), let height = reader.uint16(20) else { return nil }
            header = ImageHeader(width: width, height: height)
        } else {
            // A negative height only says that the rows run from the top.
            guard let width = reader.int32(18), let height = reader.int32(22) else { return nil }
            header = ImageHeader(width: width, height: abs(height))
        }
        header.bitsPerComponent = 8
        return header
    }
}
