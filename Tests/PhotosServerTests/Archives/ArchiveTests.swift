import Foundation
import LibraryEngine
import PhotoModel
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

/// Downloading many photos as one file.
@Suite struct ArchiveTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    private struct Offer: Decodable {
        struct LeftOut: Decodable { let filename: String, reason: String }
        let url: String, filename: String, assets: Int, files: Int, bytes: Int, leftOut: [LeftOut]
    }

    private static let json = ("Content-Type", "application/json")

    private func offer(_ ids: [String], _ server: TestServer, bursts: Bool? = nil) async throws -> Offer {
        var wish: [String: Any] = ["assets": ids]
        wish["bursts"] = bursts
        let body = try JSONSerialization.data(withJSONObject: wish)
        let reply = try await server.send("POST", "/api/archives", [Self.json], body: body)
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    /// Name and content of each file, as Python reads them.
    private func contents(_ archive: Data) async throws -> [String: Data] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "photos-archive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.zip"), there = folder.appending(path: "there")
        try archive.write(to: file)
        try await ZipWriterTests.check(file)
        _ = try await ZipWriterTests.run("python3", "-m", "zipfile", "-e", file.path, there.path)
        var found: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: there.path) { found[name] = try Data(contentsOf: there.appending(path: name)) }
        return found
    }

    private func original(_ id: String) throws -> URL {
        let uuid = try #require(UUID(uuidString: id))
        let resource = try library.library.read { reader in try reader.asset(uuid: uuid).map { try reader.resources(assetID: $0.id) } }?.first
        guard case .managed(let path)? = resource?.location else { throw CocoaError(.fileNoSuchFile) }
        return library.url.appending(path: path)
    }

    @Test func `every file is in it once, to the byte, Live Photos with their movie, of the length that was announced`() async throws {
        let live = try FixtureImages.jpeg(seed: 1), long = try FixtureImages.jpeg(seed: 2) + Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let ids = [
            try library.add((.photo, "IMG_1.JPG", live), (.pairedVideo, "IMG_1.MOV", TinyMovie.data)), try library.add((.photo, "img_1.jpg", long)),
            try library.add((.video, "CLIP.MOV", TinyMovie.data)),
        ]
        try await TestServer.run(library) { server async throws in
            let offer = try await offer(ids + [ids[0], UUID().uuidString], server)
            #expect((offer.assets, offer.files, offer.leftOut.count) == (3, 4, 0))
            #expect(try await server.send("HEAD", offer.url)["Content-Length"] == "\(offer.bytes)")
            let reply = try await server.get(offer.url)
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "application/zip")
            #expect(reply["Content-Length"] == "\(offer.bytes)" && reply.body.count == offer.bytes)
            #expect(reply["Cache-Control"] == "no-store")
            #expect(reply["Content-Disposition"]?.hasPrefix("attachment; filename=\"Photos ") == true && offer.filename.hasSuffix(".zip"))
            #expect(try await contents(reply.body) == ["IMG_1.JPG": live, "IMG_1.MOV": TinyMovie.data, "img_1 (1).jpg": long, "CLIP.MOV": TinyMovie.data])
            let again = try await server.get(offer.url)
            #expect(again.status == 410 && again.problem == "expired")
        }
    }

    @Test func `what is not there or of another size is named before, and in the archive`() async throws {
        let ids = try (0..<3).map { try library.addPhoto("IMG_\($0).JPG", seed: $0) }
        try FileManager.default.removeItem(at: original(ids[0]))
        let shorter = try original(ids[1])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: shorter.path)
        try Data([1, 2, 3]).write(to: shorter)
        try await TestServer.run(library) { server async throws in
            let offer = try await offer(ids, server)
            #expect(offer.files == 1 && offer.leftOut.map(\.filename) == ["IMG_0.JPG", "IMG_1.JPG"])
            let files = try await contents(try await server.get(offer.url).body)
            #expect(files.keys.sorted() == ["IMG_2.JPG", "Left out.txt"])
            let note = String(decoding: files["Left out.txt"] ?? Data(), as: UTF8.self)
            #expect(note.contains("IMG_0.JPG: ") && note.contains("IMG_1.JPG: has 3 bytes instead of"))
            let none = try await server.send("POST", "/api/archives", [Self.json], body: Data("{\"assets\":[\"\(ids[0])\"]}".utf8))
            #expect(none.status == 404 && none.text.contains("IMG_0.JPG"))
        }
    }

    /// The bytes have passed when it is found, so no program may find them: they are in no directory.
    @Test func `a file whose bytes are not those that came in is in no directory, and the note names it`() async throws {
        let ids = try (0..<3).map { try library.addPhoto("IMG_\($0).JPG", seed: $0) }
        let damaged = try original(ids[1])
        var bytes = try Data(contentsOf: damaged)
        bytes[bytes.count / 2] ^= 1
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: damaged.path)
        try bytes.write(to: damaged)
        try await TestServer.run(library) { server async throws in
            let offer = try await offer(ids, server), lost = try await self.offer(ids, server)
            #expect(offer.files == 3 && offer.leftOut.isEmpty, "nobody has read it yet")
            let reply = try await server.get(offer.url)
            #expect(reply.body.count == offer.bytes, "of the length that was announced all the same")
            let files = try await contents(reply.body)
            #expect(files.keys.sorted() == ["IMG_0.JPG", "IMG_2.JPG", "Left out.txt"])
            #expect(String(decoding: files["Left out.txt"] ?? Data(), as: UTF8.self).contains("IMG_1.JPG: is damaged"))
            // The same of one that went between the offer and the download.
            try FileManager.default.removeItem(at: try original(ids[2]))
            let rest = try await server.get(lost.url)
            #expect(rest.body.count == lost.bytes)
            #expect(try await contents(rest.body).keys.sorted() == ["IMG_0.JPG", "Left out.txt"])
        }
    }

    @Test func `what is no list of identifiers is refused, and so is what no page of ours sends`() async throws {
        try await TestServer.run(library) { server async throws in
            for body in ["{}", "{\"assets\":[]}", "{\"assets\":[\"x\"]}", "[1]"] {
                let reply = try await server.send("POST", "/api/archives", [Self.json], body: Data(body.utf8))
                #expect(reply.status == 400 && reply.problem == "act", "\(body)")
            }
            #expect(try await server.send("POST", "/api/archives", [("Content-Type", "text/plain")], body: Data("{}".utf8)).status == 415)
            for token in ["none", String(repeating: "0", count: 32)] { #expect(try await server.get("/archive/\(token)").status == 410) }
        }
    }

    @Test func `a photo that stands for its burst brings the other frames along where that is asked for`() async throws {
        let ids = try (0..<4).map { number in try library.add((.photo, "IMG_\(number).JPG", try FixtureImages.jpeg(seed: number))) }
        let rows = try library.library.read { reader in try ids.map { id in try LocalIdentifier.uuid(from: id).flatMap { try reader.assetID(uuid: $0) } ?? 0 } }
        try library.library.performChanges(author: "test") { transaction in
            for number in 0..<3 { try transaction.update(assetID: rows[number]) { ($0.burstIdentifier, $0.representsBurst) = ("B-1", number == 1) } }
        }
        try await TestServer.run(library) { server async throws in
            #expect(try await offer([ids[1], ids[3]], server).files == 2)
            #expect(try await offer([ids[1], ids[3]], server, bursts: false).files == 2)
            #expect(try await offer([ids[1], ids[3], ids[0]], server, bursts: true).files == 4)
            #expect(try await offer([ids[0]], server, bursts: true).files == 1, "it stands for none")
            try library.library.performChanges(author: "test") { try $0.delete([rows[2]]) }
            #expect(try await offer([ids[1]], server, bursts: true).files == 2, "what is in Recently Deleted stays there")
        }
    }

    @Test func `a client that goes away ends it, and nobody else waits for it`() async throws {
        let id = try library.add((.photo, "long.jpg", FixtureImages.jpeg() + Data(count: 40 << 20)))
        let other = try library.addPhoto("short.jpg")
        try await TestServer.run(library) { server async throws in
            let offer = try await offer([id, other], server)
            let connection = try await server.connect()
            try await connection.send("GET \(offer.url) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(TestServer.token)\r\n\r\n")
            #expect(try await connection.head().status == 200)
            _ = try await connection.read(1 << 20)
            // It takes no more, and others get their files.
            #expect(try await server.get("/original/\(other)/1").status == 200)
            connection.close()
            await server.work.archives.wait { $0 == WorkCounts() }
            #expect(try await server.get("/original/\(other)/1").status == 200)
        }
    }

    @Test func `addresses are forgotten in time, and the oldest first`() {
        // Only this test reads and sets it, and it calls the tickets from one thread.
        nonisolated(unsafe) var now = ContinuousClock.now
        let tickets = ArchiveTickets { now }
        let plan = ArchivePlan([], absences: [], assets: 0, zone: .gmt, made: 0)
        let first = tickets.add(plan, for: .owner).text
        #expect(
            tickets.plan(first, of: .owner, isUsed: false) != nil && tickets.plan(first, of: .owner, isUsed: true) != nil && tickets.plan(first, of: .owner, isUsed: true) == nil)
        let all = (0..<20).map { _ in tickets.add(plan, for: .owner).text }
        #expect(all.map { tickets.plan($0, of: .owner, isUsed: false) != nil } == (0..<20).map { $0 >= 4 })
        now += .seconds(601)
        #expect(tickets.plan(all[19], of: .owner, isUsed: false) == nil)
    }
}
