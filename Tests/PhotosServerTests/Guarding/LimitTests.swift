import Foundation
import NIOCore
import PhotosTesting
import Testing
@testable import PhotosServer

/// Clients that take their time, and many of them.
@Suite struct LimitTests {
    @Test func `a client that says nothing, or never comes to an end, is hung up on`() async throws {
        try await TestServer.run({ ($0.limits.strangerHead, $0.limits.body) = (.seconds(1), .seconds(1)) }) { server async throws in
            let beginnings = [
                "", "GET / HT", "GET / HTTP/1.1\r\n\(server.head)X: ",
                "POST /api/acts HTTP/1.1\r\n\(server.head)Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
            ]
            for beginning in beginnings {
                let connection = try await server.connect()
                if !beginning.isEmpty { try await connection.send(beginning) }
                #expect(try await connection.isEnded(), "\(beginning.prefix(30))")
            }
        }
        // Time enough to ask, on a busy machine too.
        try await TestServer.run({ $0.limits.head = .seconds(3) }) { server async throws in
            let idle = try await server.connect()
            #expect(try await idle.get("/").status == 200)
            #expect(try await idle.isEnded(), "after its answer")
        }
    }

    @Test func `a client that sends its headers a byte at a time gets no more time for it`() async throws {
        try await TestServer.run({ $0.limits.strangerHead = .milliseconds(300) }) { server async throws in
            let connection = try await server.connect()
            try await connection.send("GET / HTTP/1.1\r\n\(server.head)X: ")
            // Sending fails once the server has hung up; as long as it doesn't, bytes keep coming.
            await #expect(throws: HTTPConnection.Failure.self) { while true { try await connection.send("a") } }
        }
    }

