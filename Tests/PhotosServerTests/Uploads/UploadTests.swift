import Foundation
import PhotosTesting
import Support
import TestSupport
import Testing
@testable import LibraryEngine
@testable import PhotosServer

@Suite struct UploadTests {
    private static func hash(_ data: Data, _ algorithm: ContentHash.Algorithm = .sha256) -> [UInt8] {
        let hash = ContentHash(algorithm)
        data.withUnsafeBytes { hash.update($0) }
        return hash.digest() ?? []
    }

    private static func hex(_ data: Data) -> String { hash(data).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    @Test func `a file that is sent is an asset, under the name that its sender has for it`() async throws {
        let photo = try FixtureImages.jpeg(width: 200, height: 100)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([.init(name: "Ä photo.JPG", data: photo, modified: 1_500_000_000)])
            #expect(try await client.offset(batch, 1) == 0)
            let reply = try await client.send(photo, batch, 1)
            #expect(reply.status == 204 && reply["Upload-Offset"] == "\(photo.count)" && reply["Tus-Resumable"] == "1.0.0" && reply["Upload-Expires"] != nil)
            let done = try await client.outcome(batch)
            let assets = try await client.assets()
            #expect(assets.map(\.filename) == ["Ä photo.JPG"])
            #expect(done.kinds == ["Ä photo.JPG": "imported"] && done.files[0].outcome?.asset == assets.first?.id)
            // What states no date has that of its sender’s file.
            #expect(assets.first?.date == 1_500_000_000)
            #expect(try await server.get("/original/\(assets[0].id)/\(assets[0].revision)").body == photo)
            // Nothing of it is left on its way, and the original is the library’s alone.
            let names = try FileManager.default.contentsOfDirectory(atPath: server.library.url.appendingPathComponent("staging/incoming/\(batch.id)").path)
            #expect(names == ["journal"])
        }
    }

