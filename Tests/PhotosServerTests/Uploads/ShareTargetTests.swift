import Foundation
import PhotosTesting
import Testing
@testable import PhotosServer

/// What a phone's share sheet sends to the installed page.
@Suite struct ShareTargetTests {
    private struct Batches: Decodable {
        struct Batch: Decodable {
            var id: String
            var isComplete: Bool
            var count: Int
        }

        var batches: [Batch]
    }

    private static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
    private static let contentType = ("Content-Type", "multipart/form-data; boundary=\(boundary)")
    /// As Chromium sends it: nobody leads there, so there is no origin.
    private static let shared = [
        ("Origin", "null"), ("Sec-Fetch-Site", "none"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"),
    ]

    private static func part(_ name: String, _ data: Data) -> Data {
        let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\nContent-Type: image/jpeg\r\n\r\n"
        return Data(head.utf8) + data + Data("\r\n".utf8)
    }

    private static func form(_ parts: [Data]) -> Data {
        let title = "--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nTrip\r\n"
        return parts.reduce(Data(title.utf8), +) + Data("--\(boundary)--\r\n".utf8)
    }

    private static func share(_ body: Data, _ server: TestServer, _ headers: [(String, String)] = Self.shared + [Self.contentType]) async throws -> HTTPReply {
        try await server.send("POST", "/share-target", headers, body: body)
    }

    private static func batches(_ server: TestServer) async throws -> [Batches.Batch] { try await server.get("/api/uploads").decoded(Batches.self).batches }

    @Test func `files that are shared come in, and the gallery is told which they were`() async throws {
        let photo = try FixtureImages.jpeg(width: 300, height: 200), other = try FixtureImages.jpeg(seed: 2), large = Data(count: 3_000_000)
        try await TestServer.run { server async throws in
            let body = Self.form([
                Self.part("Ä %22b%22.jpg", photo), Self.part("content/12/image.jpg", other), Self.part("large.jpg", large), Self.part("", Data()),
            ])
            let reply = try await Self.share(body, server)
            #expect(reply.status == 303 && reply["Cache-Control"] == "no-store", "\(reply.text)")
            let address = try #require(reply["Location"])
            #expect(address.hasPrefix("/?shared="))
            try await server.waitForUploads()
            let batch: Uploading.Batch = try await server.get("/api/uploads/\(address.dropFirst(9))").decoded()
            #expect(batch.isComplete && batch.kinds == ["Ä \"b\".jpg": "imported", "image.jpg": "imported", "large.jpg": "failed"])
            let assets = try await server.page("").assets
            #expect(assets.count == 2)
            let named = assets.first { $0.filename == "Ä \"b\".jpg" }
            let first = try #require(named)
            #expect(try await server.get("/original/\(first.id)/\(first.revision)").body == photo)
            // A page of the gallery may send it, too.
            let own = [("Origin", "http://127.0.0.1:\(server.port)"), ("Sec-Fetch-Site", "same-origin")]
            #expect(try await Self.share(Self.form([]), server, own + [Self.contentType])["Location"] == "/?shared=none")
            #expect(try await Self.batches(server).count == 1)
        }
    }

    @Test func `a form of another site is refused, and so is one of which nobody says where it comes from`() async throws {
        let body = Self.form([Self.part("a.jpg", try FixtureImages.jpeg())])
        try await TestServer.run { server async throws in
            let refused: [[(String, String)]] = [
                [], [("Origin", "null")], [("Origin", "http://127.0.0.1:\(server.port)")], [("Origin", "http://example.org"), ("Sec-Fetch-Site", "none")],
                [("Origin", "null"), ("Sec-Fetch-Site", "cross-site")], [("Origin", "null"), ("Sec-Fetch-Site", "same-site")],
                [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")],
                [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")], [("Sec-Fetch-Site", "None")],
                [("Origin", "null"), ("Origin", "null"), ("Sec-Fetch-Site", "none")], [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "none")],
            ]
            for headers in refused { #expect(try await Self.share(body, server, headers + [Self.contentType]).status == 403, "\(headers)") }
            // No other address takes a request without an origin.
            #expect(try await server.post("/api/acts", json: "{}", Self.shared).status == 403)
            #expect(try await server.send("POST", "/share-target/x", Self.shared, body: body).status == 403)
            #expect(try await Self.batches(server).isEmpty)
        }
    }

    @Test func `whoever is not let in is told to open the gallery first, and nothing is kept`() async throws {
        let body = Self.form([Self.part("a.jpg", Data(count: 1_500_000))])
        try await TestServer.run { server async throws in
            let stranger = try await server.connectStrange()
            let led = try await stranger.send("POST", "/share-target", Self.shared + [Self.contentType], body: body)
            #expect(led.status == 303 && led["Location"] == "/share-target" && led["Set-Cookie"] == nil)
            let page = try await stranger.get("/share-target", [("Accept", "text/html"), ("Sec-Fetch-Site", "none"), ("Accept-Language", "de")])
            #expect(page.status == 401 && page.text.contains("Öffnen Sie hier zuerst die Galerie") && page.text.contains("nichts angenommen"))
            #expect(try await server.connectStrange().send("POST", "/share-target", [Self.contentType], body: Data("x".utf8)).problem == "token")
            // A page of another site leads nobody there.
            let foreign = [("Origin", "https://example.org"), ("Sec-Fetch-Site", "cross-site"), ("Accept", "text/html")]
            #expect(try await server.connectStrange().send("POST", "/share-target", foreign + [Self.contentType], body: Data("x".utf8)).status == 403)
            // Loaded anew when it is open, the address leads to the gallery.
            #expect(try await server.get("/share-target")["Location"] == "/")
            #expect(!FileManager.default.fileExists(atPath: server.library.url.appendingPathComponent("staging/incoming").path))
        }
    }

    @Test func `whoever is not let in is led on also with a long form, all of which is dropped`() async throws {
        let body = Self.form([Self.part("a.jpg", Data(count: 6_000_000))])
        try await TestServer.run { server async throws in
            let stranger = try await server.connectStrange()
            let led = try await stranger.send("POST", "/share-target", Self.shared + [Self.contentType], body: body)
            #expect(led.status == 303 && led["Location"] == "/share-target")
            // Nothing of it is taken for the next request.
            #expect(try await stranger.get("/share-target", [("Accept", "text/html"), ("Sec-Fetch-Site", "none")]).status == 401)
            #expect(!FileManager.default.fileExists(atPath: server.library.url.appendingPathComponent("staging/incoming").path))
            // There is an end to that.
            let endless = try await server.connectStrange()
            var head = "POST /share-target HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Length: 300000000\r\n"
            for (name, value) in Self.shared + [Self.contentType] { head += "\(name): \(value)\r\n" }
            try await endless.send(head + "\r\n")
            let refused = try await endless.reply()
            #expect(refused.status == 303 && refused["Connection"] == "close")
            #expect(try await endless.isEnded())
        }
    }

    @Test func `of a form that is cut off the files that are whole come in`() async throws {
        let photo = try FixtureImages.jpeg()
        let other = try FixtureImages.jpeg(seed: 2), body = Self.form([Self.part("a.jpg", photo), Self.part("b.jpg", other)])
        try await TestServer.run { server async throws in
            let connection = try await server.connect()
            var head = "POST /share-target HTTP/1.1\r\n\(server.head)Content-Length: \(body.count)\r\n"
            for (name, value) in Self.shared + [Self.contentType] { head += "\(name): \(value)\r\n" }
            try await connection.send(Data((head + "\r\n").utf8) + body.dropLast(other.count / 2 + 60))
            while try await Self.batches(server).first?.count != 1 { await Task.yield() }
            connection.close()
            while try await Self.batches(server).first?.isComplete != true { await Task.yield() }
            try await server.waitForUploads()
            let id = try #require(try await Self.batches(server).first?.id)
            let batch: Uploading.Batch = try await server.get("/api/uploads/\(id)").decoded()
            #expect(batch.kinds == ["a.jpg": "imported"])
        }
    }

    @Test func `what is no form, or too long, is refused and leaves nothing`() async throws {
        try await TestServer.run({ $0.incoming.bytes = 5_000 }) { server async throws in
            let photo = Self.part("a.jpg", Data(count: 100))
            for type in ["application/json", "multipart/form-data", "multipart/mixed; boundary=b", "multipart/form-data; boundary=\"\""] {
                #expect(try await Self.share(Self.form([photo]), server, Self.shared + [("Content-Type", type)]).status == 415, "\(type)")
            }
            for body in [Data(), Data("no form".utf8), Data("--\(Self.boundary)x\r\n".utf8), Data("--\(Self.boundary)\r\nX: y\r\n\r\nz\r\n--\(Self.boundary)--".utf8)] {
                let reply = try await Self.share(body, server, [("Sec-Fetch-Site", "none"), Self.contentType])
                #expect(reply.status == 400 && reply.problem == "upload", "\(String(decoding: body, as: UTF8.self))")
            }
            #expect(try await Self.share(Self.form([Self.part("a.jpg", Data(count: 5_000))]), server).status == 413)
            let connection = try await server.connect()
            try await connection.send(
                "POST /share-target HTTP/1.1\r\n\(server.head)Sec-Fetch-Site: none\r\n\(Self.contentType.0): \(Self.contentType.1)\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            #expect(try await connection.reply().status == 411)
            #expect(try await Self.batches(server).isEmpty)
            // What is whole before a mistake stays.
            let broken = photo + Data("--\(Self.boundary)?".utf8)
            #expect(try await Self.share(broken, server).status == 400)
            try await server.waitForUploads()
            #expect(try await Self.batches(server).count == 1)
        }
    }

    @Test(
        arguments: [
            ("a.jpg", "a.jpg"), ("a/b\\c.jpg", "c.jpg"), ("a\u{7}\r\n.jpg", "a.jpg"), ("..", "shared"), ("/", "shared"), ("\u{1}", "shared"),
            ("e\u{301}.jpg", "e\u{301}.jpg"), ("a/\u{301}b.jpg", "\u{301}b.jpg"), ("", nil),
        ] as [(String, String?)]) func `a name is a file's own`(filename: String, name: String?)
    {
        #expect(SharedFileName.of(filename) == name)
    }

    @Test func `a long name keeps its ending`() throws {
        let name = try #require(SharedFileName.of(String(repeating: "ä", count: 300) + ".jpeg"))
        #expect(name.utf8.count <= 200 && name.hasSuffix("ä.jpeg"))
        let endless = try #require(SharedFileName.of("a." + String(repeating: "b", count: 300)))
        #expect(endless.utf8.count == 200)
    }
}
