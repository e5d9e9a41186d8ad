import Foundation
import PhotosTesting
import Testing
@testable import PhotosServer

extension UploadTests {
    @Test(arguments: [true, false]) func `what fails for a reason that may pass is tried three times`(isMended: Bool) async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(width: 200, height: 100)
        try await TestServer.run(library) { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)], isComplete: false)
            #expect(try await client.send(photo, batch, 1).status == 204)
            let folder = library.url.appendingPathComponent("staging/incoming/\(batch.id)")
            let file = folder.appendingPathComponent("1"), aside = folder.appendingPathComponent("2")
            try FileManager.default.moveItem(at: file, to: aside)
            #expect(try await server.post("/api/uploads/\(batch.id)", json: #"{"isComplete":true}"#).status == 200)
            for attempt in 1...2 {
                let kept = try await client.outcome(batch)
                #expect(kept.kinds == ["a.jpg": "whole"] && kept.trouble != nil && kept.failed == 0, "\(attempt)")
                if isMended, attempt == 2 { try FileManager.default.moveItem(at: aside, to: file) }
                library.clock.advance(by: 11)
                _ = try await server.get("/api/uploads/\(batch.id)")
            }
            let done = try await client.outcome(batch)
            #expect(done.kinds == ["a.jpg": isMended ? "imported" : "failed"] && done.trouble == nil && done.failed == (isMended ? 0 : 1))
        }
    }

    @Test func `what nobody went on sending for a week is given up, and what came whole comes in`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(), other = try FixtureImages.jpeg(seed: 5)
        try await TestServer.run(library) { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo), .init(name: "b.jpg", data: other)], isComplete: false)
            #expect(try await client.send(photo, batch, 1).status == 204)
            #expect(try await client.send(other[..<10], batch, 2).status == 204)
            library.clock.advance(by: 6 * 86_400)
            _ = try await server.get("/api/uploads")
            #expect(try await client.offset(batch, 2) == 10)
            library.clock.advance(by: 2 * 86_400)
            _ = try await server.get("/api/uploads")
            let done = try await client.outcome(batch)
            #expect(done.kinds == ["a.jpg": "imported", "b.jpg": "withdrawn"] && done.files[1].outcome?.code == "expired")
            library.clock.advance(by: 86_400)
            #expect(try await server.get("/api/uploads").text == #"{"batches":[]}"#)
            #expect(try await server.get("/api/uploads/\(batch.id)").status == 404)
        }
    }

    @Test func `a file that is given up while its batch is completed is either in the library or not, and its sender hears which`() async throws {
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            // Which of both comes first is chance; the line that gives it up takes the disk's time, in which an import could begin.
            for round in 1...24 {
                let photo = try FixtureImages.jpeg(seed: round), name = "\(round).jpg"
                let batch = try await client.begin([.init(name: name, data: photo)], isComplete: false)
                #expect(try await client.send(photo, batch, 1).status == 204)
                async let completing = server.post("/api/uploads/\(batch.id)", json: #"{"isComplete":true}"#)
                async let withdrawing = server.send("DELETE", client.path(batch, 1), [Uploading.tus])
                let (completed, withdrawn) = try await (completing.status, withdrawing.status)
                #expect(completed == 200)
                let kind = try await client.outcome(batch).kinds[name], names = try await client.assets().map(\.filename)
                let isThere = names.contains(name)
                #expect(withdrawn == (isThere ? 409 : 204), "round \(round)")
                #expect(kind == (isThere ? "imported" : "withdrawn"), "round \(round)")
            }
        }
    }

    @Test func `a batch that is given up leaves nothing, and another server of the library waits for the first`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg()
        try await TestServer.run(library) { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)])
            #expect(try await client.send(photo[..<10], batch, 1).status == 204)
            try await TestServer.run(library) { other async throws in #expect(try await other.get("/api/uploads").status == 503) }
            // An import's clearing up leaves it alone.
            #expect(try library.library.originals.sweep { _ in false }.strays.isEmpty)
            #expect(try await client.offset(batch, 1) == 10)
            #expect(try await server.send("DELETE", "/api/uploads/\(batch.id)").status == 204)
            #expect(try await server.send("HEAD", client.path(batch, 1), [Uploading.tus]).status == 404)
            let left = try FileManager.default.contentsOfDirectory(atPath: library.url.appendingPathComponent("staging/incoming").path)
            #expect(left == ["lock"])
        }
    }
}
