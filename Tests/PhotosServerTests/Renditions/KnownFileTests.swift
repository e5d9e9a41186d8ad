import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Files of which parts are asked for again and again.
@Suite struct KnownFileTests {
    /// A file of some megabytes: a picture with something behind it.
    private static func large(_ megabytes: Int, _ seed: UInt8) throws -> Data {
        var data = try FixtureImages.jpeg(width: 64, height: 48, seed: Int(seed))
        data += Data((0..<megabytes << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) ^ seed })
        return data
    }

    @Test func `all parts of a file are the same bytes and headers, whether it was asked for before or not`() async throws {
        let library = try TemporaryLibrary(), data = try Self.large(3, 1), id = try library.add((.photo, "LARGE.JPG", data))
        try await TestServer.run(library) { server async throws in
            let path = "/original/\(id)/1", connection = try await server.connect()
            let first = try await connection.get(path)
            #expect(first.status == 200 && first.body == data)
            func same(_ reply: HTTPReply, _ part: Range<Int>, _ what: Comment) {
                #expect(reply.body == data[part], what)
                func kept(_ reply: HTTPReply) -> [String: String] {
                    let changing = ["date", "content-length", "content-range"]
                    return Dictionary(reply.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }.filter { !changing.contains($0.key) }
                }
                #expect(kept(reply) == kept(first), what)
            }
            for _ in 0..<2 { same(try await connection.get(path), 0..<data.count, "whole") }
            let size = data.count
            // Short ones are copied behind their head, up to 32 KB; longer ones the system sends from the file.
            for part in [0..<1, 0..<size, 1..<300_000, 7..<32_775, 7..<32_776, 262_144..<524_288, size - 10..<size] {
                let reply = try await connection.get(path, [("Range", "bytes=\(part.lowerBound)-\(part.upperBound - 1)")])
                #expect(reply.status == 206 && reply["Content-Range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
                same(reply, part, "\(part)")
            }
            #expect(try await connection.get(path, [("Range", "bytes=-5")]).body == data.suffix(5))
            #expect(try await connection.get(path, [("Range", "bytes=\(size)-")]).status == 416)
            #expect(try await connection.get(path, [("If-None-Match", try #require(first["ETag"]))]).status == 304)
            #expect(try await connection.get(path, [("Range", "bytes=0-4"), ("If-Range", "\"other\"")]).status == 200)
            #expect(try await connection.send("HEAD", path).body.isEmpty)
            #expect(try await connection.get(path, [("Origin", "http://example.org")]).status == 403)
            // Two at once: the second waits for its turn.
            let request = "GET \(path) HTTP/1.1\r\n\(server.head)\r\n"
            try await connection.send(request + request)
            for _ in 0..<2 { #expect(try await connection.reply().body == data) }
            // Long and short by turns, each behind the one that is still under way.
            let parts = [0..<size, 5..<9, 9..<2_000_000, 1..<32_000, 0..<40_000, 3..<4]
            func asking(_ part: Range<Int>) -> String { "GET \(path) HTTP/1.1\r\n\(server.head)Range: bytes=\(part.lowerBound)-\(part.upperBound - 1)\r\n\r\n" }
            try await connection.send(parts.map(asking).joined())
            for part in parts { same(try await connection.reply(), part, "\(part) behind others") }
            let last = try await connection.get(path, [("Connection", "close")])
            #expect(last.body == data)
            #expect(try await connection.isEnded())
        }
    }

    @Test func `what is no longer there, or was edited, is not known any more`() async throws {
        let library = try TemporaryLibrary(), data = try Self.large(1, 2), id = try library.add((.photo, "LARGE.JPG", data)), uuid = try #require(UUID(uuidString: id))
        try await TestServer.run(library) { server async throws in
            let path = "/original/\(id)/1"
            for _ in 0..<2 { #expect(try await server.get(path).body == data) }
            try library.library.performChanges(author: "test") { transaction in
                let row = try #require(try transaction.reader.assetID(uuid: uuid))
                try transaction.update(assetID: row) { $0.isFavorite = true }
            }
            #expect(try await server.get(path).body == data, "the same file still")
            for act in ["delete", "purge"] { #expect(try await server.post("/api/acts", json: "{\"act\":\"\(act)\",\"assets\":[\"\(id)\"]}").status == 200) }
            #expect(try await server.get(path).status == 404)
        }
    }

    @Test func `nobody but the owner is answered from what is known`() async throws {
        let library = try TemporaryLibrary(), data = try Self.large(1, 3), id = try library.add((.photo, "LARGE.JPG", data))
        let application = "org.example.frame"
        try library.library.grant(.limited([]), to: application, author: "owner")
        try await TestServer.run(library) { server async throws in
            let path = "/original/\(id)/1"
            for _ in 0..<2 { #expect(try await server.get(path).body == data) }
            let guest = try await HTTPConnection(port: server.port, token: server.sessions.begin(.application(application)).token)
            #expect(try await guest.get(path).status == 404)
            let chooser = try await HTTPConnection(port: server.port, token: server.sessions.begin(.chooser).token)
            #expect(try await chooser.get(path).status == 403)
        }
    }

    @Test func `a session that is taken back gets no further piece`() async throws {
        let library = try TemporaryLibrary(), data = try Self.large(40, 4), id = try library.add((.photo, "LARGE.JPG", data))
        try await TestServer.run(library) { server async throws in
            let path = "/original/\(id)/1"
            #expect(try await server.get(path).status == 200)
            let owner = server.sessions.begin(.owner), connection = try await HTTPConnection(port: server.port, token: owner.token)
            try await connection.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(owner.token)\r\n\r\n")
            #expect(try await connection.head().status == 200)
            var got = try await connection.read(300_000).count
            server.sessions.end(owner.session)
            while let more = try await connection.readSome() { got += more.count }
            #expect(got < data.count, "what the buffers of both sockets held, and no more")
        }
    }

    @Test func `a server that is told to stop waits for nobody who takes nothing`() async throws {
        let library = try TemporaryLibrary(), data = try Self.large(40, 5), id = try library.add((.photo, "LARGE.JPG", data))
        let connection = try await TestServer.run(library) { server async throws in
            #expect(try await server.get("/original/\(id)/1").status == 200)
            let connection = try await server.connect()
            try await connection.send("GET /original/\(id)/1 HTTP/1.1\r\n\(server.head)\r\n")
            #expect(try await connection.head().status == 200)
            return connection
        }
        #expect(try await connection.isEnded())
    }

    @Test func `few files stay open, and a change while one is looked up keeps it from being known`() throws {
        let library = try TemporaryLibrary(), files = KnownFiles()
        func file(_ row: Int64) throws -> KnownFiles.File {
            let id = try library.addPhoto("\(row).JPG", seed: Int(row)), uuid = try #require(UUID(uuidString: id))
            let resource = try #require(try library.library.read { reader in try reader.assetID(uuid: uuid).map { try reader.resources(assetID: $0) } }?.first)
            return KnownFiles.File(row: row, try library.library.openResource(resource), size: 1, tag: "", [:], .library)
        }
        let before = files.changes, one = try file(0)
        for number in 0..<64 { files.note(one, at: "\(number)", since: before) }
        #expect(files.file(at: "0") != nil)
        files.note(one, at: "64", since: before)
        #expect(files.file(at: "0") != nil && files.file(at: "1") == nil && files.file(at: "64") != nil)
        files.forget()
        #expect(files.file(at: "0") == nil)
        files.note(one, at: "0", since: before)
        #expect(files.file(at: "0") == nil)
        files.note(one, at: "0", since: files.changes)
        #expect(files.file(at: "0") != nil)
    }
}
