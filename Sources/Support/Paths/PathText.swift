/// Turns the bytes of a file name into text and back.
///
/// Proper UTF-8 stands for itself. Each byte that is not part of proper UTF-8 becomes one scalar of a private plane, U+10FE00 plus the byte,
/// so the exact name can be written again at export. A name that truly contains such a scalar has its four bytes escaped the same way,
/// which keeps the mapping one to one.
enum PathText {
    private static let base: UInt32 = 0x10FE00

    static func text(of bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isEscape) { return text }
        var text = String.UnicodeScalarView()
        forEachPiece(bytes) { scalar, raw in
            if let scalar, !isEscape(scalar) { text.append(scalar) } else { text.append(contentsOf: raw.compactMap { Unicode.Scalar(base + UInt32($0)) }) }
        }
        return String(text)
    }

    static func bytes(of text: String) -> [UInt8] {
        guard text.unicodeScalars.contains(where: isEscape) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar -> [UInt8] in
            isEscape(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    static func display(of bytes: some Collection<UInt8>) -> String {
        // Nearly all are plain.
        if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
        var text = ""
        forEachPiece(bytes) { scalar, raw in
            switch scalar {
            case "\n"?: text += "\\n"
            case let scalar? where scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value): text.unicodeScalars.append(scalar)
            default: for byte in raw { text += "\\x" + byte.hexadecimal.uppercased() }
            }
        }
        return text
    }

    private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { (base...base + 0xFF).contains(scalar.value) }

    /// Calls with each scalar and its bytes, or with no scalar and bytes that are improper.
    private static func forEachPiece(_ bytes: some Collection<UInt8>, _ body: (Unicode.Scalar?, ArraySlice<UInt8>) -> Void) {
        let bytes = Array(bytes)
        var start = 0
        while start < bytes.count {
            var iterator = bytes[start...].makeIterator()
            var parser = Unicode.UTF8.ForwardParser()
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                body(Unicode.UTF8.decode(encoded), bytes[start..<start + encoded.count])
                start += encoded.count
            case .error(let length):
                body(nil, bytes[start..<start + length])
                start += length
            case .emptyInput:
                return
            }
        }
    }
}
