import Foundation
import PhotosServer
import PhotosTesting
import Testing

@Suite struct ServingTests {
    @Test func `the first page is served with a validator, and with what keeps it apart from other sites`() async throws {
        try await TestServer.run { server async throws in
            let page = try await server.get("/")
            #expect(page.status == 200)
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.text.lowercased().hasPrefix("<!doctype html>"))
            #expect(page["X-Content-Type-Options"] == "nosniff")
            #expect(page["Referrer-Policy"] == "no-referrer")
            #expect(page["Cross-Origin-Resource-Policy"] == "same-origin")
            #expect(page["Content-Security-Policy"]?.contains("default-src 'none'; script-src 'self'") == true)
            let tag = try #require(page["ETag"])
            let again = try await server.get("/", [("If-None-Match", tag)])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test func `an address that leads nowhere is a problem document that says so`() async throws {
        try await TestServer.run { server async throws in
            let reply = try await server.get("/nowhere")
            #expect(reply.status == 404)
            #expect(reply.problem == "not-found")
            #expect(try reply.object()["instance"] as? String == "/nowhere")
        }
    }

    @Test func `several requests go over one connection`() async throws {
        try await TestServer.run { server async throws in
            let connection = try await server.connect()
            for _ in 0..<3 { #expect(try await connection.get("/").status == 200) }
            #expect(try await connection.send("HEAD", "/").status == 200)
            #expect(try await connection.get("/").status == 200)
        }
    }

    @Test func `a server that is told to stop lets go of its port and of open connections`() async throws {
        let token = "\(TestServer.token)-\(UUID().uuidString)"
        let (port, connection) = try await TestServer.run({ $0.token = token }) { server async throws in
            let connection = try await HTTPConnection(port: server.port, token: token)
            #expect(try await connection.get("/").status == 200)
            return (server.port, connection)
        }
        #expect(try await connection.isEnded())
        // Another test's server may have got the port by now, which does not know the token.
        let next = try? await HTTPConnection(port: port, token: token).get("/")
        #expect(next == nil || next?.status == 401)
    }

    @Test func `a server that is told to stop ends streams that are being followed`() async throws {
        let connection = try await TestServer.run { server in
            let connection = try await server.connect()
            try await connection.send("GET /api/changes HTTP/1.1\r\n\(server.head)\r\n")
            #expect(try await connection.head().status == 200)
            #expect(try await connection.chunk() != nil, "the greeting")
            return connection
        }
        #expect(try await connection.isEnded())
    }

    @Test func `a port that is taken is an error that names the remedy`() async throws {
        try await TestServer.run { server async throws in
            let error = await #expect(throws: ServerError.self) {
                try await TestServer.run({ $0.port = server.port }) { _ in }
            }
            #expect(error?.code == .portTaken)
            #expect(error?.message.contains("--port 0") == true)
        }
    }
}
