import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// How much one client may ask for.
@Suite struct PaceTests {
    private static let application = "org.example.frame"

    @Test func `so many at once, and one more each time the interval is over`() {
        let pace = Pace(Rate(burst: 3, interval: .milliseconds(10))), start: UInt64 = 5_000_000_000
        #expect((0..<3).map { _ in pace.take(at: start) } == [nil, nil, nil])
        #expect(pace.take(at: start) == .milliseconds(10))
        #expect(pace.take(at: start + 4_000_000) == .milliseconds(6), "who was refused loses nothing by having asked")
        #expect(pace.take(at: start + 10_000_000) == nil)
        #expect(pace.take(at: start + 10_000_000) == .milliseconds(10))
        #expect(!pace.isFull(at: start + 39_999_999) && pace.isFull(at: start + 40_000_000))
        #expect((0..<3).map { _ in pace.take(at: start + 90_000_000) } == [nil, nil, nil])
        #expect(pace.take(at: start + 90_000_000) != nil, "rest does not add up beyond the burst")
    }

    @Test func `many threads together get no more than one alone`() async {
        let pace = Pace(Rate(burst: 100, interval: .seconds(1)))
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { (0..<50).count { _ in pace.take(at: 1) == nil } } }
            return await group.reduce(0, +)
        }
        #expect(taken == 100)
    }

    @Test func `an address that comes again goes on where it was, and thousands of others are forgotten once they rest`() {
        var paces = AddressPaces(Rate(burst: 1, interval: .seconds(1)))
        #expect(paces.pace(of: "192.0.2.1", at: 0).take(at: 0) == nil)
        #expect(paces.pace(of: "192.0.2.1", at: 0).take(at: 0) != nil)
        #expect(paces.pace(of: "192.0.2.2", at: 0).take(at: 0) == nil)
        let kept = paces.pace(of: "192.0.2.3", at: 0)
        _ = kept.take(at: 10_000_000_000)
        for number in 0..<2_000 { _ = paces.pace(of: "address \(number)", at: 10_000_000_000) }
        #expect(paces.pace(of: "192.0.2.3", at: 10_000_000_000) === kept, "who has asked just now is not")
    }

    @Test func `who asks too much is told when to come again, and nobody else is`() async throws {
        let library = try TemporaryLibrary(), id = try library.addPhoto()
        try library.library.grant(.full, to: Self.application, author: "owner")
        try await TestServer.run(library, { $0.clients.requests = Rate(burst: 3, interval: .seconds(3_600)) }) { server async throws in
            let busy = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application(Self.application)).token)
            for path in ["/api/library", "/image/\(id)/1/thumbnail", "/image/\(id)/1/thumbnail"] { #expect(try await busy.get(path).status == 200) }
            for path in ["/api/library", "/image/\(id)/1/thumbnail", "/nowhere"] {
                let refusal = try await busy.get(path)
                #expect(refusal.status == 429 && refusal.problem == "too-many-requests", "\(path)")
                #expect(1...3_600 ~= (try #require(refusal["Retry-After"].flatMap { Int($0) })))
            }
            #expect(try await busy.send("HEAD", "/api/library").status == 429)
            let posted = try await busy.send("POST", "/api/undo", [("Content-Type", "application/json")], body: Data("{}".utf8))
            #expect(posted.status == 429)
            #expect(try await busy.isEnded(), "a body that nobody reads ends the connection")
            let other = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application(Self.application)).token)
            #expect(try await other.get("/api/library").status == 200)
            for _ in 0..<10 { #expect(try await server.get("/api/library").status == 200) }
        }
    }

    @Test func `an application is one client, however many pickers it asks for`() async throws {
        try await TestServer.run({ ($0.clients.requests, $0.clients.streams) = (Rate(burst: 7, interval: .seconds(3_600)), 2) }) { server async throws in
            let application = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application(Self.application)).token)
            var pickers: [PickerTests.Begun] = []
            for _ in 0..<3 {
                let reply = try await application.send("POST", "/api/picker/sessions", [("Content-Type", "application/json")], body: Data("{}".utf8))
                pickers.append(try reply.decoded())
            }
            var open: [HTTPConnection] = []
            for (picker, status) in zip(pickers, [200, 200, 429]) {
                let stream = try await PickerTests.program(server, picker)
                open.append(stream)
                try await stream.send("GET \(picker.path)/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(picker.token)\r\n\r\n")
                #expect(try await stream.head().status == status)
                // It follows once it has been greeted.
                if status == 200 { _ = try await stream.chunk() }
            }
            let program = try await PickerTests.program(server, pickers[2])
            #expect(try await program.get(pickers[2].path).status == 200, "the seventh request")
            for connection in [program, application] { #expect(try await connection.get("/api/openapi.json").status == 429) }
            // Whoever asks with the owner's token has a client of its own in each.
            for _ in 0..<2 {
                let own = try await PickerTests.begin(server), collector = try await PickerTests.program(server, own)
                for _ in 0..<7 { #expect(try await collector.get(own.path).status == 200) }
                #expect(try await collector.get(own.path).status == 429)
            }
            for stream in open { stream.close() }
        }
    }

    @Test func `guesses from one address of another machine are bounded, and the owner is let in from there all the same`() async throws {
        guard let address = ProofTests.ownAddress() else { return print("This machine has no address but loopback: not tested.") }
        func serve(_ configure: (inout ServerOptions) -> Void = { _ in }, _ body: (HTTPConnection, (String, String)) async throws -> Void) async throws {
            try await TestServer.run({ options in
                (options.host, options.clients.requestsOfOneAddress) = ("0.0.0.0", Rate(burst: 2, interval: .seconds(3_600)))
                configure(&options)
            }) { server in try await body(HTTPConnection(host: address, port: server.port), ("Host", "\(address):\(server.port)")) }
        }
        try await serve { connection, host async throws in
            for status in [401, 401, 429, 429] { #expect(try await connection.get("/", [host]).status == status) }
            #expect(try await connection.get("/", [host, ("Authorization", "Bearer \(TestServer.token)")]).status == 200)
            #expect(try await connection.get("/", [host]).status == 429)
        }
        let proxy = try PublicAddress("https://photos.example.org")
        try await serve({ $0.publicAddress = proxy }) { connection, host async throws in
            for _ in 0..<6 { #expect(try await connection.get("/", [host]).status == 401, "a proxy's address is everybody's") }
        }
    }

    // MARK: What waits

    @Test func `turns go in line, and each client has a line of its own`() async throws {
        let turns = Turns<String>(most: 2), (opened, open) = AsyncStream<Void>.makeStream(), gate = opened
        let slow = (0..<2).map { _ in Task { try await turns.run(for: "a") { for await _ in gate { break } } } }
        while turns.counts(of: "a").running < 2 { await Task.yield() }
        let third = Task { try await turns.run(for: "a") { 3 } }, given = Task { try await turns.run(for: "a") { 4 } }
        while turns.counts(of: "a").waiting < 2 { await Task.yield() }
        given.cancel()
        await #expect(throws: CancellationError.self) { try await given.value }
        #expect(turns.counts(of: "a") == WorkCounts(running: 2, waiting: 1))
        #expect(try await turns.run(for: "b") { 5 } == 5)
        open.yield()
        #expect(try await third.value == 3)
        open.yield()
        for task in slow { try await task.value }
        #expect(turns.counts(of: "a") == WorkCounts())
        struct Failure: Error {}
        await #expect(throws: Failure.self) { try await turns.run(for: "a") { throw Failure() } }
        #expect(turns.counts(of: "a") == WorkCounts())
        let late = Task { try await turns.run(for: "a") { 6 } }
        late.cancel()
        _ = await late.result
        #expect(turns.counts(of: "a") == WorkCounts())
    }

    @Test func `the owner's pages have places of their own among those that follow`() async throws {
        let library = try TemporaryLibrary()
        try library.library.grant(.full, to: Self.application, author: "owner")
        try await TestServer.run(library, { ($0.clients.ownerStreams, $0.clients.streams, $0.clients.guestStreams) = (2, 2, 3) }) { server async throws in
            var open: [HTTPConnection] = []
            func follow(_ token: String) async throws -> (status: Int, retry: String?) {
                let connection = try await HTTPConnection(port: server.port, token: nil)
                open.append(connection)
                try await connection.send("GET /api/changes HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(token)\r\n\r\n")
                let head = try await connection.head()
                // It follows once it has been greeted.
                if head.status == 200 { _ = try await connection.chunk() }
                return (head.status, head.headers.first { $0.name == "Retry-After" }?.value)
            }
            let guests = (0..<2).map { _ in server.sessions.begin(.application(Self.application)).token }
            for (guest, status) in [(0, 200), (0, 200), (0, 429), (1, 200), (1, 429)] { #expect(try await follow(guests[guest]).status == status) }
            for status in [200, 200] { #expect(try await follow(TestServer.token).status == status) }
            let refused = try await follow(TestServer.token)
            #expect(refused.status == 429 && refused.retry == "30")
        }
    }

    @Test func `two hundred clients that take nothing of their answers keep nobody from one`() async throws {
        let library = try TemporaryLibrary()
        let id = try library.add((.photo, "NOISE.JPG", FixtureImages.jpeg(width: 2_400, height: 1_800, seed: 1))), small = try library.addPhoto(width: 400, height: 300)
        let length = try await TestServer.run(library) { try await $0.get("/original/\(id)/1").body.count }
        try await TestServer.run(library) { server async throws in
            var slow: [HTTPConnection] = []
            for number in 0..<200 {
                let connection = try await server.connect()
                // As many answers as a socket's buffers hold, and more.
                let requests = String(repeating: "GET /original/\(id)/1 HTTP/1.1\r\n\(server.head)\r\n", count: max(2, min(30, (4 << 20) / length)))
                try await connection.send(requests)
                // Each has begun to get something, and reads no further.
                _ = try await connection.head()
                slow.append(connection)
                if number % 50 == 0 { #expect(try await server.get("/api/library").status == 200) }
            }
            let fast = try await server.connect()
            for _ in 0..<50 {
                #expect(try await fast.get("/image/\(small)/1/thumbnail").status == 200)
                #expect(try await fast.get("/api/assets").status == 200)
            }
            #expect(try await fast.get("/original/\(id)/1").body.count == length)
            #expect(try await server.get("/").status == 200, "and a newcomer is let in")
            withExtendedLifetime(slow) {}
        }
    }
}
