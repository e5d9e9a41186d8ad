import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Who is let into the tree, by what, and what each finds there.
@Suite struct DAVAccessTests {
    private static let application = "org.example.frame"
    /// A request of every kind that there is.
    private static let questions: [(method: String, path: String)] = [
        ("PROPFIND", ""), ("PROPFIND", "Albums/Trip/"), ("GET", "Albums/Trip/A.JPG"), ("HEAD", "Albums/Trip/A.JPG"), ("OPTIONS", ""), ("PUT", "Incoming/x.jpg"),
        ("PUT", "Albums/Trip/x.jpg"), ("MKCOL", "Incoming/x"), ("MKCOL", "Albums/x"), ("DELETE", "Albums/Trip/A.JPG"), ("MOVE", "Albums/Trip/A.JPG"), ("COPY", "Albums/Trip/A.JPG"),
        ("PROPPATCH", "Albums/Trip/A.JPG"), ("LOCK", "Incoming/x.jpg"), ("UNLOCK", "Incoming/x.jpg"), ("GET", "Nothing"),
    ]

    private static func body(_ method: String) -> Data? { ["PUT", "PROPPATCH", "LOCK"].contains(method) ? Data() : nil }

    private static func ask(_ server: TestServer, _ question: (method: String, path: String), _ headers: [(String, String)]) async throws -> HTTPReply {
        let connection = try await server.connectStrange()
        defer { connection.close() }
        return try await connection.send(question.method, DAVClient.address(question.path), headers + [("Depth", "0")], body: body(question.method))
    }

