import Support
import Testing

/// What is kept of passwords.
@Suite struct PasswordHashTests {
    @Test func aPasswordMatchesItsHashAndNothingElse() throws {
        let hash = try #require(PasswordHash(of: "Zürich 1", cost: 10))
        let stored = try #require(PasswordHash(stored: hash.text))
        #expect(stored == hash)
        #expect(stored.matches("Zürich 1"))
        // The same letter, as another keyboard sends it.
        #expect(stored.matches("Zu\u{308}rich 1"))
        #expect(!stored.matches("Zurich 1"))
        #expect(!stored.matches(""))
    }

    @Test func thePasswordIsHashedAsTheStandardSays() throws {
        // Python's hashlib.scrypt of a salt of 16 zeros, N 16384, r 8, p 1.
        let text = "scrypt$14$8$1$AAAAAAAAAAAAAAAAAAAAAA==$mbKE5t6D53E0XXXUWYV8bTV3JOD15hjuGt80mBy4qAk="
        #expect(PasswordHash(stored: text)?.matches("pleaseletmein") == true)
    }

    @Test func twoHashesOfOnePasswordDiffer() throws {
        #expect(try #require(PasswordHash(of: "a", cost: 10)).text != PasswordHash(of: "a", cost: 10)?.text)
    }

    @Test(arguments: [
        "", "scrypt", "scrypt$10$8$1$AAAA$AAAA", "scrypt$30$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "scrypt$10$8000$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "plain$10$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    ])
    func whatIsNoHashOpensNothing(text: String) { #expect(PasswordHash(stored: text) == nil) }
}
