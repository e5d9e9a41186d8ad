import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// What desktops leave beside files.
@Suite struct LeftoverTests {
    private static let names = [
        ".DS_Store", "._a.jpg", "._.DS_Store", "Thumbs.db", "thumbs.db", "desktop.ini", "Desktop.ini", ".Trash", ".Trash-1000", ".hidden",
        "Icon\r", "._Icon\r", "Icon\u{240D}",
    ]

    @Test func `it is taken, read and deleted, and never comes in`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/", "Albums/Trip/"] {
                for name in Self.names {
                    // Whatever is in it, a photo too.
                    let data = name == ".DS_Store" ? photo : Data(name.utf8)
                    #expect(try await client.put(folder + name, data).status == 201, "\(folder)\(name)")
                    let read = try await client.get(folder + name)
                    #expect(read.status == 200 && read.body == data, "\(folder)\(name)")
                    #expect(try await client.propfind(folder + name, depth: "0").status == 207, "\(folder)\(name)")
                    #expect(try await client.put(folder + name, Data("again".utf8)).status == 204, "\(folder)\(name)")
                }
                #expect(try await client.put(folder + "a.jpg", photo).status == 201)
                try await client.rest()
                #expect(try await client.names(folder) == ["a.jpg"], "\(folder): neither listed nor told as refused")
                #expect(try await client.get(folder + "Thumbs.db").text == "again")
                #expect(try await client.delete(folder + ".DS_Store").status == 204)
                #expect(try await client.get(folder + ".DS_Store").status == 404)
            }
            #expect(try await server.filenames() == ["a.jpg"])
            #expect(try server.batches().allSatisfy { batch in !batch.lines.contains { line in Self.names.contains { line.contains("\"\($0)\"") } } })
        }
    }

    @Test func `as little of it is kept as desktops need`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Incoming/._large", Data(count: 64 << 10)).status == 201)
            // As what macOS keeps of a folder's icon: refused it would end the copy.
            let larger = try await client.put("Incoming/._larger", Data(count: 64 << 10 + 1))
            #expect(larger.status == 201 && larger["ETag"] == nil, "\(larger.status)")
            let told = try await client.look("Incoming/._larger", depth: "0")["Incoming/._larger"]
            #expect(told?.length == 64 << 10 + 1 && told?.tag == nil, "who asks whether all of it came hears that it did")
            #expect(try await client.get("Incoming/._larger").status == 404)
            #expect(try await client.put("Incoming/._larger", Data("small".utf8)).status == 204)
            #expect(try await client.get("Incoming/._larger").text == "small")
            for number in 1...1_000 { #expect(try await client.put("Incoming/._\(number)", Data("\(number)".utf8)).status == 201, "\(number)") }
            #expect(try await client.get("Incoming/._large").status == 404, "the oldest goes")
            for number in [1, 500, 1_000] { #expect(try await client.get("Incoming/._\(number)").text == "\(number)") }
            #expect(try await client.put("Incoming/._1001", Data("1001".utf8)).status == 201)
            #expect(try await client.get("Incoming/._1").status == 404)
            #expect(try await client.names("Incoming/") == [])
            #expect(try server.batches().allSatisfy { $0.files.isEmpty }, "nor does any of it lie on the disk")
        }
    }

    @Test func `a folder that a system keeps for itself is taken with all that is in it, and none of it comes in`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/", "Albums/Trip/"] {
                for name in [".Trash-1000", ".Trashes", ".Spotlight-V100", ".fseventsd", "System Volume Information", "$RECYCLE.BIN"] {
                    let path = folder + name
                    #expect(try await client.makeFolder(path).status == 201, "\(path)")
                    #expect(try await client.makeFolder(path + "/files").status == 201, "\(path)")
                    #expect(try await client.makeFolder(path).status == 405, "\(path)")
                    #expect(try await client.put(path + "/files/deleted.jpg", photo).status == 201, "\(path)")
                    #expect(try await client.put(path + "/unknown/WPSettings.dat", Data("x".utf8)).status == 201, "whatever is known of its folder")
                    #expect(try await client.get(path + "/files/deleted.jpg").body == photo, "\(path)")
                    #expect(try await client.names(path + "/") == [], "\(path)")
                }
                #expect(try await client.makeFolder(folder + "missing/.Trashes").status == 409)
                #expect(try await client.put(folder + "missing/.Trashes/a", Data("x".utf8)).status == 409)
                #expect(try await client.put(folder + "a.jpg", FixtureImages.jpeg(seed: folder.count)).status == 201)
                #expect(try await client.move(folder + "a.jpg", to: folder + ".Trashes/a.jpg").status == 403, "a photo that waits is deleted by nothing but DELETE")
                #expect(try await client.delete(folder + ".Trashes").status == 204)
                #expect(try await client.get(folder + ".Trashes/files/deleted.jpg").status == 404)
                #expect(try await client.names(folder) == ["a.jpg"])
            }
            try await client.rest()
            #expect(try await server.filenames() == ["a.jpg", "a.jpg"])
        }
    }

    @Test func `what is put into an album that is called so comes in`() async throws {
        let library = try TemporaryLibrary()
        let album = try library.addAlbum("~$Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.put("Albums/~$Trip/a.jpg", FixtureImages.jpeg(seed: 1)).status == 201)
            #expect(try await client.put("Albums/~$Trip/.DS_Store", Data("x".utf8)).status == 201)
            try await client.rest()
            #expect(try await client.names("Albums/~$Trip/") == ["a.jpg"])
            #expect(try library.library.read { try $0.memberIDs(of: album).count } == 1)
        }
    }

    @Test func `a folder's icon is copied as a Mac names it`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            #expect(try await client.makeFolder("Incoming/A").status == 201)
            // As Finder puts a file: nothing, a lock, its bytes, and what belongs with it.
            for name in ["Icon\r", "._Icon\r"] {
                let path = "Incoming/A/" + name
                #expect(try await client.propfind(path, depth: "0").status == 404)
                #expect(try await client.put(path, Data()).status == 201)
                let told = try #require(try await client.look(path, depth: "0")[path])
                #expect(told["displayname"]?.text == name && told.length == 0)
                #expect(try await client.put(path, Data("icon".utf8)).status == 204)
                #expect(try await client.move(path, to: "Incoming/A/._moved").status == 201)
                #expect(try await client.move("Incoming/A/._moved", to: path).status == 201)
                #expect(try await client.get(path).text == "icon")
            }
            #expect(try await client.names("Incoming/A/") == [])
            #expect(try await client.put("Incoming/A/a\r.jpg", Data("x".utf8)).status == 400, "no other name has it")
        }
    }

    @Test func `who may not add leaves nothing either`() async throws {
        let library = try TemporaryLibrary(), application = "org.example.frame"
        try library.library.grant(.full, to: application, author: "owner")
        try library.addAlbum("Trip", [library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 1)])
        try await TestServer.run(library) { server async throws in
            let owner = DAVClient(server), guest = DAVClient(server, token: try await server.admit(application))
            #expect(try await owner.put("Albums/Trip/.DS_Store", Data("own".utf8)).status == 201)
            #expect(try await guest.put("Albums/Trip/.DS_Store", Data("guest".utf8)).status == 403)
            #expect(try await [403, 404].contains(guest.get("Albums/Trip/.DS_Store").status), "nor does it read what the owner's desktop left")
        }
    }
}
