import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Files that are put into albums, and albums that are made.
@Suite struct DAVAlbumTests {
    @Test func `what is put into an album becomes a photo of it, and is listed under its name all the time`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), folder = try library.addFolder("Trips"), album = try library.addAlbum("Lisbon", in: folder)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), file = "Albums/Trips/Lisbon/a.jpg"
            #expect(try await client.put(file, photo).status == 201)
            #expect(try await client.names("Albums/Trips/Lisbon/") == ["a.jpg"])
            let before = try #require(try await client.look(file, depth: "0")[file])
            #expect(try await client.get(file).body == photo)
            #expect(try await client.names("Incoming/") == [], "it was not put there")
            try await client.rest()
            #expect(try library.library.read { try $0.memberIDs(of: album).count } == 1)
            #expect(try await client.names("Albums/Trips/Lisbon/") == ["a.jpg"])
            let after = try #require(try await client.look(file, depth: "0")[file])
            #expect(before.length == after.length && before.tag == after.tag && before.tag == DAVClient.tag(of: photo), "whoever compares copies nothing anew")
            #expect(try await client.get(file).body == photo)
            #expect(try await server.filenames() == ["a.jpg"])
        }
    }

    @Test func `while files come in each is there, as one that waits or as a photo`() async throws {
        let library = try TemporaryLibrary(), names = (0..<24).map { "\($0).jpg" }.sorted()
        try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for (seed, name) in names.enumerated() { #expect(try await client.put("Albums/Trip/" + name, FixtureImages.jpeg(seed: seed)).status == 201) }
            async let coming: Void = client.rest()
            for _ in 1...1_000 {
                let isIn = try await server.filenames().count == names.count
                #expect(try await client.names("Albums/Trip/") == names)
                for name in [names[0], names[12], names[23]] { #expect(try await client.propfind("Albums/Trip/" + name, depth: "0").status == 207, "\(name)") }
                if isIn { break }
            }
            try await coming
            #expect(try await server.filenames() == names)
            #expect(try await client.names("Albums/Trip/") == names)
        }
    }

    @Test func `a photo's file in an album is not replaced, by no way of writing its name`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), other = try FixtureImages.jpeg(seed: 2)
        try library.addAlbum("Trip", [library.add((.photo, "Gr\u{FC}n.jpg", photo))])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), before = try await server.get("/api/library").text
            for name in ["Gr\u{FC}n.jpg", "Gru\u{308}n.jpg", "GR\u{DC}N.JPG"] {
                for data in [other, photo, Data()] {
                    let reply = try await client.put("Albums/Trip/" + name, data)
                    #expect(reply.status == 403, "\(name): \(reply.status)")
                    #expect(reply.text.contains("cannot-modify"), "\(reply.text)")
                }
                // Of another case nothing is there, and nothing may be.
                let refused = try await client.put("Albums/Trip/" + name, other, [("If-None-Match", "*")])
                #expect(refused.status == 412 || (name == "GR\u{DC}N.JPG" && refused.status == 403), "\(name): \(refused.status)")
            }
            #expect(try await client.put("Incoming/x.jpg", other).status == 201)
            for name in ["Gr\u{FC}n.jpg", "Gru\u{308}n.jpg", "GR\u{DC}N.JPG"] {
                #expect(try await client.move("Incoming/x.jpg", to: "Albums/Trip/" + name).status == 403, "\(name)")
                #expect(try await [403, 412].contains(client.move("Incoming/x.jpg", to: "Albums/Trip/" + name, overwrites: false).status), "\(name)")
            }
            #expect(try await client.delete("Incoming/x.jpg").status == 204)
            try await client.rest()
            #expect(try await client.get("Albums/Trip/Gr\u{FC}n.jpg").body == photo)
            #expect(try await server.get("/api/library").text == before)
        }
    }

    @Test func `what waits for an album that goes comes in all the same`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), text = Data("no photo".utf8), album = try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for (name, data) in [("a.jpg", photo), ("notes.txt", text)] { #expect(try await client.put("Albums/Trip/" + name, data).status == 201) }
            try library.library.performChanges(author: "test") { try $0.deleteCollection(id: album) }
            #expect(try await client.propfind("Albums/Trip/").status == 404)
            #expect(try await client.names("Incoming/") == ["a.jpg", "notes.txt"], "nobody has to look for it")
            #expect(try await client.get("Incoming/a.jpg").body == photo)
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg"])
            #expect(try await client.names("Incoming/").filter { $0 != "a.jpg" } == ["Not imported.txt", "notes.txt"])
            #expect(try await client.get("Incoming/notes.txt").body == text)
        }
    }

    @Test func `an album that is renamed takes what waits for it along`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), album = try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Albums/Trip/a.jpg", photo).status == 201)
            try library.library.performChanges(author: "test") { try $0.update(collectionID: album) { $0.title = "Journey" } }
            #expect(try await client.names("Albums/Journey/") == ["a.jpg"])
            #expect(try await client.get("Albums/Journey/a.jpg").body == photo)
            try await client.rest()
            #expect(try library.library.read { try $0.memberIDs(of: album).count } == 1)
        }
    }

    @Test func `MKCOL among albums makes an album of that title, there and inside of folders`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        let folder = try library.addFolder("Trips"), old = try library.addAlbum("Old", [library.addPhoto(seed: 5)])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for path in ["Albums/Büro & Haus", "Albums/Trips/Porto/", "Albums/Caf\u{65}\u{301}"] { #expect(try await client.makeFolder(path).status == 201, "\(path)") }
            let titles = try library.library.read { reader in try reader.children(of: nil).map { ($0.title ?? "").precomposedStringWithCanonicalMapping } }
            #expect(titles.contains("Caf\u{E9}"))
            let inside = try library.library.read { try $0.children(of: folder) }
            #expect(inside.map(\.title) == ["Porto"] && inside.first?.kind == .album)
            #expect(try await client.put("Albums/Trips/Porto/a.jpg", photo).status == 201, "and takes files at once")
            for (path, status) in [
                ("Albums/Trips/Porto", 405), ("Albums/Trips/PORTO", 405), ("Albums/Trips", 405), ("Albums/None/x", 409), ("Albums/Old/x", 403), ("Photos/x", 403),
                ("Photos/2023", 403), ("Albums", 405), ("x", 403), ("Albums/Trips/Porto/a.jpg", 405),
            ] {
                let reply = try await client.makeFolder(path)
                #expect(reply.status == status || (path == "Photos/2023" && reply.status == 405), "\(path): \(reply.status)")
            }
            let body = try await client.send("MKCOL", "Albums/Body", [("Content-Type", "application/xml")], body: Data("<x/>".utf8))
            #expect(body.status == 415)
            #expect(try await client.names("Albums/").contains("Body/") == false)
            #expect(try library.library.read { try $0.memberIDs(of: old).count } == 1)
        }
    }
}