    private static func library() throws -> (library: TemporaryLibrary, photo: String, other: String) {
        let library = try TemporaryLibrary()
        let photo = try library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 1), other = try library.addPhoto("B.JPG", taken: "2020:01:01 12:00:00", seed: 2)
        try library.addAlbum("Trip", [photo, other])
        try library.addAlbum("Secret", [other])
        return (library, photo, other)
    }

    @Test func `without the right password nobody hears anything, and everybody is asked for one`() async throws {
        let (library, _, _) = try Self.library()
        try await TestServer.run(library) { server async throws in
            let token = TestServer.token, entry = try await server.connectStrange().get("/?token=\(token)")
            let cookie = try #require(entry.cookie), session = String(cookie.split(separator: "=").last ?? "")
            #expect(try await server.connectStrange().get("/api/library", [("Cookie", cookie)]).status == 200, "the cookie is good elsewhere")
            let wrong: [[(String, String)]] = [
                [], [("Cookie", cookie)], [("Cookie", cookie), DAVClient.basic("wrong")], [DAVClient.basic(token + "x")], [DAVClient.basic(String(token.dropLast()))],
                [DAVClient.basic("")], [DAVClient.basic("x", user: token)], [DAVClient.basic(token.uppercased())], [DAVClient.basic(session)], [("Authorization", "Basic")],
                [("Authorization", "Basic ")], [("Authorization", "Basic !!!")], [("Authorization", "Basic " + Data(token.utf8).base64EncodedString())],
                [("Authorization", "Basic \(token)")], [("Authorization", "Bearer \(token)x")], [("Authorization", "Bearer \(session)")], [("Authorization", token)],
                [("Authorization", "Digest username=\"x\", response=\"\(token)\"")], [("Authorization", "Basic " + Data([0xFF, 0x3A, 0xFF]).base64EncodedString())],
            ]
            for headers in wrong {
                for question in Self.questions {
                    let reply = try await Self.ask(server, question, headers)
                    #expect(reply.status == 401, "\(question) with \(headers): \(reply.status)")
                    #expect(reply["WWW-Authenticate"] == "Basic realm=\"Photos\", charset=\"UTF-8\"", "\(question) with \(headers)")
                    #expect(reply["Set-Cookie"] == nil && !reply.text.contains("A.JPG"))
                }
            }
            for path in ["/dav/?token=\(token)", "/dav/?key=\(session)", "/dav/Photos/?token=\(token)"] {
                #expect(try await server.connectStrange().send("PROPFIND", path, [("Depth", "0")]).status == 401, "\(path)")
            }
            // A browser's page asks nobody for a password by that.
            for path in ["/", "/api/library", "/davx", "/dav2/", "/nowhere"] {
                let reply = try await server.connectStrange().get(path)
                #expect(reply.status == 401 && reply["WWW-Authenticate"]?.hasPrefix("Bearer") == true, "\(path)")
                #expect(try await server.connectStrange().get(path, [DAVClient.basic(token)]).status == 401, "a password is none at \(path)")
            }
        }
    }

    @Test func `the owner's token is a password whatever the user is called, and a bearer's`() async throws {
        let (library, _, _) = try Self.library()
        try await TestServer.run(library) { server async throws in
            let token = TestServer.token
            for user in ["photos", "", "ünï", "a b", "x"] { #expect(try await Self.ask(server, ("PROPFIND", ""), [DAVClient.basic(token, user: user)]).status == 207, "\(user)") }
            for header in [("Authorization", "Bearer \(token)"), ("authorization", "basic \(DAVClient.basic(token).1.dropFirst(6))")] {
                #expect(try await Self.ask(server, ("PROPFIND", ""), [header]).status == 207, "\(header)")
                #expect(try await Self.ask(server, ("GET", "Albums/Trip/A.JPG"), [header]).status == 200, "\(header)")
            }
        }
        // Only the first colon parts the user from the password.
        try await TestServer.run({ $0.token = "a:password:with:colons" }) { server async throws in
            let header = DAVClient.basic("a:password:with:colons")
            #expect(try await Self.ask(server, ("PROPFIND", ""), [header]).status == 207)
        }
    }

    @Test func `an application sees its selection, and no name, folder or count of anything else`() async throws {
        let (library, photo, _) = try Self.library()
        try library.library.grant(.limited([library.rowID(photo)]), to: Self.application, author: "owner")
        try await TestServer.run(library) { server async throws in
            let owner = DAVClient(server), token = try await server.admit(Self.application)
            #expect(try await owner.names("Photos/") == ["2020/", "2023/"])
            for client in [DAVClient(server, token: token), DAVClient(server, token: token, user: "photos")] {
                #expect(try await client.names("").contains("Incoming/") == false, "who may not add has nothing that comes in")
                #expect(try await client.names("Photos/") == ["2023/"])
                #expect(try await client.names("Photos/2023/06/") == ["A.JPG"])
                #expect(try await client.get("Photos/2023/06/A.JPG").status == 200)
                // As in the library's own lists: with a selection there are no albums, whose titles tell of other photos.
                #expect(try await client.names("Albums/") == [])
                for path in ["Photos/2020/", "Photos/2020/01/", "Photos/2020/01/B.JPG", "Albums/Trip/", "Albums/Trip/A.JPG", "Albums/Trip/B.JPG", "Albums/Secret/"] {
                    #expect(try await client.propfind(path, depth: "0").status == 404, "\(path)")
                    #expect(try await client.get(path).status == 404, "\(path)")
                }
            }
            #expect(try await owner.names("Albums/Trip/") == ["A.JPG", "B.JPG"], "whatever others asked for before")
        }
    }

    @Test func `what an application may see is asked again each time`() async throws {
        let (library, photo, other) = try Self.library(), rows = try [photo, other].map { try library.rowID($0) }
        try library.library.grant(.full, to: Self.application, author: "owner")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server, token: try await server.admit(Self.application)), file = "Photos/2020/01/B.JPG"
            for _ in 0..<2 {
                #expect(try await client.names("Photos/") == ["2020/", "2023/"])
                #expect(try await client.names("Albums/Trip/") == ["A.JPG", "B.JPG"])
                #expect(try await client.get(file).status == 200)
            }
            try library.library.grant(.limited([rows[0]]), to: Self.application, author: "owner")
            #expect(try await client.names("Photos/") == ["2023/"])
            #expect(try await client.names("Albums/") == [])
            #expect(try await client.get(file).status == 404)
            try library.library.grant(.limited([rows[1]]), to: Self.application, author: "owner")
            #expect(try await client.names("Photos/") == ["2020/"])
            #expect(try await client.get(file).status == 200)
            for access in [PhotoLibrary.Access.addOnly, .denied] {
                try library.library.grant(access, to: Self.application, author: "owner")
                for path in ["", "Photos/", "Photos/2020/01/", file] { #expect(try await client.propfind(path).status == 403, "\(path)") }
                #expect(try await client.get(file).status == 403)
            }
        }
    }

    @Test func `an application adds nothing, whatever it was given`() async throws {
        let (library, photo, _) = try Self.library()
        try await TestServer.run(library) { server async throws in
            let owner = DAVClient(server), photoData = try FixtureImages.jpeg(seed: 7)
            #expect(try await owner.put("Incoming/own.jpg", photoData).status == 201)
            let token = try await server.admit(Self.application), row = try library.rowID(photo)
            for access in [PhotoLibrary.Access.full, .limited([row]), .addOnly] {
                try library.library.grant(access, to: Self.application, author: "owner")
                for question in [("PUT", "Incoming/x.jpg"), ("PUT", "Albums/Trip/x.jpg"), ("MKCOL", "Incoming/x"), ("MKCOL", "Albums/x"), ("LOCK", "Albums/Trip/x.jpg")] {
                    let reply = try await Self.ask(server, question, [DAVClient.basic(token)])
                    #expect(reply.status == 403, "\(question): \(reply.status)")
                }
                for method in ["GET", "PROPFIND", "DELETE"] {
                    let reply = try await Self.ask(server, (method, "Incoming/own.jpg"), [DAVClient.basic(token)])
                    #expect([403, 404].contains(reply.status), "\(method): \(reply.status)")
                }
            }
            #expect(try await owner.names("Incoming/") == ["own.jpg"])
            #expect(try await owner.names("Albums/") == ["Secret/", "Trip/"])
        }
    }

    @Test func `whoever comes by a link, a picker or a session of before gets nothing here`() async throws {
        let (library, photo, _) = try Self.library()
        try await TestServer.run(library) { server async throws in
            let link = try await SharingTests.share(server, [photo], #","downloads":true"#)
            for header in [DAVClient.basic(link.token), ("Authorization", "Bearer \(link.token)")] {
                for question in Self.questions { #expect(try await Self.ask(server, question, [header]).status == 401, "\(question)") }
            }
            #expect(try await server.connectStrange().send("PROPFIND", link.path + "dav/", [("Depth", "0")]).status != 207)
            for grant in [Grant.chooser, .application("org.example.unheard")] {
                let (secret, session) = server.sessions.begin(grant)
                for question in Self.questions where question.path != "Nothing" && question.method != "OPTIONS" {
                    let reply = try await Self.ask(server, question, [DAVClient.basic(secret)])
                    #expect(reply.status == 403, "\(question) for \(grant): \(reply.status)")
                }
                server.sessions.end(session)
                #expect(try await Self.ask(server, ("PROPFIND", ""), [DAVClient.basic(secret)]).status == 401)
            }
        }
    }
}
