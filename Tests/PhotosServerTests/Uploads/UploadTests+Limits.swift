import Foundation
import PhotosTesting
import Testing
@testable import PhotosServer

extension UploadTests {
    @Test func `what the disk has no space for, or is more than may be under way, is refused before it is sent`() async throws {
        let photo = try FixtureImages.jpeg(width: 400, height: 300)
        try await TestServer.run({ $0.incoming.bytes = Int64(photo.count) + 100 }) { server async throws in
            let client = Uploading(server: server)
            #expect(try await server.post("/api/uploads", json: "{\"files\":[{\"name\":\"a.jpg\",\"size\":\(photo.count + 101)}]}").status == 413)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo), .init(name: "b.jpg", data: photo)])
            #expect(try await client.send(photo[..<10], batch, 1).status == 204)
            let refused = try await client.send(photo, batch, 2)
            #expect(refused.status == 507 && refused.problem == "upload-quota" && refused["Retry-After"] == "10")
            #expect(try await client.send(photo[10...], batch, 1, at: 10).status == 204)
            try await server.waitForUploads()
            #expect(try await client.send(photo, batch, 2).status == 204)
        }
        try await TestServer.run({ $0.incoming.reserve = 1 << 60 }) { server async throws in
            let reply = try await server.post("/api/uploads", json: #"{"files":[{"name":"a.jpg","size":1}]}"#)
            #expect(reply.status == 507 && reply.problem == "unwritable")
        }
    }

    @Test func `whoever is let in no more sends no more`() async throws {
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: Data(count: 1_000))])
            let (token, session) = server.sessions.begin(.owner)
            let connection = try await server.connectStrange()
            try await connection.send(
                "PATCH \(client.path(batch, 1)) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(token)\r\nTus-Resumable: 1.0.0\r\n"
                    + "Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 1000\r\n\r\nabc")
            _ = try await client.offset(batch, 1, atLeast: 3)
            server.sessions.end(session)
            try await connection.send("def")
            #expect(try await connection.reply().status == 401)
            #expect(try await client.offset(batch, 1) == 3)
        }
    }

    @Test func `only the owner sends, and nothing else takes so much`() async throws {
        try await TestServer.run { server async throws in
            let admitted = try await server.post("/api/clients", json: #"{"application":"org.example.other"}"#).object()
            let token = try #require(admitted["token"] as? String)
            let batch = try await Uploading(server: server).begin([.init(name: "a.jpg", data: Data(count: 3_000_000))])
            let headers = [("Authorization", "Bearer \(token)"), Uploading.tus, Uploading.octets, ("Upload-Offset", "0")]
            #expect(try await server.connectStrange().send("GET", "/api/uploads", [headers[0]]).status == 403)
            let connection = try await server.connectStrange()
            var head = "PATCH /api/uploads/\(batch.id)/files/1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Length: 3000000\r\n"
            for (name, value) in headers { head += "\(name): \(value)\r\n" }
            try await connection.send(head + "\r\n")
            #expect(try await connection.reply().status == 403)
            #expect(try await server.send("PATCH", "/api/acts", body: Data()).status == 405)
            #expect(try await server.send("DELETE", "/api/uploads", body: Data()).status == 405)
            let long = try await server.connect()
            try await long.send("POST /api/uploads HTTP/1.1\r\n\(server.head)Content-Type: application/json\r\nContent-Length: 3000000\r\n\r\n")
            #expect(try await long.reply().status == 413)
        }
    }
}
