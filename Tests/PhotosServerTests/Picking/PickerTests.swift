import Foundation
import LibraryEngine
import PhotoModel
import Photos
import PhotosTesting
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

    struct State: Decodable, Sendable {
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

    struct Chosen: Decodable, Sendable { var state: String, gone: [String] }

    static func begin(_ server: TestServer, _ request: String = "{}") async throws -> Begun {
        let reply = try await server.post("/api/picker/sessions", json: request)
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    /// The browser of the person, let in by the picker's address.
    static func person(_ server: TestServer, _ picker: Begun) async throws -> (connection: HTTPConnection, cookie: (String, String)) {
        let connection = try await server.connectStrange()
        let entry = try await connection.get(picker.address)
        #expect(entry.status == 303 && entry["Location"] == picker.page)
        return (connection, ("Cookie", try #require(entry.cookie)))
    }

    static func choose(_ person: (connection: HTTPConnection, cookie: (String, String)), _ picker: Begun, _ body: String) async throws -> HTTPReply {
        try await person.connection.send(
            "POST", picker.path + "/choice", [person.cookie, ("Content-Type", "application/json")], body: Data(body.utf8))
    }

    static func program(_ server: TestServer, _ picker: Begun) async throws -> HTTPConnection {
        try await HTTPConnection(port: server.port, token: picker.token)
    }

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
}
