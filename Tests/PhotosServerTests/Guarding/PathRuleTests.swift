import Testing

@testable import PhotosServer

/// The rule by itself: where it fails, that there is no such page often hides it.
struct PathRuleTests {
    @Test(arguments: [
        "/../etc/passwd", "/js/../app.js", "/..", "/.", "/./index.html", "/%2e%2e/etc/passwd", "/%2E%2E%2Fetc/passwd", "/.%2e/x", "/..%2f..%2fetc/passwd",
        "/js%2fapp.js", "/js\\app.js", "/js%5capp.js", "/js%5Capp.js", "/a%62c\\d", "/index.html%00", "/%", "/%zz", "/%4", "/%c0%ae%c0%ae/", "/%ff", "/%0a", "/%7f",
        "/a#b", "/%23", "/dav/a#b", "/dav/%23/a#b", "/davx/%23", "/dav%2f%23", "/dav%23", "/x/dav/%23", "/dav/%23%2f", "/dav/%23%5c", "/dav/%23/%2e%2e/x",
        "/Icon%0D", "/dav/Icon%0D%0A", "/dav/Icon%0Dx", "/dav/x%0D", "/dav/Icon%0D/..", "/davx/Icon%0D",
        "http://example.org/", "*", "index.html", "", "?x",
    ])
    func whatCouldLeadElsewhereIsRefused(_ path: String) throws {
        #expect(try #require(PathRule.problem(with: path)).status == .badRequest)
    }

    @Test(arguments: [
        "/", "/index.html", "/js/app.js", "/a.b/c..d", "/index%2Ehtml", "/%C3%A9t%C3%A9", "/x?y=../..%2f\\", "//", "/.well-known/x", "/dav/Beach%20%231.jpg",
        "/dav/Incoming/Icon%0D", "/dav/Incoming/A/._Icon%0d",
    ])
    func whatIsPlainPasses(_ path: String) { #expect(PathRule.problem(with: path) == nil) }

    @Test func tooLongIsSaidToBeSo() throws {
        let longest = "/" + String(repeating: "a", count: PathRule.longest - 1)
        #expect(PathRule.problem(with: longest) == nil)
        #expect(try #require(PathRule.problem(with: longest + "a")).status == .uriTooLong)
    }
}
