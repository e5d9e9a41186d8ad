import Foundation
import PhotosTesting
import Support
import Testing
@testable import PhotosServer

/// Requests that are answered from the bytes as they came.
@Suite struct PlainRequestTests {
    private struct Read: Equatable {
        var target: String, host: String, cookie: String?, authorization: String?, saysMore: Bool
    }

    private static func read(_ text: String) -> Read? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            func text(_ part: PlainRequest.Bytes) -> String { String(decoding: part, as: UTF8.self) }
            return PlainRequest(bytes).map { request in
                Read(
                    target: text(request.target), host: text(request.host), cookie: request.cookie.map(text), authorization: request.authorization.map(text),
                    saysMore: request.saysMore)
            }
        }
    }

    @Test func `what clients write is read, whatever the case of its names`() {
        let plain = Read(target: "/image/x?y", host: "h:1", cookie: nil, authorization: nil, saysMore: false)
        #expect(Self.read("GET /image/x?y HTTP/1.1\r\nHost: h:1\r\n\r\n") == plain)
        var full = plain
        (full.cookie, full.authorization) = ("a=b; c=d", "Bearer x")
        let more = "Accept: */*\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: no-cors\r\nConnection: keep-alive\r\nX-1: :\r\n"
        #expect(Self.read("GET /image/x?y HTTP/1.1\r\nhOST: h:1\r\ncookie: a=b; c=d\r\n\(more)AUTHORIZATION: Bearer x\r\n\r\n") == full)
    }

    @Test(arguments: [
        "Origin: http://h:1", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Range: bytes=0-1", "If-None-Match: \"x\"", "If-Range: \"x\"", "If-Match: *",
        "Connection: close",
    ])
    func `what has to be thought about is left to who thinks`(_ header: String) {
        #expect(Self.read("GET / HTTP/1.1\r\nHost: h:1\r\n\(header)\r\n\r\n")?.saysMore == true)
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET", "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.0\r\nHost: h\r\n\r\n",
        "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", "POST / HTTP/1.1\r\nHost: h\r\n\r\n", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n", "GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", "GET /# HTTP/1.1\r\nHost: h\r\n\r\n", "GET /\u{e4} HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nCookie: a=b\r\nCookie: c=d\r\n\r\n", "GET / HTTP/1.1\r\nHost:h\r\n\r\n", "GET / HTTP/1.1\r\nHost : h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\n X: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: \u{1}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX_Y: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: h2c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nTrailer: x\r\n\r\n", "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
    ])
    func `what is written otherwise is none, right or wrong`(_ text: String) { #expect(Self.read(text) == nil) }

    @Test func `every beginning of a request is none`() {
        let text = "GET /image/x HTTP/1.1\r\nHost: h:1\r\nCookie: a=b\r\nAccept: */*\r\n\r\n"
        for end in text.indices { #expect(Self.read(String(text[..<end])) == nil) }
        #expect(Self.read(text) != nil)
    }

    @Test func `thumbnails come the same from the bytes, by the decoder, and in between of everything else`() async throws {
        let library = try TemporaryLibrary(), id = try library.addPhoto(width: 400, height: 300), thumbnail = "/image/\(id)/1/thumbnail"
        try await TestServer.run(library) { server async throws in
            let expected = try await server.get(thumbnail)
            func head(_ path: String, _ more: String = "") -> String { "GET \(path) HTTP/1.1\r\n\(server.head)\(more)\r\n" }
            let connection = try await server.connect()
            func expect(_ what: Comment, _ location: SourceLocation = #_sourceLocation) async throws {
                let reply = try await connection.reply()
                #expect(reply.status == 200 && reply.body == expected.body, what, sourceLocation: location)
                let names = Set(reply.headers.map { $0.name.lowercased() })
                #expect(names == Set(expected.headers.map { $0.name.lowercased() }), what, sourceLocation: location)
            }
            for _ in 0..<2 {
                try await connection.send(head(thumbnail))
                try await expect("plain")
            }
            #expect(try await connection.get("/api/library").status == 200)
            try await connection.send(head(thumbnail))
            try await expect("after another answer")
            // While a stream of changes or a list is on its way, what comes next waits for it.
            try await connection.send(head("/api/assets"))
            try await connection.send(head(thumbnail))
            #expect(try await connection.reply().decoded(PageAnswer.self).count == 1)
            try await expect("behind a list")
            #expect(try await connection.get(thumbnail, [("If-None-Match", try #require(expected["ETag"]))]).status == 304)
            #expect(try await connection.get(thumbnail, [("Origin", "http://example.org")]).status == 403)
            #expect(try await connection.get(thumbnail, [("Host", "example.org")]).status == 421)
            // What a token opened, the cookie beside it does not open alone, and what a cookie opened ends with its session.
            let junk = ("Cookie", "photos-\(server.port)=\(Secret().text)")
            #expect(try await connection.get(thumbnail, [junk, ("Authorization", "Bearer \(TestServer.token)")]).status == 200)
            #expect(try await connection.get(thumbnail, [junk]).status == 401)
            let entry = try await connection.get("/" + server.address.entrance().drop { $0 != "?" }, [junk]), cookie = ("Cookie", try #require(entry.cookie))
            for _ in 0..<2 { #expect(try await connection.get(thumbnail, [cookie]).status == 200) }
            server.sessions.end(.owner)
            #expect(try await connection.get(thumbnail, [cookie]).status == 401)
            #expect(try await connection.get(thumbnail, [("Authorization", "Bearer wrong")]).status == 401)
            try await connection.send(head(thumbnail) + head(thumbnail))
            for _ in 0..<2 { try await expect("two at once") }
            let text = head(thumbnail), middle = text.index(text.startIndex, offsetBy: 30)
            try await connection.send(String(text[..<middle]))
            #expect(try await server.get("/api/library").status == 200)
            try await connection.send(String(text[middle...]))
            try await expect("in two pieces")
            // A body that looks like a request is none.
            let inner = head(thumbnail)
            try await connection.send("POST /api/undo HTTP/1.1\r\n\(server.head)Content-Type: application/json\r\nContent-Length: \(inner.utf8.count)\r\n\r\n")
            try await connection.send(inner)
            #expect(try await connection.reply().status == 400)
            try await connection.send(head(thumbnail))
            try await expect("after a body")
        }
    }
}
