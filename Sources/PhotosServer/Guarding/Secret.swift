import Support

/// 128 bits that nobody can guess, written as 32 hexadecimal digits. Whoever made one keeps its hash, and tells the secret itself once.
struct Secret: Sendable {
    static let digits = 32

    private let high: UInt64
    private let low: UInt64

    init() {
        var generator = SystemRandomNumberGenerator()
        (high, low) = (generator.next(), generator.next())
    }

    /// `nil` for what no secret is written like.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.digits, let high = Self.number(text, 0), let low = Self.number(text, 16) else { return nil }
        (self.high, self.low) = (high, low)
    }

    init?(_ text: Substring) {
        var text = text
        guard let secret = text.withUTF8({ Secret($0) }) else { return nil }
        self = secret
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt64? {
        var number: UInt64 = 0
        for index in start..<start + 16 {
            let byte = text[index]
            if byte &- 0x30 < 10 {
                number = number << 4 | UInt64(byte &- 0x30)
            } else if byte &- 0x61 < 6 {
                number = number << 4 | UInt64(byte &- 0x57)
            } else {
                return nil
            }
        }
        return number
    }

    var text: String { high.hexadecimal + low.hexadecimal }

    /// What is kept of it.
    var hash: TokenHash {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { TokenHash(of: $0) }
    }

    /// A path as it may be written down: what is a secret in it is left out.
    static func blanked(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { Secret($0) == nil ? $0 : "…" }.joined(separator: "/")
    }
}
