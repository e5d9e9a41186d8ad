import Foundation
import PhotoModel
import Photos
import PhotosTesting
import Support
import Synchronization
import TestSupport
import Testing
@testable import LibraryEngine
@testable import PhotosServer

/// Files that people send by a link: into its album, within its quota, and without hearing anything of the library.
@Suite struct LinkUploadTests {
    private struct Link: Decodable, Sendable {
        struct Share: Decodable, Sendable {
            struct Uploads: Decodable, Sendable, Equatable { var bytes: Int, files: Int, sentBytes: Int, sentFiles: Int }
            var id: String, title: String?, album: String?, count: Int, uploads: Uploads?
        }
        var url: String, share: Share

        /// The address without its origin: `/share/TOKEN/`.
        var path: String { url.replacing(#/^https?://[^/]*/#, with: "") }
    }

    private struct Told: Decodable, Sendable {
        struct Takes: Decodable, Sendable, Equatable { var bytes: Int, files: Int }
        var isLocked: Bool
        var title: String?
        var takes: Takes?
    }

    private struct Listed: Decodable, Sendable {
        struct Batch: Decodable, Sendable { var id: String, link: String?, count: Int }
        var batches: [Batch]
    }

    private static func link(_ server: TestServer, _ more: String = #","uploads":{}"#) async throws -> Link {
        let reply = try await server.post("/api/shares", json: "{\"title\":\"Party\"\(more)}")
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    private static func client(_ server: TestServer, _ link: Link) -> Uploading { Uploading(server: server, base: link.path + "api/uploads") }

    private static func told(_ server: TestServer, _ link: Link) async throws -> Told { try await server.get(link.path + "api/share").decoded() }

    private static func announce(_ server: TestServer, _ link: Link, _ name: String, _ size: Int) async throws -> HTTPReply {
        try await server.post(link.path + "api/uploads", json: "{\"files\":[{\"name\":\"\(name)\",\"size\":\(size)}],\"isComplete\":true}")
    }

    /// Does to the catalogue what no program of ours would.
    private static func breakCatalog(_ server: TestServer, _ statement: String) throws {
        let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit(); c.close()"
        let run = try ProgramRun(
            of: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, server.library.url.appending(path: "database/catalog.sqlite").path, statement],
            environment: ProgramRun.environment([:]))
        try #require(run.status == 0, "\(run)")
    }

    private struct Links: Decodable, Sendable { var shares: [Link.Share] }

    // MARK: The quota

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
                let link = try await Self.link(server, ",\"uploads\":\(uploads)")
                let wanted = Link.Share.Uploads(bytes: Int(quota.bytes), files: quota.files, sentBytes: 0, sentFiles: 0)
                #expect(link.share.uploads == wanted, "\(uploads)")
                let list: Links = try await server.get("/api/shares").decoded()
                let listed = list.shares.first { $0.id == link.share.id }
                #expect(listed?.uploads == wanted, "\(uploads)")
                #expect(try await Self.told(server, link).takes == .init(bytes: wanted.bytes, files: wanted.files), "\(uploads)")
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
            let link = try await Self.link(server, ",\"uploads\":{\"bytes\":\(all),\"files\":2}"), client = Self.client(server, link)
            #expect(try await Self.announce(server, link, "large.jpg", all + 1).problem == "share-quota")
            #expect(try await Self.told(server, link).takes == .init(bytes: all, files: 2))
            let batch = try await client.begin([.init(name: "a.jpg", data: one), .init(name: "b.jpg", data: other)])
            #expect(try await Self.told(server, link).takes == .init(bytes: 0, files: 0), "what was announced counts before it is sent")
            let more = try await Self.announce(server, link, "c.jpg", 1)
            #expect(more.status == 413 && more.problem == "share-quota")
            #expect(try await client.send(one, batch, 1).status == 204)
            #expect(try await client.send(other, batch, 2).status == 204)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "received", "b.jpg": "received"])
            let album = try #require(link.share.album)
            #expect(try await server.page("in=album:\(album)").assets.count == 2)
            #expect(try await Self.announce(server, link, "c.jpg", 1).status == 413)
            // A page gives its batch up when all of it is there: it stays counted.
            #expect(try await server.send("DELETE", "\(client.base)/\(batch.id)").status == 204)
            #expect(try await Self.told(server, link).takes == .init(bytes: 0, files: 0))
            #expect(try await Self.announce(server, link, "c.jpg", 1).status == 413)
        }
    }

