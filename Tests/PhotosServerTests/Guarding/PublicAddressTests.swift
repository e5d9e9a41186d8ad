import Foundation
import PhotosTesting
import Testing
@testable import PhotosServer

/// A server behind a proxy with TLS.
@Suite struct PublicAddressTests {
    private static func serve<T: Sendable>(_ address: String, _ body: (TestServer) async throws -> T) async throws -> T {
        let address = try PublicAddress(address)
        return try await TestServer.run({ $0.publicAddress = address }, body)
    }

    @Test func `acts of the proxy's page are done, whichever host the proxy names, since every act behind TLS was once refused`() async throws {
        try await Self.serve("https://photos.example.org") { server async throws in
            for host in ["photos.example.org", "Photos.Example.Org:443", "127.0.0.1:\(server.port)", "localhost:\(server.port)"] {
                func status(_ origin: String) async throws -> Int {
                    try await server.post("/api/undo", json: "{\"undo\":\"none\"}", [("Host", host), ("Origin", origin)]).status
                }
                #expect(try await status("https://photos.example.org") == 410, "\(host)")
                let others = ["https://example.org", "https://photos.example.org.evil.org", "https://photos.example.org:8443", "http://photos.example.org", "null", ""]
                for origin in others { #expect(try await status(origin) == 403, "\(origin) at \(host)") }
            }
            #expect(try await server.get("/", [("Host", "127.0.0.1:\(server.port)"), ("Origin", "http://127.0.0.1:\(server.port)")]).status == 200)
            for host in ["photos.example.org:8443", "photos.example.org:80", "example.org", "photos.example.org.evil.org"] {
                #expect(try await server.get("/", [("Host", host)]).status == 421, "\(host)")
            }
        }
    }

    @Test func `the printed address is the proxy's, and cookies are sent by TLS only`() async throws {
        for (url, origin, isSecure) in [
            ("https://photos.example.org/", "https://photos.example.org", true), ("HTTPS://Photos.Example.org:8443", "https://photos.example.org:8443", true),
            ("https://h:443", "https://h", true), ("http://h:80/", "http://h", false), ("https://[2001:DB8::1]:444", "https://[2001:db8::1]:444", true),
        ] {
            try await Self.serve(url) { server async throws in
                #expect(server.address.url == origin + "/")
                let entrance = server.address.entrance()
                #expect(entrance.hasPrefix(origin + "/?key="))
                let entry = try await server.connectStrange().get("/" + entrance.drop { $0 != "?" }, [("Host", String(origin.split(separator: "/")[1]))])
                #expect(entry.status == 303 && entry["Location"] == "/")
                #expect(entry["Set-Cookie"]?.hasSuffix("; Secure") == isSecure)
            }
        }
    }

    @Test(arguments: [
        "", "photos.example.org", "ftp://photos.example.org", "https://", "https:///", "https://photos.example.org/photos", "https://photos.example.org/?x", "https://h#x",
        "https://user@photos.example.org", "https://user:word@h", "https://h:0", "https://h:65536", "https://h:", "https://h:x", "https://h:-1", "https://h h", "https://.h",
        "https://[::1",
        "https://[h]", "https://фото.example", "https://h\r\nX: y", "https://h;Secure",
    ])
    func `what is no address of a proxy is refused`(text: String) {
        let error = #expect(throws: ServerError.self) { try PublicAddress(text) }
        #expect(error?.code == .publicURL && error?.message.contains("https://photos.example.org") == true)
    }
}
