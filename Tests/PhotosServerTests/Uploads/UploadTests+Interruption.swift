import Foundation
import PhotosTesting
import TestSupport
import Testing
@testable import PhotosServer

extension UploadTests {
    @Test func `wherever a connection is cut, the file goes on where it stopped`() async throws {
        var random = SeededRandom(seed: 21)
        let photo = try FixtureImages.jpeg(width: 900, height: 700)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)])
            var offset = 0, cuts = 0
            while offset < photo.count {
                let length = Int.random(in: 1...photo.count / 6, using: &random), end = min(photo.count, offset + length)
                let connection = try await client.beginSending(photo[offset..<end], of: photo.count - offset, batch, 1, at: offset)
                if end == photo.count {
                    #expect(try await connection.reply().status == 204)
                    break
                }
                // What has come is written while the rest is waited for, however little it is.
                offset = try await client.offset(batch, 1, atLeast: end)
                #expect(offset == end)
                connection.close()
                cuts += 1
            }
            #expect(cuts > 3)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "imported"])
            let asset = try #require(try await client.assets().first)
            #expect(try await server.get("/original/\(asset.id)/\(asset.revision)").body == photo)
        }
    }

    @Test func `a server that ends in the middle goes on with what it had`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(width: 900, height: 700), other = try FixtureImages.jpeg(seed: 3)
        let half = photo.count / 2
        let batch = try await TestServer.run(library) { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo), .init(name: "b.jpg", data: other)])
            let connection = try await client.beginSending(photo[..<half], of: photo.count, batch, 1)
            defer { connection.close() }
            _ = try await client.offset(batch, 1, atLeast: half)
            return batch
        }
        // A line that was cut off while it was written is as if it never was.
        let journal = library.url.appendingPathComponent("staging/incoming/\(batch.id)/journal")
        let handle = try FileHandle(forWritingTo: journal)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"announced\":{\"nu".utf8))
        try handle.close()
        try await TestServer.run(library) { server async throws in
            let client = Uploading(server: server)
            #expect(try await client.offset(batch, 1) == half)
            #expect(try await client.send(photo[half...], batch, 1, at: half).status == 204)
            #expect(try await client.send(other, batch, 2).status == 204)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "imported", "b.jpg": "imported"])
        }
        // What came of them is known to the next one, too.
        try await TestServer.run(library) { server async throws in
            #expect(try await Uploading(server: server).outcome(batch).kinds == ["a.jpg": "imported", "b.jpg": "imported"])
            #expect(try await server.page("").count == 2)
        }
    }

    @Test func `what is other after a server ended is told to who knows a revision of it`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg()
        let known = try await TestServer.run(library) { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)], isComplete: false)
            for end in [100, 200, 300] { #expect(try await client.send(photo[(end - 100)..<end], batch, 1, at: end - 100).status == 204) }
            return try await client.outcome(batch)
        }
        // A power cut set the file back.
        let file = try FileHandle(forWritingTo: library.url.appendingPathComponent("staging/incoming/\(known.id)/1"))
        try file.truncate(atOffset: 50)
        try file.close()
        library.clock.advance(by: 1)
        try await TestServer.run(library) { server async throws in
            let later: Uploading.Batch = try await server.get("/api/uploads/\(known.id)?since=\(known.revision)").decoded()
            #expect(later.revision > known.revision && later.revision < 1 << 53 && later.files.map(\.offset) == [50])
        }
    }
}
