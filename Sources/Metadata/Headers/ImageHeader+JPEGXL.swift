extension ImageHeader {
    /// Reads the head of the codestream, bare or in a container, and finds the container's EXIF and XMP boxes.
    static func jpegXL(_ bytes: UnsafeRawBufferPointer) -> ImageHeader? {
        let reader = ByteReader(bytes)
        if reader.matches([0xFF, 0x0A], at: 0) { return codestream(bytes) }
        var start: Int?
        var exif: Range<Int>?
        var xmp: Range<Int>?
        var boxes = BoxWalker(bytes)
        while let box = boxes.next() {
            switch box.kind {
            case "jxlc": start = start ?? box.body.lowerBound
            case "jxlp": start = start ?? box.body.lowerBound + 4
            case "Exif":
                // Four bytes tell how far behind them the TIFF structure begins.
                if let skip = reader.uint32(box.body.lowerBound), box.body.lowerBound + 4 + skip <= box.body.upperBound {
                    exif = box.body.lowerBound + 4 + skip..<box.body.upperBound
                }
            case "xml ": xmp = box.body
            default: break
            }
        }
        guard let start, reader.matches([0xFF, 0x0A], at: start), let stream = reader.slice(start, reader.count - start),
            var header = codestream(stream)
        else { return nil }
        header.exifBlock = exif
        header.xmpPacket = xmp
        return header
    }

    private static func codestream(_ bytes: UnsafeRawBufferPointer) -> ImageHeader? {
        var bits = BitReader(bytes, at: 2)
        guard let size = sizeHeader(&bits) else { return nil }
        var header = ImageHeader(width: size.width, height: size.height)
        header.bitsPerComponent = 8
        guard let allDefault = bits.read(1) else { return nil }
        if allDefault == 1 { return header }
        guard let hasExtra = bits.read(1) else { return nil }
        if hasExtra == 1 {
            guard let orientation = bits.read(3), let hasIntrinsicSize = bits.read(1) else { return nil }
            header.decoderOrientation = orientation + 1
            if hasIntrinsicSize == 1, sizeHeader(&bits) == nil { return nil }
            // A preview's own header would have to be read to get past it; no encoder in use writes one.
            if bits.read(1) == 0, bits.read(1) == 1 { header.isAnimated = true }
        }
        return header
    }

    private static func sizeHeader(_ bits: inout BitReader) -> (width: Int, height: Int)? {
        func side(_ bits: inout BitReader, small: Bool) -> Int? {
            if small { return bits.read(5).map { ($0 + 1) * 8 } }
            guard let selector = bits.read(2) else { return nil }
            return bits.read([9, 13, 18, 30][selector]).map { $0 + 1 }
        }
        guard let small = bits.read(1), let height = side(&bits, small: small == 1), let ratio = bits.read(3) else { return nil }
        let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        if ratio > 0 { return (height * ratios[ratio - 1].0 / ratios[ratio - 1].1, height) }
        return side(&bits, small: small == 1).map { ($0, height) }
    }
}
