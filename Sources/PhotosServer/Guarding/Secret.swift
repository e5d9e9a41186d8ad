/// 128 bits that nobody can guess, written as 32 hexadecimal digits.
struct Secret: Sendable {
    static let digits = 32

    private let words: SIMD2<UInt64>

    init() {
        var generator = SystemRandomNumberGenerator()
        words = SIMD2(generator.next(), generator.next())
    }

    /// `nil` for what no secret is written like.
    init?(_ text: some Collection<UInt8>) {
        guard text.count == Self.digits else { return nil }
        var words = SIMD2<UInt64>()
        for (index, byte) in text.enumerated() {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x61...0x66: digit = byte - 0x57
            default: return nil
            }
            words[index / 16] = words[index / 16] << 4 | UInt64(digit)
        }
        self.words = words
    }

    var text: String {
        [words.x, words.y].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: Self.digits / 2 - digits.utf8.count) + digits
        }.joined()
    }

    /// In a time that says nothing about where the first difference is.
    func matches(_ other: Secret) -> Bool {
        let difference = words ^ other.words
        return difference.x | difference.y == 0
    }
}
