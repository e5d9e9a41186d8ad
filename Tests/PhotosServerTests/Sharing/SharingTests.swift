import Foundation
import PhotoModel
import Photos
import PhotosTesting
import TestSupport
import Testing
@testable import LibraryEngine
@testable import PhotosServer

/// Links for people without an account: who has one sees what it shows, and nothing else.
@Suite struct SharingTests {
    /// A photo with a place, a Live Photo, a video, a hidden photo, and one that nobody shares.
    struct Scene: Sendable {
        let library: TemporaryLibrary
        let photo: String, live: String, video: String, hidden: String, other: String
        let photoBytes: Data

        init() throws {
            library = try TemporaryLibrary()
            var metadata = FixtureImages.Metadata()
            (metadata.coordinate, metadata.model) = (CLLocationCoordinate2D(latitude: 47.0502, longitude: 8.3093), "Camera")
            photoBytes = try FixtureImages.jpeg(width: 400, height: 300, seed: 1, metadata: metadata)
            photo = try library.add((.photo, "ONE.JPG", photoBytes))
            live = try library.add((.photo, "TWO.JPG", FixtureImages.jpeg(width: 400, height: 300, seed: 2)), (.pairedVideo, "TWO.MOV", TinyMovie.data))
            video = try library.add((.video, "CLIP.MOV", TinyMovie.data))
            hidden = try library.add((.photo, "HIDDEN.JPG", FixtureImages.jpeg(width: 400, height: 300, seed: 3)))
            other = try library.add((.photo, "OTHER.JPG", FixtureImages.jpeg(width: 400, height: 300, seed: 4)))
            try update(hidden) { $0.isHidden = true }
        }

        func row(_ id: String) throws -> Int64 {
            let uuid = try #require(UUID(uuidString: id))
            return try #require(try library.library.read { try $0.assetID(uuid: uuid) })
        }

        func update(_ id: String, _ change: (inout AssetRecord) -> Void) throws {
            let row = try row(id)
            try library.library.performChanges(author: "test") { try $0.update(assetID: row, change) }
        }

