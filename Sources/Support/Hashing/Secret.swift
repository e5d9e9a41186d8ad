/// 128 bits that nobody can guess, written as 32 hexadecimal digits: the key of an address, a session's cookie, the token of a link. Whoever made one keeps its
/// hash, and tells the secret itself once.
package struct Secret: Sendable {
    /// How many one is written with.
    package static let digits = 32

    private let high: UInt64
    private let low: UInt64

    package init() {
        var generator = SystemRandomNumberGenerator()
        (high, low) = (generator.next(), generator.next())
    }

    /// `nil` for what no secret is written like.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.digits, let high = Self.number(text, 0), let low = Self.number(text, 16) else { return nil }
        (self.high, self.low) = (high, low)
    }

    package init?(_ text: Substring) {
        var text = text
        guard let secret = text.withUTF8({ Secret($0) }) else { return nil }
        self = secret
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt64? {
        var number: UInt64 = 0
        for index in start..<start + 16 {
            // In small letters only: a link's token is known by its text, and one with capitals would be another one's.
            guard !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= text[index]), let digit = UInt8(hexadecimalDigit: text[index]) else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }

    package var text: String { high.hexadecimal + low.hexadecimal }

    /// What is kept of it.
    package var hash: TokenHash {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { TokenHash(of: $0) }
    }

    /// A path as it may be written down: what is a secret in it is left out.
    package static func blanked(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { Secret($0) == nil ? $0 : "…" }.joined(separator: "/")
    }
}
