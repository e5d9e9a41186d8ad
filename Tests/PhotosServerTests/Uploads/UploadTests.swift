import Foundation
import PhotosTesting
import Support
import Testing
@testable import LibraryEngine
@testable import PhotosServer

@Suite struct UploadTests {
    static func hash(_ data: Data, _ algorithm: ContentHash.Algorithm = .sha256) -> [UInt8] {
        let hash = ContentHash(algorithm)
        data.withUnsafeBytes { hash.update($0) }
        return hash.digest() ?? []
    }

    private static func hex(_ data: Data) -> String { hash(data).hexadecimal }

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
}
