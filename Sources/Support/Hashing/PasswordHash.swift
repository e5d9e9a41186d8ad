import CCrypto
import Foundation

/// What is kept of a password that a person thought up: scrypt (RFC 7914) with a salt, so that whoever reads it needs a tenth of a second and 32 MB for each guess.
package struct PasswordHash: Hashable, Sendable {
    /// As it is stored: `scrypt$15$8$1$SALT$KEY`, the first number the logarithm of the cost, salt and key in base 64.
    package let text: String

    private static let costs = 10...15, name = "scrypt"
    private static let saltCount = 16, keyCount = 32

    private struct Parts {
        var cost: Int, block: UInt64, parallel: UInt64
        var salt: [UInt8], key: [UInt8]
    }

    private let parts: Parts

    /// - Parameter cost: the logarithm of scrypt's N: a number less halves time and memory of each guess.
    /// - Returns: `nil` where there is no libcrypto, or no memory.
    package init?(of password: String, cost: Int = 15) {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<Self.saltCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        var parts = Parts(cost: cost, block: 8, parallel: 1, salt: salt, key: [UInt8](repeating: 0, count: Self.keyCount))
        guard Self.costs ~= cost, let key = Self.key(of: password, parts) else { return nil }
        parts.key = key
        self.init(parts)
    }

    /// As `text` says it; `nil` for what is none, or asks for more work than we ever ask for.
    package init?(stored text: String) {
        let words = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 6, words[0] == Self.name, let cost = Int(words[1]), Self.costs ~= cost, words[2] == "8", words[3] == "1",
            let salt = Data(base64Encoded: words[4]), let key = Data(base64Encoded: words[5]), salt.count == Self.saltCount, key.count == Self.keyCount
        else { return nil }
        self.init(Parts(cost: cost, block: 8, parallel: 1, salt: Array(salt), key: Array(key)))
    }

    private init(_ parts: Parts) {
        self.parts = parts
        let bytes = [parts.salt, parts.key].map { Data($0).base64EncodedString() }
        text = ([Self.name, "\(parts.cost)", "\(parts.block)", "\(parts.parallel)"] + bytes).joined(separator: "$")
    }

    /// Whether it is of this password. Takes as long as making one; compares in a time that says nothing about where the first difference is.
    package func matches(_ password: String) -> Bool {
        guard let key = Self.key(of: password, parts) else { return false }
        var difference: UInt8 = 0
        for (one, other) in zip(key, parts.key) { difference |= one ^ other }
        return difference == 0
    }

    package static func == (one: PasswordHash, other: PasswordHash) -> Bool { one.text == other.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// A letter with its accent is the same however a keyboard composed it.
    private static func key(of password: String, _ parts: Parts) -> [UInt8]? {
        let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
        var key = [UInt8](repeating: 0, count: keyCount)
        let isMade = ccrypto_scrypt(bytes, bytes.count, parts.salt, parts.salt.count, 1 << UInt64(parts.cost), parts.block, parts.parallel, &key, key.count) == 1
        return isMade ? key : nil
    }
}
