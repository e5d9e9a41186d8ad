import Foundation
import PhotosTesting
import Support
import Testing
@testable import PhotosServer

extension UploadTests {
    @Test func `bytes that belong elsewhere, or are too many, change nothing`() async throws {
        let photo = try FixtureImages.jpeg()
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)])
            #expect(try await client.send(photo[..<100], batch, 1).status == 204)
            for wrong in [0, 99, 101, 1_000_000] {
                let reply = try await client.send(Data(count: 10), batch, 1, at: wrong)
                #expect(reply.status == 409 && reply.problem == "upload-offset" && reply["Upload-Offset"] == "100", "\(wrong)")
            }
            #expect(try await client.send(Data(count: photo.count), batch, 1, at: 100).status == 413)
            #expect(try await client.send(Data(count: 10), batch, 1, at: 100, [("Upload-Checksum", "sha256 AAAA")]).status == 460)
            #expect(try await client.send(Data(count: 10), batch, 1, at: 100, [("Upload-Checksum", "md5 AAAA")]).status == 400)
            #expect(try await client.send(Data(count: 10), batch, 9).status == 404)
            #expect(try await server.send("PATCH", client.path(batch, 1), [Uploading.octets, ("Upload-Offset", "100")], body: Data(count: 1)).status == 412)
            #expect(
                try await server.send("PATCH", client.path(batch, 1), [Uploading.tus, ("Content-Type", "text/plain"), ("Upload-Offset", "100")], body: Data(count: 1)).status == 415
            )
            #expect(try await client.offset(batch, 1) == 100)
            // More than was announced, of a length that nobody said.
            let connection = try await server.connect()
            let head =
                "PATCH \(client.path(batch, 1)) HTTP/1.1\r\n\(server.head)Tus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: 100\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
            let chunk = photo[100...] + Data(count: 1)
            try await connection.send(Data((head + "\(String(chunk.count, radix: 16))\r\n").utf8) + chunk + Data("\r\n0\r\n\r\n".utf8))
            #expect(try await connection.reply().status == 413)
            #expect(try await client.offset(batch, 1) == 100)
            let sum = Data(Self.hash(photo[100...], .sha1)).base64EncodedString()
            #expect(try await client.send(photo[100...], batch, 1, at: 100, [("Upload-Checksum", "sha1 \(sum)")]).status == 204)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "imported"])
        }
    }

    @Test func `whoever sends a file anew takes it over`() async throws {
        let photo = try FixtureImages.jpeg(width: 600, height: 400)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)])
            // Its line is gone, and the server does not know.
            let stuck = try await client.beginSending(photo[..<500], of: photo.count, batch, 1)
            #expect(try await client.offset(batch, 1, atLeast: 500) == 500)
            #expect(try await client.send(photo[500...], batch, 1, at: 500).status == 204)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "imported"])
            try await stuck.send(Data(count: photo.count - 500))
            #expect(try await stuck.reply().status == 409)
            let asset = try #require(try await client.assets().first)
            #expect(try await server.get("/original/\(asset.id)/\(asset.revision)").body == photo)
        }
    }

    @Test func `several who send one file at once leave nothing out of it`() async throws {
        let photo = try FixtureImages.jpeg(width: 900, height: 700)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)])
            #expect(try await client.send(photo[..<100], batch, 1).status == 204)
            async let first = try? client.send(photo[100...], batch, 1, at: 100)
            async let second = try? client.send(photo[100...], batch, 1, at: 100)
            async let third = try? client.send(photo[100...], batch, 1, at: 100)
            _ = await (first, second, third)
            let offset = try await client.offset(batch, 1)
            if offset < photo.count { #expect(try await client.send(photo[offset...], batch, 1, at: offset).status == 204) }
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "imported"])
            let asset = try #require(try await client.assets().first)
            #expect(try await server.get("/original/\(asset.id)/\(asset.revision)").body == photo)
        }
    }

    @Test func `a file that has become an original is cut no more`() async throws {
        let photo = try FixtureImages.jpeg(width: 200, height: 100)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)])
            #expect(try await client.send(photo[..<100], batch, 1).status == 204)
            let folder = server.library.url.appendingPathComponent("staging/incoming/\(batch.id)"), original = folder.appendingPathComponent("2")
            try FileManager.default.linkItem(at: folder.appendingPathComponent("1"), to: original)
            let handle = try FileHandle(forWritingTo: original)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(count: 50))
            try handle.close()
            #expect(try await client.send(photo[100...], batch, 1, at: 100).status != 204)
            #expect(try Data(contentsOf: original).count == 150)
            try FileManager.default.removeItem(at: original)
            #expect(try await client.send(photo[100...], batch, 1, at: 100).status == 204)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "imported"])
        }
    }
}
