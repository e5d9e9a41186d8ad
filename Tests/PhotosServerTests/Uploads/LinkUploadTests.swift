import Foundation
import PhotoModel
import Photos
import PhotosTesting
import Support
import Synchronization
import Testing
@testable import LibraryEngine
@testable import PhotosServer

/// Files that people send by a link: into its album, and without hearing anything of the library. How much that may be, `LinkQuotaTests` says.
@Suite struct LinkUploadTests {
    private struct Listed: Decodable, Sendable {
        struct Batch: Decodable, Sendable { var id: String, link: String?, count: Int }
        var batches: [Batch]
    }

    // MARK: What a guest does not see

    @Test func `nobody hears by a link that the library has a photo`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let known = try server.library.add((.photo, "KNOWN.JPG", photo))
            let link = try await server.uploadLink(), client = server.client(of: link)
            let batch = try await client.begin([.init(name: "a.jpg", data: photo, sha256: UploadTests.hash(photo).hexadecimal)])
            #expect(batch.files[0].outcome == nil && !batch.files[0].isWhole, "all of it has to be sent")
            #expect(try await client.send(photo, batch, 1).status == 204)
            try await server.waitForUploads()
            let text = try await server.get("\(client.base)/\(batch.id)").text
            for word in [known, "duplicate", "asset", "album", "isInTrash"] { #expect(!text.contains(word), "\(word) in \(text)") }
            #expect(try await client.outcome(batch).files[0].outcome == .init(kind: "received"))
            #expect(try await server.told(link).takes?.files == 999, "it counts as any other does")
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
                let link = try await server.uploadLink(), client = server.client(of: link)
                let batch = try await client.begin([.init(name: "a.jpg", data: photo), .init(name: "a.xmp", data: text)])
                #expect(try await client.send(photo, batch, 1).status == 204)
                #expect(try await client.send(text, batch, 2).status == 204)
                try await server.waitForUploads()
                let takes = try await server.told(link).takes, count = try await server.page("").count
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
            let link = try await server.uploadLink()
            try server.breakCatalog("DROP TABLE collection")
            for answer in [try await server.get(link.path + "api/share"), try await server.announce(link, "a.jpg", 1)] {
                #expect(answer.status != 200 && answer.text.contains("ask whoever sent the link"), "\(answer.text)")
                #expect(!answer.text.contains("collection") && !answer.text.contains("catalog"), "\(answer.text)")
            }
        }
    }

    @Test func `a batch is its link's alone, and the owner looks at it`() async throws {
        try await TestServer.run { server async throws in
            let link = try await server.uploadLink(), other = try await server.uploadLink()
            let batch = try await server.client(of: link).begin([.init(name: "a.jpg", data: Data(count: 100))])
            let own = try await Uploading(server: server).begin([.init(name: "b.jpg", data: Data(count: 100))])
            let bytes = [Uploading.tus, Uploading.octets, ("Upload-Offset", "0")], json = [("Content-Type", "application/json")]
            let strangers = [server.client(of: other).base + "/\(batch.id)", server.client(of: link).base + "/\(own.id)"]
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
            #expect(try await [404, 405].contains(server.get(server.client(of: link).base).status), "there is no list by a link")
            #expect(try await server.send("DELETE", path).status == 204)
            #expect(try await server.get(server.client(of: link).base + "/\(batch.id)").status == 404)
        }
    }

    @Test func `the password is asked for before anything is sent`() async throws {
        try await TestServer.run { server async throws in
            let link = try await server.uploadLink(#","uploads":{},"password":"word""#), base = link.path + "api/uploads"
            #expect(try await server.told(link).takes == nil)
            #expect(try await server.announce(link, "a.jpg", 1).status == 403)
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
            let link = try await server.uploadLink(#","uploads":{},"lasting":3600"#), client = server.client(of: link), text = Data("no photo".utf8)
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
            let link = try await server.uploadLink(#","uploads":{},"lasting":3600"#), client = server.client(of: link), library = server.library.library
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
            #expect(try await server.announce(link, "c.jpg", 1).status == 410)
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