    @Test func `strangers have less time than the owner, after a refusal too`() async throws {
        try await TestServer.run({ ($0.limits.strangerHead, $0.limits.head) = (.seconds(2), .minutes(10)) }) { server async throws in
            let owner = try await Self.answered(200) { try await server.connect() }
            let refused = try await Self.answered(401) { try await server.connectStrange() }
            for stranger in [try await server.connectStrange(), refused] { #expect(try await stranger.isEnded()) }
            #expect(try await owner.get("/").status == 200, "who was in before them, and waited as long")
        }
    }

    /// A connection that was answered in a stranger's time, which on a busy machine may go by before the question comes.
    private static func answered(_ status: Int, _ connect: () async throws -> HTTPConnection) async throws -> HTTPConnection {
        for _ in 0..<60 {
            let connection = try await connect()
            guard let reply = try? await connection.get("/") else { continue }
            #expect(reply.status == status)
            return connection
        }
        throw HTTPConnection.Failure("Nobody was answered")
    }

    @Test func `three hundred half-sent requests keep nobody out, since 256 once locked the owner out for 30 seconds`() async throws {
        try await TestServer.run({ $0.limits.strangerHead = .minutes(10) }) { server async throws in
            let known = try await server.connect()
            #expect(try await known.get("/").status == 200)
            var strangers: [HTTPConnection] = []
            for _ in 0..<300 {
                let stranger = try await server.connectStrange()
                try await stranger.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX: ")
                strangers.append(stranger)
            }
            // A newcomer is answered, and so is one who was there before.
            #expect(try await server.get("/").status == 200)
            #expect(try await known.get("/").status == 200)
            #expect(try await strangers[0].isEnded(), "who came first went first")
            try await strangers[299].send("x\r\nAuthorization: Bearer \(TestServer.token)\r\n\r\n")
            #expect(try await strangers[299].reply().status == 200, "who came last still has a place")
        }
    }

    @Test func `a connection of the owner beyond the limit pushes out the one that was idle longest, and no stranger does`() async throws {
        try await TestServer.run({ ($0.limits.connections, $0.limits.strangers) = (2, 2) }) { server async throws in
            let first = try await server.connect(), second = try await server.connect()
            for one in [first, second, first] { #expect(try await one.get("/").status == 200) }
            for _ in 0..<6 { #expect(try await server.connectStrange().get("/").status == 401) }
            for one in [second, first] { #expect(try await one.get("/").status == 200) }
            let third = try await server.connect()
            #expect(try await third.get("/").status == 200)
            #expect(try await second.isEnded())
            for one in [first, third] { #expect(try await one.get("/").status == 200) }
        }
    }

    @Test func `who asks on and takes no refusal is hung up on, so that refusals don't pile up`() async throws {
        try await TestServer.run({ ($0.limits.strangerHead, $0.limits.stall) = (.minutes(10), .minutes(10)) }) { server async throws in
            let deaf = try await server.connectStrange()
            let requests = String(repeating: "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n", count: 1_000)
            await #expect(throws: HTTPConnection.Failure.self) { for _ in 0..<1_000 { try await deaf.send(requests) } }
        }
    }

    @Test func `who takes an answer's last part slowly gets all of it, since that once had to be taken within the time for the next request`() async throws {
        let library = try TemporaryLibrary(), megabytes = 8
        let id = try library.add((.photo, "LONG.JPG", FixtureImages.jpeg(width: 400, height: 300) + Data(count: megabytes << 20)))
        try await TestServer.run(library, { ($0.limits.head, $0.limits.stall) = (.seconds(1), .minutes(10)) }) { server async throws in
            // From now on the file is known, and sent a megabyte at a time.
            #expect(try await server.get("/original/\(id)/1").status == 200)
            // How much the system takes for a client that reads nothing is its own affair: of one of these the last megabyte is what waits here.
            var slow: [HTTPConnection] = []
            for count in 1...megabytes {
                let connection = try await server.connect()
                try await connection.send("GET /original/\(id)/1 HTTP/1.1\r\n\(server.head)Range: bytes=0-\((count << 20) - 1)\r\n\r\n")
                #expect(try await connection.head().status == 206)
                slow.append(connection)
            }
            // The time for a request goes by, as others see that say nothing more.
            for _ in 0..<2 {
                let idle = try await server.connect()
                #expect(try await idle.get("/").status == 200)
                #expect(try await idle.isEnded())
            }
            for (index, connection) in slow.enumerated() { #expect(try await connection.read((index + 1) << 20).count == (index + 1) << 20, "\(index + 1) MB") }
        }
    }

    @Test func `of one address of another machine few strangers have a place, and the first of them goes`() {
        var limits = ConnectionLimits()
        (limits.connections, limits.strangers, limits.strangersOfOneAddress) = (3, 6, 2)
        var slots = ConnectionSlots(limits)
        var here: Set<ConnectionSlots.ID> = []
        func come(_ id: ConnectionSlots.ID, _ address: String?) -> ConnectionSlots.ID? {
            let leaving = slots.come(id, from: address)
            if let leaving { slots.leave(leaving) }
            here.insert(id)
            if let leaving { here.remove(leaving) }
            return leaving
        }
        #expect([come(1, "a"), come(2, nil), come(3, "a"), come(4, "b")] == [nil, nil, nil, nil])
        #expect(come(5, "a") == 1 && come(6, "a") == 3 && come(7, nil) == nil && come(8, nil) == nil)
        #expect(come(9, nil) == 2, "all slots are taken: the first of all goes")
        #expect(come(10, "c") == 4)
        #expect(here == [5, 6, 7, 8, 9, 10])
        // The owner's have slots of their own.
        let idle: [ConnectionSlots.ID: UInt64] = [5: 30, 6: .max, 7: 20]
        for id in [5, 6, 7] as [ConnectionSlots.ID] { #expect(slots.prove(id, of: nil, idleSince: { idle[$0] ?? 0 }) == nil) }
        #expect(slots.prove(7, of: nil, idleSince: { idle[$0] ?? 0 }) == nil, "once is enough")
        #expect(slots.prove(8, of: nil, idleSince: { idle[$0] ?? 0 }) == 7)
        for id in 11...40 as ClosedRange<ConnectionSlots.ID> { #expect(come(id, nil).map { [5, 6, 8].contains($0) } != true) }
    }

    @Test func `guests have slots of their own, few of each, and the idlest of them goes`() {
        var limits = ConnectionLimits()
        (limits.connections, limits.guests, limits.connectionsOfOneGuest, limits.strangers) = (2, 4, 2, 20)
        final class Guest {}
        let guests = (0..<4).map { _ in Guest() }
        var slots = ConnectionSlots(limits)
        func prove(_ id: ConnectionSlots.ID, _ guest: Int?) -> ConnectionSlots.ID? {
            _ = slots.come(id, from: nil)
            let leaving = slots.prove(id, of: guest.map { ObjectIdentifier(guests[$0]) }, idleSince: { $0 == 3 ? 1 : $0 * 10 })
            if let leaving { slots.leave(leaving) }
            return leaving
        }
        #expect([prove(1, nil), prove(2, nil), prove(3, 0), prove(4, 0), prove(5, 1)] == [nil, nil, nil, nil, nil])
        #expect(prove(6, 0) == 3, "the idlest of its own")
        #expect(prove(7, 1) == nil)
        #expect(prove(8, 2) == 4, "all slots of guests are taken: the idlest of all guests goes")
        #expect(slots.prove(8, of: nil, idleSince: { $0 }) == 1, "a proxy's connection becomes the owner's, whose idlest goes")
        slots.leave(1)
        #expect(prove(9, 3) == nil, "and a guest's place is free")
        withExtendedLifetime(guests) {}
    }
}
