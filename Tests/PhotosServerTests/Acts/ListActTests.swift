import Catalog
import Foundation
import PhotoModel
import PhotosTesting
import Testing

@testable import PhotosServer

/// Acts on all of a list, which is named instead of its photos.
@Suite struct ListActTests {
    /// A list as somebody sees it now.
    private static func list(_ place: String = "library", _ words: String = "", except: [String] = [], in world: ActWorld) throws -> [String: Any] {
        ["in": place, "q": words, "position": try world.catalog.read { try $0.position.rawValue }, "except": except]
    }

    private static var edit: [String: Any] { ["rating": 4, "addKeywords": ["sea"]] }

    @Test func `all but some are changed by one request, and taken back by one`() async throws {
        try await ActWorld.run { world in
            let before = try world.state(), list = try Self.list(except: world.ids(1, 4), in: world)
            let done = try await world.act("favorite", ["list": list, "value": true])
            #expect(done.changed == 4 && done.title == "Added 4 photos to Favourites", "\(done.title)")
            #expect(try world.assets.map { try world.record($0).isFavorite } == [true, false, true, true, false, true])
            let undone = try await world.undo(done.undo)
            #expect(try undone.changed == 4 && world.state() == before)
            let edited = try await world.act("edit", ["list": list, "edit": Self.edit])
            #expect(try edited.changed == 4 && world.record(world.assets[0]).keywords == ["sea"] && world.record(world.assets[1]).keywords == [])
            try await world.undo(edited.undo)
            #expect(try world.state() == before)
        }
    }

    @Test func `searches, albums and Recently Deleted are lists as well, and an album takes them in their order`() async throws {
        try await ActWorld.run { world in
            let before = try world.state()
            let found = try await world.act("hide", ["list": try Self.list("library", #"filename ENDSWITH "_3.JPG""#, in: world), "value": true])
            #expect(try found.changed == 1 && world.record(world.assets[3]).isHidden)
            try await world.undo(found.undo)
            let oldest = try Self.list(in: world).merging(["order": "oldest"]) { $1 }
            let album = try await world.act("createAlbum", ["title": "All", "list": oldest]).created
            #expect(try world.members(album) == Array(0..<6))
            let other = try await world.act("createAlbum", ["title": "Other"]).created
            try await world.act("addAssets", ["collection": other as Any, "list": try Self.list(in: world)])
            #expect(try world.members(other) == [5, 4, 3, 2, 1, 0], "the newest first, as the list is")
            let place = "album:\(album ?? "")"
            let removed = try await world.act("removeAssets", ["collection": album as Any, "list": try Self.list(place, except: world.ids(0), in: world)])
            #expect(try removed.changed == 5 && world.members(album) == [0])
            let deleted = try await world.act("delete", ["list": try Self.list(place, in: world)])
            #expect(deleted.changed == 1)
            let restored = try await world.act("restore", ["list": try Self.list("trash", in: world)])
            #expect(restored.changed == 1)
            for album in [album, other] { try await world.act("deleteCollection", ["collection": album as Any]) }
            #expect(try world.state() == before)
            try await world.act("delete", ["list": try Self.list(in: world)])
            let purged = try await world.act("purge", ["list": try Self.list("trash", in: world)])
            #expect(try purged.changed == 6 && purged.undo == nil && world.state().assets.isEmpty)
            let nothing = try await world.act("favorite", ["list": try Self.list(in: world), "value": true])
            #expect(nothing.changed == 0 && nothing.undo == nil)
        }
    }

    @Test func `what came after the list was seen is left as it is`() async throws {
        try await ActWorld.run { world in
            let list = try Self.list(in: world)
            try world.server.library.insertRecords(2) { _ in (Date(timeIntervalSinceReferenceDate: 10), false) }
            try await world.act("favorite", ["assets": world.ids(0), "value": true])
            let preview = try await world.post("/api/acts/preview", ["list": list, "edit": Self.edit])
            #expect(preview.status == 200 && preview.text.contains("\"count\":6"), "\(preview.text)")
            let deleted = try await world.act("delete", ["list": list])
            #expect(deleted.changed == 6)
            #expect(try await world.act("delete", ["list": try Self.list(in: world)]).changed == 2)
        }
    }

    @Test func `a position that the library knows nothing of is refused`() async throws {
        try await ActWorld.run { world in
            let before = try world.state()
            for position in [Int64.max, 1_000_000] {
                let list = try Self.list(in: world).merging(["position": position]) { $1 }
                let reply = try await world.post("/api/acts", ["act": "delete", "list": list])
                #expect(reply.status == 409 && reply.text.contains("doesn't remember"), "\(reply.text)")
            }
            #expect(try world.state() == before)
        }
    }

    @Test(arguments: [
        #"{"act":"delete","list":{}}"#, #"{"act":"delete","list":{"in":"library","position":1}}"#, #"{"act":"delete","list":{"q":"","position":1}}"#,
        #"{"act":"delete","list":{"in":"library","q":""}}"#, #"{"act":"delete","list":{"in":"nowhere","q":"","position":1}}"#,
        #"{"act":"delete","list":{"in":"library","q":"","position":1,"except":["x"]}}"#, #"{"act":"delete","list":{"in":"library","q":"","position":1,"tz":"Mars"}}"#,
        #"{"act":"delete","list":"library"}"#, #"{"act":"delete","assets":["8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10"],"list":{"in":"library","q":"","position":1}}"#,
        #"{"act":"pair","list":{"in":"library","q":"","position":1}}"#, #"{"act":"keepPicks","list":{"in":"library","q":"","position":1}}"#,
    ])
    func `a list that makes no sense, or an act that is of no list, is told so`(_ body: String) async throws {
        try await ActWorld.run { world in
            let before = try world.state()
            let reply = try await world.server.post("/api/acts", json: body)
            #expect(reply.status == 400, "\(reply.text)")
            #expect(try world.state() == before)
        }
    }

    @Test func `the description has a list beside assets, and not both`() throws {
        let schema = JSONSchema(document: try #require(try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8)) as? [String: Any]))
        let list: [String: Any] = ["in": "library", "q": "", "position": 1]
        let act: [String: Any] = ["act": "favorite", "list": list, "value": true]
        #expect(schema.problems(of: act, named: "Act") == [])
        #expect(schema.problems(of: act.merging(["assets": ["8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10"]]) { $1 }, named: "Act").count == 1)
        #expect(schema.problems(of: ["act": "pair", "list": list] as [String: Any], named: "Act").count == 1)
    }

    @Test func `more photos than a request could name are changed and taken back by one`() async throws {
        try await ActWorld.run(assets: 27_000) { world in
            // In quotation marks, with a comma behind.
            #expect(world.assets.reduce(0) { $0 + $1.utf8.count + 3 } > GalleryRequestContext.longestBody)
            let before = try world.state()
            let done = try await world.act("edit", ["edit": Self.edit, "list": try Self.list(except: world.ids(7), in: world)])
            #expect(done.changed == 26_999)
            let undone = try await world.undo(done.undo)
            #expect(try undone.changed == 26_999 && world.state() == before)
        }
    }
}
