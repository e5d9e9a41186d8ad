import Support
import Testing

@Suite struct TokenHashTests {
    @Test func `it is SHA-256, whatever the length, as the system's library has it`() throws {
        for length in 0...260 {
            let token = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
            let other = ContentHash()
            token.withUnsafeBytes { other.update($0) }
            #expect(try TokenHash(of: token).bytes == #require(other.digest()), "\(length) bytes")
        }
    }

    @Test func `what was kept is the same token's and nobody else's, by any of its bytes`() throws {
        let kept = TokenHash(of: "5f1c3b0a9d2e4c6f8a7b5d3e1f0c2b4a"), bytes = kept.bytes
        #expect(TokenHash(bytes: bytes) == kept && TokenHash(of: "5f1c3b0a9d2e4c6f8a7b5d3e1f0c2b4a"[...]) == kept)
        #expect(TokenHash(of: "5f1c3b0a9d2e4c6f8a7b5d3e1f0c2b4b") != kept)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(try #require(TokenHash(bytes: other)) != kept, "byte \(index)")
        }
        #expect(TokenHash(bytes: bytes.dropLast()) == nil && TokenHash(bytes: bytes + [0]) == nil)
    }
}
