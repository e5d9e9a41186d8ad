import Foundation
import LibraryEngine
import Testing
@testable import PhotosServer

extension PickerTests {
    @Test func `the program hears of each state by events`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server), stream = try await Self.states(server, picker)
            func next() async throws -> String { try await Self.state(stream) ?? "the end" }
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
            func next() async throws -> Change {
                while let chunk = try await page.chunk() {
                    let text = String(decoding: chunk, as: UTF8.self)
                    if text.hasPrefix("event: picker\n"), let data = text.firstMatch(of: #/data: (.*)/#)?.1 { return try JSONDecoder().decode(Change.self, from: Data(data.utf8)) }
                }
                throw HTTPConnection.Failure("The stream ended")
            }
            #expect(try await next() == Change(number: 0, state: "waiting", limit: 0, minimum: 0, commands: []))
            #expect(try await update(#"{"limit":1,"filter":"images"}"#).status == 200)
            #expect(try await next() == Change(number: 1, state: "waiting", filter: "images", limit: 1, minimum: 0, commands: []))
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

    private struct Change: Decodable, Equatable, Sendable {
        struct Command: Decodable, Equatable, Sendable { var number: Int, deselect: [String]?, move: String?, after: String?, search: String? }
        var number: Int, state: String
        var filter: String?
        var limit: Int, minimum: Int, commands: [Command]
    }

    /// How a picker stands, as its token's stream tells it; `nil` at the end.
    private static func state(_ stream: HTTPConnection) async throws -> String? {
        while let chunk = try await stream.chunk() {
            if let state = String(decoding: chunk, as: UTF8.self).firstMatch(of: #/"state":"([a-z]+)"/#)?.1 { return String(state) }
        }
        return nil
    }

    private static func states(_ server: TestServer, _ picker: Begun) async throws -> HTTPConnection {
        let stream = try await server.connectStrange()
        try await stream.send("GET \(picker.path)/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(picker.token)\r\n\r\n")
        #expect(try await stream.head().status == 200)
        #expect(try await state(stream) == "waiting")
        return stream
    }

    @Test func `a program hears that the line is there where nothing happens, and what happened beside it`() async throws {
        let scene = try Scene(), hand = HandClock()
        try await TestServer.run(scene.library, { $0.clock = hand.clock }) { server async throws in
            let picker = try await Self.begin(server), stream = try await Self.states(server, picker), person = try await Self.person(server, picker)
            for _ in 0..<3 {
                hand.advance(by: .seconds(15))
                #expect(try await stream.chunk() == Data(":\n\n".utf8), "a comment, which no client takes for a state")
            }
            // Both at once: the state is told, and the sign of life is not lost.
            let answer = Task { try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#).status }
            hand.advance(by: .seconds(15))
            var told = ""
            while !told.contains("confirmed") || !told.contains(":\n\n"), let chunk = try await stream.chunk() { told += String(decoding: chunk, as: UTF8.self) }
            #expect(told.contains(#""state":"confirmed""#) && told.contains(":\n\n"), "\(told)")
            #expect(try await answer.value == 200)
            hand.advance(by: .seconds(15))
            #expect(try await stream.chunk() == Data(":\n\n".utf8))
        }
    }

    private struct Clients: Decodable, Sendable {
        struct Client: Decodable, Sendable { var id: String, grant: String, application: String?, picker: String? }
        var clients: [Client]
    }

    @Test func `whose token is taken back hears nothing more, and the page that nobody waits for it`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server), person = try await Self.person(server, picker)
            let stream = try await Self.states(server, picker), page = try await Self.follow(server, picker, person.cookie)
            let client = try #require(try await server.get("/api/clients").decoded(Clients.self).clients.first { $0.picker == picker.id })
            #expect(try await server.post("/api/clients/\(client.id)/end", json: "{}").status == 200)
            var told = ""
            while let more = try await stream.readSome() { told += String(decoding: more, as: UTF8.self) }
            #expect(!told.contains("state"), "not even how it ended is told: \(told)")
            told = ""
            while !told.contains("ended"), let chunk = try await page.chunk() { told += String(decoding: chunk, as: UTF8.self) }
            #expect(told.contains(#""state":"ended""#), "\(told)")
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#).problem == "no-such-picker")
            #expect(try await person.connection.get("/api/assets", [person.cookie]).status == 403)
        }
    }

    @Test func `pickers of an application end with its token, and with no other one`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            func ask(_ token: String) async throws -> Begun {
                let program = try await HTTPConnection(port: server.port, token: token)
                return try await program.send("POST", "/api/picker/sessions", [("Content-Type", "application/json")], body: Data("{}".utf8)).decoded()
            }
            let application = Grant.application("org.example.blog"), first = server.sessions.begin(application), second = server.sessions.begin(application)
            let pickers = [try await ask(first.token), try await ask(second.token), try await Self.begin(server)]
            var streams: [HTTPConnection] = []
            for picker in pickers { streams.append(try await Self.states(server, picker)) }
            server.sessions.end(first.session)
            #expect(try await Self.state(streams[0]) == "ended")
            #expect(try await Self.state(streams[0]) == nil)
            #expect(try await Self.program(server, pickers[0]).get(pickers[0].path).status == 401)
            #expect(try await server.get(pickers[0].page).status == 404, "for the owner's browser too")
            // What an application may see of the library has no part in it.
            try scene.library.library.grant(.full, to: "org.example.blog", author: "owner")
            try scene.library.library.revokeAccess(of: "org.example.blog", author: "owner")
            for picker in pickers[1...] { #expect(try await Self.program(server, picker).get(picker.path).decoded(State.self).state == "waiting") }
            server.sessions.end(application)
            #expect(try await Self.state(streams[1]) == "ended")
            #expect(try await Self.program(server, pickers[2]).get(pickers[2].path).decoded(State.self).state == "waiting")
        }
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
}
