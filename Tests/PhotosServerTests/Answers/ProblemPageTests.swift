import Foundation
import Originals
import PhotosTesting
import Support
import Testing
@testable import PhotosServer

/// What is refused, to a person and to a program.
@Suite struct ProblemPageTests {
    private static let person = ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")

    @Test func `a person gets a page that says what to do, and a program gets a document`() async throws {
        try await TestServer.run { server async throws in
            // Strangers have a connection for seconds only.
            for (isOwner, path, status, words) in [
                (false, "/", 401, "Press Enter there: it prints another address"), (false, "/api/library", 401, "photos serve"),
                (false, "/?key=\(String(repeating: "0", count: 32))", 401, "Press Enter there"), (true, "/nowhere", 404, "href=\"/\""),
                (true, "/image/x/1/thumbnail", 404, "href=\"/\""), (true, "/archive/none", 410, "good once"),
            ] {
                func ask(_ method: String, _ headers: [(String, String)]) async throws -> HTTPReply {
                    let connection = isOwner ? try await server.connect() : try await server.connectStrange()
                    return try await connection.send(method, path, headers)
                }
                let page = try await ask("GET", [Self.person])
                #expect(page.status == status && page["Content-Type"] == "text/html; charset=utf-8", "\(path)")
                #expect(page.text.hasPrefix("<!doctype html><html lang=\"en-GB\">") && page.text.contains(words), "\(path): \(page.text.suffix(400))")
                #expect(page.text.contains("name=\"viewport\"") && page["Cache-Control"] == "no-store" && page["Content-Length"] == "\(page.body.count)")
                for accept in ["*/*", "application/json", "image/avif,image/webp,*/*"] {
                    let document = try await ask("GET", [("Accept", accept)])
                    #expect(document.status == status && document.problem != nil, "\(path) for \(accept)")
                }
                #expect(try await ask("GET", []).problem != nil)
                // A body behind the head would be taken for the next answer.
                let connection = isOwner ? try await server.connect() : try await server.connectStrange()
                for _ in 0..<2 { #expect(try await connection.send("HEAD", path, [Self.person]).status == status) }
            }
            #expect(try await server.connectStrange().get("/", [Self.person])["WWW-Authenticate"] != nil)
        }
    }

    @Test func `its style is all that it may use, and what was asked for is text in it`() async throws {
        try await TestServer.run { server async throws in
            let page = try await server.get("/api/assets/%3Cscript%3Ealert(1)%3C%2Fscript%3E?x", [Self.person])
            #expect(!page.text.contains("<script"))
            let mark = try await server.get("/api/assets?in=a%3Cb%3E%22%26", [Self.person])
            #expect(mark.text.contains("a&lt;b&gt;&quot;&amp;"))
            let style = mark.text.components(separatedBy: "<style>")[1].components(separatedBy: "</style>")[0]
            let hash = ContentHash()
            Array(style.utf8).withUnsafeBytes { hash.update($0) }
            let digest = Data(try #require(hash.digest())).base64EncodedString()
            #expect(mark["Content-Security-Policy"]?.contains("style-src 'sha256-\(digest)'") == true)
            #expect(mark["Content-Security-Policy"]?.hasPrefix("default-src 'none'; ") == true)
        }
    }
}
