import Codecs
import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Photos
import PhotosTesting
import Pixels
import TestSupport
import Testing
@testable import PhotosServer

/// Picker sessions: a program asks, a person chooses, and the program gets just what was chosen.
@Suite struct PickerTests {
    /// A library with a photo, a Live Photo, a video and a hidden photo.
    struct Scene: Sendable {
        let library: TemporaryLibrary
        let photo: String, live: String, video: String, hidden: String

        init() throws {
            library = try TemporaryLibrary()
            photo = try library.add((.photo, "ONE.JPG", FixtureImages.jpeg(width: 400, height: 300, seed: 1)))
            live = try library.add((.photo, "TWO.JPG", FixtureImages.jpeg(width: 400, height: 300, seed: 2)), (.pairedVideo, "TWO.MOV", TinyMovie.data))
            video = try library.add((.video, "CLIP.MOV", TinyMovie.data))
            hidden = try library.add((.photo, "HIDDEN.JPG", FixtureImages.jpeg(width: 400, height: 300, seed: 3)))
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
    }

    /// A picker as a program has it.
    struct Begun: Decodable, Sendable {
        var id: String, token: String, url: String, state: String, expires: String
        var path: String { "/api/picker/sessions/\(id)" }
        var page: String { "/pick/\(id)" }
        /// The address of its page as a browser opens it.
        var address: String { url.replacing(#/^https?://[^/]*/#, with: "") }
    }

    private struct State: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            struct Resource: Decodable, Sendable { var sha256: String, filename: String }
            struct URLs: Decodable, Sendable { var file: String, thumbnail: String?, resources: [String] }
            var index: Int, localIdentifier: String, isGone: Bool
            var filename: String?
            var resources: [Resource]?
            var urls: URLs?
        }
        var state: String, count: Int, size: Int?
        var items: [Item]
    }

    private struct Chosen: Decodable, Sendable { var state: String, gone: [String] }

