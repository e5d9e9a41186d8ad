import Foundation
import Support
import Testing

@Suite struct SecretTests {
    @Test func `secrets are written and read alike, and differ`() throws {
        for _ in 0..<100 {
            let secret = Secret(), other = Secret()
            #expect(secret.text.utf8.count == 32)
            let read = try #require(Secret(secret.text[...]))
            #expect(read.hash == secret.hash && read.hash != other.hash && read.text == secret.text)
        }
        // Each of the 128 bits counts.
        let zero = try #require(Secret(String(repeating: "0", count: 32)[...]))
        for index in 0..<32 {
            for digit in ["1", "2", "4", "8"] {
                let text = String(repeating: "0", count: index) + digit + String(repeating: "0", count: 31 - index)
                #expect(zero.hash != (try #require(Secret(text[...])).hash), "\(text)")
            }
        }
    }

    @Test(arguments: ["", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0", "0123456789abcdef0123456789abcdeF", "0123456789abcdef0123456789abcdeg"])
    func `what is written otherwise is none`(_ text: String) {
        #expect(Secret(text[...]) == nil)
    }

    @Test func `the secrets of paths are left out of what is written down`() {
        let secret = Secret().text
        #expect(Secret.blanked("/archive/\(secret)/x") == "/archive/…/x")
        #expect(Secret.blanked("/image/\(UUID().uuidString)/1").contains("…") == false && Secret.blanked("/") == "/")
    }
}
