import Catalog
import Foundation
import PhotoModel
import PhotosTesting
import Testing
@testable import LibraryEngine

@Suite struct AssetAnswerTests {
    @Test func `one asset is told with its resources, albums and addresses`() async throws {
        let library = try ServedLibrary()
        let id = try library.add("2019-06-12T10:00:00Z", "IMG_1.HEIC") { record in
            (record.mediaSubtypes, record.title, record.cameraModel, record.burstIdentifier) = (.photoLive, "Sea", "iPhone 15 Pro", "B")
        }
        try library.add("2019-06-12T10:00:01Z", "IMG_2.HEIC") { $0.burstIdentifier = "B" }
        let album = try library.addAlbum("Trip", [id])
        try library.catalog.write(author: "test") { writer in
            let resource = ResourceRecord(
                type: .photo, filename: "IMG_1.HEIC", uniformType: "public.heic", size: 3, sha256: Data(repeating: 0xAB, count: 32),
                location: .managed(path: "originals/A/none.heic"))
            if let row = try writer.assetID(uuid: id) { _ = try writer.addResource(resource, to: row) }
        }
        try await library.served { server in
            let asset = try await server.get("/api/assets/\(id)").object()
            #expect(asset["localIdentifier"] as? String == "\(id)/L0/001")
            #expect(asset["id"] as? String == id.uuidString)
            #expect(asset["creationDate"] as? String == "2019-06-12T10:00:00.000Z")
            #expect((asset["albums"] as? [[String: String]])?.first == ["id": album.uuidString, "title": "Trip"])
            #expect(asset["burstCount"] as? Int == 2)
            let resource = try #require((asset["resources"] as? [[String: Any]])?.first)
            #expect(resource["state"] as? String == "missing")
            #expect(resource["path"] == nil)
            let revision = try #require(asset["revision"] as? Int)
            let addresses = try #require(asset["urls"] as? [String: Any])
            #expect(addresses["thumbnail"] as? String == "/image/\(id)/\(revision)/thumbnail")
            #expect(addresses["live"] as? String == "/live/\(id)/\(revision)")
            #expect(addresses["video"] is NSNull)
            #expect((asset["metadata"] as? [String: Any])?["cameraModel"] as? String == "iPhone 15 Pro")
            // Every spelling of the identifier that can stand in an address.
            let lowercase = try await server.get("/api/assets/\(id.uuidString.lowercased())").status
            #expect(lowercase == 200)
        }
    }

    @Test(arguments: ["nothing", "8A6B", "00000000-0000-4000-8000-00000000FFFF", "%00", "..%2F..%2Fetc"])
    func `what is no asset is a problem`(id: String) async throws {
        let library = try ServedLibrary()
        try await library.served { server in
            let reply = try await server.get("/api/assets/\(id)")
            #expect((400..<500).contains(reply.status))
            #expect(reply.problem != nil)
        }
    }

    @Test func `a tile says what it takes to show an asset`() async throws {
        let library = try ServedLibrary()
        try library.add("2019-06-12T10:00:00.125Z", "Ä\u{202E}\u{1}\"\\.DNG") { record in
            (record.uniformType, record.title, record.isFavorite, record.damage) = ("com.adobe.raw-image", "<script>alert(1)</script>", true, "torn")
            record.creationDate = 582_026_400.1254
        }
        try library.add("1969-12-31T23:59:59Z") { $0.mediaSubtypes = MediaSubtypes(rawValue: 8 | 1 << 1) }
        try await library.served { server in
            let tiles = try await server.page("").assets
            let tile = tiles[0]
            #expect(tile.date == 1_560_333_600.125)
            #expect(tile.filename == "Ä\u{202E}\u{1}\"\\.DNG")
            #expect(tile.title == "<script>alert(1)</script>")
            #expect(tile.isFavorite && tile.isDamaged && tile.raw && !tile.burst && !tile.isHidden)
            #expect((tile.width, tile.height, tile.kind, tile.duration) == (4032, 3024, "image", 0))
            #expect(tiles[1].date == -1)
            #expect(tiles[1].subtypes == ["photoHDR", "photoLive"])
        }
    }

    @Test func `the library tells what is in it`() async throws {
        let library = try ServedLibrary()
        try library.add("2019-06-12T10:00:00Z") { $0.isFavorite = true }
        try library.add("2019-06-12T10:00:00Z") { $0.mediaType = .video }
        try library.add("2019-06-12T10:00:00Z") { $0.isHidden = true }
        try library.trash([library.add("2019-06-12T10:00:00Z")])
        try await library.served { server in
            let answer = try await server.get("/api/library").object()
            #expect(answer["name"] as? String == "Test")
            #expect(answer["path"] as? String == library.temporary.url.path)
            #expect(answer["writable"] as? Bool == true)
            #expect(answer["counts"] as? [String: Int] == ["assets": 2, "images": 1, "videos": 1, "favorites": 1, "hidden": 1, "trashed": 1])
        }
    }
}
