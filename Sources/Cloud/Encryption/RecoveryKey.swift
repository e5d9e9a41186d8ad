import Support

/// 160 random bits that open an encrypted store when its passphrase is lost: to be printed, and typed in again.
///
/// Written as nine groups of four letters and digits, of which none looks like another (Crockford's base 32); the last group tells whether all are right.
package struct RecoveryKey: Sendable, Equatable, CustomStringConvertible {
    let bytes: [UInt8]

    private static let count = 20, checkBits = 20
    private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    init() { bytes = randomBytes(Self.count) }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads what somebody typed: small letters, blanks and missing hyphens are fine, and so is an O for a zero.
    /// - Throws: `.wrongPassphrase` where it can't be a recovery key.
    package init(_ text: String) throws(CloudError) {
        let digits: [Int] = try text.uppercased().filter { $0 != "-" && !$0.isWhitespace }.map { character throws(CloudError) in
            let read: Character = character == "O" ? "0" : character == "I" || character == "L" ? "1" : character
            guard let digit = Self.symbols.firstIndex(of: read) else { throw Self.mistyped("\(character) is in no recovery key") }
            return digit
        }
        let wanted = (Self.count * 8 + Self.checkBits) / 5
        guard digits.count == wanted else { throw Self.mistyped("it has \(digits.count) letters and digits, and \(wanted) belong there") }
        var bits = 0, held: UInt64 = 0, bytes: [UInt8] = []
        for digit in digits.prefix(Self.count * 8 / 5) {
            (held, bits) = (held << 5 | UInt64(digit), bits + 5)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> UInt64(bits)))
            }
        }
        guard Self.check(bytes) == Array(digits.suffix(Self.checkBits / 5)) else { throw Self.mistyped("one of its characters is wrong, or two are exchanged") }
        self.bytes = bytes
    }

    package var description: String {
        var digits: [Int] = [], bits = 0, held: UInt64 = 0
        for byte in bytes {
            (held, bits) = (held << 8 | UInt64(byte), bits + 8)
            while bits >= 5 {
                bits -= 5
                digits.append(Int(held >> UInt64(bits) & 31))
            }
        }
        digits += Self.check(bytes)
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)].map { Self.symbols[$0] }) }.joined(separator: "-")
    }

    private static func check(_ bytes: [UInt8]) -> [Int] {
        let hash = ContentHash()
        (Array("OpenPhotoKit recovery key".utf8) + bytes).withUnsafeBytes { hash.update($0) }
        let digest = (hash.digest() ?? []).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return [27, 22, 17, 12].map { Int(digest >> $0 & 31) }
    }

    private static func mistyped(_ reason: String) -> CloudError {
        CloudError(.wrongPassphrase, object: nil, "This is no recovery key: \(reason). Compare it with what was printed, and type it again.")
    }
}
