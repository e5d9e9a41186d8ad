import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// How long a lock stands, and what has none.
@Suite struct DAVLockLifeTests {
    private static func refresh(_ client: DAVClient, _ path: String, _ token: String, _ headers: [(String, String)] = []) async throws -> HTTPReply {
        try await DAVLockTests.lock(client, path, [("If", "(\(token))")] + headers, body: nil)
    }

    @Test func `a lock ends by itself, and stands as long as it is refreshed`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            // Empty, so that it goes on waiting while time passes.
            let client = DAVClient(server), clock = server.library.clock
            let token = try await DAVLockTests.token(client, "Incoming/a.jpg", status: 201), other = try await DAVLockTests.token(client, "Incoming/b.jpg", status: 201)
            for _ in 0..<3 {
                clock.advance(by: 500)
                let again = try await Self.refresh(client, "Incoming/a.jpg", token, [("Timeout", "Second-4000")])
                #expect(again.status == 200)
                let lock = try AnswerElement(again.body).at("lockdiscovery", "activelock")
                #expect(lock?.at("locktoken", "href").map { "<\($0.text)>" } == token)
            }
            #expect(try await client.put("Incoming/a.jpg", photo).status == 423)
            #expect(try await client.look("Incoming/")["Incoming/b.jpg"]?["lockdiscovery"]?.children.isEmpty == true, "that one has ended")
            #expect(try await Self.refresh(client, "Incoming/b.jpg", other).status == 412)
            #expect(try await client.put("Incoming/b.jpg", photo).status == 204)
            clock.advance(by: 601)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 204)
        }
    }

    @Test func `a refreshing names the lock that stands`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server), token = try await DAVLockTests.token(client, "Incoming/a.jpg", status: 201)
            #expect(try await [400, 412].contains(DAVLockTests.lock(client, "Incoming/a.jpg", body: nil).status))
            #expect(try await Self.refresh(client, "Incoming/a.jpg", "<urn:uuid:00000000-0000-4000-8000-000000000000>").status == 412)
            #expect(try await Self.refresh(client, "Incoming/none.jpg", token).status == 412)
            #expect(try await client.names("Incoming/") == ["a.jpg"], "a refreshing makes nothing")
        }
    }

    @Test func `what is in the library, and folders, have no locks, and there is one kind of them`() async throws {
        let library = try TemporaryLibrary()
        try library.addAlbum("Trip", [library.addPhoto("A.JPG", seed: 1)])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for path in ["Albums/Trip/A.JPG", "Albums/Trip/", "Incoming/", "Photos/", ""] {
                #expect(try await DAVLockTests.lock(client, path).status == 403, "\(path)")
                #expect(try await client.look(path, depth: "0").members.first?["supportedlock"]?.children.isEmpty == true, "\(path)")
            }
            #expect(try await client.put("Incoming/a.jpg", FixtureImages.jpeg(seed: 2)).status == 201)
            let shared = DAVLockTests.request.replacing("exclusive", with: "shared"), other = DAVLockTests.request.replacing("<D:write/>", with: "<D:read/>")
            for body in [shared, other] { #expect(try await (400..<500).contains(DAVLockTests.lock(client, "Incoming/a.jpg", body: body).status), "\(body)") }
            for body in ["<", "<D:lockinfo xmlns:D=\"DAV:\"/>", "<!DOCTYPE a>" + DAVLockTests.request] {
                #expect(try await DAVLockTests.lock(client, "Incoming/a.jpg", body: body).status == 400, "\(body)")
            }
            #expect(try await client.put("Incoming/a.jpg", FixtureImages.jpeg(seed: 3)).status == 204, "none of them stands")
        }
    }

    @Test func `a lock stays with its name, and not with the file that is moved`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", first).status == 201)
            let token = try await DAVLockTests.token(client, "Incoming/a.jpg")
            #expect(try await client.move("Incoming/a.jpg", to: "Incoming/b.jpg", [("If", "(\(token))")]).status == 201)
            #expect(try await client.look("Incoming/")["Incoming/b.jpg"]?["lockdiscovery"]?.children.isEmpty == true)
            #expect(try await client.put("Incoming/b.jpg", second).status == 204, "it was locked under its old name")
            // An office program: a copy beside it, which takes its place with the token of what it replaces.
            #expect(try await client.put("Incoming/doc.jpg", first).status == 201)
            let held = try await DAVLockTests.token(client, "Incoming/doc.jpg")
            #expect(try await client.put("Incoming/copy.jpg", second).status == 201)
            let tagged = "<\(client.url("Incoming/doc.jpg"))> (\(held))"
            #expect(try await client.move("Incoming/copy.jpg", to: "Incoming/doc.jpg").status == 423)
            #expect(try await client.move("Incoming/copy.jpg", to: "Incoming/doc.jpg", [("If", tagged)]).status == 204)
            #expect(try await client.get("Incoming/doc.jpg").body == second)
        }
    }

    @Test func `a thousand locks are all there are`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for number in 1...1_000 { _ = try await DAVLockTests.token(client, "Incoming/\(number).jpg", status: 201) }
            let refused = try await DAVLockTests.lock(client, "Incoming/more.jpg")
            #expect(refused.status == 503 || refused.status == 507 || refused.status == 429, "\(refused.status)")
            #expect(try await client.put("Incoming/1.jpg", FixtureImages.jpeg(seed: 1)).status == 423, "none is dropped for another")
            server.library.clock.advance(by: 601)
            _ = try await DAVLockTests.token(client, "Incoming/more.jpg", status: 201)
        }
    }

    @Test func `with a lock nobody sends into a file, and what is on its way when it is taken is finished by who has it`() async throws {
        let photo = try FixtureImages.jpeg(width: 300, height: 200, seed: 1), half = photo.count / 2
        try await TestServer.run { server async throws in
            let client = DAVClient(server), connection = try await server.connect()
            try await connection.send("PUT /dav/Incoming/a.jpg HTTP/1.1\r\n\(server.head)Expect: 100-continue\r\nContent-Length: \(photo.count)\r\n\r\n")
            let head = try await connection.head()
            #expect(head.status == 100)
            try await connection.send(photo[..<half])
            _ = try await DAVLockTests.token(client, "Incoming/a.jpg", status: 201)
            try await connection.send(photo[half...])
            #expect(try await connection.reply().status == 423, "the name is somebody else's by now")
            #expect(try await client.look("Incoming/")["Incoming/a.jpg"]?.length == 0)
        }
    }
}