    static func begin(_ server: TestServer, _ request: String = "{}") async throws -> Begun {
        let reply = try await server.post("/api/picker/sessions", json: request)
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    /// The browser of the person, let in by the picker's address.
    private static func person(_ server: TestServer, _ picker: Begun) async throws -> (connection: HTTPConnection, cookie: (String, String)) {
        let connection = try await server.connectStrange()
        let entry = try await connection.get(picker.address)
        #expect(entry.status == 303 && entry["Location"] == picker.page)
        return (connection, ("Cookie", try #require(entry.cookie)))
    }

    private static func choose(_ person: (connection: HTTPConnection, cookie: (String, String)), _ picker: Begun, _ body: String) async throws -> HTTPReply {
        try await person.connection.send(
            "POST", picker.path + "/choice", [person.cookie, ("Content-Type", "application/json")], body: Data(body.utf8))
    }

    private static func program(_ server: TestServer, _ picker: Begun) async throws -> HTTPConnection {
        try await HTTPConnection(port: server.port, token: picker.token)
    }

    // MARK: From start to end

    @Test func `a person chooses, and the program gets the very bytes, in the order chosen`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":3,"ordered":true,"title":"For the post"}"#)
            #expect(picker.state == "waiting")
            let program = try await Self.program(server, picker)
            #expect(try await program.get(picker.path).decoded(State.self).items.isEmpty)
            let person = try await Self.person(server, picker)
            let page = try await person.connection.get(picker.page, [person.cookie])
            #expect(page.status == 200 && page.text.contains("/js/picking.js"))
            #expect(try await program.get(picker.path).decoded(State.self).state == "waiting", "the page alone is nobody who looks at it")
            let asked = try await person.connection.get(picker.path + "/choice", [person.cookie]).object()
            #expect(try await program.get(picker.path).decoded(State.self).state == "open")
            #expect(asked["limit"] as? Int == 3 && asked["title"] as? String == "For the post" && asked["ordered"] as? Bool == true)
            #expect(try await person.connection.get("/api/assets?", [person.cookie]).decoded(PageAnswer.self).count == 3)
            let reply = try await Self.choose(person, picker, #"{"assets":["\#(scene.video)","\#(scene.live)"]}"#)
            #expect(try reply.decoded(Chosen.self).state == "confirmed")
            let state = try await program.get(picker.path).decoded(State.self)
            #expect(state.state == "confirmed" && state.items.map(\.localIdentifier) == [scene.video, scene.live].map { "\($0)/L0/001" })
            #expect(state.items.map(\.filename) == ["CLIP.MOV", "TWO.JPG"])
            for item in state.items {
                let urls = try #require(item.urls), resources = try #require(item.resources)
                #expect(urls.resources.count == resources.count)
                for (number, url) in urls.resources.enumerated() {
                    let file = try await program.get(url), original = try await server.get("/original/\(item.localIdentifier.prefix(36))/1?resource=\(number)")
                    #expect(file.status == 200 && file.body == original.body, "\(resources[number].filename)")
                    #expect(file["ETag"] == "\"\(resources[number].sha256)\"")
                }
                #expect(try await program.get(urls.file).status == 200)
                #expect(try await program.get(try #require(urls.thumbnail)).body.starts(with: [0xFF, 0xD8]))
            }
            #expect(try await program.get(state.items[1].urls?.resources[1] ?? "").body == TinyMovie.data, "a Live Photo comes with its movie")
        }
    }

    @Test func `a picker's token opens what was chosen there, and nothing else`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            for _ in 0..<2 { _ = try await server.get("/image/\(scene.photo)/1/thumbnail") }
            let picker = try await Self.begin(server, #"{"limit":0}"#), other = try await Self.begin(server)
            let program = try await Self.program(server, picker)
            let person = try await Self.person(server, picker)
            _ = try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#)
            for path in [
                "/", "/api/library", "/api/assets", "/image/\(scene.photo)/1/thumbnail", "/original/\(scene.photo)/1", "/api/thumbnails?of=\(scene.photo).1",
                "/api/assets/\(scene.photo)", picker.page, picker.path + "/choice", other.path, other.path + "/items/0/file", "/js/picking.js",
            ] {
                #expect(try await program.get(path).status == 403, "\(path)")
            }
            let act = try await program.send(
                "POST", "/api/picker/sessions", [("Content-Type", "application/json"), ("Authorization", "Bearer \(picker.token)")], body: Data("{}".utf8))
            #expect(act.status == 403, "it asks for no picker of its own")
            for item in ["1", "-1", "x"] { #expect(try await program.get(picker.path + "/items/\(item)/file").status == 404, "\(item)") }
            #expect(try await program.get(picker.path + "/items/0/resources/1").status == 404)
            // What a person at one picker may do ends there as well.
            #expect(try await Self.choose(person, other, #"{"assets":["\#(scene.photo)"]}"#).status == 403)
            for path in ["/original/\(scene.photo)/1", "/", "/api/picker/sessions/\(picker.id)"] {
                #expect(try await person.connection.get(path, [person.cookie]).status == 403, "\(path)")
            }
        }
    }

    @Test func `what ended opens nothing any more, from no memory either`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server), program = try await Self.program(server, picker), person = try await Self.person(server, picker)
            _ = try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#)
            let paths = ["", "/items/0/file", "/items/0/resources/0", "/items/0/image/thumbnail", "/items/0/image/preview"].map { picker.path + $0 }
            for path in paths { for _ in 0..<2 { #expect(try await program.get(path).status == 200, "\(path)") } }
            #expect(try await program.send("POST", picker.path + "/end").object()["state"] as? String == "ended")
            for path in paths { #expect(try await program.get(path, [("If-None-Match", "*")]).status == 401, "\(path)") }
            #expect(try await person.connection.get(picker.page, [person.cookie]).status == 404)
            #expect(try await server.get(picker.path).status == 404, "for the owner too")
        }
    }

    @Test func `the first answer counts, and a second window hears that it was given`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server), person = try await Self.person(server, picker)
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#).status == 200)
            let second = try await Self.choose(person, picker, #"{"assets":["\#(scene.live)"]}"#)
            #expect(second.status == 409 && second.problem == "picker-over")
            #expect(try await Self.choose(person, picker, "{}").problem == "picker-over", "it can't be cancelled any more")
            #expect(try await Self.program(server, picker).get(picker.path).decoded(State.self).items.map(\.localIdentifier) == ["\(scene.photo)/L0/001"])
            let cancelled = try await Self.begin(server), another = try await Self.person(server, cancelled)
            #expect(try await Self.choose(another, cancelled, "{}").decoded(Chosen.self).state == "cancelled")
            #expect(try await Self.program(server, cancelled).get(cancelled.path).decoded(State.self).state == "cancelled")
        }
    }

