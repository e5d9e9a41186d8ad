import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import Testing
@testable import PhotosServer

/// What a person sees who came by a picker's address: the library, to choose from it, and no longer than that takes.
extension PickerTests {
    enum Ending: CaseIterable, Sendable { case confirmed, cancelled, ended }

    /// The status alone: of a stream there is no end to wait for.
    static func status(_ example: RouteExample, _ header: (String, String), _ server: TestServer) async throws -> Int {
        let connection = try await server.connectStrange()
        defer { connection.close() }
        try await connection.send("\(example.method) \(example.path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(header.0): \(header.1)\r\n\r\n")
        return try await connection.head().status
    }

    static func viewing(_ scene: Scene) throws -> [RouteExample] {
        try RouteExample.all(photo: scene.live, video: scene.video, pages: try PageFolder.installed().pages()).filter { [.viewing, .fetching].contains($0.need) }
    }

    /// Follows the library as a picker's page does, and has heard how the picker stands.
    static func follow(_ server: TestServer, _ picker: Begun, _ cookie: (String, String)) async throws -> HTTPConnection {
        let stream = try await server.connectStrange()
        try await stream.send("GET /api/changes?picker=\(picker.id) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(cookie.0): \(cookie.1)\r\n\r\n")
        #expect(try await stream.head().status == 200)
        var told = ""
        while !told.contains("event: picker"), let chunk = try await stream.chunk() { told += String(decoding: chunk, as: UTF8.self) }
        return stream
    }

