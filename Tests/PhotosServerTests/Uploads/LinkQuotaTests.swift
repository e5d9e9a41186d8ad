import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import Testing
@testable import PhotosServer

/// How much people may send by a link: what its owner says, to the byte, whatever fails, is given up or begun anew.
@Suite struct LinkQuotaTests {
    private struct Links: Decodable, Sendable { var shares: [UploadLink.Share] }

    @Test func `the quota that is asked for is told with the link, in the list, and to who comes by it`() async throws {
        let standard = ShareRecord.Quota.standard, most = ShareRecord.Quota.most
        let wishes: [(uploads: String, quota: ShareRecord.Quota)] = [
            ("{}", standard), (#"{"bytes":1,"files":1}"#, .init(bytes: 1, files: 1)),
            (#"{"bytes":100000000000}"#, .init(bytes: 100_000_000_000, files: standard.files)),
            (#"{"files":10000}"#, .init(bytes: standard.bytes, files: 10_000)),
            ("{\"bytes\":\(most.bytes),\"files\":\(most.files)}", most),
        ]
        try await TestServer.run { server async throws in
            for (uploads, quota) in wishes {
                let link = try await server.uploadLink(",\"uploads\":\(uploads)")
                let wanted = UploadLink.Share.Uploads(bytes: Int(quota.bytes), files: quota.files, sentBytes: 0, sentFiles: 0)
                #expect(link.share.uploads == wanted, "\(uploads)")
                let list: Links = try await server.get("/api/shares").decoded()
                let listed = list.shares.first { $0.id == link.share.id }
                #expect(listed?.uploads == wanted, "\(uploads)")
                #expect(try await server.told(link).takes == .init(bytes: wanted.bytes, files: wanted.files), "\(uploads)")
            }
        }
    }

    @Test(arguments: [
        (#"{"bytes":0}"#, "invalid"), (#"{"bytes":-1}"#, "invalid"), (#"{"bytes":1125899906842625}"#, "invalid"), (#"{"files":0}"#, "invalid"),
        (#"{"files":100001}"#, "invalid"), (#"{"bytes":"2GB"}"#, "act"), (#"{"files":"many"}"#, "act"), ("true", "act"), ("2000000000", "act"),
    ]) func `a quota that no link has is refused with what it may be, and makes neither link nor album`(_ uploads: String, _ problem: String) async throws {
        let document = try #require(try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8)) as? [String: Any])
        let schema = JSONSchema(document: document)
        let body = "{\"title\":\"Party\",\"uploads\":\(uploads)}", value = try JSONSerialization.jsonObject(with: Data(body.utf8))
        #expect(schema.problems(of: value, named: "ShareRequest") != [], "the description forbids it as well")
        try await TestServer.run { server async throws in
            let reply = try await server.post("/api/shares", json: body), most = ShareRecord.Quota.most
            #expect(reply.status == 400 && reply.problem == problem, "\(reply.text)")
            let told = try reply.object(), detail = try #require(told["detail"] as? String)
            #expect(told["instance"] as? String == "/api/shares" && told["status"] as? Int == 400)
            #expect(problem == "act" ? detail.contains("uploads") : detail.contains("at most \(most.bytes) bytes and \(most.files) files"), "\(detail)")
            #expect(try server.library.library.shares().isEmpty)
            let collections = try await server.get("/api/collections").text
            #expect(!collections.contains("Party"))
        }
    }

    @Test func `as much is taken as the quota says to the byte, into the link's album`() async throws {
        let one = try FixtureImages.jpeg(seed: 1), other = try FixtureImages.jpeg(seed: 2), all = one.count + other.count
        try await TestServer.run { server async throws in
            let link = try await server.uploadLink(",\"uploads\":{\"bytes\":\(all),\"files\":2}"), client = server.client(of: link)
            #expect(try await server.announce(link, "large.jpg", all + 1).problem == "share-quota")
            #expect(try await server.told(link).takes == .init(bytes: all, files: 2))
            let batch = try await client.begin([.init(name: "a.jpg", data: one), .init(name: "b.jpg", data: other)])
            #expect(try await server.told(link).takes == .init(bytes: 0, files: 0), "what was announced counts before it is sent")
            let more = try await server.announce(link, "c.jpg", 1)
            #expect(more.status == 413 && more.problem == "share-quota")
            #expect(try await client.send(one, batch, 1).status == 204)
            #expect(try await client.send(other, batch, 2).status == 204)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "received", "b.jpg": "received"])
            let album = try #require(link.share.album)
            #expect(try await server.page("in=album:\(album)").assets.count == 2)
            #expect(try await server.announce(link, "c.jpg", 1).status == 413)
            // A page gives its batch up when all of it is there: it stays counted.
            #expect(try await server.send("DELETE", "\(client.base)/\(batch.id)").status == 204)
            #expect(try await server.told(link).takes == .init(bytes: 0, files: 0))
            #expect(try await server.announce(link, "c.jpg", 1).status == 413)
        }
    }

    @Test func `two batches at once take no more than one`() async throws {
        try await TestServer.run { server async throws in
            let link = try await server.uploadLink(#","uploads":{"bytes":1000}"#)
            async let one = server.announce(link, "a.jpg", 600)
            async let other = server.announce(link, "b.jpg", 600)
            let statuses = try await [one.status, other.status].sorted()
            #expect(statuses == [200, 413])
            #expect(try await server.told(link).takes == .init(bytes: 400, files: 999))
        }
    }

    @Test func `more than the quota is refused before the disk and its limits are asked`() async throws {
        try await TestServer.run({ ($0.incoming.reserve, $0.incoming.bytes) = (1 << 60, 500) }) { server async throws in
            let link = try await server.uploadLink(#","uploads":{"bytes":1000}"#)
            let refused = try await server.announce(link, "a.jpg", 1_001)
            #expect(refused.status == 413 && refused.problem == "share-quota", "nobody learns what the server has room for: \(refused.text)")
            #expect(try await server.announce(link, "a.jpg", 400).status == 507, "what the quota allows is asked of the disk")
        }
    }

    @Test func `what fails or is given up gives its bytes back`() async throws {
        let text = Data("no photo".utf8)
        try await TestServer.run { server async throws in
            let link = try await server.uploadLink(#","uploads":{"bytes":1000,"files":2}"#), client = server.client(of: link)
            let batch = try await client.begin([.init(name: "a.jpg", data: text), .init(name: "b.jpg", data: Data(count: 900))])
            #expect(try await client.send(text, batch, 1).status == 204)
            let failed = try await client.outcome(batch)
            #expect(failed.files[0].outcome == .init(kind: "failed", code: "unsupported"), "and why is told by its code alone")
            #expect(try await server.told(link).takes == .init(bytes: 100, files: 1))
            #expect(try await server.send("DELETE", client.path(batch, 2), [Uploading.tus]).status == 204)
            #expect(try await server.told(link).takes == .init(bytes: 1000, files: 2))
            let next = try await client.begin([.init(name: "b.jpg", data: Data(count: 1000))])
            #expect(try await server.send("DELETE", "\(client.base)/\(next.id)").status == 204)
            #expect(try await server.told(link).takes == .init(bytes: 1000, files: 2))
        }
    }

    @Test func `a batch that can't be given up stays where it is, and counts once`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let link = try await server.uploadLink(), client = server.client(of: link)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)]), path = "\(client.base)/\(batch.id)"
            #expect(try await client.send(photo, batch, 1).status == 204)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "received"])
            try server.breakCatalog("CREATE TRIGGER unchanged BEFORE UPDATE ON share BEGIN SELECT RAISE(ABORT, 'unchanged'); END")
            #expect(try await server.send("DELETE", path).status != 204)
            #expect(try await server.get(path).status == 200, "it would be there again when the server was started anew")
            #expect(try await server.told(link).takes?.files == 999)
            try server.breakCatalog("DROP TRIGGER unchanged")
            #expect(try await server.send("DELETE", path).status == 204)
            #expect(try await server.get(path).status == 404)
            #expect(try await server.told(link).takes?.files == 999)
        }
    }

    @Test func `what was announced and never sent is free again after a day, also for who only looks`() async throws {
        try await TestServer.run { server async throws in
            let link = try await server.uploadLink(#","uploads":{"bytes":1000,"files":2}"#)
            #expect(try await server.announce(link, "a.jpg", 1_000).status == 200)
            #expect(try await server.told(link).takes == .init(bytes: 0, files: 1))
            server.library.clock.advance(by: 2 * 86_400)
            #expect(try await server.told(link).takes == .init(bytes: 1_000, files: 2), "a page that says “full” lets nobody begin")
        }
    }

    @Test func `what is announced and given up again and again ends, until its batches go`() async throws {
        try await TestServer.run({ $0.incoming.linkEntries = 4 }) { server async throws in
            let link = try await server.uploadLink(#","uploads":{"files":1}"#), client = server.client(of: link)
            var batches: [Uploading.Batch] = []
            for _ in 1...4 {
                let batch = try await client.begin([.init(name: "a.jpg", data: Data(count: 10))])
                #expect(try await server.send("DELETE", client.path(batch, 1), [Uploading.tus]).status == 204)
                batches.append(batch)
            }
            #expect(try await server.told(link).takes?.files == 1)
            let refused = try await server.announce(link, "a.jpg", 10)
            #expect(refused.status == 413 && refused.problem == "share-quota", "\(refused.text)")
            #expect(try await server.send("DELETE", "\(client.base)/\(batches[0].id)").status == 204)
            #expect(try await server.announce(link, "a.jpg", 10).status == 200)
        }
    }

    @Test func `what came, and what is on its way, counts after the server was started anew`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), quota = photo.count + 1_000
        let link = try await TestServer.run(library) { server async throws in
            let link = try await server.uploadLink(",\"uploads\":{\"bytes\":\(quota),\"files\":9}"), client = server.client(of: link)
            let done = try await client.begin([.init(name: "a.jpg", data: photo)])
            #expect(try await client.send(photo, done, 1).status == 204)
            _ = try await client.outcome(done)
            #expect(try await server.send("DELETE", "\(client.base)/\(done.id)").status == 204)
            let open = try await client.begin([.init(name: "b.jpg", data: Data(count: 600))])
            #expect(try await client.send(Data(count: 100), open, 1).status == 204)
            return link
        }
        try await TestServer.run(library) { server async throws in
            #expect(try await server.told(link).takes == .init(bytes: 400, files: 7))
            #expect(try await server.announce(link, "c.jpg", 401).status == 413)
            #expect(try await server.announce(link, "c.jpg", 400).status == 200)
            let shares: Links = try await server.get("/api/shares").decoded()
            #expect(shares.shares.count == 1 && shares.shares.first?.uploads == UploadLink.Share.Uploads(bytes: quota, files: 9, sentBytes: quota, sentFiles: 3))
        }
    }
}
