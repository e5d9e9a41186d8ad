import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// Files without content, which desktops put before they send it.
@Suite struct EmptyFileTests {
    @Test func `an empty file is there, waits for its content, and is never imported`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/", "Albums/Trip/"] {
                #expect(try await client.put(folder + "a.jpg", Data()).status == 201, "\(folder)")
                let told = try #require(try await client.look(folder)[folder + "a.jpg"])
                #expect(told.length == 0 && told["getetag"] != nil, "\(folder)")
                let read = try await client.get(folder + "a.jpg")
                #expect(read.status == 200 && read.body.isEmpty && read["Content-Length"] == "0", "\(folder)")
                try await client.rest(60)
                #expect(try await client.names(folder) == ["a.jpg"], "\(folder): it waits, and nobody is told that it was refused")
                #expect(try await server.filenames() == [], "\(folder)")
                // The content takes its place, as of any file.
                #expect(try await client.put(folder + "a.jpg", photo).status == 204, "\(folder)")
                #expect(try await client.get(folder + "a.jpg").body == photo, "\(folder)")
                #expect(try await client.delete(folder + "a.jpg").status == 204, "\(folder)")
                #expect(try await client.names(folder) == [], "\(folder)")
            }
            #expect(try await client.put("Incoming/b.jpg", Data()).status == 201)
            #expect(try await client.put("Incoming/b.jpg", photo).status == 204)
            try await client.rest()
            #expect(try await server.filenames() == ["b.jpg"])
        }
    }

    @Test func `a file that becomes empty is none that comes in`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            #expect(try await client.put("Incoming/a.jpg", Data()).status == 204)
            #expect(try await client.get("Incoming/a.jpg").body.isEmpty)
            #expect(try await client.look("Incoming/").members.count == 2)
            try await client.rest(60)
            #expect(try await server.filenames() == [])
            #expect(try await client.put("Incoming/a.jpg", photo).status == 204)
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg"])
        }
    }

    @Test func `an empty file keeps nothing else waiting, is renamed, dated and deleted as others are`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/empty.jpg", Data(), [("X-OC-Mtime", "1500000000")]).status == 201)
            #expect(try await client.put("Incoming/a.jpg", FixtureImages.jpeg(seed: 1)).status == 201)
            // Of the same name before its ending as what comes in.
            #expect(try await client.put("Incoming/a.mov", Data()).status == 201)
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg"])
            let told = try #require(try await client.look("Incoming/")["Incoming/empty.jpg"])
            #expect(told["getlastmodified"]?.text == "Fri, 14 Jul 2017 02:40:00 GMT")
            #expect(try await client.move("Incoming/empty.jpg", to: "Incoming/still empty.jpg").status == 201)
            #expect(try await client.names("Incoming/") == ["a.jpg", "a.mov", "still empty.jpg"])
            for name in ["a.mov", "still empty.jpg"] { #expect(try await client.delete("Incoming/" + name).status == 204, "\(name)") }
            #expect(try await client.names("Incoming/") == ["a.jpg"])
        }
    }

    @Test func `what an empty file may be put onto, and where, is told as of any other`() async throws {
        let library = try TemporaryLibrary()
        try library.addAlbum("Trip", [library.addPhoto("A.JPG", seed: 1)])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for (path, status) in [("Photos/x.jpg", 403), ("Albums/x.jpg", 403), ("Albums/Trip/A.JPG", 403), ("Incoming/none/x.jpg", 409), ("Incoming/", 405)] {
                #expect(try await client.put(path, Data()).status == status, "\(path)")
            }
            #expect(try await client.put("Incoming/a.jpg", Data(), [("If-None-Match", "*")]).status == 201)
            #expect(try await client.put("Incoming/a.jpg", Data(), [("If-None-Match", "*")]).status == 412)
        }
    }
}