    @Test func `two batches at once take no more than one`() async throws {
        try await TestServer.run { server async throws in
            let link = try await Self.link(server, #","uploads":{"bytes":1000}"#)
            async let one = Self.announce(server, link, "a.jpg", 600)
            async let other = Self.announce(server, link, "b.jpg", 600)
            let statuses = try await [one.status, other.status].sorted()
            #expect(statuses == [200, 413])
            #expect(try await Self.told(server, link).takes == .init(bytes: 400, files: 999))
        }
    }

    @Test func `more than the quota is refused before the disk and its limits are asked`() async throws {
        try await TestServer.run({ ($0.incoming.reserve, $0.incoming.bytes) = (1 << 60, 500) }) { server async throws in
            let link = try await Self.link(server, #","uploads":{"bytes":1000}"#)
            let refused = try await Self.announce(server, link, "a.jpg", 1_001)
            #expect(refused.status == 413 && refused.problem == "share-quota", "nobody learns what the server has room for: \(refused.text)")
            #expect(try await Self.announce(server, link, "a.jpg", 400).status == 507, "what the quota allows is asked of the disk")
        }
    }

    @Test func `what fails or is given up gives its bytes back`() async throws {
        let text = Data("no photo".utf8)
        try await TestServer.run { server async throws in
            let link = try await Self.link(server, #","uploads":{"bytes":1000,"files":2}"#), client = Self.client(server, link)
            let batch = try await client.begin([.init(name: "a.jpg", data: text), .init(name: "b.jpg", data: Data(count: 900))])
            #expect(try await client.send(text, batch, 1).status == 204)
            let failed = try await client.outcome(batch)
            #expect(failed.files[0].outcome == .init(kind: "failed", code: "unsupported"), "and why is told by its code alone")
            #expect(try await Self.told(server, link).takes == .init(bytes: 100, files: 1))
            #expect(try await server.send("DELETE", client.path(batch, 2), [Uploading.tus]).status == 204)
            #expect(try await Self.told(server, link).takes == .init(bytes: 1000, files: 2))
            let next = try await client.begin([.init(name: "b.jpg", data: Data(count: 1000))])
            #expect(try await server.send("DELETE", "\(client.base)/\(next.id)").status == 204)
            #expect(try await Self.told(server, link).takes == .init(bytes: 1000, files: 2))
        }
    }

    @Test func `a batch that can't be given up stays where it is, and counts once`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let link = try await Self.link(server), client = Self.client(server, link)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo)]), path = "\(client.base)/\(batch.id)"
            #expect(try await client.send(photo, batch, 1).status == 204)
            #expect(try await client.outcome(batch).kinds == ["a.jpg": "received"])
            try Self.breakCatalog(server, "CREATE TRIGGER unchanged BEFORE UPDATE ON share BEGIN SELECT RAISE(ABORT, 'unchanged'); END")
            #expect(try await server.send("DELETE", path).status != 204)
            #expect(try await server.get(path).status == 200, "it would be there again when the server was started anew")
            #expect(try await Self.told(server, link).takes?.files == 999)
            try Self.breakCatalog(server, "DROP TRIGGER unchanged")
            #expect(try await server.send("DELETE", path).status == 204)
            #expect(try await server.get(path).status == 404)
            #expect(try await Self.told(server, link).takes?.files == 999)
        }
    }

    @Test func `what was announced and never sent is free again after a day, also for who only looks`() async throws {
        try await TestServer.run { server async throws in
            let link = try await Self.link(server, #","uploads":{"bytes":1000,"files":2}"#)
            #expect(try await Self.announce(server, link, "a.jpg", 1_000).status == 200)
            #expect(try await Self.told(server, link).takes == .init(bytes: 0, files: 1))
            server.library.clock.advance(by: 2 * 86_400)
            #expect(try await Self.told(server, link).takes == .init(bytes: 1_000, files: 2), "a page that says “full” lets nobody begin")
        }
    }

    @Test func `what is announced and given up again and again ends, until its batches go`() async throws {
        try await TestServer.run({ $0.incoming.linkEntries = 4 }) { server async throws in
            let link = try await Self.link(server, #","uploads":{"files":1}"#), client = Self.client(server, link)
            var batches: [Uploading.Batch] = []
            for _ in 1...4 {
                let batch = try await client.begin([.init(name: "a.jpg", data: Data(count: 10))])
                #expect(try await server.send("DELETE", client.path(batch, 1), [Uploading.tus]).status == 204)
                batches.append(batch)
            }
            #expect(try await Self.told(server, link).takes?.files == 1)
            let refused = try await Self.announce(server, link, "a.jpg", 10)
            #expect(refused.status == 413 && refused.problem == "share-quota", "\(refused.text)")
            #expect(try await server.send("DELETE", "\(client.base)/\(batches[0].id)").status == 204)
            #expect(try await Self.announce(server, link, "a.jpg", 10).status == 200)
        }
    }

    @Test func `what came, and what is on its way, counts after the server was started anew`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), quota = photo.count + 1_000
        let link = try await TestServer.run(library) { server async throws in
            let link = try await Self.link(server, ",\"uploads\":{\"bytes\":\(quota),\"files\":9}"), client = Self.client(server, link)
            let done = try await client.begin([.init(name: "a.jpg", data: photo)])
            #expect(try await client.send(photo, done, 1).status == 204)
            _ = try await client.outcome(done)
            #expect(try await server.send("DELETE", "\(client.base)/\(done.id)").status == 204)
            let open = try await client.begin([.init(name: "b.jpg", data: Data(count: 600))])
            #expect(try await client.send(Data(count: 100), open, 1).status == 204)
            return link
        }
        try await TestServer.run(library) { server async throws in
            #expect(try await Self.told(server, link).takes == .init(bytes: 400, files: 7))
            #expect(try await Self.announce(server, link, "c.jpg", 401).status == 413)
            #expect(try await Self.announce(server, link, "c.jpg", 400).status == 200)
            let shares: Links = try await server.get("/api/shares").decoded()
            #expect(shares.shares.count == 1 && shares.shares.first?.uploads == Link.Share.Uploads(bytes: quota, files: 9, sentBytes: quota, sentFiles: 3))
        }
    }

    // MARK: What a guest does not see

    @Test func `nobody hears by a link that the library has a photo`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let known = try server.library.add((.photo, "KNOWN.JPG", photo))
            let link = try await Self.link(server), client = Self.client(server, link)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo, sha256: UploadTests.hash(photo).hexadecimal)])
            #expect(batch.files[0].outcome == nil && !batch.files[0].isWhole, "all of it has to be sent")
            #expect(try await client.send(photo, batch, 1).status == 204)
            try await server.waitForUploads()
            let text = try await server.get("\(client.base)/\(batch.id)").text
            for word in [known, "duplicate", "asset", "album", "isInTrash"] { #expect(!text.contains(word), "\(word) in \(text)") }
            #expect(try await client.outcome(batch).files[0].outcome == .init(kind: "received"))
            #expect(try await Self.told(server, link).takes?.files == 999, "it counts as any other does")
            let album = try #require(link.share.album)
            #expect(try await server.page("in=album:\(album)").assets.map(\.id) == [known])
            // Nor is anything shown.
            for path in ["api/items", "image/\(known)/thumbnail", "file/\(known)", "video/\(known)"] { #expect(try await server.get(link.path + path).status == 403, "\(path)") }
        }
    }

    /// What the owner decided of a photo, and its files.
    private static func facts(_ library: TemporaryLibrary, _ uuid: UUID) throws -> [String] {
        try library.library.read { reader in
            guard let record = try reader.asset(uuid: uuid) else { return [] }
            let files = try reader.resources(assetID: record.id).map { "\($0.type) \($0.filename) \(Array($0.sha256).hexadecimal)" }
            return ["\(record.caption ?? "")", "\(record.keywords)", "\(record.isFavorite)", "\(record.trashedDate ?? 0)", "\(record.modificationDate ?? 0)"] + files
        }
    }

    @Test func `a photo and its text have one answer whether the library has the photo or not, and change nothing of it`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        let text = Data(
            """
            <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
            <rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:description><rdf:Alt><rdf:li xml:lang='x-default'>Theirs</rdf:li></rdf:Alt>\
            </dc:description></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
        var answers: [String: String] = [:]
        for state in ["absent", "living", "in Recently Deleted"] {
            let library = try TemporaryLibrary()
            var own: UUID?
            if state != "absent" {
                let added = try library.add((.photo, "OWN.JPG", photo)), uuid = try #require(UUID(uuidString: added))
                let found = try library.library.read { try $0.assetID(uuid: uuid) }, row = try #require(found)
                try library.library.performChanges(author: "test") { transaction in
                    try transaction.update(assetID: row) { record in
                        record.caption = "Mine"
                        record.keywords = ["sea"]
                        record.isFavorite = true
                    }
                    if state != "living" { try transaction.delete([row]) }
                }
                own = uuid
            }
            let before = try own.map { try Self.facts(library, $0) }
            answers[state] = try await TestServer.run(library) { server async throws in
                let link = try await Self.link(server), client = Self.client(server, link)
                let batch = try await client.begin([.init(name: "a.jpg", data: photo), .init(name: "a.xmp", data: text)])
                #expect(try await client.send(photo, batch, 1).status == 204)
                #expect(try await client.send(text, batch, 2).status == 204)
                try await server.waitForUploads()
                let takes = try await Self.told(server, link).takes, count = try await server.page("").count
                #expect(count == (state == "in Recently Deleted" ? 0 : 1), "\(state)")
                let answer = try await server.get("\(client.base)/\(batch.id)").object(), files = try #require(answer["files"] as? [Any])
                let told = try JSONSerialization.data(withJSONObject: files, options: .sortedKeys)
                return "\(String(decoding: told, as: UTF8.self)), then \(takes?.files ?? 0) files of \(takes?.bytes ?? 0) bytes"
            }
            let after = try own.map { try Self.facts(library, $0) }
            #expect(after == before, "\(state)")
        }
        #expect(Set(answers.values).count == 1, "\(answers)")
        let absent = try #require(answers["absent"])
        #expect(absent.components(separatedBy: #""kind":"received""#).count == 3, "both were received: \(absent)")
    }

    @Test func `what is wrong with the library is told to nobody by a link`() async throws {
        try await TestServer.run { server async throws in
            let link = try await Self.link(server)
            try Self.breakCatalog(server, "DROP TABLE collection")
            for answer in [try await server.get(link.path + "api/share"), try await Self.announce(server, link, "a.jpg", 1)] {
                #expect(answer.status != 200 && answer.text.contains("ask whoever sent the link"), "\(answer.text)")
                #expect(!answer.text.contains("collection") && !answer.text.contains("catalog"), "\(answer.text)")
            }
        }
    }

    @Test func `a batch is its link's alone, and the owner looks at it`() async throws {
        try await TestServer.run { server async throws in
            let link = try await Self.link(server), other = try await Self.link(server)
            let batch = try await Self.client(server, link).begin([.init(name: "a.jpg", data: Data(count: 100))])
            let own = try await Uploading(server: server).begin([.init(name: "b.jpg", data: Data(count: 100))])
            let bytes = [Uploading.tus, Uploading.octets, ("Upload-Offset", "0")], json = [("Content-Type", "application/json")]
            let strangers = [Self.client(server, other).base + "/\(batch.id)", Self.client(server, link).base + "/\(own.id)"]
            for path in strangers {
                #expect(try await server.get(path).status == 404)
                #expect(try await server.send("POST", path, json, body: Data("{}".utf8)).status == 404)
                #expect(try await server.send("DELETE", path).status == 404)
                #expect(try await server.send("PATCH", path + "/files/1", bytes, body: Data(count: 1)).status == 404)
                #expect(try await server.send("HEAD", path + "/files/1", [Uploading.tus]).status == 404)
                #expect(try await server.send("DELETE", path + "/files/1", [Uploading.tus]).status == 404)
            }
            // The owner sees it, sends nothing into it, and may give it up.
            let path = "/api/uploads/\(batch.id)"
            #expect(try await server.send("PATCH", path + "/files/1", bytes, body: Data(count: 1)).status == 404)
            #expect(try await server.send("POST", path, json, body: Data(#"{"isComplete":true}"#.utf8)).status == 404)
            #expect(try await server.get(path).status == 200)
            let list: Listed = try await server.get("/api/uploads").decoded()
            let links: [String: String?] = Dictionary(uniqueKeysWithValues: list.batches.map { ($0.id, $0.link) })
            #expect(links == [batch.id: link.share.id, own.id: nil])
            #expect(try await [404, 405].contains(server.get(Self.client(server, link).base).status), "there is no list by a link")
            #expect(try await server.send("DELETE", path).status == 204)
            #expect(try await server.get(Self.client(server, link).base + "/\(batch.id)").status == 404)
        }
    }

    @Test func `the password is asked for before anything is sent`() async throws {
        try await TestServer.run { server async throws in
            let link = try await Self.link(server, #","uploads":{},"password":"word""#), base = link.path + "api/uploads"
            #expect(try await Self.told(server, link).takes == nil)
            #expect(try await Self.announce(server, link, "a.jpg", 1).status == 403)
            let unlocked = try await server.post(link.path + "api/unlock", json: #"{"password":"word"}"#), cookie = try #require(unlocked.cookie)
            let begun = try await server.post(base, json: "{}", [("Cookie", cookie)])
            #expect(begun.status == 200)
            let batch: Uploading.Batch = try begun.decoded()
            #expect(try await server.get("\(base)/\(batch.id)").status == 403)
            #expect(try await server.get("\(base)/\(batch.id)", [("Cookie", cookie)]).status == 200)
        }
    }

    @Test func `what is answered by a link, and to the owner, is as it is described`() async throws {
        let document = try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8)), schema = JSONSchema(document: try #require(document as? [String: Any]))
        try await TestServer.run { server async throws in
            let link = try await Self.link(server, #","uploads":{},"lasting":3600"#), client = Self.client(server, link), text = Data("no photo".utf8)
            let batch = try await client.begin([.init(name: "a.jpg", data: text), .init(name: "b.jpg", data: text)])
            #expect(try await client.send(text, batch, 1).status == 204)
            try await server.waitForUploads()
            let answers = [
                ("\(client.base)/\(batch.id)", "SentBatch"), (link.path + "api/share", "SharedLink"), ("/api/uploads/\(batch.id)", "UploadBatch"), ("/api/uploads", "Uploads"),
            ]
            for (path, name) in answers {
                let reply = try await server.get(path), value = try JSONSerialization.jsonObject(with: reply.body)
                #expect(schema.problems(of: value, named: name) == [], "\(path)")
            }
            let shares = try await server.get("/api/shares").object()
            for share in try #require(shares["shares"] as? [[String: Any]]) { #expect(schema.problems(of: share, named: "Share") == []) }
        }
    }

    // MARK: Its end

    @Test(arguments: ["revoked", "revoked elsewhere", "over", "without its album"])
    func `a link that ends in the middle takes nothing more, and what was whole comes in`(_ end: String) async throws {
        let whole = try FixtureImages.jpeg(seed: 1), half = try FixtureImages.jpeg(seed: 2)
        try await TestServer.run { server async throws in
            let link = try await Self.link(server, #","uploads":{},"lasting":3600"#), client = Self.client(server, link), library = server.library.library
            let album = try #require(link.share.album), id = try #require(UUID(uuidString: link.share.id)), albumID = try #require(UUID(uuidString: album))
            let batch = try await client.begin([.init(name: "a.jpg", data: whole), .init(name: "b.jpg", data: half)], isComplete: false)
            #expect(try await client.send(whole, batch, 1).status == 204)
            let connection = try await client.beginSending(half[..<100], of: half.count, batch, 2)
            defer { connection.close() }
            _ = try await client.offset(batch, 2, atLeast: 100)
            switch end {
            case "revoked": #expect(try await server.post("/api/shares/\(link.share.id)/revoke", json: "{}").status == 200)
            case "revoked elsewhere": try library.revokeShare(id, author: "test")
            case "over": server.library.clock.advance(by: 3_600)
            default:
                let row = try #require(try library.read { try $0.collection(uuid: albumID) }).id
                try library.performChanges(author: "test") { try $0.deleteCollection(id: row) }
            }
            try await connection.send(Data(half[100...]))
            #expect(try await connection.reply().status == 410)
            #expect(try await server.send("HEAD", client.path(batch, 2), [Uploading.tus]).status == 410)
            #expect(try await server.get("\(client.base)/\(batch.id)").status == 410)
            #expect(try await Self.announce(server, link, "c.jpg", 1).status == 410)
            #expect(try await server.get(link.path + "api/share").status == 410)
            try await server.waitForUploads()
            let assets = try await client.assets()
            #expect(assets.map(\.filename) == ["a.jpg"])
            if end != "without its album" { #expect(try await server.page("in=album:\(album)").assets.map(\.id) == assets.map(\.id)) }
            let owners: Uploading.Batch = try await server.get("/api/uploads/\(batch.id)").decoded()
            #expect(owners.kinds == ["a.jpg": "imported", "b.jpg": "withdrawn"])
        }
    }

    @Test func `what was sent by links is looked at when one ends, and not for tokens of none`() throws {
        let temporary = try TemporaryLibrary(), library = temporary.library, looks = Mutex(0)
        let sessions = SessionStore(token: nil, gate: AccessGate(library: library, application: "owner"), onLinkOver: { looks.withLock { $0 += 1 } })
        let (share, token) = try library.addShare(of: .album(UUID()), title: "Party", quota: .standard, makesAlbum: true, author: "test")
        let (_, other) = try library.addShare(
            of: .album(UUID()), title: "Later", expires: temporary.clock.now.addingTimeInterval(60), quota: .standard, makesAlbum: true, author: "test")
        let unknown = String(repeating: "0", count: 32)
        _ = try sessions.shares.session(token: token, cookies: [])
        #expect(throws: Problem.self) { _ = try sessions.shares.session(token: unknown, cookies: []) }
        let guessed = looks.withLock { $0 }
        #expect(guessed == 0, "whoever guesses tokens costs no look at the batches")
        temporary.clock.advance(by: 120)
        #expect(throws: Problem.self) { _ = try sessions.shares.session(token: other, cookies: []) }
        let late = looks.withLock { $0 }
        #expect(late == 1, "its time is over")
        try library.revokeShare(share.uuid, author: "test")
        #expect(throws: Problem.self) { _ = try sessions.shares.session(token: unknown, cookies: []) }
        let ended = looks.withLock { $0 }
        #expect(ended == 2, "whoever asks first after one was taken back")
        #expect(throws: Problem.self) { _ = try sessions.shares.session(token: token, cookies: []) }
        let last = looks.withLock { $0 }
        #expect(last == 2)
    }

    @Test func `what makes no sense makes no link`() async throws {
        try await TestServer.run { server async throws in
            let photo = try server.library.add((.photo, "ONE.JPG", FixtureImages.jpeg()))
            for wrong in [
                #"{"uploads":{}}"#, #"{"title":" ","uploads":{}}"#, #"{"title":"a","uploads":{"bytes":0}}"#, #"{"title":"a","uploads":{"files":-1}}"#,
                #"{"title":"a","uploads":{},"downloads":true}"#, "{\"assets\":[\"\(photo)\"],\"uploads\":{}}", #"{"album":"8E8C1F0A-0000-4000-8000-000000000001","uploads":{}}"#,
            ] {
                #expect(try await server.post("/api/shares", json: wrong).status == 400, "\(wrong)")
            }
            #expect(try server.library.library.shares().isEmpty)
            #expect(try await server.page("").count == 1)
        }
    }
}
