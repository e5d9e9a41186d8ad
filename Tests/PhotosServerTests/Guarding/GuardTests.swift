import Foundation
import PhotosServer
import PhotosTesting
import Testing

/// What comes over a socket, to the byte, and what is refused of it.
@Suite struct GuardTests {
    private func reply(_ server: TestServer, _ text: String) async throws -> HTTPReply {
        let connection = try await server.connect()
        defer { connection.close() }
        try await connection.send(owned(server, text))
        return try await connection.reply()
    }

    /// As the owner sends it.
    private func owned(_ server: TestServer, _ text: String) -> String {
        text.replacing("PORT", with: "\(server.port)").replacing("HTTP/1.1\r\n", with: "HTTP/1.1\r\nAuthorization: Bearer \(TestServer.token)\r\n", maxReplacements: 1)
    }

    @Test func `names of this machine are answered to, with the port, and no other`() async throws {
        try await TestServer.run { server async throws in
            for host in ["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "[::1]:PORT", "127.0.0.2:PORT"] {
                #expect(try await reply(server, "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").status == 200, "\(host)")
            }
            let foreign = [
                "example.org", "example.org:PORT", "127.0.0.1", "localhost", "127.0.0.1:1", "localhost.example.org:PORT", "127.0.0.1.example.org:PORT", "127.0.0.256:PORT",
                "192.168.0.1:PORT", "[::1]", "[::2]:PORT", "[::1", "localhost:", "localhost:PORTx", "localhost:+PORT", ":PORT", "evil@localhost:PORT", "127.1:PORT",
                "2130706433:PORT",
            ]
            for host in foreign {
                let refusal = try await reply(server, "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(refusal.status == 421 || refusal.status == 400, "\(host): \(refusal.status)")
                #expect(refusal.problem != nil, "\(host)")
            }
            #expect(try await reply(server, "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n").status == 421)
            for none in ["", "Host:\r\n", "Host: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\n"] {
                #expect(try await [400, 421].contains(reply(server, "GET / HTTP/1.1\r\n\(none)\r\n").status))
            }
        }
    }

    @Test func `a page of another origin is refused, whatever it asks for`() async throws {
        try await TestServer.run { server async throws in
            for origin in [
                "http://example.org", "null", "https://127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:PORT", "http://127.0.0.1:PORT.example.org", "",
            ] {
                for line in ["GET /", "POST /api/acts"] {
                    let refusal = try await reply(server, "\(line) HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: \(origin)\r\nContent-Length: 0\r\n\r\n")
                    #expect(refusal.status == 403, "\(line) from \(origin): \(refusal.status)")
                    #expect(refusal["Access-Control-Allow-Origin"] == nil)
                }
            }
            #expect(try await reply(server, "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n\r\n").status == 200)
            #expect(try await reply(server, "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nOrigin: http://localhost:PORT\r\n\r\n").status == 200)
            let twice = "Origin: http://127.0.0.1:PORT\r\nOrigin: http://example.org\r\n"
            #expect(try await reply(server, "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\(twice)\r\n").status == 403)
        }
    }

    @Test func `other sites may link to the first page, and embed nothing`() async throws {
        try await TestServer.run { server async throws in
            func status(_ path: String, _ site: String, _ mode: String, _ destination: String) async throws -> Int {
                try await server.get(path, [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", destination)]).status
            }
            #expect(try await status("/", "cross-site", "navigate", "document") == 200)
            #expect(try await status("/index.html", "cross-site", "navigate", "document") == 403)
            #expect(try await status("/", "cross-site", "navigate", "iframe") == 403)
            #expect(try await status("/", "cross-site", "no-cors", "image") == 403)
            #expect(try await status("/", "same-site", "no-cors", "script") == 403, "another port of this machine is another origin")
            #expect(try await status("/index.html", "same-origin", "cors", "empty") == 200)
            #expect(try await status("/index.html", "none", "navigate", "document") == 200)
            #expect(try await server.get("/", [("Sec-Fetch-Site", "cross-site")]).status == 403)
        }
    }

    @Test func `paths that try to lead elsewhere are refused`() async throws {
        try await TestServer.run { server async throws in
            let paths = [
                "/../etc/passwd", "/js/../../etc/passwd", "/..", "/.", "/./index.html", "/%2e%2e/etc/passwd", "/%2E%2E%2Fetc/passwd", "/js/%2e%2e/index.html", "/.%2e/x",
                "/..%2f..%2fetc/passwd", "/js%2fapp.js", "/js%5capp.js", "/js\\app.js", "/index.html%00", "/%00", "/index.html%00.js", "/%", "/%zz", "/%4", "/%c0%ae%c0%ae/",
                "/%ff", "/%0d%0aX: y", "/index.html%0a", "http://example.org/", "*", "index.html", "/%23",
            ]
            for path in paths {
                let refusal = try await reply(server, "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n")
                #expect(refusal.status == 400 || refusal.status == 404, "\(path): \(refusal.status)")
                #expect(!refusal.text.contains("root:"), "\(path)")
            }
            #expect(try await server.get("/index.html?x=../..%2f").status == 200, "a question is not a path")
            #expect(try await server.get("/index%2Ehtml").status != 500)
        }
    }

    @Test func `what is no HTTP, or too much of it, is refused, and the connection ends`() async throws {
        try await TestServer.run { server async throws in
            let long = String(repeating: "a", count: 40 << 10)
            let many = (0..<300).map { "X-\($0): 1\r\n" }.joined()
            let requests = [
                "\u{16}\u{3}\u{1}\u{0}\u{0}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nA\u{0}B: 1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: a\u{0}b\r\n\r\n", "GET / HTTP/1.1\r\nHost : 127.0.0.1:PORT\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: \(long)\r\n\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\(many)\r\n",
                "POST /api/acts HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /api/acts HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "POST /api/acts HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: -1\r\n\r\n",
            ]
            for request in requests {
                let connection = try await server.connect()
                try await connection.send(owned(server, request))
                // Either words, or a connection that ends without them.
                if let status = try? await connection.reply().status { #expect((400..<500).contains(status), "\(request.prefix(60)): \(status)") }
                #expect(try await connection.isEnded(), "\(request.prefix(60))")
            }
            #expect(try await reply(server, "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n").status == 414)
            #expect(try await server.get("/").status == 200, "and goes on serving")
        }
    }

    @Test func `long bodies are refused before they are read, other methods than three not known`() async throws {
        try await TestServer.run { server async throws in
            let long = try await reply(server, "POST /api/acts HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 1048577\r\n\r\n")
            #expect(long.status == 413)
            #expect(long.problem == "too-large")
            #expect(long["Connection"] == "close")
            #expect(try await reply(server, "POST /api/acts HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 99999999999999999999999\r\n\r\n").status >= 400)
            for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND"] {
                let refusal = try await reply(server, "\(method) / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n")
                #expect(refusal.status == 405, "\(method)")
                #expect(refusal["Allow"] == "GET, HEAD")
            }
            for (method, path, allowed) in [
                ("PUT", "/api/acts", "POST"), ("GET", "/api/acts", "POST"), ("POST", "/api/library", "GET, HEAD"),
                ("POST", "/api/assets/8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10", "GET, HEAD"), ("DELETE", "/api/picker/sessions/x/choice?y", "GET, HEAD, POST"),
            ] {
                let refusal = try await server.send(method, path)
                #expect(refusal.status == 405 && refusal["Allow"] == allowed, "\(method) \(path): \(refusal.status) \(refusal["Allow"] ?? "")")
            }
            #expect(try await server.send("POST", "/nowhere").status == 404)
        }
    }

    @Test func `requests sent ahead are answered in their order`() async throws {
        try await TestServer.run { server async throws in
            let connection = try await server.connect()
            let head = " HTTP/1.1\r\n\(server.head)\r\n"
            try await connection.send("GET /" + head + "GET /nowhere" + head + "PUT /" + head + "GET /../x" + head + "GET /index.html" + head)
            var statuses: [Int] = []
            for _ in 0..<5 { statuses.append(try await connection.reply().status) }
            #expect(statuses == [200, 404, 405, 400, 200])
        }
    }
}
