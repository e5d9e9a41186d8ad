import Foundation
import LibraryEngine
import PhotosTesting
import TestSupport
import Testing
@testable import PhotosServer

/// What is on its way to a program, or to the person's page, when the picker ends.
extension PickerTests {
    /// More than the buffers of both sockets hold.
    private static let large = 64 << 20

    /// Ends a picker, or has its time pass.
    private static func end(_ picker: Begun, byTime: Bool, _ hand: HandClock, _ server: TestServer) async throws {
        if byTime { return hand.advance(by: .seconds(60)) }
        #expect(try await program(server, picker).send("POST", picker.path + "/end").status == 200)
    }

    @Test(arguments: [false, true]) func `a file that is being sent to a program is not sent to its end once the picker has ended`(byTime: Bool) async throws {
        let library = try TemporaryLibrary(), hand = HandClock(), data = try FixtureImages.jpeg(seed: 6) + Data(count: Self.large)
        let id = try library.add((.photo, "LARGE.JPG", data))
        try await TestServer.run(library, { $0.clock = hand.clock }) { server async throws in
            // The owner looked at it before, so that it is known.
            #expect(try await server.get("/original/\(id)/1").status == 200)
            let picker = try await Self.begin(server, #"{"lasting":60}"#), person = try await Self.person(server, picker)
            #expect(try await Self.choose(person, picker, "{\"assets\":[\"\(id)\"]}").status == 200)
            let ranges = ["", "Range: bytes=1000-\r\n"], paths = ["/items/0/file", "/items/0/resources/0"]
            var connections: [HTTPConnection] = []
            for path in paths {
                for range in ranges {
                    let connection = try await server.connectStrange()
                    try await connection.send(
                        "GET \(picker.path)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(picker.token)\r\n\(range)\r\n")
                    #expect(try await connection.head().status == (range.isEmpty ? 200 : 206))
                    _ = try await connection.read(300_000)
                    connections.append(connection)
                }
            }
            try await Self.end(picker, byTime: byTime, hand, server)
            for connection in connections {
                var got = 300_000
                while let more = try await connection.readSome() { got += more.count }
                #expect(got < data.count - 1_000, "what the buffers of both sockets held, and no more")
            }
        }
    }

    @Test(arguments: [false, true]) func `a film that is being made for a program ends with the picker, and takes its encoder along`(byTime: Bool) async throws {
        let library = try TemporaryLibrary(), hand = HandClock()
        let film = MadeFilm { ($0.picture, $0.size, $0.rate, $0.seconds, $0.sound) = ("mpeg4", (1280, 720), 60, 20, nil) }
        let id = try library.add((.video, "a.mov", Data(try film.bytes())))
        try await TestServer.run(library, { $0.clock = hand.clock }) { server async throws in
            let picker = try await Self.begin(server, #"{"lasting":60,"representation":"compatible"}"#), person = try await Self.person(server, picker)
            #expect(try await Self.choose(person, picker, "{\"assets\":[\"\(id)\"]}").status == 200)
            let program = try await Self.program(server, picker)
            async let reply = program.get(picker.path + "/items/0/file")
            await server.work.films.wait { $0.running == 1 }
            try await Self.end(picker, byTime: byTime, hand, server)
            #expect(try await reply.status == 401)
            await server.work.films.wait { $0.running == 0 }
        }
    }

    /// Who wants the same part waits for the same encoder, which was begun for one of them.
    @Test func `a part of a film comes to whoever else waits for it when the picker ends for which it is made`() async throws {
        let library = try TemporaryLibrary(), film = MadeFilm { ($0.picture, $0.size, $0.rate, $0.seconds, $0.sound) = ("mpeg4", (1280, 720), 60, 10, nil) }
        let id = try library.add((.video, "a.mov", Data(try film.bytes()))), path = "/stream/video/\(id)/1/0-10000"
        try await TestServer.run(library) { server async throws in
            let picker = try await Self.begin(server), person = try await Self.person(server, picker)
            async let part = person.connection.get(path, [person.cookie])
            await server.work.films.wait { $0.running == 1 }
            async let same = server.get(path)
            // Answered behind it, the other question has come in by then.
            _ = try await server.get("/api/library")
            #expect(try await Self.program(server, picker).send("POST", picker.path + "/end").status == 200)
            #expect(try await part.status == 403)
            #expect(try await same.status == 200)
        }
    }

    @Test func `a film that a person watches goes no further than the picker is open`() async throws {
        let library = try TemporaryLibrary(), hand = HandClock()
        var data = TinyMovie.data
        withUnsafeBytes(of: UInt32(Self.large + 8).bigEndian) { data.append(contentsOf: $0) }
        data.append(Data("free".utf8) + Data(count: Self.large))
        let size = data.count, id = try library.add((.video, "LARGE.MOV", data))
        try await TestServer.run(library, { $0.clock = hand.clock }) { server async throws in
            let picker = try await Self.begin(server, #"{"lasting":60}"#), person = try await Self.person(server, picker), stream = try await server.connectStrange()
            try await stream.send("GET /video/\(id)/1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(person.cookie.0): \(person.cookie.1)\r\n\r\n")
            #expect(try await stream.head().status == 200)
            var got = try await stream.read(300_000).count
            #expect(try await Self.choose(person, picker, "{\"assets\":[\"\(id)\"]}").status == 200)
            while let more = try await stream.readSome() { got += more.count }
            #expect(got < size)
        }
    }

    @Test func `the sixty-fifth picker of one who asks ends the first one, with its token and its person's sight`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let first = try await Self.begin(server), second = try await Self.begin(server)
            let program = try await Self.program(server, first), person = try await Self.person(server, first), other = try await Self.person(server, second)
            #expect(try await Self.choose(person, first, #"{"assets":["\#(scene.photo)"]}"#).status == 200)
            let paths = ["", "/items/0/file", "/items/0/image/thumbnail"].map { first.path + $0 }
            for path in paths { for _ in 0..<2 { #expect(try await program.get(path).status == 200, "\(path)") } }
            #expect(try await other.connection.get("/api/assets", [other.cookie]).status == 200)
            for _ in 0..<62 { _ = try await Self.begin(server) }
            #expect(try await program.get(paths[1]).status == 200, "sixty-four stand")
            _ = try await Self.begin(server)
            for path in paths { #expect(try await program.get(path, [("If-None-Match", "*")]).status == 401, "\(path)") }
            #expect(try await other.connection.get("/api/assets", [other.cookie]).status == 200, "the second stands")
            _ = try await Self.begin(server)
            #expect(try await other.connection.get("/api/assets", [other.cookie]).status == 403)
            #expect(try await Self.choose(other, second, #"{"assets":["\#(scene.photo)"]}"#).problem == "no-such-picker")
        }
    }
}
