import Foundation
import LibraryEngine
import Photos
import PhotosServer
import PhotosTesting
import TestSupport
import Testing

/// Files of the library, read by their names.
@Suite struct DAVFileTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    /// A photo with a long tail, so that it is sent in several pieces.
    private static func longPhoto() throws -> Data {
        try FixtureImages.jpeg() + Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }

    private func asset(_ id: String) throws -> PHAsset {
        let options = PHFetchOptions()
        options.photoLibrary = library.photoLibrary
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [id], options: options).firstObject)
    }

    @Test func `a file comes to the byte, and its head says the same`() async throws {
        let data = try Self.longPhoto(), id = try library.add((.photo, "long.jpg", data))
        try library.addAlbum("Trip", [id])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), reply = try await client.get("Albums/Trip/long.jpg"), head = try await client.send("HEAD", "Albums/Trip/long.jpg")
            let original = try await server.get("/original/\(id)/1")
            #expect(reply.status == 200 && reply.body == data)
            #expect(reply["ETag"] == original["ETag"] && reply["Content-Type"] == original["Content-Type"] && reply["Accept-Ranges"] == "bytes")
            #expect(head.status == 200 && head["Content-Length"] == "\(data.count)")
            for name in ["ETag", "Last-Modified", "Content-Type", "Accept-Ranges"] { #expect(head[name] == reply[name] && head[name] != nil, "\(name)") }
            let tag = try #require(reply["ETag"])
            #expect(try await client.get("Albums/Trip/long.jpg", [("If-None-Match", tag)]).status == 304)
            #expect(try await client.get("Albums/Trip/long.jpg", [("If-None-Match", "\"x\", \(tag)")]).status == 304)
            #expect(try await client.get("Albums/Trip/long.jpg", [("If-None-Match", "\"x\"")]).status == 200)
            // The address leads to other bytes once the photo has some: nobody keeps them unasked, as at an address with a revision.
            #expect(reply["Cache-Control"]?.contains("immutable") != true)
        }
    }

    @Test func `parts of a file are what was asked for`() async throws {
        let data = try Self.longPhoto(), size = data.count
        try library.addAlbum("Trip", [library.add((.photo, "long.jpg", data))])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), file = "Albums/Trip/long.jpg", tag = try #require(try await client.send("HEAD", file)["ETag"])
            for (range, expected) in [
                ("bytes=0-0", 0..<1), ("bytes=1000-1999", 1000..<2000), ("bytes=-500", size - 500..<size), ("bytes=\(size - 1)-", size - 1..<size),
                ("bytes=262143-262145", 262_143..<262_146), ("bytes=0-99999999999999999999", 0..<size),
            ] as [(String, Range<Int>)] {
                let reply = try await client.get(file, [("Range", range)])
                #expect(reply.status == 206 && reply.body == data[expected], "\(range)")
                #expect(reply["Content-Range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(size)", "\(range)")
            }
            let outside = try await client.get(file, [("Range", "bytes=\(size)-")])
            #expect(outside.status == 416 && outside["Content-Range"] == "bytes */\(size)")
            #expect(try await client.get(file, [("Range", "bytes=0-9"), ("If-Range", tag)]).status == 206)
            #expect(try await client.get(file, [("Range", "bytes=0-9"), ("If-Range", "\"other\"")]).status == 200)
        }
    }

    @Test func `what is in the cloud only is fetched once, and out of reach is said by name`() async throws {
        let photo = try FixtureImages.jpeg(width: 1_600, height: 100), id = try library.add((.photo, "IMG_1.JPG", photo))
        try library.addAlbum("Trip", [id])
        try library.sendToCloud([asset(id)], [.photo])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            let told = try #require(try await client.look("Albums/Trip/")["Albums/Trip/IMG_1.JPG"])
            #expect(told.length == photo.count && told.tag == DAVClient.tag(of: photo) && library.cloud.downloads == 0, "to be told of it fetches nothing")
            library.cloud.fault = .unreachable
            let refused = try await client.get("Albums/Trip/IMG_1.JPG")
            #expect(refused.status == 503 && refused.text.contains("IMG_1.JPG"), "\(refused.status)")
            library.cloud.fault = nil
            let tried = library.cloud.downloads
            for _ in 0..<2 { #expect(try await client.get("Albums/Trip/IMG_1.JPG").body == photo) }
            #expect(library.cloud.downloads == tried + 1)
        }
    }

    @Test func `access that is taken back ends what is being read`() async throws {
        let application = "org.example.frame", id = try library.add((.photo, "huge.jpg", FixtureImages.jpeg() + Data(count: 64 << 20)))
        try library.addAlbum("Trip", [id])
        try library.library.grant(.full, to: application, author: "owner")
        try await TestServer.run(library) { server async throws in
            let token = try await server.admit(application), connection = try await server.connectStrange(), (name, value) = DAVClient.basic(token)
            try await connection.send("GET /dav/Albums/Trip/huge.jpg HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(name): \(value)\r\n\r\n")
            let head = try await connection.head()
            #expect(head.status == 200)
            var read = try await connection.read(1 << 20).count
            try library.library.revokeAccess(of: application, author: "owner")
            while let more = try await connection.readSome() { read += more.count }
            #expect(read < 64 << 20, "it ends on the way")
            #expect(try await DAVClient(server, token: token).get("Albums/Trip/huge.jpg").status == 403)
        }
    }

    @Test func `what is not there is told in the words of every problem`() async throws {
        let id = try library.addPhoto("A.JPG", seed: 1)
        try library.addAlbum("Trip", [id])
        try await TestServer.run(library) { server async throws in
            for path in ["Albums/Trip/B.JPG", "Albums/Trip/A.JPG/more", "Nothing", "Incoming/x.jpg", "Incoming/Not imported.txt"] {
                for method in ["GET", "HEAD"] {
                    let reply = try await DAVClient(server).send(method, path)
                    #expect(reply.status == 404, "\(method) \(path): \(reply.status)")
                    #expect(method == "HEAD" || reply.problem != nil, "\(path)")
                }
            }
            for path in ["/dav/Albums/%2e%2e/", "/dav/../etc/passwd", "/dav/Albums/Trip%2FA.JPG", "/dav/Albums/%00", "/dav/%ff", "/dav/Albums/Trip/A%5CB", "/dav/a%0d%0a"] {
                for method in ["GET", "PROPFIND", "PUT", "DELETE", "MKCOL"] {
                    let reply = try await server.send(method, path, body: method == "PUT" ? Data() : nil)
                    #expect(reply.status == 400 && reply.problem == "path", "\(method) \(path): \(reply.status)")
                }
            }
        }
    }
}