    @Test(arguments: Ending.allCases) func `a person sees the library until the picker is over, and nothing of it a moment later`(_ ending: Ending) async throws {
        let scene = try Scene(), examples = try Self.viewing(scene), thumbnail = "/image/\(scene.photo)/1/thumbnail"
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server), person = try await Self.person(server, picker)
            for _ in 0..<3 { #expect(try await person.connection.get(thumbnail, [person.cookie]).status == 200) }
            for example in examples { #expect(try await Self.status(example, person.cookie, server) == example.status, "\(example)") }
            let stream = try await Self.follow(server, picker, person.cookie)
            let answer =
                switch ending {
                case .confirmed: try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#)
                case .cancelled: try await Self.choose(person, picker, "{}")
                case .ended: try await Self.program(server, picker).send("POST", picker.path + "/end")
                }
            #expect(answer.status == 200, "\(answer.text)")
            let refusal = try await person.connection.get(thumbnail, [person.cookie])
            #expect(refusal.status == 403 && refusal.problem == "picker-over", "also by the connection that remembers whose cookie it is")
            for example in examples { #expect(try await Self.status(example, person.cookie, server) == 403, "\(example)") }
            for path in [thumbnail, "/api/assets", "/api/assets/\(scene.photo)"] {
                #expect(try await person.connection.get(path, [person.cookie, ("If-None-Match", "*")]).status == 403, "\(path)")
            }
            // Its page says what became of it, of which it hears by itself as well.
            #expect(try await person.connection.get("/js/picking.js", [person.cookie]).status == 200)
            let asked = try await person.connection.get(picker.path + "/choice", [person.cookie])
            if ending == .ended {
                #expect(asked.status == 404 && asked.problem == "no-such-picker")
            } else {
                #expect(try await person.connection.get(picker.page, [person.cookie]).status == 200)
                #expect(try asked.object()["state"] as? String == "\(ending)")
            }
            var told = ""
            while !told.contains("\"state\":\"\(ending)\""), let chunk = try await stream.chunk() { told += String(decoding: chunk, as: UTF8.self) }
            #expect(told.contains("\"state\":\"\(ending)\""), "\(told)")
            #expect(try await stream.chunk() == nil, "and nothing follows")
        }
    }

    @Test func `what was preselected is not told any more once the picker was answered`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0,"preselected":["\#(scene.live)"]}"#), person = try await Self.person(server, picker)
            let open = try await person.connection.get(picker.path + "/choice", [person.cookie])
            #expect(open.text.contains("TWO.JPG"))
            #expect(try await Self.choose(person, picker, #"{"assets":[]}"#).status == 200)
            let over = try await person.connection.get(picker.path + "/choice", [person.cookie])
            #expect(over.status == 200 && !over.text.contains("TWO.JPG") && !over.text.contains(scene.live))
        }
    }

    @Test func `who came by two pickers sees the library until both are over`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let first = try await Self.begin(server), second = try await Self.begin(server), person = try await Self.person(server, first)
            let entry = try await person.connection.get(second.address, [person.cookie])
            #expect(entry.status == 303 && entry["Location"] == second.page && entry["Set-Cookie"] == nil, "the browser is known already")
            #expect(try await Self.choose(person, first, "{}").status == 200)
            #expect(try await person.connection.get("/api/assets", [person.cookie]).status == 200)
            #expect(try await Self.choose(person, first, "{}").problem == "picker-over")
            #expect(try await Self.choose(person, second, #"{"assets":["\#(scene.photo)"]}"#).decoded(Chosen.self).state == "confirmed")
            #expect(try await person.connection.get("/api/assets", [person.cookie]).status == 403)
            // One more lets the same browser in again.
            let third = try await Self.begin(server)
            #expect(try await person.connection.get(third.address, [person.cookie])["Set-Cookie"] == nil)
            #expect(try await person.connection.get("/api/assets", [person.cookie]).status == 200)
        }
    }

    @Test func `what is hidden or deleted is not there for a person at a picker, whichever way it is asked for`() async throws {
        let scene = try Scene(), deleted = try scene.library.add((.photo, "GONE.JPG", FixtureImages.jpeg(width: 400, height: 300, seed: 4))), row = try scene.row(deleted)
        try scene.library.library.performChanges(author: "test") { try $0.delete([row]) }
        try await TestServer.run(scene.library) { server async throws in
            let album = try await server.post("/api/acts", json: #"{"act":"createAlbum","title":"All","assets":["\#(scene.photo)","\#(scene.hidden)"]}"#).object()["created"]
            let picker = try await Self.begin(server), person = try await Self.person(server, picker)
            func get(_ path: String) async throws -> HTTPReply { try await person.connection.get(path, [person.cookie]) }
            for id in [scene.hidden, deleted] {
                let revision = try #require(try await server.get("/api/assets/\(id)").object()["revision"] as? Int)
                let pictures = ["thumbnail", "medium", "preview", "full", "unadjusted"].map { "/image/\(id)/\(revision)/\($0)" }
                // The owner looked at it before, so that every memory has it.
                for path in pictures + pictures { #expect(try await server.get(path).status == 200, "\(path)") }
                let facts = ["", "/exposure", "/adjustments", "/speed", "/trim"].map { "/api/assets/\(id)\($0)" }
                let films = ["/video/\(id)/\(revision)", "/live/\(id)/\(revision)", "/stream/video/\(id)/\(revision)"]
                for path in pictures + facts + films + ["/api/place?id=\(id)", "/api/assets?in=burst:\(id)"] {
                    let reply = try await get(path)
                    #expect(reply.status == 404 && !reply.text.contains("HIDDEN") && !reply.text.contains("GONE"), "\(path): \(reply.status)")
                }
                let sheet = try await get("/api/thumbnails?of=\(id).\(revision)").object()["thumbnails"] as? [Any]
                #expect(sheet?.map { $0 is String } == [false])
            }
            for place in ["hidden", "trash", "smart:smartAlbumAllHidden"] {
                for path in ["/api/assets?", "/api/timeline?", "/api/shapes?", "/api/changes?", "/api/covers?at=0&", "/api/map?west=-10&south=-10&east=10&north=10&zoom=2&"] {
                    #expect(try await get(path + "in=" + place).status == 403, "\(path)\(place)")
                }
                let covers = try await get("/api/covers?of=" + place).object()["covers"] as? [[String: Any]]
                #expect(covers?.count == 1 && covers?.first?["tile"] is NSNull, "\(place)")
            }
            for list in ["", "q=hidden%20%3D%3D%20YES", "q=gone", "in=album:\(album as? String ?? "")"] {
                let count = try await get("/api/assets?" + list).decoded(PageAnswer.self).count
                #expect(count == ["": 3, "in=album:\(album as? String ?? "")": 1][list] ?? 0, "\(list)")
            }
            let counts = try await get("/api/library").object()["counts"] as? [String: Int]
            #expect(counts?["assets"] == 3 && counts?["hidden"] == 0 && counts?["trashed"] == 0)
            let collections = try await get("/api/collections").object()["collections"] as? [[String: Any]]
            #expect(collections?.first { $0["id"] as? String == "smart:smartAlbumAllHidden" }?["count"] as? Int == 0)
        }
    }

    @Test func `what is hidden while a person looks at it is gone with the next request, and comes back`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server), person = try await Self.person(server, picker)
            let paths = ["thumbnail", "medium", "preview"].map { "/image/\(scene.photo)/1/\($0)" }
            func expect(_ status: Int) async throws {
                for path in paths + paths { #expect(try await person.connection.get(path, [person.cookie]).status == status, "\(path)") }
                #expect(try await person.connection.get("/api/assets/\(scene.photo)", [person.cookie]).status == status)
            }
            try await expect(200)
            try scene.update(scene.photo) { $0.isHidden = true }
            try await expect(404)
            for path in paths { #expect(try await server.get(path).status == 200, "the owner sees it") }
            try scene.update(scene.photo) { $0.isHidden = false }
            try await expect(200)
        }
    }
}
