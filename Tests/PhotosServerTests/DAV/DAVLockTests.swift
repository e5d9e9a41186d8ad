import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Locks, as Windows, Finder and office programs take them before they write.
@Suite struct DAVLockTests {
    static let request = """
        <?xml version="1.0" encoding="utf-8" ?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype>\
        <D:owner><D:href>mailto:a&amp;b@example.org</D:href></D:owner></D:lockinfo>
        """

    static func lock(_ client: DAVClient, _ path: String, _ headers: [(String, String)] = [], body: String? = DAVLockTests.request) async throws -> HTTPReply {
        try await client.send("LOCK", path, headers, body: body.map { Data($0.utf8) })
    }

    /// The token of a lock that is granted, with its angles.
    static func token(_ client: DAVClient, _ path: String, status: Int = 200, at place: SourceLocation = #_sourceLocation) async throws -> String {
        let reply = try await lock(client, path)
        try #require(reply.status == status, "\(reply.status) \(reply.text)", sourceLocation: place)
        return try #require(reply["Lock-Token"], sourceLocation: place)
    }

    private static func active(_ element: AnswerElement?) -> [AnswerElement] { element?.all("activelock") ?? [] }

    @Test func `a lock says what it is, whose and how long`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", FixtureImages.jpeg(seed: 1)).status == 201)
            let reply = try await Self.lock(client, "Incoming/a.jpg", [("Timeout", "Second-120"), ("Depth", "infinity")])
            #expect(reply.status == 200)
            let token = try #require(reply["Lock-Token"])
            #expect(token.hasPrefix("<") && token.hasSuffix(">") && token.contains(":"), "\(token)")
            let discovered = try AnswerElement(reply.body)
            #expect(discovered.name == DAVName("prop"))
            let told = try #require(try await client.look("Incoming/")["Incoming/a.jpg"])
            for element in [discovered.one("lockdiscovery"), told["lockdiscovery"]] {
                let lock = try #require(Self.active(element).first)
                #expect(Self.active(element).count == 1)
                #expect(lock.at("locktype", "write") != nil && lock.at("lockscope", "exclusive") != nil)
                #expect(lock.one("depth")?.text == "0" || lock.one("depth")?.text.lowercased() == "infinity")
                #expect(lock.at("owner", "href")?.text == "mailto:a&b@example.org", "as the client wrote it")
                #expect(lock.at("locktoken", "href").map { "<\($0.text)>" } == token)
                #expect(lock.at("lockroot", "href")?.text.hasSuffix("/dav/Incoming/a.jpg") == true)
                let seconds = try #require(lock.one("timeout")?.text.wholeMatch(of: /Second-(\d+)/)).1
                #expect(1...120 ~= (Int(seconds) ?? 0))
            }
            #expect(try await client.look("Incoming/", depth: "0").members.first?["lockdiscovery"]?.children.isEmpty == true)
        }
    }

    @Test(arguments: ["Infinite", "Second-4100000000", "Infinite, Second-4100000000", "Second-601", "nonsense"])
    func `nobody keeps one for longer than ten minutes`(_ wish: String) async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server), photo = try FixtureImages.jpeg(seed: 1)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            let reply = try await Self.lock(client, "Incoming/a.jpg", [("Timeout", wish)])
            #expect(reply.status == 200)
            let text = try #require(try AnswerElement(reply.body).at("lockdiscovery", "activelock", "timeout")?.text)
            #expect(1...600 ~= (Int(text.dropFirst("Second-".count)) ?? 0), "\(text)")
            #expect(try await client.put("Incoming/a.jpg", photo).status == 423)
        }
    }

    @Test func `what is locked changes by whoever has the token, and by nobody else`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2)
        try await TestServer.run { server async throws in
            let client = DAVClient(server), file = "Incoming/a.jpg"
            #expect(try await client.put(file, first).status == 201)
            #expect(try await client.put("Incoming/b.jpg", first).status == 201)
            let token = try await Self.token(client, file), wrong = "<urn:uuid:00000000-0000-4000-8000-000000000000>"
            let date = Data(#"<propertyupdate xmlns="DAV:"><set><prop><getlastmodified>Fri, 14 Jul 2017 02:40:00 GMT</getlastmodified></prop></set></propertyupdate>"#.utf8)
            // Without it, with another one, with a condition that holds and names none, and with one that does not hold.
            for (condition, status) in [
                (nil, 423), ("(\(wrong))", 412), ("(Not <DAV:no-lock>)", 423), ("(\(wrong)) (Not <DAV:no-lock>)", 423), ("(\(token) [\"x\"])", 412),
            ] as [(String?, Int)] {
                let headers = condition.map { [("If", $0)] } ?? [], name = condition ?? "nothing"
                for (method, body) in [("PUT", second), ("PUT", Data()), ("DELETE", nil), ("PROPPATCH", date)] as [(String, Data?)] {
                    let reply = try await client.send(method, file, headers, body: body)
                    #expect(reply.status == status, "\(method) with \(name): \(reply.status)")
                }
                #expect(try await client.move(file, to: "Incoming/c.jpg", headers).status == status, "from it with \(name)")
                #expect(try await client.move("Incoming/b.jpg", to: file, headers).status == status, "onto it with \(name)")
                #expect(try await Self.lock(client, file, headers).status == status, "another lock with \(name)")
            }
            #expect(try await client.names("Incoming/") == ["a.jpg", "b.jpg"])
            #expect(try await client.get(file).body == first, "reading takes no token")
            #expect(try await client.put("Incoming/b.jpg", second).status == 204, "what lies beside it is free")
            #expect(try await client.put(file, second, [("If", "(\(token))")]).status == 204)
            #expect(try await client.put(file, first, [("If", "<\(client.url(file))> (\(token))")]).status == 204)
            #expect(try await client.put(file, second, [("If", "(\(token) [\(DAVClient.tag(of: first))])")]).status == 204)
            #expect(try await client.delete(file, [("If", "(\(token))")]).status == 204)
            #expect(try await client.put(file, first).status == 201, "with the file its lock went")
        }
    }

    @Test func `a lock is taken back by its token, once`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server), file = "Incoming/a.jpg"
            #expect(try await client.put(file, photo).status == 201)
            #expect(try await client.put("Incoming/b.jpg", photo).status == 201)
            let token = try await Self.token(client, file), other = try await Self.token(client, "Incoming/b.jpg")
            #expect(token != other)
            #expect(try await client.send("UNLOCK", file).status == 400)
            for wrong in [other, "<urn:uuid:00000000-0000-4000-8000-000000000000>"] {
                #expect(try await client.send("UNLOCK", file, [("Lock-Token", wrong)]).status == 409, "\(wrong)")
            }
            #expect(try await client.put(file, photo).status == 423)
            #expect(try await client.send("UNLOCK", file, [("Lock-Token", token)]).status == 204)
            #expect(try await client.send("UNLOCK", file, [("Lock-Token", token)]).status == 409)
            #expect(try await client.put(file, photo).status == 204)
            #expect(try await client.put("Incoming/b.jpg", photo).status == 423)
        }
    }

    @Test func `a name that is locked before anything is there is an empty file that waits`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/", "Albums/Trip/"] {
                let token = try await Self.token(client, folder + "new.jpg", status: 201)
                #expect(try await client.look(folder)[folder + "new.jpg"]?.length == 0, "\(folder)")
                #expect(try await client.put(folder + "new.jpg", photo).status == 423, "\(folder)")
                #expect(try await client.put(folder + "new.jpg", photo, [("If", "(\(token))")]).status == 204, "\(folder)")
                #expect(try await client.send("UNLOCK", folder + "new.jpg", [("Lock-Token", token)]).status == 204, "\(folder)")
            }
            _ = try await Self.token(client, "Incoming/never.jpg", status: 201)
            try await client.rest()
            #expect(try await server.filenames() == ["new.jpg"], "one photo, sent twice; and nothing of what has no content")
            for (path, status) in [("Incoming/none/x.jpg", 409), ("Photos/x.jpg", 403), ("Albums/x.jpg", 403), ("x.jpg", 403)] {
                #expect(try await Self.lock(client, path).status == status, "\(path)")
            }
        }
    }
}
