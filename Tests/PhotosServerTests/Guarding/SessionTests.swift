import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

/// Sessions of other grants than the owner's: what is outside of a selection is not there, in no answer and no cache, and what was taken back is gone at once.
@Suite struct SessionTests {
    private static let application = "org.example.frame"

    /// A Live Photo and a video that the application was given, and the same of others.
    private struct Scene {
        let library: TemporaryLibrary
        let inside: String, insideVideo: String, outside: String, outsideVideo: String

        init() throws {
            let library = try TemporaryLibrary()
            func live(_ name: String, _ seed: Int) throws -> String {
                try library.add((.photo, "\(name).JPG", FixtureImages.jpeg(width: 400, height: 300, seed: seed)), (.pairedVideo, "\(name).MOV", TinyMovie.data))
            }
            self.library = library
            (inside, outside) = (try live("INSIDE", 1), try live("OUTSIDE", 2))
            insideVideo = try library.add((.video, "INCLIP.MOV", TinyMovie.data))
            outsideVideo = try library.add((.video, "OUTCLIP.MOV", TinyMovie.data))
            try grant(.limited([row(inside), row(insideVideo)]))
        }

        func row(_ id: String) throws -> Int64 {
            let uuid = try #require(UUID(uuidString: id))
            return try #require(try library.library.read { try $0.assetID(uuid: uuid) })
        }

        func grant(_ access: PhotoLibrary.Access, by library: PhotoLibrary? = nil) throws {
            try (library ?? self.library.library).grant(access, to: application, author: "owner")
        }

        func favor(_ id: String) throws {
            let row = try row(id)
            try library.library.performChanges(author: "test") { try $0.update(assetID: row) { $0.isFavorite.toggle() } }
        }

        func served<T: Sendable>(_ body: (TestServer, HTTPConnection) async throws -> T) async throws -> T {
            // Whose turn is minutes away, among many tests, is not hung up on.
            try await TestServer.run(library, { ($0.limits.strangerHead, $0.limits.head) = (.minutes(10), .minutes(10)) }) { server in
                try await body(server, HTTPConnection(port: server.port, token: server.sessions.begin(.application(application)).token))
            }
        }
    }

