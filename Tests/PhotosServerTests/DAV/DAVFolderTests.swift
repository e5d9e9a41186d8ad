import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Folders of what comes in, and what is withdrawn from them.
@Suite struct DAVFolderTests {
    @Test func `folders are made one in another, once each`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/A", "Incoming/A/B/", "Incoming/Ünï 北京"] { #expect(try await client.makeFolder(folder).status == 201, "\(folder)") }
            for (folder, status) in [
                ("Incoming/A", 405), ("Incoming/A/", 405), ("Incoming/A/B", 405), ("Incoming/U\u{308}ni\u{308} 北京", 405), ("Incoming/None/B", 409), ("Incoming", 405),
                ("Incoming/", 405),
            ] {
                #expect(try await client.makeFolder(folder).status == status, "\(folder)")
            }
            #expect(try await client.names("Incoming/") == ["A/", "Ünï 北京/"])
            #expect(try await client.names("Incoming/A/") == ["B/"])
            let body = try await client.send("MKCOL", "Incoming/Body", [("Content-Type", "text/plain")], body: Data("x".utf8))
            #expect(body.status == 415)
            #expect(try await client.put("Incoming/a.jpg", FixtureImages.jpeg(seed: 1)).status == 201)
            #expect(try await client.makeFolder("Incoming/a.jpg").status == 405)
            #expect(try await client.put("Incoming/a.jpg/b.jpg", FixtureImages.jpeg(seed: 1)).status == 409, "a file is no folder")
            #expect(try await client.names("Incoming/") == ["A/", "a.jpg", "Ünï 北京/"])
        }
    }

    @Test func `a folder is there as long as anything in it, also for the next server`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/A", "Incoming/A/B", "Incoming/Empty"] { #expect(try await client.makeFolder(folder).status == 201) }
            #expect(try await client.put("Incoming/A/B/a.jpg", photo).status == 201)
        }
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Incoming/").contains("A/"))
            #expect(try await client.names("Incoming/A/") == ["B/"])
            #expect(try await client.get("Incoming/A/B/a.jpg").body == photo)
            #expect(try await client.put("Incoming/A/B/b.jpg", FixtureImages.jpeg(seed: 2)).status == 201)
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg", "b.jpg"])
            #expect(try await client.names("Incoming/A/B/") == ["a.jpg", "b.jpg"])
        }
    }

    @Test func `what is deleted before it comes in never does`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for path in ["Incoming/a.jpg", "Incoming/b.jpg", "Albums/Trip/c.jpg"] { #expect(try await client.put(path, photo).status == 201) }
            for path in ["Incoming/a.jpg", "Albums/Trip/c.jpg"] {
                #expect(try await client.delete(path).status == 204, "\(path)")
                #expect(try await client.get(path).status == 404, "\(path)")
                #expect(try await client.delete(path).status == 404, "\(path)")
            }
            #expect(try server.batches().flatMap { $0.files.keys }.count == 1, "nothing of it stays on the disk")
            try await client.rest()
            #expect(try await server.filenames() == ["b.jpg"])
        }
        // Nor does the next server bring it back.
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Incoming/") == ["b.jpg"])
            #expect(try await client.names("Albums/Trip/") == [])
        }
    }

    @Test func `a folder that is deleted takes along what waits in it, and nothing of the library`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2), third = try FixtureImages.jpeg(seed: 3)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/A", "Incoming/A/B", "Incoming/AB"] { #expect(try await client.makeFolder(folder).status == 201) }
            #expect(try await client.put("Incoming/A/came in.jpg", first).status == 201)
            try await client.rest()
            #expect(try await client.put("Incoming/A/B/waits.jpg", second).status == 201)
            #expect(try await client.put("Incoming/AB/stays.jpg", third).status == 201)
            #expect(try await client.delete("Incoming/A/").status == 204)
            #expect(try await client.names("Incoming/") == ["AB/"])
            try await client.rest()
            #expect(try await server.filenames() == ["came in.jpg", "stays.jpg"])
            for whole in ["Incoming/", "Incoming"] { #expect(try await [403, 405].contains(client.delete(whole).status), "\(whole)") }
        }
    }

    @Test func `a folder gets no path by MOVE that MKCOL would not give it`() async throws {
        let long = String(repeating: "a", count: 250)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            var deep = "Incoming"
            for _ in 1...7 {
                deep += "/" + long
                #expect(try await client.makeFolder(deep).status == 201)
            }
            for folder in ["Incoming/x", "Incoming/x/" + long] { #expect(try await client.makeFolder(folder).status == 201) }
            #expect(try await client.put("Incoming/x/\(long)/a.jpg", FixtureImages.jpeg(seed: 1)).status == 201)
            for path in ["Incoming/" + String(repeating: "b", count: 256), deep + "/x"] { #expect(try await client.move("Incoming/x/", to: path + "/").status == 403) }
            #expect(try await client.names("Incoming/x/\(long)/") == ["a.jpg"])
            #expect(try await client.move("Incoming/x/", to: "Incoming/\(long)/x/").status == 201)
            #expect(try await client.names("Incoming/\(long)/x/\(long)/") == ["a.jpg"])
        }
    }

    @Test func `a name that begins with what is combined with the letter before it is a name like others`() async throws {
        let folder = "\u{301}x", photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for path in ["Incoming/a", "Incoming/a/" + folder] { #expect(try await client.makeFolder(path).status == 201) }
            #expect(try await client.put("Incoming/a/\(folder)/b.jpg", photo).status == 201)
            #expect(try await client.names("Incoming/") == ["a/"])
            #expect(try await client.names("Incoming/a/") == [folder + "/"])
            #expect(try await client.move("Incoming/a/", to: "Incoming/c/").status == 201)
            #expect(try await client.names("Incoming/c/") == [folder + "/"])
            #expect(try await client.get("Incoming/c/\(folder)/b.jpg").body == photo)
            #expect(try await client.delete("Incoming/c/").status == 204)
            #expect(try await client.names("Incoming/") == [])
            #expect(try server.batches().allSatisfy { $0.files.isEmpty })
        }
    }
}