    @Test func `what was chosen together comes in as an import would have it, once all of it is here`() async throws {
        var metadata = FixtureImages.Metadata()
        metadata.contentIdentifier = "8E8C1F0A-0000-4000-8000-000000000001"
        let still = try FixtureImages.jpeg(metadata: metadata), movie = try FixtureMovies.quarters(contentIdentifier: metadata.contentIdentifier)
        let other = try FixtureImages.jpeg(seed: 7)
        let sidecar = Data("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/></x:xmpmeta>".utf8)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([
                .init(name: "IMG_1.JPG", data: still, folder: "DCIM"), .init(name: "IMG_1.MOV", data: movie, folder: "DCIM"),
                .init(name: "IMG_1.xmp", data: sidecar, folder: "DCIM"), .init(name: "IMG_1.JPG", data: other, folder: "DCIM/B"), .init(name: "notes.txt", data: Data("x".utf8)),
            ])
            #expect(try await client.send(still, batch, 1).status == 204)
            #expect(try await client.send(sidecar, batch, 3).status == 204)
            // It waits for its movie; what is in another folder does not.
            #expect(try await client.send(other, batch, 4).status == 204)
            let half = try await client.outcome(batch)
            #expect(half.files.map { $0.outcome?.kind } == [nil, nil, nil, "imported", nil] && half.received == still.count + sidecar.count)
            #expect(try await client.send(movie, batch, 2).status == 204)
            #expect(try await client.send(Data("x".utf8), batch, 5).status == 204)
            let done = try await client.outcome(batch)
            #expect(done.files.map { $0.outcome?.kind } == ["imported", "joined", "joined", "imported", "skipped"])
            #expect(done.files[4].outcome?.message == "is no photo or video" && done.done == 5 && done.bytes == 0)
            let assets = try await client.assets()
            #expect(assets.count == 2 && assets.filter { $0.subtypes.contains("live") || $0.subtypes.contains("photoLive") }.count == 1)
            // Only what changed is told.
            let later: Uploading.Batch = try await server.get("/api/uploads/\(batch.id)?since=\(done.revision)").decoded()
            #expect(later.files.isEmpty && later.revision == done.revision)
        }
    }

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

    @Test func `the same file twice at once is one asset, and a content that is there is not sent at all`() async throws {
        let photo = try FixtureImages.jpeg(width: 300, height: 200)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let one = try await client.begin([.init(name: "a.jpg", data: photo)]),
                other = try await client.begin([.init(name: "b.jpg", data: photo), .init(name: "c.jpg", data: photo)])
            async let first = client.send(photo, one, 1)
            async let second = client.send(photo, other, 1)
            async let third = client.send(photo, other, 2)
            #expect(try await [first.status, second.status, third.status] == [204, 204, 204])
            let kinds = try await [client.outcome(one), client.outcome(other)].flatMap { $0.files.map { $0.outcome?.kind } }
            #expect(kinds.filter { $0 == "imported" }.count == 1 && kinds.filter { $0 == "duplicate" }.count == 2)
            let asset = try #require(try await client.assets().first)
            let album = try #require(try await server.post("/api/acts", json: #"{"act":"createAlbum","title":"Trip"}"#).object()["created"] as? String)
            let known = try await client.begin([.init(name: "again.jpg", data: photo, sha256: Self.hex(photo))], album: album)
            #expect(known.files[0].outcome == .init(kind: "duplicate", asset: asset.id, isInTrash: false) && known.bytes == 0)
            #expect(try await server.page("in=album:\(album)").assets.map(\.id) == [asset.id])
            // A text beside it may be new to it, and then all of it has to be here.
            let more = try await client.begin([.init(name: "again.jpg", data: photo, sha256: Self.hex(photo)), .init(name: "again.xmp", data: Data("<x/>".utf8))])
            #expect(more.files.map(\.isWhole) == [false, false])
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

    @Test func `what is announced again because no answer came is announced once`() async throws {
        let photo = try FixtureImages.jpeg(width: 200, height: 100)
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([], isComplete: false), path = "/api/uploads/\(batch.id)"
            let a = Uploading.File(name: "a.jpg", data: photo).json, b = Uploading.File(name: "b.jpg", data: photo).json, c = Uploading.File(name: "c.jpg", data: photo).json
            for _ in 1...2 {
                let answer: Uploading.Batch = try await server.post(path, json: "{\"files\":[\(a),\(b)],\"after\":0}").decoded()
                #expect(answer.files.map(\.number) == [1, 2] && answer.count == 2)
            }
            // A part of it may be there.
            let answer: Uploading.Batch = try await server.post(path, json: "{\"files\":[\(b),\(c)],\"after\":1}").decoded()
            #expect(answer.files.map(\.number) == [2, 3] && answer.count == 3)
            // Others are no answer to what was asked, and nothing is after what is not there.
            #expect(try await server.post(path, json: "{\"files\":[\(a)],\"after\":2}").status == 409)
            #expect(try await server.post(path, json: "{\"files\":[\(a)],\"after\":4}").status == 400)
            #expect(try await server.post(path, json: "{\"files\":[\(a)],\"after\":-1}").status == 400)
            for _ in 1...2 {
                let last: Uploading.Batch = try await server.post(path, json: "{\"files\":[\(c)],\"after\":2,\"isComplete\":true}").decoded()
                #expect(last.files.map(\.number) == [3] && last.count == 3 && last.isComplete)
                #expect(try await server.post(path, json: #"{"isComplete":true}"#).status == 200)
            }
            #expect(try await server.post(path, json: "{\"files\":[\(a)],\"after\":3}").status == 409)
            for number in 1...3 { #expect(try await client.send(photo, batch, number).status == 204) }
            #expect(try await client.outcome(batch).done == 3)
        }
    }

    @Test func `lies about type, name and content are found out`() async throws {
        let photo = try FixtureImages.jpeg(), png = try FixtureImages.png()
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let files: [Uploading.File] = [
                .init(name: "text.jpg", data: Data("no picture".utf8)), .init(name: "photo.txt", data: photo), .init(name: "photo.jpg", data: png),
                .init(name: "other.jpg", data: try FixtureImages.jpeg(seed: 9), sha256: String(repeating: "0", count: 64)), .init(name: "empty.jpg", data: Data()),
            ]
            let batch = try await client.begin(files)
            for (index, file) in files.enumerated() where !file.data.isEmpty { #expect(try await client.send(file.data, batch, index + 1).status == 204) }
            let done = try await client.outcome(batch)
            #expect(done.kinds == ["text.jpg": "failed", "photo.txt": "imported", "photo.jpg": "imported", "other.jpg": "failed", "empty.jpg": "failed"])
            #expect(done.files.map { $0.outcome?.code } == ["unsupported", nil, nil, "otherContent", "empty"])
            for file in done.files {
                guard let message = file.outcome?.message else { continue }
                #expect(message.hasPrefix(file.name) && !message.contains("staging"), "\(message)")
            }
            for wrong in [
                #"{"name":"a/b.jpg","size":1}"#, #"{"name":"..","size":1}"#, #"{"name":"","size":1}"#, #"{"name":"a","size":-1}"#, #"{"name":"a","size":1e30}"#,
                #"{"name":"a","size":1,"sha256":"x"}"#, "{\"name\":\"a\\u0007\",\"size\":1}", #"{"name":"a","size":1,"modified":1e12}"#, #"{"size":1}"#,
                "{\"name\":\"\(String(repeating: "a", count: 256))\",\"size\":1}",
            ] {
                #expect(try await server.post("/api/uploads", json: "{\"files\":[\(wrong)]}").status == 400, "\(wrong)")
            }
            #expect(try await server.post("/api/uploads", json: #"{"album":"8E8C1F0A-0000-4000-8000-000000000001"}"#).status == 400)
        }
    }

    @Test func `tus's own way of announcing a file comes to the same`() async throws {
        let photo = try FixtureImages.jpeg(), name = Data("IMG 1.jpg".utf8).base64EncodedString(), path = Data("Trip/IMG 1.jpg".utf8).base64EncodedString()
        try await TestServer.run { server async throws in
            let client = Uploading(server: server)
            let batch = try await client.begin([], isComplete: false), files = "/api/uploads/\(batch.id)/files"
            let options = try await server.send("OPTIONS", files)
            #expect(options.status == 204 && options["Tus-Version"] == "1.0.0" && options["Tus-Extension"] == "creation,termination,expiration,checksum")
            let headers = [Uploading.tus, ("Upload-Length", "\(photo.count)"), ("Upload-Metadata", "filename \(name),relativePath \(path),isLast")]
            let made = try await server.send("POST", files, headers, body: Data())
            #expect(made.status == 201 && made["Location"] == client.path(batch, 1) && made["Upload-Offset"] == "0")
            #expect(try await server.send("POST", files, [Uploading.tus, ("Upload-Length", "1")], body: Data()).status == 400)
            // A client that has no such methods.
            let sending = [Uploading.tus, Uploading.octets, ("Upload-Offset", "0"), ("X-HTTP-Method-Override", "PATCH")]
            #expect(try await server.send("POST", client.path(batch, 1), sending, body: photo).status == 204)
            // Not before nothing more will come.
            #expect(try await client.outcome(batch).kinds == ["IMG 1.jpg": "whole"])
            let second = try await server.send("POST", files, headers, body: Data())
            #expect(second["Location"] == client.path(batch, 2))
            #expect(try await server.send("DELETE", client.path(batch, 2), [Uploading.tus]).status == 204)
            #expect(try await server.send("HEAD", client.path(batch, 2), [Uploading.tus]).status == 404)
            #expect(try await server.post("/api/uploads/\(batch.id)", json: #"{"isComplete":true}"#).status == 200)
            #expect(try await client.outcome(batch).files.map { $0.outcome?.kind } == ["imported", "withdrawn"])
            #expect(try await server.send("POST", files, headers, body: Data()).status == 409)
        }
    }

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
