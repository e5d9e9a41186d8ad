/// JPEG, PNG, WebP and GIF.
extension PlaceMaskParts {
    // MARK: JPEG

    private static let exif: StaticString = "Exif\0\0", xmp: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    /// What else a segment may begin with: colours, further pictures, how bright they get.
    private static let knownSegments: [UInt8: [StaticString]] = [
        0xE0: ["JFIF\0", "JFXX\0"], 0xE2: ["ICC_PROFILE\0", "MPF\0", "urn:iso:std:iso:ts:21496:-1\0"], 0xEE: ["Adobe"],
    ]

    /// Of a file, or of a picture within one, with whatever lies behind it.
    mutating func maskJPEG(_ range: Range<Int>) {
        var at = range.lowerBound
        while at < range.upperBound, let start = nextPart(in: at..<range.upperBound) {
            zero(at..<start)
            if reader.matches("ftyp", at: start + 4) {
                // A motion photo's movie, or the like.
                at = maskISOMedia(start..<range.upperBound, 1)
                // One that is cut off is none.
                if at == start {
                    at += 8
                    zero(start..<at)
                }
            } else {
                at = maskOneJPEG(start..<range.upperBound)
            }
        }
        zero(at..<range.upperBound)
    }

    /// Where the next picture or movie begins; `nil` where there is none.
    private func nextPart(in range: Range<Int>) -> Int? {
        var at = range.lowerBound
        while at < range.upperBound {
            if bytes[at] == 0xFF, reader.matches([0xFF, 0xD8, 0xFF], at: at) { return at }
            if bytes[at] == UInt8(ascii: "f"), at >= range.lowerBound + 4, reader.matches("ftyp", at: at), let size = reader.uint32(at - 4), (16...4_096).contains(size) {
                return at - 4
            }
            at += 1
        }
        return nil
    }

    /// - Returns: where it ends.
    private mutating func maskOneJPEG(_ range: Range<Int>) -> Int {
        var at = range.lowerBound + 2
        while at + 1 < range.upperBound {
            guard bytes[at] == 0xFF else {
                at += 1
                continue
            }
            let marker = bytes[at + 1]
            switch marker {
            case 0xD9: return at + 2
            case 0xFF: at += 1
            case 0x00, 0x01, 0xD0...0xD8: at += 2
            default:
                guard let length = reader.uint16(at + 2), length >= 2 else { return range.upperBound }
                let end = min(at + 2 + length, range.upperBound)
                if 0xE0...0xEF ~= marker || marker == 0xFE { maskSegment(marker, min(at + 4, end)..<end) }
                // The picture's own bytes follow, in which only a marker has this value before another than zero.
                at = end
            }
        }
        return range.upperBound
    }

    private mutating func maskSegment(_ marker: UInt8, _ body: Range<Int>) {
        func begins(_ text: StaticString) -> Bool { reader.matches(text, at: body.lowerBound) }
        if marker == 0xE1, begins(Self.exif) {
            let block = min(body.lowerBound + 6, body.upperBound)..<body.upperBound
            if !maskTIFF(block) { zero(block) }
        } else if marker == 0xE1, begins(Self.xmp) {
            maskXMP(min(body.lowerBound + 29, body.upperBound)..<body.upperBound)
        } else if Self.knownSegments[marker]?.contains(where: { begins($0) }) != true {
            zero(body)
        }
    }

    // MARK: PNG

    private static let knownChunks: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "sBIT", "bKGD", "hIST", "pHYs", "sPLT", "tIME", "acTL", "fcTL", "fdAT",
    ]

    mutating func maskPNG() {
        var at = 8, isOver = false
        while !isOver, let length = reader.uint32(at), let kind = reader.fourCharacters(at + 4), reader.has(length + 12, at: at) {
            let body = at + 8..<at + 8 + length
            if kind == "eXIf" {
                var block = PlaceMaskParts(bytes)
                if !block.maskTIFF(body) { block.zero(body) }
                for part in block.parts { add(part) }
                putChecksum(of: at + 4..<body.upperBound, block)
            } else if !Self.knownChunks.contains(kind) {
                // A chunk that nobody knows and everybody may pass over.
                put("opNo", at: at + 4)
                zero(body)
                var former = PlaceMaskParts(bytes)
                former.put("opNo", at: at + 4)
                former.zero(body)
                putChecksum(of: at + 4..<body.upperBound, former)
            }
            isOver = kind == "IEND"
            at = body.upperBound + 4
        }
        zero(min(at, reader.count)..<reader.count)
        if !isOver { refuse() }
    }

    private mutating func add(_ part: PlaceMask.Part) {
        switch part.fill {
        case .zeros: zero(part.range)
        case .spaces: blank(part.range)
        case .bytes(let bytes): put(bytes, at: part.range.lowerBound)
        }
    }

    private mutating func putChecksum(of range: Range<Int>, _ changed: PlaceMaskParts) {
        guard let mask = changed.mask else { return refuse() }
        var content = Array(bytes[range])
        content.withUnsafeMutableBytes { mask.apply(to: $0, at: range.lowerBound) }
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in content {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
        }
        let value = ~checksum
        put([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }, at: range.upperBound)
    }

    // MARK: WebP

    private static let knownWebPChunks: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]

    mutating func maskWebP() {
        var reader = reader
        reader.isLittleEndian = true
        var at = 12
        while let kind = reader.fourCharacters(at), let length = reader.uint32(at + 4), reader.has(length + 8, at: at) {
            let body = at + 8..<at + 8 + length
            switch kind {
            case "EXIF":
                // Some begin as in a JPEG.
                let block = reader.matches(Self.exif, at: body.lowerBound) ? body.dropFirst(6) : body
                if !maskTIFF(block) { zero(body) }
            case "XMP ": maskXMP(body)
            case _ where Self.knownWebPChunks.contains(kind): break
            default: zero(body)
            }
            at = body.upperBound + length % 2
        }
        zero(min(at, reader.count)..<reader.count)
    }

    // MARK: GIF

    mutating func maskGIF() {
        func table(_ flags: Int) -> Int { flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0 }
        guard let flags = reader.uint8(10) else { return refuse() }
        var at = 13 + table(flags)
        while let kind = reader.uint8(at) {
            switch kind {
            case 0x3B:
                return zero(min(at + 1, reader.count)..<reader.count)
            case 0x2C:
                guard let flags = reader.uint8(at + 9), let end = subBlocks(at + 11 + table(flags), { _, _ in }) else { return refuse() }
                at = end
            case 0x21:
                let label = reader.uint8(at + 1), isControl = label == 0xF9
                let isKnown = label == 0xFF && (reader.matches("NETSCAPE2.0", at: at + 3) || reader.matches("ANIMEXTS1.0", at: at + 3) || reader.matches("ICCRGBG1012", at: at + 3))
                var held: [Range<Int>] = []
                guard let end = subBlocks(at + 2, { index, range in if !isControl, !isKnown, label != 0xFF || index > 0 { held.append(range) } }) else { return refuse() }
                for range in held { zero(range) }
                at = end
            default: return refuse()
            }
        }
        refuse()
    }

    /// - Returns: what follows the last one, which is empty.
    private func subBlocks(_ start: Int, _ body: (Int, Range<Int>) -> Void) -> Int? {
        var at = start, index = 0
        while let length = reader.uint8(at) {
            guard length > 0 else { return at + 1 }
            guard reader.has(length, at: at + 1) else { return nil }
            body(index, at + 1..<at + 1 + length)
            at += 1 + length
            index += 1
        }
        return nil
    }
}
