import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Files that wait, under other names and in other folders.
@Suite struct DAVMoveTests {
    @Test func `a file that is renamed comes in under its new name`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            // As rsync and editors do it: under a name for the time being first.
            #expect(try await client.put("Incoming/.a.jpg.Xy12", photo).status == 201)
            let moved = try await client.move("Incoming/.a.jpg.Xy12", to: "Incoming/a.jpg")
            #expect(moved.status == 201)
            #expect(try await client.names("Incoming/") == ["a.jpg"])
            #expect(try await client.get("Incoming/a.jpg").body == photo)
            #expect(try await client.get("Incoming/.a.jpg.Xy12").status == 404)
            // A path is a destination as well as a whole address is.
            #expect(try await client.send("MOVE", "Incoming/a.jpg", [("Destination", "/dav/Incoming/b%20c.jpg")]).status == 201)
            #expect(try await client.move("Incoming/b c.jpg", to: "Incoming/B C.JPG").status == 201, "another case is another name for the same file")
            #expect(try await client.names("Incoming/") == ["B C.JPG"])
            try await client.rest()
            #expect(try await server.filenames() == ["B C.JPG"])
        }
    }

    @Test func `between folders it goes with all it is, and into an album`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), other = try FixtureImages.jpeg(seed: 2), album = try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/A", "Incoming/B"] { #expect(try await client.makeFolder(folder).status == 201) }
            #expect(try await client.put("Incoming/A/1.jpg", photo, [("X-OC-Mtime", "1500000000")]).status == 201)
            let before = try #require(try await client.look("Incoming/A/")["Incoming/A/1.jpg"])
            #expect(try await client.move("Incoming/A/1.jpg", to: "Incoming/B/2.jpg").status == 201)
            #expect(try await client.names("Incoming/A/") == [])
            let after = try #require(try await client.look("Incoming/B/")["Incoming/B/2.jpg"])
            for name in ["getetag", "getcontentlength", "getlastmodified"] { #expect(before[name]?.text == after[name]?.text, "\(name)") }
            #expect(try await client.put("Incoming/3.jpg", other).status == 201)
            #expect(try await client.move("Incoming/3.jpg", to: "Albums/Trip/3.jpg").status == 201)
            #expect(try await client.names("Albums/Trip/") == ["3.jpg"])
            try await client.rest()
            #expect(try await server.filenames() == ["2.jpg", "3.jpg"])
            #expect(try library.library.read { try $0.memberIDs(of: album).count } == 1)
        }
    }

    @Test func `what is there makes way, unless the client says that it shall not`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for (name, data) in [("a.jpg", first), ("b.jpg", second)] { #expect(try await client.put("Incoming/" + name, data).status == 201) }
            #expect(try await client.move("Incoming/a.jpg", to: "Incoming/b.jpg", overwrites: false).status == 412)
            #expect(try await client.move("Incoming/a.jpg", to: "Incoming/B.JPG").status == 201, "another case is another name")
            #expect(try await client.move("Incoming/B.JPG", to: "Incoming/a.jpg", overwrites: false).status == 201)
            #expect(try await client.get("Incoming/b.jpg").body == second)
            #expect(try await client.move("Incoming/a.jpg", to: "Incoming/c.jpg", overwrites: false).status == 201)
            #expect(try await client.move("Incoming/c.jpg", to: "Incoming/b.jpg", overwrites: true).status == 204)
            #expect(try await client.names("Incoming/") == ["b.jpg"])
            #expect(try await client.get("Incoming/b.jpg").body == first)
            try await client.rest()
            #expect(try await server.filenames() == ["b.jpg"], "what made way does not come in")
        }
    }

    @Test func `where it can't go nothing moves`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try library.addFolder("Trips")
        try library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 2)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            for (path, status) in [
                ("Photos/a.jpg", 403), ("Photos/2023/06/a.jpg", 403), ("Albums/a.jpg", 403), ("Albums/Trips/a.jpg", 403), ("a.jpg", 403), ("Incoming/none/a.jpg", 409),
                ("Incoming/a.jpg", 403), ("Albums/None/a.jpg", 409),
            ] {
                let reply = try await client.move("Incoming/a.jpg", to: path)
                #expect(reply.status == status, "\(path): \(reply.status)")
            }
            for address in [
                "http://example.org/dav/Incoming/b.jpg", "http://127.0.0.1:1/dav/Incoming/b.jpg", "/Incoming/b.jpg", "/api/library", "", "/dav/Incoming/%2e%2e/b.jpg",
                "/dav/Incoming/b%2Fc.jpg", "/dav/Incoming/%FF.jpg", "Incoming/b.jpg",
            ] {
                let reply = try await client.send("MOVE", "Incoming/a.jpg", [("Destination", address)])
                #expect([400, 403, 502].contains(reply.status), "\(address): \(reply.status)")
            }
            #expect(try await client.send("MOVE", "Incoming/a.jpg").status == 400)
            #expect(try await client.move("Incoming/nothing.jpg", to: "Incoming/b.jpg").status == 404)
            #expect(try await client.names("Incoming/") == ["a.jpg"])
            #expect(try await client.get("Incoming/a.jpg").body == photo)
        }
    }

    @Test func `a name that is longer than names are is refused, and the file stays what it is`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", FixtureImages.jpeg(seed: 1)).status == 201)
            let reply = try await client.move("Incoming/a.jpg", to: "Incoming/" + String(repeating: "b", count: 300) + ".jpg")
            #expect((400..<500).contains(reply.status), "\(reply.status)")
            #expect(try await client.names("Incoming/") == ["a.jpg"])
        }
    }

    @Test func `a folder is renamed with what waits in it`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            // As a desktop's “New folder” has it.
            for folder in ["Incoming/New folder", "Incoming/New folder/Deep"] { #expect(try await client.makeFolder(folder).status == 201) }
            #expect(try await client.put("Incoming/New folder/a.jpg", photo).status == 201)
            #expect(try await client.put("Incoming/New folder/Deep/b.jpg", FixtureImages.jpeg(seed: 2)).status == 201)
            #expect(try await client.move("Incoming/New folder/", to: "Incoming/Trip/").status == 201)
            #expect(try await client.names("Incoming/") == ["Trip/"])
            #expect(try await client.names("Incoming/Trip/") == ["Deep/", "a.jpg"])
            #expect(try await client.get("Incoming/Trip/a.jpg").body == photo)
            #expect(try await client.propfind("Incoming/New folder/").status == 404)
            #expect(try await client.move("Incoming/Trip/", to: "Incoming/Trip/Deep/Trip/").status != 201, "not into itself")
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg", "b.jpg"])
        }
    }

    @Test func `where a move can't be done, what has the name stays, and so does what was to move`() async throws {
        let library = try TemporaryLibrary(), first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), manager = FileManager.default
            for folder in ["Incoming/A", "Incoming/B"] { #expect(try await client.makeFolder(folder).status == 201) }
            #expect(try await client.put("Incoming/A/a.jpg", first).status == 201)
            #expect(try await client.put("Incoming/B/b.jpg", second).status == 201)
            let incoming = library.url.appending(path: "staging/incoming")
            let batches = try manager.contentsOfDirectory(atPath: incoming.path).filter { UUID(uuidString: $0) != nil }.map { incoming.appending(path: $0) }
            let target = try #require(try batches.first { try String(contentsOf: $0.appending(path: "journal"), encoding: .utf8).contains(#""put":"B""#) })
            // The number that it would get is a folder's, which no file replaces.
            let obstacle = target.appending(path: "2")
            try manager.createDirectory(at: obstacle, withIntermediateDirectories: false)
            #expect(try await client.move("Incoming/A/a.jpg", to: "Incoming/B/b.jpg").status >= 400)
            #expect(try await client.get("Incoming/A/a.jpg").body == first)
            #expect(try await client.get("Incoming/B/b.jpg").body == second)
            try manager.removeItem(at: obstacle)
            #expect(try await client.move("Incoming/A/a.jpg", to: "Incoming/B/b.jpg").status == 204)
            #expect(try await client.names("Incoming/B/") == ["b.jpg"])
            #expect(try await client.put("Incoming/B/c.jpg", second).status == 201)
            #expect(try await client.move("Incoming/B/b.jpg", to: "Incoming/B/c.jpg").status == 204)
        }
        // The next server reads it from the journals.
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Incoming/B/") == ["c.jpg"])
            #expect(try await client.get("Incoming/B/c.jpg").body == first)
            #expect(try server.batches().flatMap { $0.files.keys }.count == 1)
        }
    }
}
