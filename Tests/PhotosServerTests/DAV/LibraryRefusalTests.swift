import Foundation
import LibraryEngine
import PhotosTesting
import Testing
@testable import PhotosServer

/// What is in the library stays as it is, whatever is asked for.
@Suite struct LibraryRefusalTests {
    @Test func `nothing of the library is deleted, moved, copied or written over`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        let id = try library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 2), trips = try library.addFolder("Trips")
        let pair = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(seed: 3)), (.pairedVideo, "IMG_1.MOV", TinyMovie.data))
        try library.addAlbum("Trip", [id, pair], in: trips)
        try library.addAlbum("Empty")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server), before = try await Self.state(server)
            #expect(try await client.makeFolder("Incoming/Folder").status == 201)
            #expect(try await client.put("Incoming/new.jpg", photo).status == 201)
            let paths = [
                "", "Photos/", "Photos/2023/", "Photos/2023/06/", "Photos/2023/06/A.JPG", "Albums/", "Albums/Trips/", "Albums/Trips/Trip/", "Albums/Trips/Trip/A.JPG",
                "Albums/Trips/Trip/IMG_1.MOV", "Albums/Empty/",
            ]
            for path in paths {
                for (method, destination) in [
                    ("DELETE", nil), ("MOVE", "Incoming/x.jpg"), ("MOVE", "Albums/Trips/Trip/x.jpg"), ("MOVE", "Albums/x"), ("MOVE", "Incoming/new.jpg"),
                    ("COPY", "Incoming/x.jpg"), ("COPY", "Albums/Empty/x.jpg"), ("COPY", "Incoming/Folder/"),
                ] as [(String, String?)] {
                    let headers = destination.map { [("Destination", client.url($0))] } ?? []
                    let reply = try await client.send(method, path, headers)
                    #expect(reply.status == 403, "\(method) \(path) \(destination ?? ""): \(reply.status)")
                    // What is no photo, album or folder of albums is nobody's to change, in the gallery neither.
                    let isOwn = path.split(separator: "/").count > 1 && !path.hasPrefix("Photos/2023/") || path.hasSuffix("A.JPG")
                    let told = reply.text.lowercased()
                    #expect(told.contains("gallery") || (!isOwn && told.contains("laid out")), "\(method) \(path) says why: \(reply.text)")
                }
            }
            // Nor does anything that waits take its place.
            for path in paths where path.hasSuffix("/") {
                let moved = try await client.move("Incoming/Folder/", to: path)
                #expect((400..<500).contains(moved.status), "\(path): \(moved.status)")
            }
            #expect(try await client.names("Incoming/") == ["Folder/", "new.jpg"])
            #expect(try await client.get("Incoming/new.jpg").body == photo)
            #expect(try await client.delete("Incoming/new.jpg").status == 204)
            try await client.rest()
            let after = try await Self.state(server)
            #expect(after == before, "not a single change was made")
        }
    }

    /// Position and counts of the library, and all that is told of its photos and albums.
    private static func state(_ server: TestServer) async throws -> [String] {
        var told: [String] = []
        for path in ["/api/library", "/api/assets", "/api/collections", "/api/assets?in=trash"] {
            // An object's fields come in any order.
            let answer = try JSONSerialization.jsonObject(with: try await server.get(path).body)
            told.append(String(decoding: try JSONSerialization.data(withJSONObject: answer, options: .sortedKeys), as: UTF8.self))
        }
        return told
    }

    @Test func `a second server of a library reads it, and what would add says whose turn it is`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1), id = try library.add((.photo, "A.JPG", photo))
        try library.addAlbum("Trip", [id])
        try await TestServer.run(library) { first async throws in
            let own = DAVClient(first)
            #expect(try await own.put("Incoming/x.jpg", FixtureImages.jpeg(seed: 3)).status == 201)
            // What comes in is one server's at a time.
            try await TestServer.run(library) { second async throws in
                let client = DAVClient(second)
                #expect(try await client.get("Albums/Trip/A.JPG").body == photo)
                #expect(try await client.names("Albums/Trip/") == ["A.JPG"])
                for path in ["Incoming/y.jpg", "Albums/Trip/y.jpg"] {
                    let put = try await client.put(path, FixtureImages.jpeg(seed: 2))
                    #expect(put.status == 503, "\(path): \(put.status)")
                }
                let others = [("PROPFIND", "Incoming/"), ("MKCOL", "Incoming/Folder"), ("DELETE", "Incoming/x.jpg"), ("GET", "Incoming/x.jpg"), ("LOCK", "Incoming/z.jpg")]
                for (method, path) in others {
                    let reply = try await client.send(method, path, [("Depth", "1")], body: method == "LOCK" ? Data(DAVLockTests.request.utf8) : nil)
                    #expect(reply.status == 503 && reply.problem != nil, "\(method) \(path): \(reply.status)")
                }
                #expect(try await client.names("").contains("Photos/"))
            }
            #expect(try await own.names("Incoming/") == ["x.jpg"])
            try await own.rest()
            #expect(try await first.filenames() == ["A.JPG", "x.jpg"])
        }
    }
}
