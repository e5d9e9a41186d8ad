import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// A file that is put: where, how, and what is there of it until it comes in.
@Suite(.timeLimit(.minutes(20))) struct PutTests {
    @Test func `a file is on the disk when it is said to be there, and is an asset when its folder was left alone`() async throws {
        let photo = try FixtureImages.jpeg(width: 300, height: 200, seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server), reply = try await client.put("Incoming/IMG 1 ä.jpg", photo)
            #expect(reply.status == 201, "\(reply.status)")
            // Nothing else was asked in between.
            let batches = try server.batches()
            #expect(batches.count == 1 && batches.first?.files.values.contains(photo) == true)
            #expect(batches.first?.lines.contains { $0.contains("IMG 1 ä.jpg") && $0.contains("\(photo.count)") } == true, "\(batches.map(\.lines))")
            let told = try #require(try await client.look("Incoming/")["Incoming/IMG 1 ä.jpg"])
            #expect(told.length == photo.count && told.tag == DAVClient.tag(of: photo) && told["getcontenttype"]?.text == "image/jpeg")
            let read = try await client.get("Incoming/IMG 1 ä.jpg")
            #expect(read.status == 200 && read.body == photo && read["ETag"] == told.tag && read["Last-Modified"] == told["getlastmodified"]?.text)
            let part = try await client.get("Incoming/IMG 1 ä.jpg", [("Range", "bytes=10-19")])
            #expect(part.status == 206 && part.body == photo[10..<20])
            #expect(try await server.filenames() == [], "it is no asset yet")
            try await client.rest()
            #expect(try await server.filenames() == ["IMG 1 ä.jpg"])
            let asset = try #require(try await server.page("").assets.first)
            #expect(try await server.original(asset.id) == photo)
        }
    }

    @Test func `how long it is need not be known, and what is long is written as it comes`() async throws {
        let photo = try FixtureImages.jpeg() + Data((0..<6_000_011).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        try await TestServer.run { server async throws in
            let client = DAVClient(server), connection = try await server.connect(), half = photo.count / 2
            try await connection.send("PUT /dav/Incoming/a.jpg HTTP/1.1\r\n\(server.head)Transfer-Encoding: chunked\r\n\r\n")
            for part in [photo[..<half], photo[half...]] { try await connection.send(Data("\(String(part.count, radix: 16))\r\n".utf8) + part + Data("\r\n".utf8)) }
            try await connection.send("0\r\n\r\n")
            #expect(try await connection.reply().status == 201)
            #expect(try await client.put("Incoming/b.jpg", photo.dropLast()).status == 201)
            #expect(try await client.get("Incoming/a.jpg").body == photo)
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg", "b.jpg"])
        }
    }

    @Test func `put again it has the new content, and the old one never comes in`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(width: 200, height: 100, seed: 2)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", first).status == 201)
            for data in [first, second] {
                let again = try await client.put("Incoming/a.jpg", data)
                #expect(again.status == 204)
                #expect(try await client.get("Incoming/a.jpg").body == data)
            }
            #expect(try await client.look("Incoming/").members.count == 2)
            try await client.rest()
            let assets = try await server.page("").assets
            #expect(assets.count == 1)
            #expect(try await server.original(try #require(assets.first).id) == second)
        }
    }

    @Test func `a name of another case takes nobody's place unasked`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/IMG_1.JPG", first).status == 201)
            // To Linux and to cameras' cards that is another file: either both stay, or the second one is refused.
            let other = try await client.put("Incoming/img_1.jpg", second)
            #expect(other.status == 201 || (400..<500).contains(other.status), "\(other.status)")
            #expect(try await client.get("Incoming/IMG_1.JPG").body == first)
            try await client.rest()
            var contents: Set<Data> = []
            for asset in try await server.page("").assets { contents.insert(try await server.original(asset.id)) }
            #expect(contents == (other.status == 201 ? [first, second] : [first]), "what was said to stay does")
        }
    }

    @Test func `a number sign is a letter as any other`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.makeFolder("Incoming/Day #1").status == 201)
            #expect(try await client.put("Incoming/Day #1/Beach #1.jpg", photo).status == 201)
            #expect(try await client.names("Incoming/Day #1/") == ["Beach #1.jpg"])
            #expect(try await client.move("Incoming/Day #1/Beach #1.jpg", to: "Albums/Trip/Beach #2.jpg").status == 201)
            #expect(try await client.get("Albums/Trip/Beach #2.jpg").body == photo)
            try await client.rest()
            #expect(try await server.filenames() == ["Beach #2.jpg"])
            #expect(try await client.names("Albums/Trip/") == ["Beach #2.jpg"], "whoever copies once more sends nothing anew")
            #expect(try await client.get("Albums/Trip/Beach #2.jpg").body == photo)
        }
    }

    @Test func `a name whose letters are composed otherwise is the same one`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/Gru\u{308}n.jpg", first).status == 201)
            #expect(try await client.put("Incoming/Gr\u{FC}n.jpg", second).status == 204)
            for name in ["Gru\u{308}n.jpg", "Gr\u{FC}n.jpg"] { #expect(try await client.get("Incoming/" + name).body == second) }
            #expect(try await client.look("Incoming/").members.count == 2)
            try await client.rest()
            #expect(try await server.page("").assets.count == 1)
        }
    }

    @Test func `a line that is lost leaves what was there before, and nothing of a new file`() async throws {
        let photo = try FixtureImages.jpeg(width: 900, height: 700, seed: 1), half = Data(photo[..<(photo.count / 2)].map { ~$0 })
        try await TestServer.run { server async throws in
            let client = DAVClient(server), length = "Content-Length: \(photo.count)"
            #expect(try await client.put("Incoming/kept.jpg", photo).status == 201)
            for (name, head) in [("kept.jpg", length), ("new.jpg", length), ("chunked.jpg", "Transfer-Encoding: chunked")] {
                let connection = try await server.connect(), beginning = head == length ? "" : "\(String(photo.count, radix: 16))\r\n"
                try await connection.send(Data("PUT /dav/Incoming/\(name) HTTP/1.1\r\n\(server.head)\(head)\r\n\r\n\(beginning)".utf8) + half)
                connection.close()
            }
            // While anything is on its way the folder waits; nobody is told when the server has heard that nothing more comes.
            while try await server.filenames() != ["kept.jpg"] { try await client.rest() }
            #expect(try await client.names("Incoming/") == ["kept.jpg"])
            #expect(try await client.get("Incoming/kept.jpg").body == photo)
            #expect(try await client.put("Incoming/new.jpg", photo + Data([0])).status == 201, "and it can be put anew")
        }
    }

    @Test func `what a file may be put onto, and where, is told apart`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), id = try library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 2)
        let trips = try library.addFolder("Trips")
        try library.addAlbum("Lisbon", [id], in: trips)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), before = try await server.get("/api/library").text
            for (path, status) in [
                ("x.jpg", 403), ("Photos/x.jpg", 403), ("Photos/2023/x.jpg", 403), ("Photos/2023/06/x.jpg", 403), ("Photos/2023/06/A.JPG", 403), ("Albums/x.jpg", 403),
                ("Albums/Trips/x.jpg", 403), ("Albums/Trips/Lisbon/A.JPG", 403), ("Incoming/none/x.jpg", 409), ("Albums/None/x.jpg", 409), ("Photos/2030/01/x.jpg", 409),
                ("Incoming/", 405), ("Incoming", 405), ("Albums/Trips/", 405), ("Albums/Trips/Lisbon", 405),
            ] {
                let reply = try await client.put(path, photo)
                // What can't be there for two reasons may be told either.
                #expect(reply.status == status || (path == "Photos/2030/01/x.jpg" && reply.status == 403), "\(path): \(reply.status)")
                #expect(reply["Content-Type"]?.contains("xml") == true || reply.problem != nil, "\(path) says why")
            }
            try await client.rest()
            #expect(try await server.get("/api/library").text == before)
            #expect(try server.batches().allSatisfy { $0.files.isEmpty })
        }
    }

    @Test func `names that no file can have are refused`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            let long = try await client.put("Incoming/" + String(repeating: "a", count: 300) + ".jpg", photo)
            #expect((400..<500).contains(long.status), "\(long.status)")
            for name in [String(repeating: "ü", count: 120) + ".jpg", "a.b.c", "-rf", "%41.jpg", "ÄÖ 北京 📷.jpg", "'quoted'.jpg", "a&b=c;d+e.jpg"] {
                let put = try await client.put("Incoming/" + name, photo)
                #expect(put.status == 201, "\(name): \(put.status) \(put.text)")
                #expect(try await client.get("Incoming/" + name).body == photo, "\(name)")
                #expect(try await client.delete("Incoming/" + name).status == 204, "\(name)")
            }
            #expect(try await client.names("Incoming/") == [])
        }
    }

    @Test func `how much may come is asked before anything is taken`() async throws {
        let photo = try FixtureImages.jpeg(width: 400, height: 300, seed: 1)
        try await TestServer.run({ $0.incoming.bytes = Int64(photo.count) + 100 }) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/large.jpg", photo + Data(count: 101)).status == 413)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            let refused = try await client.put("Incoming/b.jpg", photo)
            #expect(refused.status == 507, "\(refused.status)")
            #expect(try await client.names("Incoming/") == ["a.jpg"])
            try await client.rest()
            #expect(try await client.put("Incoming/b.jpg", FixtureImages.jpeg(width: 400, height: 300, seed: 2)).status == 201, "what is in the library makes room")
        }
        try await TestServer.run({ $0.incoming.reserve = 1 << 60 }) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 507)
            let connection = try await server.connect()
            try await connection.send("PUT /dav/Incoming/b.jpg HTTP/1.1\r\n\(server.head)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            #expect(try await connection.reply().status == 507)
            #expect(try await client.names("Incoming/") == [])
        }
    }
}