        /// - Returns: the album's UUID.
        func album(_ ids: [String]) throws -> UUID {
            let uuid = UUID()
            try library.library.performChanges(author: "test") { transaction in
                let album = try transaction.insert(CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: "Summer"))
                try transaction.addMembers(ids.map { try row($0) }, to: album)
            }
            return uuid
        }
    }

    struct Made: Decodable, Sendable {
        struct Share: Decodable, Sendable { var id: String, title: String?, count: Int, hasPassword: Bool, downloads: Bool, places: Bool, expires: String?, isOver: Bool }
        var url: String, share: Share

        /// The address without its origin: `/share/TOKEN/`.
        var path: String { url.replacing(#/^https?://[^/]*/#, with: "") }
        var token: String { String(path.split(separator: "/")[1]) }
    }

    private struct Items: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            struct Place: Decodable, Sendable { var latitude: Double, longitude: Double }
            var id: String, kind: String, isLive: Bool, filename: String?, place: Place?
        }
        var count: Int, position: Int, items: [Item]
    }

    static func share(_ server: TestServer, _ ids: [String], _ more: String = "") async throws -> Made {
        let reply = try await server.post("/api/shares", json: "{\"assets\":[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]\(more)}")
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    private static func items(_ person: HTTPConnection, _ made: Made, _ headers: [(String, String)] = []) async throws -> Items {
        let reply = try await person.get(made.path + "api/items", headers)
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    private static func place(in data: Data) throws -> Bool {
        // The angles of FixtureImages stand in the block as they were written; our own reader says whether anything is left.
        let file = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let library = try TemporaryLibrary(), id = try library.add((.photo, "A.JPG", data)), uuid = try #require(UUID(uuidString: id))
        return try #require(try library.library.read { try $0.asset(uuid: uuid) }).location != nil
    }

    // MARK: What is seen

    @Test func `whoever has the link sees its photos and videos, and nothing else`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let made = try await Self.share(server, [scene.photo, scene.live, scene.video, scene.hidden], #","title":"For all""#)
            #expect(made.share.count == 3 && made.share.title == "For all" && !made.share.hasPassword)
            let person = try await server.connectStrange()
            defer { person.close() }
            let led = try await person.get(String(made.path.dropLast()), [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")])
            #expect(led.status == 303 && led["Location"] == made.path, "a message may lead here")
            for path in ["", "js/sharing.js", "css/sharing.css", "icons/photos.svg"] { #expect(try await person.get(made.path + path).status == 200, "\(path)") }
            let about = try await person.get(made.path + "api/share").object()
            #expect(about["title"] as? String == "For all" && about["count"] as? Int == 3 && about["mayDownload"] as? Bool == false)
            let list = try await Self.items(person, made)
            #expect(list.items.map(\.id) == [scene.photo, scene.live, scene.video] && list.items.map(\.isLive) == [false, true, false])
            #expect(list.items.allSatisfy { $0.filename == nil && $0.place == nil })
            for (path, type) in [
                ("image/\(scene.photo)/thumbnail", "image/jpeg"), ("image/\(scene.photo)/preview", "image/jpeg"), ("image/\(scene.video)/preview", "image/jpeg"),
                ("video/\(scene.video)", "video/mp4"), ("live/\(scene.live)", "video/mp4"),
            ] {
                let reply = try await person.get(made.path + path)
                #expect(reply.status == 200 && reply["Content-Type"] == type && !reply.body.isEmpty && reply["Cache-Control"] == "private, no-cache", "\(path)")
            }
            for path in ["file/\(scene.photo)", "image/\(scene.photo)/full"] { #expect(try await person.get(made.path + path).status == 403, "\(path)") }
            #expect(try await Self.post(person, made.path + "api/archive", "{}").status == 403)
            for id in [scene.hidden, scene.other, UUID().uuidString, "x"] {
                for path in ["image/\(id)/thumbnail", "video/\(id)", "live/\(id)"] { #expect(try await person.get(made.path + path).status == 404, "\(path)") }
            }
            for path in ["../../api/library", "api/library", "api/shares", "image/\(scene.photo)/1/thumbnail", "js/gallery.js"] {
                #expect(try await [400, 404].contains(person.get(made.path + path).status), "\(path)")
            }
            for headers in [[("Authorization", "Bearer \(made.token)")], [("Cookie", "photos-\(server.port)=\(made.token)")], []] {
                #expect(try await person.get("/image/\(scene.photo)/1/thumbnail", headers).status == 401)
                #expect(try await person.get("/api/shares", headers).status == 401)
            }
        }
    }

    private static func post(_ connection: HTTPConnection, _ path: String, _ json: String, _ headers: [(String, String)] = []) async throws -> HTTPReply {
        try await connection.send("POST", path, [("Content-Type", "application/json")] + headers, body: Data(json.utf8))
    }

    @Test func `an album's link follows the album, without what is hidden or deleted`() async throws {
        let scene = try Scene(), album = try scene.album([scene.live, scene.photo, scene.hidden])
        try await TestServer.run(scene.library) { server async throws in
            let reply = try await server.post("/api/shares", json: #"{"album":"\#(album.uuidString)"}"#)
            let made: Made = try reply.decoded(), person = try await server.connectStrange()
            defer { person.close() }
            func ids() async throws -> [String] { try await Self.items(person, made).items.map(\.id) }
            func isSeen(_ id: String) async throws -> Bool { try await person.get(made.path + "image/\(id)/thumbnail").status == 200 }
            #expect(made.share.title == "Summer")
            #expect(try await ids() == [scene.live, scene.photo])
            #expect(try await person.get(made.path + "api/share").object()["title"] as? String == "Summer")
            let library = scene.library.library, row = try #require(try library.read { try $0.collection(uuid: album) }).id
            try library.performChanges(author: "test") { try $0.addMembers([try scene.row(scene.other)], to: row) }
            #expect(try await ids() == [scene.live, scene.photo, scene.other])
            #expect(try await isSeen(scene.other))
            try scene.update(scene.photo) { $0.isHidden = true }
            #expect(try await ids() == [scene.live, scene.other])
            #expect(try await !isSeen(scene.photo))
            try library.performChanges(author: "test") { try $0.delete([try scene.row(scene.live)]) }
            #expect(try await ids() == [scene.other])
            #expect(try await !isSeen(scene.live))
            try library.performChanges(author: "test") { try $0.removeMembers([try scene.row(scene.other)], from: row) }
            #expect(try await ids() == [])
            #expect(try await !isSeen(scene.other))
        }
    }

    // MARK: The password

    @Test func `a link with a password tells nothing before it was given, and another link's proof is none`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let made = try await Self.share(server, [scene.photo], #","title":"Secret title","password":"Zürich","downloads":true"#)
            let twin = try await Self.share(server, [scene.photo], #","password":"Zürich""#)
            #expect(made.share.hasPassword)
            let person = try await server.connectStrange()
            defer { person.close() }
            #expect(try await person.get(made.path).status == 200)
            #expect(try await person.get(made.path + "api/share").text == #"{"isLocked":true}"#)
            let seen = ["api/items", "image/\(scene.photo)/thumbnail", "file/\(scene.photo)"]
            for path in seen { #expect(try await person.get(made.path + path).status == 403, "\(path)") }
            let wrong = try await Self.post(person, made.path + "api/unlock", #"{"password":"Zurich"}"#)
            #expect(wrong.status == 403 && wrong.problem == "password" && wrong.cookie == nil)
            let right = try await Self.post(person, made.path + "api/unlock", #"{"password":"Zürich"}"#)
            let cookie = try #require(right.cookie), attributes = try #require(right["Set-Cookie"])
            #expect(right.status == 200 && attributes.contains("Path=/share/\(made.token);") && attributes.contains("HttpOnly") && attributes.contains("SameSite=Strict"))
            for path in seen {
                #expect(try await person.get(made.path + path, [("Cookie", "a=b; \(cookie)")]).status == 200, "\(path)")
                #expect(try await person.get(made.path + path, [("Cookie", cookie.replacing("photos-share=", with: "photos-share=0"))]).status == 403)
                #expect(try await person.get(twin.path + path, [("Cookie", cookie)]).status == 403)
            }
            #expect(try await person.get(made.path + "api/share", [("Cookie", cookie)]).object()["title"] as? String == "Secret title")
            #expect(try await person.get("/api/library", [("Cookie", cookie.replacing("photos-share", with: "photos-\(server.port)"))]).status == 401)
        }
    }

    @Test func `guesses are bounded, and who knows the password is not counted`() {
        let start = ContinuousClock.now
        var guesses = Guesses(at: start)
        for _ in 0..<3 {
            #expect(guesses.take(at: start) == nil)
            guesses.giveBack()
        }
        for _ in 0..<Guesses.most { #expect(guesses.take(at: start) == nil) }
        #expect(guesses.take(at: start) == Guesses.interval)
        #expect(guesses.take(at: start + .seconds(4)) == .seconds(6))
        #expect(guesses.take(at: start + .seconds(10)) == nil)
        #expect(guesses.take(at: start + .seconds(10)) == .seconds(10))
        var later = 0
        while guesses.take(at: start + .seconds(100_000)) == nil { later += 1 }
        #expect(later == Guesses.most)
    }

    // MARK: Its end

    @Test func `a link ends at its time, by the library's clock, and says so to a person`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let made = try await Self.share(server, [scene.photo], #","lasting":3600,"downloads":true"#), forever = try await Self.share(server, [scene.photo])
            let person = try await server.connectStrange()
            defer { person.close() }
            let paths = ["", "js/sharing.js", "api/share", "api/items", "image/\(scene.photo)/thumbnail", "file/\(scene.photo)"]
            scene.library.clock.advance(by: 3_599)
            for path in paths { #expect(try await person.get(made.path + path).status == 200, "\(path)") }
            let tag = try #require(try await person.get(made.path + "file/\(scene.photo)")["ETag"])
            scene.library.clock.advance(by: 1)
            for path in paths { #expect(try await person.get(made.path + path, [("If-None-Match", tag)]).status == 410, "\(path)") }
            let page = try await person.get(made.path, [("Accept", "text/html"), ("Accept-Language", "de")])
            #expect(page.text.contains("Dieser Link öffnet nichts mehr") && !page.text.contains("photos serve"))
            #expect(try await person.get(forever.path + "api/items").status == 200)
            struct List: Decodable { var shares: [Made.Share] }
            let list: List = try await server.get("/api/shares").decoded()
            #expect(list.shares.map(\.isOver) == [false, true])
        }
    }

    @Test func `a link that was taken back opens nothing with the next request, whoever took it back`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let person = try await server.connectStrange()
            defer { person.close() }
            for isOtherProcess in [false, true] {
                let made = try await Self.share(server, [scene.photo])
                let thumbnail = made.path + "image/\(scene.photo)/thumbnail", tag = try #require(try await person.get(thumbnail)["ETag"])
                #expect(try await person.get(thumbnail, [("If-None-Match", tag)]).status == 304)
                if isOtherProcess {
                    var environment = scene.library.library.environment
                    environment.keepsRecord = false
                    let other = try PhotoLibrary.open(at: scene.library.url, environment: environment)
                    defer { other.close() }
                    try other.revokeShare(#require(UUID(uuidString: made.share.id)), author: "other")
                } else {
                    #expect(try await server.post("/api/shares/\(made.share.id)/revoke", json: "{}").status == 200)
                }
                for headers in [[], [("If-None-Match", tag)]] { #expect(try await person.get(thumbnail, headers).status == 410) }
                #expect(try await person.get(made.path).status == 410)
                #expect(try await server.post("/api/shares/\(made.share.id)/revoke", json: "{}").status == 404)
            }
        }
    }

    @Test func `what is being sent ends when the link is taken back`() async throws {
        let scene = try Scene()
        // More than the connection's buffers hold.
        let big = try scene.library.add((.photo, "BIG.JPG", FixtureImages.jpeg() + Data(count: 64 << 20)))
        try await TestServer.run(scene.library) { server async throws in
            for rules in [#","downloads":true,"places":true"#, #","downloads":true"#] {
                let made = try await Self.share(server, [big], rules)
                for path in ["file/\(big)", "archive"] {
                    let person = try await server.connectStrange()
                    defer { person.close() }
                    var address = made.path + path
                    if path == "archive" { address = try #require(try await Self.post(person, made.path + "api/archive", "{}").object()["url"] as? String) }
                    try await person.send("GET \(address) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
                    #expect(try await person.head().status == 200)
                    if path == "archive" {
                        try scene.library.library.revokeShare(#require(UUID(uuidString: made.share.id)), author: "test")
                    } else {
                        // Out of sight for a moment is enough.
                        try scene.update(big) { $0.isHidden = true }
                    }
                    var count = 0
                    // No further: after a whole answer the connection stays.
                    while count < 64 << 20, let bytes = try await person.readSome() { count += bytes.count }
                    #expect(count < 64 << 20)
                    if path != "archive" { try scene.update(big) { $0.isHidden = false } }
                }
            }
        }
    }

    /// Who wants the same film waits for the same encoder, which was begun for one of them.
    @Test func `a film comes to another link's visitor when the link is taken back for which it is made`() async throws {
        let library = try TemporaryLibrary(), film = MadeFilm { ($0.picture, $0.size, $0.rate, $0.seconds, $0.sound) = ("mpeg4", (1280, 720), 60, 10, nil) }
        let id = try library.add((.video, "a.mov", Data(try film.bytes())))
        try await TestServer.run(library) { server async throws in
            let first = try await Self.share(server, [id]), second = try await Self.share(server, [id])
            let one = try await server.connectStrange(), other = try await server.connectStrange(), third = try await server.connectStrange()
            async let begun = one.get(first.path + "video/\(id)")
            await server.work.films.wait { $0.running == 1 }
            async let same = other.get(second.path + "video/\(id)")
            // Answered behind it, the other question has come in by then.
            #expect(try await third.get(second.path + "api/share").status == 200)
            #expect(try await server.send("POST", "/api/shares/\(first.share.id)/revoke").status == 200)
            // Whoever comes next finds out that the link is over.
            #expect(try await third.get(second.path + "api/share").status == 200)
            #expect(try await begun.status == 410)
            #expect(try await same.status == 200)
        }
    }

    // MARK: Places

    @Test func `two links to one photo have each its own rules, and no cache of the one serves the other`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let open = try await Self.share(server, [scene.photo], #","downloads":true,"places":true"#)
            let closed = try await Self.share(server, [scene.photo], #","downloads":true"#)
            let person = try await server.connectStrange()
            defer { person.close() }
            let place = try #require(try await Self.items(person, open).items[0].place)
            #expect(abs(place.latitude - 47.0502) < 1e-4 && abs(place.longitude - 8.3093) < 1e-4)
            #expect(try await Self.items(person, closed).items[0].place == nil)
            let path = "file/\(scene.photo)", whole = try await person.get(open.path + path), masked = try await person.get(closed.path + path)
            #expect(whole.body == scene.photoBytes && masked.body.count == whole.body.count && masked.body != whole.body)
            #expect(try Self.place(in: whole.body))
            #expect(try !Self.place(in: masked.body))
            let (openTag, closedTag) = (try #require(whole["ETag"]), try #require(masked["ETag"]))
            #expect(openTag != closedTag)
            for (made, own, foreign, body) in [(open, openTag, closedTag, whole.body), (closed, closedTag, openTag, masked.body)] {
                #expect(try await person.get(made.path + path, [("If-None-Match", own)]).status == 304)
                #expect(try await person.get(made.path + path, [("If-None-Match", foreign)]).body == body)
                let part = try await person.get(made.path + path, [("Range", "bytes=100-399"), ("If-Range", own)])
                #expect(part.status == 206 && part.body == body[100..<400])
                #expect(try await person.get(made.path + path, [("Range", "bytes=100-399"), ("If-Range", foreign)]).body == body)
            }
            for size in ["thumbnail", "medium", "preview", "full"] { #expect(try await !Self.place(in: person.get(closed.path + "image/\(scene.photo)/\(size)").body), "\(size)") }
            // The first of the two looks into the file, and the other one does not see what it found.
            #expect(try await person.get(open.path + path).body == scene.photoBytes)
        }
    }

    @Test func `an archive has files without their places, and nothing that the link does not show`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let made = try await Self.share(server, [scene.photo, scene.live, scene.hidden], #","downloads":true"#)
            let person = try await server.connectStrange()
            defer { person.close() }
            #expect(try await Self.post(person, made.path + "api/archive", #"{"assets":["\#(scene.other)"]}"#).status == 404)
            let offer = try await Self.post(person, made.path + "api/archive", "{}").object()
            #expect(offer["files"] as? Int == 3)
            let address = try #require(offer["url"] as? String)
            #expect(address.hasPrefix(made.path))
            #expect(try await server.get(address.replacing(made.path, with: "/")).status == 410, "the owner's own archives are others")
            let reply = try await person.get(address)
            #expect(reply.status == 200 && reply["Content-Length"] == "\(reply.body.count)")
            #expect(try await person.get(address).status == 410)
            let file = scene.library.folder.appending(path: "a.zip"), there = scene.library.folder.appending(path: "there")
            try reply.body.write(to: file)
            _ = try await ZipWriterTests.run("python3", "-m", "zipfile", "-e", file.path, there.path)
            #expect(try FileManager.default.contentsOfDirectory(atPath: there.path).sorted() == ["ONE.JPG", "TWO.JPG", "TWO.MOV"])
            let photo = try Data(contentsOf: there.appending(path: "ONE.JPG"))
            #expect(try await photo == person.get(made.path + "file/\(scene.photo)").body)
            #expect(try !Self.place(in: photo))
        }
    }

    @Test func `a picture from which its place can't be taken is handed on as a JPEG, and a file of another kind not at all`() async throws {
        let scene = try Scene()
        scene.library.faults.fault = .keepPlaces
        try await TestServer.run(scene.library) { server async throws in
            let made = try await Self.share(server, [scene.photo], #","downloads":true"#), person = try await server.connectStrange()
            defer { person.close() }
            let reply = try await person.get(made.path + "file/\(scene.photo)")
            #expect(reply.status == 200 && reply["Content-Type"] == "image/jpeg" && reply["Content-Disposition"]?.contains("ONE.jpg") == true)
            #expect(try !Self.place(in: reply.body))
            let offer = try await Self.post(person, made.path + "api/archive", "{}").object()
            let archive = try await person.get(#require(offer["url"] as? String))
            #expect(archive.body.range(of: scene.photoBytes.prefix(400)) == nil && archive.body.range(of: Data("Left out.txt".utf8)) != nil)
        }
    }

    // MARK: What is kept

    @Test func `the token is kept nowhere, and the link stands after a restart`() async throws {
        let scene = try Scene()
        let made = try await TestServer.run(scene.library) { try await Self.share($0, [scene.photo], #","password":"correct horse""#) }
        try await TestServer.run(scene.library) { server async throws in
            let person = try await server.connectStrange()
            defer { person.close() }
            #expect(try await person.get(made.path + "api/share").text == #"{"isLocked":true}"#)
        }
        try scene.library.library.recordUpdater?.flush()
        var looked = 0
        let paths = try #require(FileManager.default.enumerator(atPath: scene.library.url.path)?.allObjects as? [String])
        for path in paths {
            guard let data = try? Data(contentsOf: scene.library.url.appending(path: path)) else { continue }
            looked += 1
            for secret in [made.token, "correct horse"] { #expect(data.range(of: Data(secret.utf8)) == nil, "\(path)") }
        }
        #expect(looked > 3)
    }

    @Test(arguments: [
        #"{}"#, #"{"assets":[]}"#, #"{"assets":["x"]}"#, #"{"album":"00000000-0000-0000-0000-000000000000"}"#, #"{"album":"x","assets":["y"]}"#, #"{"assets":["ID"],"lasting":1}"#,
        #"{"assets":["ID"],"password":""}"#, #"{"assets":["ID"],"title":"LONG"}"#, "[]",
    ]) func `a link that makes no sense is refused`(_ body: String) async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let reply = try await server.post("/api/shares", json: body.replacing("ID", with: scene.photo).replacing("LONG", with: String(repeating: "x", count: 201)))
            #expect(reply.status == 400, "\(reply.text)")
            #expect(try await server.get("/api/shares").text == #"{"shares":[]}"#)
        }
    }
}
