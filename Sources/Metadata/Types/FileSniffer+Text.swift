extension FileSniffer {
    /// Adjustment files (property lists, XML or binary) and XMP sidecars.
    ///
    /// Callers may hand in only the beginning of a file, and the edit's data, which can be large, comes before most of an adjustment
    /// file's keys. So of XML any of the first keys is enough; a binary list, whose strings lie anywhere, may also go by its name.
    static func text(_ reader: ByteReader, name: String) -> SniffedType? {
        let window = 0..<min(reader.count, 65_536)
        if reader.matches("bplist00", at: 0) {
            let isAdjustment = reader.firstIndex(of: "adjustmentFormatIdentifier", in: 0..<min(reader.count, AdjustmentFacts.largestFile)) != nil
            return isAdjustment || pathExtension(name) == "aae" ? adjustment : nil
        }
        var start = reader.matches([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        while let byte = reader.uint8(start), byte == 0x20 || (0x09...0x0D).contains(byte), start < 1024 { start += 1 }
        guard reader.matches("<", at: start) else { return nil }
        if reader.firstIndex(of: "<plist", in: window) != nil {
            let keys: [StaticString] = ["<key>adjustmentFormatIdentifier</key>", "<key>adjustmentBaseVersion</key>", "<key>adjustmentData</key>"]
            return keys.contains { reader.firstIndex(of: $0, in: window) != nil } ? adjustment : nil
        }
        let isPacket = reader.matches("<?xpacket", at: start) || reader.matches("<x:xmpmeta", at: start) || reader.matches("<rdf:RDF", at: start)
        let isWrapped =
            reader.matches("<?xml", at: start)
            && (reader.firstIndex(of: "<x:xmpmeta", in: window) ?? reader.firstIndex(of: "<rdf:RDF", in: window)) != nil
        return isPacket || isWrapped ? SniffedType("com.adobe.xmp", .sidecar) : nil
    }

    private static var adjustment: SniffedType { SniffedType("com.apple.photos.apple-adjustment-envelope", .adjustment) }
}
