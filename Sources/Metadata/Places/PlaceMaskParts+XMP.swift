/// XMP packets. What the picture is made of (gain maps, motion) stays with its words; everything else that a packet says becomes spaces.
extension PlaceMaskParts {
    /// Prefixes of names whose values say how a picture is shown.
    private static let kept: Set<String> = ["hdrgm", "HDRGainMap", "Container", "Item", "GContainer", "GCamera", "tiff", "xmp"]
    private static let frame: Set<String> = ["x", "rdf", "xmlns", "xml"]

    mutating func maskXMP(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<reader.count)
        var packet = XMPBlanks(UnsafeRawBufferPointer(rebasing: bytes[range]))
        guard packet.read() else { return blank(range) }
        for part in packet.blanks { blank(part.lowerBound + range.lowerBound..<part.upperBound + range.lowerBound) }
    }

    private struct XMPBlanks {
        private let bytes: UnsafeRawBufferPointer
        private var at = 0
        /// Whether each open element's words stay.
        private var open: [Bool] = []
        private(set) var blanks: [Range<Int>] = []

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// - Returns: false for what is no XML in UTF-8, or of a form that XMP does not have.
        mutating func read() -> Bool {
            // UTF-16 and UTF-32 have zeros; a packet's end may have them too, as its last byte.
            guard !bytes.dropLast().contains(0) else { return false }
            while at < bytes.count {
                guard bytes[at] == UInt8(ascii: "<") else {
                    let end = index(of: "<", from: at) ?? bytes.count
                    if open.last != true { blankWords(at..<end) }
                    at = end
                    continue
                }
                switch at + 1 < bytes.count ? bytes[at + 1] : 0 {
                case UInt8(ascii: "?"): guard skip(past: "?>") else { return false }
                case UInt8(ascii: "!"): return false
                case UInt8(ascii: "/"):
                    guard open.popLast() != nil, skip(past: ">") else { return false }
                default: guard element() else { return false }
                }
            }
            return open.isEmpty
        }

        private mutating func element() -> Bool {
            at += 1
            let prefix = Self.prefix(of: name()), stays = XMPBlanks.isFrame(prefix) ? open.last ?? false : PlaceMaskParts.kept.contains(prefix)
            guard open.count < 64 else { return false }
            open.append(stays)
            while at < bytes.count {
                switch bytes[at] {
                case 0x09, 0x0A, 0x0D, 0x20: at += 1
                case UInt8(ascii: ">"):
                    at += 1
                    return true
                case UInt8(ascii: "/"):
                    guard at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: ">") else { return false }
                    open.removeLast()
                    at += 2
                    return true
                default: guard attribute(stays) else { return false }
                }
            }
            return false
        }

        private mutating func attribute(_ isOfKept: Bool) -> Bool {
            let name = name(), prefix = Self.prefix(of: name)
            skipSpaces()
            guard !name.isEmpty, at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return false }
            at += 1
            skipSpaces()
            guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'"), let end = bytes[(at + 1)...].firstIndex(of: bytes[at]) else { return false }
            let isWord = name == "rdf:resource" || name == "rdf:value"
            if isWord ? !isOfKept : !XMPBlanks.isFrame(prefix) && !PlaceMaskParts.kept.contains(prefix) { blankWords(at + 1..<end) }
            at = end + 1
            return true
        }

        private static func isFrame(_ prefix: String) -> Bool { PlaceMaskParts.frame.contains(prefix) }

        private mutating func blankWords(_ range: Range<Int>) {
            if bytes[range].contains(where: { $0 > 0x20 }) { blanks.append(range) }
        }

        private mutating func name() -> String {
            let start = at
            while at < bytes.count, bytes[at] > 0x20, !"=/><\"'".utf8.contains(bytes[at]) { at += 1 }
            return String(decoding: bytes[start..<at], as: UTF8.self)
        }

        private static func prefix(of name: String) -> String { name.contains(":") ? String(name.prefix { $0 != ":" }) : "" }

        private mutating func skipSpaces() { while at < bytes.count, bytes[at] <= 0x20 { at += 1 } }

        private func index(of character: Unicode.Scalar, from start: Int) -> Int? { bytes[start...].firstIndex(of: UInt8(ascii: character)) }

        private mutating func skip(past text: StaticString) -> Bool {
            guard let found = ByteReader(bytes).firstIndex(of: text, in: at..<bytes.count) else { return false }
            at = found + text.utf8CodeUnitCount
            return true
        }
    }
}
