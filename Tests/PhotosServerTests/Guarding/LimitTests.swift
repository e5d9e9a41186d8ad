import Foundation
import NIOCore
import PhotosServer
import PhotosTesting
import Testing

/// Clients that take their time, and many of them.
@Suite struct LimitTests {
    @Test func `a client that says nothing, or never comes to an end, is hung up on`() async throws {
        try await TestServer.run({ ($0.limits.head, $0.limits.body) = (.seconds(1), .seconds(1)) }) { server async throws in
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
        try await TestServer.run({ $0.limits.head = .milliseconds(300) }) { server async throws in
            let connection = try await server.connect()
            try await connection.send("GET / HTTP/1.1\r\n\(server.head)X: ")
            // Sending fails once the server has hung up; as long as it doesn't, bytes keep coming.
            await #expect(throws: HTTPConnection.Failure.self) { while true { try await connection.send("a") } }
        }
    }

    @Test func `connections beyond the limit wait for their turn`() async throws {
        try await TestServer.run({ $0.limits.connections = 2 }) { server async throws in
            let first = try await server.connect(), second = try await server.connect()
            #expect(try await first.get("/").status == 200)
            #expect(try await second.get("/").status == 200)
            let third = try await server.connect()
            async let waiting = third.get("/")
            #expect(try await first.get("/").status == 200)
            first.close()
            #expect(try await waiting.status == 200)
        }
    }
}
