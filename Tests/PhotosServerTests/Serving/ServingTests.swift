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

    @Test func `who asks ahead and takes nothing gets all answers in their order once he takes them`() async throws {
        try await TestServer.run { server async throws in
            let expected = try await server.get("/js/gallery.js")
            #expect(expected.status == 200)
            // More than the buffers of both sockets hold, whose answers wait for the client; what is asked for behind them is a change.
            let ahead = 25, connection = try await server.connect()
            let request = "GET /js/gallery.js HTTP/1.1\r\n\(server.head)\r\n", act = "{\"act\":\"createAlbum\",\"title\":\"Behind\"}"
            try await connection.send(String(repeating: request, count: ahead))
            try await connection.send("POST /api/acts HTTP/1.1\r\n\(server.head)Content-Type: application/json\r\nContent-Length: \(act.utf8.count)\r\n\r\n\(act)")
            for _ in 0..<5 { #expect(try await server.get("/js/gallery.js").body == expected.body, "others are answered meanwhile") }
            for number in 0..<ahead { #expect(try await connection.reply().body == expected.body, "answer \(number)") }
            #expect(try await connection.reply().status == 200)
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
