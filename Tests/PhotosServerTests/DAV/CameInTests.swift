import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// What is listed of a file that has come in.
@Suite struct CameInTests {
    @Test func `for a day it is listed as what was sent, so that nothing is sent anew`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(width: 300, height: 200, seed: 1)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.makeFolder("Incoming/Trip").status == 201)
            #expect(try await client.put("Incoming/Trip/a.jpg", photo, [("X-OC-Mtime", "1500000000")]).status == 201)
            let before = try #require(try await client.look("Incoming/Trip/")["Incoming/Trip/a.jpg"])
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg"])
            let after = try #require(try await client.look("Incoming/Trip/")["Incoming/Trip/a.jpg"])
            for name in ["getcontentlength", "getetag", "getlastmodified", "getcontenttype", "displayname"] {
                #expect(before[name]?.text == after[name]?.text && after[name] != nil, "\(name)")
            }
            #expect(try await client.get("Incoming/Trip/a.jpg").body == photo)
            let part = try await client.get("Incoming/Trip/a.jpg", [("Range", "bytes=5-9")])
            #expect(part.status == 206 && part.body == photo[5..<10])
            #expect(try server.batches().allSatisfy { $0.files.isEmpty }, "it is in the library alone")
        }
        // The next server knows it, too.
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Incoming/") == ["Trip/"])
            #expect(try await client.names("Incoming/Trip/") == ["a.jpg"])
            try await client.rest(23 * 3_600)
            #expect(try await client.get("Incoming/Trip/a.jpg").body == photo)
            try await client.rest(2 * 3_600)
            #expect(try await client.propfind("Incoming/Trip/a.jpg", depth: "0").status == 404)
            #expect(try await server.filenames() == ["a.jpg"], "the photo stays where it is")
        }
    }

    @Test func `each half of a picture is read as what it was`() async throws {
        var metadata = FixtureImages.Metadata()
        metadata.contentIdentifier = "8E8C1F0A-0000-4000-8000-000000000001"
        let still = try FixtureImages.jpeg(seed: 1, metadata: metadata), movie = try FixtureMovies.quarters(contentIdentifier: metadata.contentIdentifier)
        let raw = FixtureImages.raw(seed: 2), paired = try FixtureImages.jpeg(seed: 3)
        try await TestServer.run { server async throws in
            let client = DAVClient(server), files = [("IMG_1.JPG", still), ("IMG_1.MOV", movie), ("IMG_2.DNG", raw), ("IMG_2.JPG", paired)]
            for (name, data) in files { #expect(try await client.put("Incoming/" + name, data).status == 201) }
            try await client.rest()
            #expect(try await server.page("").assets.count == 2)
            let told = try await client.look("Incoming/")
            for (name, data) in files {
                #expect(told["Incoming/" + name]?.length == data.count && told["Incoming/" + name]?.tag == DAVClient.tag(of: data), "\(name)")
                #expect(try await client.get("Incoming/" + name).body == data, "\(name)")
            }
        }
    }

    @Test func `a photo that is edited meanwhile is read as it was sent`() async throws {
        let photo = try FixtureImages.jpeg(width: 300, height: 200, seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            try await client.rest()
            let id = try #require(try await server.page("").assets.first).id
            let saved = try await server.post(
                "/api/assets/\(id)/adjustments", json: #"{"adjustments":{"format":"org.openphotokit.adjustments","version":"1.0","rotation":90}}"#)
            #expect(saved.status == 200)
            let read = try await client.get("Incoming/a.jpg"), told = try #require(try await client.look("Incoming/")["Incoming/a.jpg"])
            #expect(read.body == photo && told.tag == DAVClient.tag(of: photo) && told.length == photo.count)
        }
    }

    @Test func `a photo that is hidden, deleted or not to be seen any more is not listed`() async throws {
        let library = try TemporaryLibrary()
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for number in 1...3 { #expect(try await client.put("Incoming/\(number).jpg", FixtureImages.jpeg(seed: number)).status == 201) }
            try await client.rest()
            let assets = try await server.page("").assets
            #expect(try await client.names("Incoming/") == ["1.jpg", "2.jpg", "3.jpg"])
            try library.delete(try #require(assets.first { $0.filename == "1.jpg" }).id)
            #expect(try await client.names("Incoming/") == ["2.jpg", "3.jpg"])
            #expect(try await client.get("Incoming/1.jpg").status == 404)
            try library.change(try #require(assets.first { $0.filename == "2.jpg" }).id) { $0.isHidden = true }
            #expect(try await client.names("Incoming/") == ["3.jpg"])
            #expect(try await client.get("Incoming/2.jpg").status == 404)
        }
    }

    @Test func `what is done to its entry is not done to the photo`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for name in ["a.jpg", "b.jpg"] { #expect(try await client.put("Incoming/" + name, name == "a.jpg" ? photo : FixtureImages.jpeg(seed: 2)).status == 201) }
            try await client.rest()
            let before = try await server.get("/api/assets").text
            #expect(try await client.move("Incoming/a.jpg", to: "Incoming/renamed.jpg").status == 201)
            #expect(try await client.get("Incoming/renamed.jpg").body == photo)
            #expect(try await client.delete("Incoming/b.jpg").status == 204)
            #expect(try await client.names("Incoming/") == ["renamed.jpg"])
            try await client.rest()
            #expect(try await server.get("/api/assets").text == before)
        }
    }

    @Test func `put again under its name it is a further file, and the same content no further photo`() async throws {
        let first = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 2)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for data in [first, first, second, second, first] {
                let put = try await client.put("Incoming/a.jpg", data)
                #expect(put.status == 201 || put.status == 204, "\(put.status)")
                #expect(try await client.get("Incoming/a.jpg").body == data)
                try await client.rest()
                #expect(try await client.get("Incoming/a.jpg").body == data)
                #expect(try await client.names("Incoming/") == ["a.jpg"])
            }
            let assets = try await server.page("").assets
            #expect(assets.count == 2 && assets.allSatisfy { $0.filename == "a.jpg" })
            var contents: Set<Data> = []
            for asset in assets { contents.insert(try await server.original(asset.id)) }
            #expect(contents == [first, second], "nothing was replaced in the library")
        }
    }
}
