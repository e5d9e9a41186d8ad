extension FileSniffer {
    /// Adjustment files (property lists, XML or binary) and XMP sidecars.
    static func text(_ reader: ByteReader) -> SniffedType? {
        let window = 0..<min(reader.count, 65_536)
        if reader.matches("bplist00", at: 0) {
            // A binary list keeps its strings wherever its writer liked, and an adjustment's data can be large.
            let everything = 0..<min(reader.count, 16 << 20)
            return reader.firstIndex(of: "adjustmentFormatIdentifier", in: everything).map { _ in adjustment }
        }
        var start = reader.matches([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        while let byte = reader.uint8(start), byte == 0x20 || (0x09...0x0D).contains(byte), start < 1024 { start += 1 }
        guard reader.matches("<", at: start) else { return nil }
        if reader.firstIndex(of: "<plist", in: window) != nil {
            let everything = 0..<min(reader.count, 16 << 20)
            return reader.firstIndex(of: "<key>adjustmentFormatIdentifier</key>", in: everything).map { _ in adjustment }
        }
        let isPacket = reader.matches("<?xpacket", at: start) || reader.matches("<x:xmpmeta", at: start) || reader.matches("<rdf:RDF", at: start)
        let isWrapped = reader.matches("<?xml", at: start)
            && (reader.firstIndex(of: "<x:xmpmeta", in: window) ?? reader.firstIndex(of: "<rdf:RDF", in: window)) != nil
        return isPacket || isWrapped ? SniffedType("com.adobe.xmp", .sidecar) : nil
    }

    private static var adjustment: SniffedType { SniffedType("com.apple.photos.apple-adjustment-envelope", .adjustment) }
}
