import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Clients that ask before they send: what can be refused is refused while nothing was sent.
@Suite struct ContinueTests {
    /// The first answer to a head behind which nothing is sent yet.
    private static func ask(
        _ server: TestServer, _ method: String, _ path: String, _ headers: [(String, String)] = [], proof: (String, String) = DAVClient.basic(TestServer.token)
    ) async throws -> (connection: HTTPConnection, status: Int) {
        let connection = try await server.connectStrange()
        var text = "\(method) \(DAVClient.address(path)) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(proof.0): \(proof.1)\r\nExpect: 100-continue\r\n"
        if !headers.contains(where: { $0.0 == "Content-Length" || $0.0 == "Transfer-Encoding" }) { text += "Content-Length: 1000000\r\n" }
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        try await connection.send(text + "\r\n")
        let head = try await connection.head()
        return (connection, head.status)
    }

    @Test func `who may send is told to go on, and then told that it is there`() async throws {
        let photo = try FixtureImages.jpeg(width: 300, height: 200, seed: 1)
        try await TestServer.run { server async throws in
            for (name, header) in [("a.jpg", ("Content-Length", "\(photo.count)")), ("b.jpg", ("Transfer-Encoding", "chunked"))] {
                let (connection, status) = try await Self.ask(server, "PUT", "Incoming/" + name, [header])
                #expect(status == 100, "\(name)")
                let body = header.1 == "chunked" ? Data("\(String(photo.count, radix: 16))\r\n".utf8) + photo + Data("\r\n0\r\n\r\n".utf8) : photo
                try await connection.send(body)
                // One 100 is enough.
                let answer = try await connection.head()
                #expect(answer.status == 201, "\(name)")
                #expect(try await DAVClient(server).get("Incoming/" + name).body == photo, "\(name)")
            }
            // Who does not wait is answered all the same.
            let hasty = try await server.connect()
            try await hasty.send(Data("PUT /dav/Incoming/c.jpg HTTP/1.1\r\n\(server.head)Expect: 100-continue\r\nContent-Length: \(photo.count)\r\n\r\n".utf8) + photo)
            #expect(try await hasty.reply().status == 201)
        }
    }

    @Test func `every refusal comes instead of the word to go on`() async throws {
        let library = try TemporaryLibrary(), application = "org.example.frame"
        try library.addAlbum("Trip", [library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 1)])
        try library.library.grant(.full, to: application, author: "owner")
        try await TestServer.run(library, { $0.incoming.bytes = 2_000_000 }) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/there.jpg", FixtureImages.jpeg(seed: 2)).status == 201)
            #expect(try await client.put("Incoming/locked.jpg", Data()).status == 201)
            _ = try await DAVLockTests.token(client, "Incoming/locked.jpg")
            let cases: [(path: String, headers: [(String, String)], status: Int)] = [
                ("Photos/x.jpg", [], 403), ("Photos/2023/06/A.JPG", [], 403), ("Albums/x.jpg", [], 403), ("Albums/Trip/A.JPG", [], 403), ("Incoming/none/x.jpg", [], 409),
                ("Incoming/", [], 405), ("Incoming/there.jpg", [("If-None-Match", "*")], 412), ("Incoming/x.jpg", [("If-Match", "*")], 412),
                ("Incoming/there.jpg", [("If", "([\"x\"])")], 412), ("Incoming/locked.jpg", [], 423), ("Incoming/x.jpg", [("Content-Range", "bytes 0-9/10")], 400),
                ("Incoming/x.jpg", [("If", "nonsense")], 400), ("Incoming/x.jpg", [("Content-Length", "2000001")], 413), ("Incoming/x.jpg", [("Content-Length", "1999999")], 507),
                ("Incoming/" + String(repeating: "a", count: 300), [], 400), ("Incoming/x.jpg", [("Origin", "http://example.org")], 403),
            ]
            for (path, headers, status) in cases {
                let (connection, first) = try await Self.ask(server, "PUT", path, headers)
                defer { connection.close() }
                #expect(first == status || (status == 400 && first == 414), "\(path.prefix(30)) \(headers): \(first)")
            }
            let wrong = try await Self.ask(server, "PUT", "Incoming/x.jpg", proof: DAVClient.basic("wrong"))
            #expect(wrong.status == 401)
            let guest = try await Self.ask(server, "PUT", "Incoming/x.jpg", proof: DAVClient.basic(try await server.admit(application)))
            #expect(guest.status == 403)
            // The same of what has XML for a body, and of what has none.
            let others = [
                ("PROPFIND", "Photos/", "1000000", 413), ("PROPPATCH", "Incoming/there.jpg", "1000000", 413), ("LOCK", "Incoming/there.jpg", "1000000", 413),
                ("MKCOL", "Incoming/x", "10", 415),
            ]
            for (method, path, length, status) in others {
                let first = try await Self.ask(server, method, path, [("Depth", "0"), ("Content-Length", length)])
                #expect(first.status == status, "\(method): \(first.status)")
            }
            #expect(try await client.names("Incoming/") == ["locked.jpg", "there.jpg"])
        }
    }

    @Test func `a disk without space says so before anything is sent`() async throws {
        try await TestServer.run({ $0.incoming.reserve = 1 << 60 }) { server async throws in
            let first = try await Self.ask(server, "PUT", "Incoming/x.jpg")
            #expect(first.status == 507)
            for header in ["X-Expected-Entity-Length", "OC-Total-Length"] {
                let chunked = try await Self.ask(server, "PUT", "Incoming/x.jpg", [("Transfer-Encoding", "chunked"), (header, "1000000")])
                #expect(chunked.status == 507, "\(header)")
            }
        }
    }

    @Test func `other addresses answer as they did`() async throws {
        try await TestServer.run { server async throws in
            let body = #"{"files":[],"isComplete":false}"#, connection = try await server.connect()
            let head = "POST /api/uploads HTTP/1.1\r\n\(server.head)Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            try await connection.send(head + body)
            #expect(try await connection.reply().status == 200)
        }
    }
}