    @Test func `the program hears of each state by events`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server), stream = try await server.connectStrange()
            try await stream.send("GET \(picker.path)/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(picker.token)\r\n\r\n")
            #expect(try await stream.head().status == 200)
            func next() async throws -> String {
                while let chunk = try await stream.chunk() {
                    let text = String(decoding: chunk, as: UTF8.self)
                    if let state = text.firstMatch(of: #/"state":"([a-z]+)"/#)?.1 { return String(state) }
                }
                return "the end"
            }
            #expect(try await next() == "waiting")
            let person = try await Self.person(server, picker)
            _ = try await person.connection.get(picker.path + "/choice", [person.cookie])
            #expect(try await next() == "open")
            _ = try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#)
            #expect(try await next() == "confirmed")
            _ = try await Self.program(server, picker).send("POST", picker.path + "/end")
            #expect(try await next() == "ended")
            #expect(try await next() == "the end")
        }
    }

    @Test func `what a program changes reaches the open page, and holds on the server at once`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0}"#), program = try await Self.program(server, picker), person = try await Self.person(server, picker)
            func update(_ body: String) async throws -> HTTPReply {
                try await program.send("POST", picker.path + "/update", [("Content-Type", "application/json")], body: Data(body.utf8))
            }
            let page = try await server.connectStrange()
            try await page.send(
                "GET /api/changes?picker=\(picker.id)&after=0 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(person.cookie.0): \(person.cookie.1)\r\n\r\n")
            #expect(try await page.head().status == 200)
            func next() async throws -> News {
                while let chunk = try await page.chunk() {
                    let text = String(decoding: chunk, as: UTF8.self)
                    if text.hasPrefix("event: picker\n"), let data = text.firstMatch(of: #/data: (.*)/#)?.1 { return try JSONDecoder().decode(News.self, from: Data(data.utf8)) }
                }
                throw HTTPConnection.Failure("The stream ended")
            }
            #expect(try await next() == News(number: 0, state: "waiting", limit: 0, minimum: 0, commands: []))
            #expect(try await update(#"{"limit":1,"filter":"images"}"#).status == 200)
            #expect(try await next() == News(number: 1, state: "waiting", filter: "images", limit: 1, minimum: 0, commands: []))
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)","\#(scene.live)"]}"#).problem == "choice", "too many by now")
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.video)"]}"#).decoded(Chosen.self).gone == [scene.video], "and of another kind")
            let both = #"{"filter":null,"limit":3,"minimum":2,"deselect":["\#(scene.photo)/L0/001"],"move":{"asset":"\#(scene.live)","after":null},"search":"a dune"}"#
            #expect(try await update(both).status == 200)
            let told = try await next()
            #expect(told.number == 2 && told.filter == nil && told.limit == 3 && told.minimum == 2)
            #expect(told.commands.map(\.deselect) == [[scene.photo], nil, nil] && told.commands.map(\.move) == [nil, scene.live, nil])
            #expect(told.commands.map(\.search) == [nil, nil, "a dune"] && told.commands.allSatisfy { $0.number == 2 })
            // A limit alone takes the minimum down with it.
            #expect(try await update(#"{"limit":1}"#).object()["state"] as? String == "waiting")
            let lower = try await next()
            #expect(lower.limit == 1 && lower.minimum == 1 && lower.commands.isEmpty, "what was done once is not told again")
            for wrong in [
                #"{"limit":-1}"#, #"{"limit":1,"minimum":2}"#, #"{"minimum":20001,"limit":0}"#, #"{"deselect":["x"]}"#, #"{"move":{"asset":"x"}}"#, #"{"filter":"some"}"#,
            ] {
                #expect(try await update(wrong).problem == "picker", "\(wrong)")
            }
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.video)"]}"#).decoded(Chosen.self).state == "confirmed")
            #expect(try await next().state == "confirmed")
            #expect(try await update(#"{"limit":2}"#).problem == "picker-over")
        }
    }

    private struct News: Decodable, Equatable, Sendable {
        struct Command: Decodable, Equatable, Sendable { var number: Int, deselect: [String]?, move: String?, after: String?, search: String? }
        var number: Int, state: String
        var filter: String?
        var limit: Int, minimum: Int, commands: [Command]
    }

    @Test func `only a picker's own page hears what its program asks`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server), other = try await Self.begin(server), person = try await Self.person(server, other)
            try scene.library.library.grant(.full, to: "org.example.frame", author: "owner")
            let guest = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application("org.example.frame")).token)
            for reply in [
                try await person.connection.get("/api/changes?picker=\(picker.id)", [person.cookie]), try await guest.get("/api/changes?picker=\(picker.id)"),
                try await Self.program(server, other).send("POST", picker.path + "/update", [("Content-Type", "application/json")], body: Data("{}".utf8)),
                try await person.connection.send("POST", other.path + "/update", [person.cookie, ("Content-Type", "application/json")], body: Data("{}".utf8)),
            ] { #expect(reply.status == 403) }
            #expect(try await server.get("/api/changes?picker=\(UUID().uuidString)").status == 404)
            #expect(try await server.get("/api/changes?picker=\(picker.id)&after=x").problem == "parameter")
        }
    }

    // MARK: What is asked, and what is answered

    @Test func `a filter, a limit and a minimum hold on the server, whatever the page does`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            func gone(_ request: String, _ assets: [String]) async throws -> [String] {
                let picker = try await Self.begin(server, request), person = try await Self.person(server, picker)
                let names = assets.map { "\"\($0)\"" }.joined(separator: ",")
                return try await Self.choose(person, picker, "{\"assets\":[\(names)]}").decoded(Chosen.self).gone
            }
            #expect(try await gone(#"{"filter":"videos"}"#, [scene.photo]) == [scene.photo])
            #expect(try await gone(#"{"filter":"videos"}"#, [scene.video]) == [])
            #expect(try await gone(#"{"filter":{"not":"livePhotos"},"limit":0}"#, [scene.photo, scene.live]) == [scene.live])
            #expect(try await gone("{}", [scene.hidden]) == [scene.hidden], "what is hidden is nobody's to hand on")
            #expect(try await gone("{}", [UUID().uuidString]).count == 1)
            let picker = try await Self.begin(server, #"{"limit":2,"minimum":2}"#), person = try await Self.person(server, picker)
            for body in [
                #"{"assets":["\#(scene.photo)"]}"#, #"{"assets":["\#(scene.photo)","\#(scene.live)","\#(scene.video)"]}"#, #"{"assets":[]}"#, #"{"assets":["x"]}"#,
                #"{"assets":["\#(scene.photo)","\#(scene.live)"],"size":1}"#,
            ] {
                #expect(try await Self.choose(person, picker, body).problem == "choice", "\(body)")
            }
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)","\#(scene.live)","\#(scene.photo)"]}"#).status == 200, "twice the same is once")
            // Lists of the page are those of the filter.
            let count = try await server.get("/api/assets?filter=any(videos,livePhotos)").decoded(PageAnswer.self).count
            #expect(count == 2)
            #expect(try await server.get("/api/timeline?filter=videos&q=clip").decoded(TimelineAnswer.self).count == 1)
            #expect(try await server.get("/api/assets?filter=nonsense").problem == "parameter")
        }
    }

    @Test(arguments: [
        #"{"limit":-1}"#, #"{"limit":20001}"#, #"{"limit":2,"minimum":3}"#, #"{"minimum":-1}"#, #"{"filter":"everything"}"#, #"{"filter":{"some":[]}}"#,
        #"{"filter":7}"#, #"{"preselected":["x"]}"#, #"{"representation":"best"}"#, #"{"size":0}"#, #"{"lasting":1}"#, #"{"lasting":86401}"#,
        #"{"origins":["example.org"]}"#, #"{"origins":["https://example.org/path"]}"#, #"{"origins":["https://a b"]}"#, #"{"origins":["https://*.org"]}"#,
        #"{"origins":["https://x.org; script-src *"]}"#, #"{"origins":["javascript:alert(1)"]}"#, #"{"origins":["https://user@example.org"]}"#,
    ])
    func `a request that makes no sense is refused, with what to write instead`(_ body: String) async throws {
        try await TestServer.run { server async throws in
            let reply = try await server.post("/api/picker/sessions", json: body)
            #expect(reply.status == 400 && reply.problem == "picker", "\(reply.text)")
        }
    }

    @Test func `preselected photos that are gone are left out, and counted`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0,"preselected":["\#(scene.live)/L0/001","\#(scene.hidden)","\#(UUID().uuidString)","\#(scene.photo)"]}"#)
            let person = try await Self.person(server, picker)
            let asked = try await person.connection.get(picker.path + "/choice", [person.cookie]).object()
            #expect((asked["preselected"] as? [[String: Any]])?.map { $0["id"] as? String } == [scene.live, scene.photo])
            #expect(asked["gone"] as? Int == 2)
            // Where something was preselected, choosing nothing is an answer.
            #expect(try await Self.choose(person, picker, #"{"assets":[]}"#).decoded(Chosen.self).state == "confirmed")
        }
    }

    @Test func `what was chosen is told to be gone once it was deleted, and keeps its place`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0}"#), person = try await Self.person(server, picker), program = try await Self.program(server, picker)
            _ = try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)","\#(scene.live)"]}"#)
            let row = try scene.row(scene.photo)
            try scene.library.library.performChanges(author: "test") { try $0.delete([row]) }
            let state = try await program.get(picker.path).decoded(State.self)
            #expect(state.items.map(\.isGone) == [true, false])
            #expect(try await program.get(picker.path + "/items/0/file").status == 410)
            #expect(try await program.get(picker.path + "/items/1/file").status == 200)
        }
    }

    @Test func `pictures are handed on as large as was asked, and compatible ones are what everything opens`() async throws {
        let library = try TemporaryLibrary()
        let photo = try library.add((.photo, "BIG.JPG", FixtureImages.jpeg(width: 800, height: 600, seed: 4)))
        let raw = try library.add((.photo, "SHOT.DNG", FixtureImages.raw(width: 64, height: 48)))
        try await TestServer.run(library) { server async throws in
            func file(_ request: String, _ asset: String, size: Int? = nil) async throws -> HTTPReply {
                let picker = try await Self.begin(server, request), person = try await Self.person(server, picker)
                let chosen = try await Self.choose(person, picker, "{\"assets\":[\"\(asset)\"]\(size.map { ",\"size\":\($0)" } ?? "")}")
                #expect(chosen.status == 200, "\(chosen.text)")
                return try await Self.program(server, picker).get(picker.path + "/items/0/file")
            }
            let whole = try await file("{}", photo), small = try await file(#"{"size":200}"#, photo), byPerson = try await file("{}", photo, size: 400)
            #expect(try Picture(whole.body).size == (800, 600))
            #expect(try Picture(small.body).size == (200, 150))
            #expect(try Picture(byPerson.body).size == (400, 300))
            let shot = try await file("{}", raw), compatible = try await file(#"{"representation":"compatible"}"#, raw)
            #expect(shot["Content-Type"] != "image/jpeg" && shot.body == FixtureImages.raw(width: 64, height: 48))
            #expect(compatible["Content-Type"] == "image/jpeg" && compatible["Content-Disposition"]?.contains("SHOT.jpg") == true)
            #expect(try Picture(compatible.body).size == (64, 48))
        }
    }

    /// The file says what its camera knew, and the library what its owner does.
    @Test func `what is made for a program says what the library knows`() async throws {
        let library = try TemporaryLibrary()
        let said = [
            ("com.apple.quicktime.creationdate", "2013-10-25T12:04:53+0200"), ("com.apple.quicktime.displayname", "Old"),
            ("com.apple.quicktime.location.ISO6709", "+34.0533-118.2423/"), ("com.apple.quicktime.comment", "Old words"),
        ]
        let film = try Data(MadeFilm { ($0.picture, $0.metadata) = ("libx265", said) }.bytes())
        let assets = [
            try library.add((.video, "MOV_1.MOV", film)), try library.add((.photo, "SHOT.DNG", FixtureImages.raw(width: 64, height: 48))),
        ]
        for asset in assets {
            try library.library.performChanges(author: "test") { transaction in
                let uuid = try #require(UUID(uuidString: asset)), id = try #require(try transaction.reader.assetID(uuid: uuid))
                try transaction.update(assetID: id) { record in
                    (record.title, record.caption, record.keywords) = ("Pier", "Words", ["sea", "sun"])
                    record.location = LocationRecord(latitude: -35.5, longitude: 139.25)
                    (record.creationDate, record.creationOffset) = (Date(timeIntervalSince1970: 1_400_000_000).timeIntervalSinceReferenceDate, 3600)
                }
            }
        }
        try await TestServer.run(library) { server async throws in
            for asset in assets {
                let picker = try await Self.begin(server, #"{"representation":"compatible"}"#), person = try await Self.person(server, picker)
                let chosen = try await Self.choose(person, picker, "{\"assets\":[\"\(asset)\"]}")
                #expect(chosen.status == 200, "\(chosen.text)")
                let made = try await Self.program(server, picker).get(picker.path + "/items/0/file")
                #expect(["video/mp4", "image/jpeg"].contains(made["Content-Type"]), "\(made.status)")
                let facts = try made.body.withUnsafeBytes { try FactsReader.read($0, name: "a", limits: DecodingLimits()) }
                #expect(facts.title == "Pier" && facts.caption == "Words" && facts.keywords == ["sea", "sun"], "\(facts)")
                #expect(facts.captureDate?.localSeconds == 1_400_003_600 && facts.captureDate?.utcOffset == 3600, "\(facts)")
                #expect(abs((facts.location?.latitude ?? 0) + 35.5) < 1e-4 && abs((facts.location?.longitude ?? 0) - 139.25) < 1e-4, "\(facts)")
            }
        }
    }

    // MARK: Who may ask

    @Test func `an application that may see nothing asks all the same, and gets an address without a key`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let application = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application("org.example.blog")).token)
            let reply = try await application.send("POST", "/api/picker/sessions", [("Content-Type", "application/json")], body: Data("{}".utf8))
            let picker = try reply.decoded(Begun.self)
            #expect(!picker.url.contains("key="))
            #expect(try await application.get(picker.page).status == 403, "it can't choose for the person")
            #expect(try await server.get(picker.page).status == 200, "the owner's browser can")
        }
    }

    @Test func `a form of a site that was named leads to a picker, and the browser takes the answer back`() async throws {
        let scene = try Scene(), blog = "https://blog.example.org"
        let origin = try PublicAddress(blog)
        try await TestServer.run(scene.library, { $0.formOrigins = [origin] }) { server async throws in
            let led = try await server.get("/pick?return=\(blog)/chosen%3Fpost%3D1&limit=2&filter=images&ordered=yes")
            let page = try #require(led["Location"])
            #expect(led.status == 303 && page.hasPrefix("/pick/"))
            #expect(try await server.get(page)["Content-Security-Policy"]?.contains("form-action \(blog);") == true)
            let path = page.replacing("/pick/", with: "/api/picker/sessions/") + "/choice"
            #expect(try await server.get(path).object()["filter"] as? String == "images")
            let answer = try await server.post(path, json: #"{"assets":["\#(scene.photo)"]}"#).object()
            let form = try #require(answer["form"] as? [String: String])
            #expect(form["action"] == blog + "/chosen?post=1" && form["state"] == "confirmed")
            let site = try await HTTPConnection(port: server.port, token: form["token"])
            #expect(try await site.get("/api/picker/sessions/\(form["session"] ?? "")").decoded(State.self).items.map(\.localIdentifier) == ["\(scene.photo)/L0/001"])
            for address in [
                "https://blog.example.org.example.com/", "http://blog.example.org/", "https://blog.example.org:444/", "https://user@blog.example.org/",
                "https://blog.example.org%40example.com/", "javascript:alert(1)", "/chosen", "", "https://example.com/?https://blog.example.org/",
            ] {
                let refusal = try await server.get("/pick?return=\(address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")")
                #expect(refusal.status == 403 && refusal.problem == "form-origin", "\(address): \(refusal.status)")
            }
            for query in ["limit=x", "limit=-1", "filter=cats", "representation=best"] {
                #expect(try await server.get("/pick?return=\(blog)/&\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test func `a browser that another site leads here is asked for its strict cookie once more`() async throws {
        try await TestServer.run(Scene().library) { server async throws in
            let stranger = try await server.connectStrange()
            func lead(_ path: String, site: String = "cross-site", accept: String = "text/html") async throws -> HTTPReply {
                try await stranger.get(path, [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Accept", accept)])
            }
            let led = try await lead("/pick/\(UUID().uuidString)?a=1&b=%22%3Cscript%3E")
            #expect(led.status == 200 && led.text.contains("a=1&amp;b=%22%3Cscript%3E\"") && led["Set-Cookie"] == nil)
            #expect(try await lead("/pick?return=x").status == 200)
            #expect(try await lead("/pick/x", site: "same-origin").status == 401, "once, and not on and on")
            #expect(try await lead("/pick/x", accept: "application/json").status == 401)
            #expect(try await lead("/api/library").status == 403)
        }
    }

    @Test func `a picker is shown within the pages that the program named, and no others`() async throws {
        try await TestServer.run(Scene().library) { server async throws in
            let plain = try await Self.begin(server), framed = try await Self.begin(server, #"{"origins":["https://Example.org","http://localhost:9000"]}"#)
            #expect(try await server.get(plain.page)["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(
                try await server.get(framed.page)["Content-Security-Policy"]?.contains("frame-ancestors 'self' https://example.org http://localhost:9000;") == true)
            // A page that leads on would be shown in no frame.
            let entry = try await server.connectStrange().get(
                try await Self.begin(server, #"{"origins":["https://example.org"]}"#).address,
                [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe"), ("Accept", "text/html")])
            #expect(entry.status == 303 && entry["Set-Cookie"] != nil)
            // A link and a frame of another site lead to the page, and to nothing else.
            let cookie = try await Self.person(server, framed).cookie
            let stranger = try await server.connectStrange()
            for destination in ["document", "iframe"] {
                let headers = [cookie, ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", destination)]
                #expect(try await stranger.get(framed.page, headers).status == 200)
                #expect(try await stranger.get(framed.path + "/choice", headers).status == 403)
            }
        }
    }
}