    @Test func `a limited session sees its selection, and nothing else of the library in any answer`() async throws {
        let scene = try Scene()
        let (inside, outside) = (scene.inside, scene.outside)
        try scene.favor(outside)
        try await scene.served { server, guest async throws in
            let album =
                try await server.post("/api/acts", json: "{\"act\":\"createAlbum\",\"title\":\"Secret\",\"assets\":[\"\(inside)\",\"\(outside)\"]}").object()["created"] as? String
            // The owner looks at everything first, so that every memory has it.
            let lists = ["", "in=trash", "in=hidden", "in=smart:smartAlbumFavorites", "in=smart:smartAlbumVideos", "q=outside", "q=favorite%20%3D%3D%20YES", "order=oldest"]
            for list in lists + ["in=album:\(album ?? "")"] {
                for path in ["assets", "timeline", "place"] { _ = try await server.get("/api/\(path)?\(list)&id=\(outside)") }
            }
            let pictures = ["thumbnail", "medium", "preview", "full", "unadjusted"].map { "/image/\(outside)/1/\($0)" }
            let others =
                pictures + ["/original/\(outside)/1", "/original/\(outside)/1?resource=1", "/live/\(outside)/1", "/video/\(scene.outsideVideo)/1"]
                + ["/stream/live/\(outside)/1", "/stream/live/\(outside)/1/0-500", "/stream/video/\(scene.outsideVideo)/1/0-500"]
                + [
                    "/image/\(outside)/0/thumbnail", "/original/\(outside)/0", "/api/assets/\(outside)", "/api/assets/\(outside)/exposure", "/api/place?id=\(outside)",
                    "/api/assets?in=burst:\(outside)",
                ]
            for path in others where !path.contains("burst") { #expect(try await server.get(path).status < 400, "\(path)") }
            for path in pictures { #expect(try await server.get(path).status == 200) }

            for path in others + ["/api/assets?in=album:\(album ?? "")", "/api/timeline?in=album:\(album ?? "")"] {
                for _ in 0..<2 {
                    let refusal = try await guest.get(path)
                    #expect(refusal.status == 404, "\(path)")
                    #expect(!refusal.text.contains("OUT"), "\(path)")
                }
                #expect(try await guest.get(path, [("If-None-Match", "\"\(outside)-1-thumbnail\"")]).status == 404, "\(path), known by its validator")
            }
            for path in [
                "/image/\(inside)/1/thumbnail", "/image/\(inside)/1/medium", "/original/\(inside)/1", "/live/\(inside)/1", "/video/\(scene.insideVideo)/1",
                "/stream/video/\(scene.insideVideo)/1/0-500",
            ] {
                for _ in 0..<2 { #expect(try await guest.get(path).body == (try await server.get(path)).body, "\(path)") }
            }
            let sheet = try await guest.get("/api/thumbnails?of=\(inside).1,\(outside).1").object()["thumbnails"] as? [Any]
            #expect(sheet?.map { $0 is String } == [true, false])

            func count(_ list: String) async throws -> Int { try await guest.get("/api/assets?\(list)").decoded(PageAnswer.self).count }
            for list in lists {
                let expected = ["": 2, "order=oldest": 2, "in=smart:smartAlbumVideos": 1][list] ?? 0
                #expect(try await count(list) == expected, "\(list)")
                let timeline = try await guest.get("/api/timeline?\(list)").decoded(TimelineAnswer.self)
                #expect(timeline.count == expected && timeline.buckets.reduce(0) { $0 + $1.count } == expected, "\(list)")
            }
            let library = try await guest.get("/api/library").object()
            let counts = library["counts"] as? [String: Int]
            #expect(counts?["assets"] == 2 && counts?["images"] == 1 && counts?["videos"] == 1 && counts?["favorites"] == 0)
            #expect(library["path"] is NSNull, "where the library lies is the owner's to know")
            let collections = try await guest.get("/api/collections").object()["collections"] as? [[String: Any]]
            #expect(collections?.allSatisfy { $0["kind"] as? String == "smart" } == true)
            #expect(collections?.first { $0["id"] as? String == "smart:smartAlbumFavorites" }?["count"] as? Int == 0)
            #expect(try await guest.get("/api/assets/\(inside)").object()["albums"] as? [String] == [])
        }
    }

    @Test func `a limited session joins a photo and its RAW where it was given both`() async throws {
        let scene = try Scene()
        let photo = try scene.library.add((.photo, "JOINED.JPG", FixtureImages.jpeg(seed: 5))), raw = try scene.library.add((.photo, "SENSOR.DNG", FixtureImages.raw()))
        try scene.grant(.limited([scene.row(photo)]))
        try await scene.served { _, guest async throws in
            func act(_ name: String, _ ids: [String]) async throws -> Int {
                let body = try JSONSerialization.data(withJSONObject: ["act": name, "assets": ids])
                return try await guest.send("POST", "/api/acts", [("Content-Type", "application/json")], body: body).status
            }
            #expect(try await act("pair", [photo, raw]) == 404)
            #expect(try await act("pair", [raw, photo]) == 404)
            try scene.grant(.limited([scene.row(photo), scene.row(raw)]))
            #expect(try await act("pair", [raw, photo]) == 200)
            #expect(try await act("separate", [photo]) == 200)
            #expect(try await act("separate", [photo]) == 409)
            try scene.grant(.denied)
            #expect(try await act("pair", [photo, raw]) == 403)
        }
    }

    @Test func `archives and undo are good for whom they were made`() async throws {
        let scene = try Scene()
        let json = [("Content-Type", "application/json")]
        func body(_ ids: String...) throws -> Data { try JSONSerialization.data(withJSONObject: ["assets": ids]) }
        try await scene.served { server, guest async throws in
            let mine = try await server.send("POST", "/api/archives", json, body: body(scene.outside)).object()["url"] as? String ?? ""
            #expect(try await guest.get(mine).status == 410)
            #expect(try await guest.send("POST", "/api/archives", json, body: body(scene.outside)).status == 404)
            let both = try await guest.send("POST", "/api/archives", json, body: body(scene.inside, scene.outside)).object()
            #expect(both["files"] as? Int == 2 && both["assets"] as? Int == 1)
            let theirs = both["url"] as? String ?? ""
            #expect(try await server.get(theirs).status == 410)
            // What was taken back since it was asked for is left out.
            try scene.grant(.limited([scene.row(scene.insideVideo)]))
            let archive = try await guest.get(theirs)
            #expect(archive.status == 200 && archive.body.range(of: Data("Left out.txt".utf8)) != nil)
            #expect(archive.body.range(of: TinyMovie.data) == nil)
            #expect(try await server.get(mine).status == 200, "nobody else's look has used it up")

            let act = Data("{\"act\":\"favorite\",\"assets\":[\"\(scene.outside)\"],\"value\":true}".utf8)
            #expect(try await guest.send("POST", "/api/acts", json, body: act).status == 404)
            let done = try await server.send("POST", "/api/acts", json, body: act).object()["undo"] as? String ?? ""
            let undo = Data("{\"undo\":\"\(done)\"}".utf8)
            #expect(try await guest.send("POST", "/api/undo", json, body: undo).status == 410)
            #expect(try await server.send("POST", "/api/undo", json, body: undo).status == 200)
            let album = Data("{\"act\":\"createAlbum\",\"title\":\"A\"}".utf8)
            #expect(try await guest.send("POST", "/api/acts", json, body: album).status == 403, "a selection has no albums")
        }
    }

    @Test func `a limited session hears of its selection's changes, and of no others`() async throws {
        let scene = try Scene()
        try await scene.served { server, guest async throws in
            try await guest.send(
                "GET /api/changes HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.sessions.begin(.application(Self.application)).token)\r\n\r\n")
            #expect(try await guest.head().status == 200)
            let hello = String(decoding: try #require(try await guest.chunk()), as: UTF8.self)
            #expect(hello.contains("\"count\":2"))
            let owner = try await EventStream(server)
            try scene.favor(scene.outside)
            _ = try await owner.change()
            _ = try await server.post("/api/acts", json: "{\"act\":\"createAlbum\",\"title\":\"Secret\",\"assets\":[\"\(scene.outside)\"]}")
            while !(try await owner.change()).collections {}
            try scene.favor(scene.inside)
            // On a busy machine heartbeats come before.
            var event = ":"
            while event.hasPrefix(":") { event = String(decoding: try #require(try await guest.chunk()), as: UTF8.self) }
            // The first that it hears of is its own.
            #expect(event.hasPrefix("event: change") && event.contains("\"count\":2,") && event.contains("\"collections\":true"), "\(event)")
            #expect(event.contains("\"changed\":[["), "\(event)")
            try scene.grant(.denied)
            #expect(try await guest.isEnded())
        }
    }

    @Test(arguments: [false, true])
    func `what is granted or taken is so with the next request, whoever decided it`(elsewhere: Bool) async throws {
        let scene = try Scene()
        let other = try PhotoLibrary.open(at: scene.library.url, environment: scene.library.library.environment)
        defer { other.close() }
        let decider = elsewhere ? other : scene.library.library
        let paths = ["/image/\(scene.outside)/1/thumbnail", "/image/\(scene.outside)/1/medium", "/original/\(scene.outside)/1", "/api/assets/\(scene.outside)"]
        let list = "/api/assets"
        try await scene.served { server, guest async throws in
            for path in paths { #expect(try await server.get(path).status == 200) }
            let rows = (try scene.row(scene.inside), try scene.row(scene.outside))
            for (access, status, count) in [
                (PhotoLibrary.Access.full, 200, 4), (.limited([rows.0]), 404, 1), (.limited([rows.0, rows.1]), 200, 2), (.denied, 403, nil), (.limited([rows.1]), 200, 1),
                (.addOnly, 403, nil),
                (.full, 200, 4),
            ] as [(PhotoLibrary.Access, Int, Int?)] {
                try scene.grant(access, by: decider)
                for path in paths + paths { #expect(try await guest.get(path).status == status, "\(access), \(path)") }
                let page = try await guest.get(list)
                #expect(page.status == (count == nil ? 403 : 200))
                if let count { #expect(try page.decoded(PageAnswer.self).count == count, "\(access)") }
            }
            try decider.revokeAccess(of: Self.application, author: "owner")
            for path in paths + [list, "/api/library", "/api/collections", "/api/thumbnails?of=\(scene.outside).1"] {
                #expect(try await guest.get(path).status == 403, "\(path): an application that nobody has heard of has nothing")
            }
        }
    }

    @Test func `a session that is taken back or over opens nothing, and what is being sent to it ends`() async throws {
        let scene = try Scene()
        let thumbnail = "/image/\(scene.inside)/1/thumbnail"
        try await scene.served { server, _ async throws in
            let (token, session) = server.sessions.begin(.application(Self.application))
            let guest = try await HTTPConnection(port: server.port, token: token), stream = try await HTTPConnection(port: server.port, token: token)
            for path in [thumbnail, thumbnail, "/api/assets"] { #expect(try await guest.get(path).status == 200) }
            #expect(try await guest.get("/", [("Cookie", "photos-\(server.port)=\(token)")]).status == 401, "a program's token is no browser's cookie")
            try await stream.send("GET /api/changes HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(token)\r\n\r\n")
            #expect(try await stream.head().status == 200)
            _ = try await stream.chunk()
            server.sessions.end(session)
            for path in [thumbnail, "/api/assets", "/api/openapi.json"] { #expect(try await guest.get(path).status == 401, "\(path)") }
            #expect(try await stream.isEnded())
            #expect(try await server.get(thumbnail).status == 200)
            let over = server.sessions.begin(.application(Self.application), lasting: .zero).token
            #expect(try await HTTPConnection(port: server.port, token: over).get(thumbnail).status == 401)
        }
    }

    @Test func `a file goes no further than its session may see it`() async throws {
        let scene = try Scene()
        // More than the connection's buffers hold.
        let big = try scene.library.add((.photo, "BIG.JPG", FixtureImages.jpeg() + Data(count: 64 << 20)))
        try scene.grant(.limited([scene.row(big)]))
        try await scene.served { server, guest async throws in
            try await guest.send(
                "GET /original/\(big)/1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.sessions.begin(.application(Self.application)).token)\r\n\r\n")
            #expect(try await guest.head().status == 200)
            try scene.grant(.denied)
            var count = 0
            while let bytes = try await guest.readSome() { count += bytes.count }
            #expect(count < 64 << 20)
        }
    }

    @Test func `a part that comes from the store after access was taken back is not sent`() async throws {
        let scene = try Scene(), cloud = scene.library.cloud
        // It holds the library, which holds the cloud.
        defer { cloud.whenPartIsRead = nil }
        var movie = TinyMovie.data
        withUnsafeBytes(of: UInt32(600_008).bigEndian) { movie.append(contentsOf: $0) }
        movie.append(Data("free".utf8) + Data(count: 600_000))
        let id = try scene.library.add((.video, "LONG.MOV", movie)), options = PHFetchOptions()
        options.photoLibrary = scene.library.photoLibrary
        let asset = try #require(PHAsset.fetchAssets(withLocalIdentifiers: [id], options: options).firstObject)
        try scene.library.sendToCloud([asset], [.video])
        try scene.grant(.limited([scene.row(id)]))
        try await scene.served { server, guest async throws in
            cloud.whenPartIsRead = { try? scene.grant(.denied) }
            let refused = try await guest.get("/video/\(id)/1")
            #expect([403, 404].contains(refused.status) && cloud.parts.count == 1, "\(refused.status)")
            try scene.grant(.limited([scene.row(id)]))
            cloud.whenPartIsRead = { if cloud.parts.count == 3 { try? scene.grant(.denied) } }
            let token = server.sessions.begin(.application(Self.application)).token, late = try await HTTPConnection(port: server.port)
            try await late.send("GET /video/\(id)/1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(token)\r\n\r\n")
            #expect(try await late.head().status == 200)
            var count = 0
            while let bytes = try await late.readSome() { count += bytes.count }
            #expect(count <= 256 << 10 && cloud.parts.count == 3, "\(count) bytes")
        }
    }
}
