import Foundation
import Testing
@testable import LibraryEngine

@Suite struct ActTests {
    @Test func `favourites are marked, counted once, and unmarked by undo`() async throws {
        try await ActWorld.run { world in
            try await world.act("favorite", ["assets": world.ids(1), "value": true])
            let done = try await world.act("favorite", ["assets": world.ids(0, 1, 2), "value": true])
            #expect(done.changed == 2)
            #expect(done.title == "Added 2 photos to Favourites")
            #expect(try world.record(world.assets[0]).isFavorite)
            let undone = try await world.undo(done.undo)
            #expect(undone.title == "Undone: Added 2 photos to Favourites")
            // The one that was a favourite before stays one.
            #expect(try world.assets.map { try world.record($0).isFavorite } == [false, true, false, false, false, false])
            try await world.undo(undone.undo)
            #expect(try world.assets.map { try world.record($0).isFavorite } == [true, true, true, false, false, false])
        }
    }

    @Test func `photos are picked from a burst, the others deleted, and both taken back`() async throws {
        try await ActWorld.run { world in
            try world.catalog.write(author: "test") { writer in
                for (index, id) in world.assets.prefix(4).enumerated() {
                    let row = try #require(try UUID(uuidString: id).flatMap { try writer.assetID(uuid: $0) })
                    try writer.update(assetID: row) { ($0.burstIdentifier, $0.representsBurst) = ("B", index == 0) }
                }
            }
            func standsForIt() throws -> [Bool] { try world.assets.map { try world.record($0).representsBurst } }
            let none = try await world.post("/api/acts", ["act": "keepPicks", "assets": world.ids(1)])
            #expect(none.status == 409 && none.text.contains("No photo of the burst of IMG_1.JPG is picked."), "\(none.text)")
            let picked = try await world.act("pick", ["assets": world.ids(1, 2), "value": true])
            #expect(picked.changed == 2 && picked.title == "Picked 2 photos of the burst")
            #expect(try standsForIt() == [false, true, false, false, false, false])
            let kept = try await world.act("keepPicks", ["assets": world.ids(2)])
            #expect(kept.title == "Kept the picks and deleted 2 photos")
            #expect(try world.assets.map { try world.record($0).isTrashed } == [true, false, false, true, false, false])
            try await world.undo(kept.undo)
            #expect(try world.assets.allSatisfy { try !world.record($0).isTrashed })
            try await world.undo(picked.undo)
            #expect(try standsForIt() == [true, false, false, false, false, false])
            let other = try await world.post("/api/acts", ["act": "pick", "assets": world.ids(1, 5), "value": true])
            #expect(other.status == 409 && other.problem == "refused")
            #expect(try !world.record(world.assets[1]).isBurstPick, "nothing of it was done")
        }
    }

    @Test func `photos become a burst and leave it, and both are taken back`() async throws {
        try await ActWorld.run { world in
            func bursts() throws -> [String?] { try world.assets.map { try world.record($0).burstIdentifier } }
            func standing() throws -> [Int] { try world.assets.indices.filter { try world.record(world.assets[$0]).representsBurst } }
            let joined = try await world.act("joinBurst", ["assets": world.ids(2, 0, 1)])
            #expect(joined.title == "Put 3 photos into a burst" && joined.changed == 3)
            let burst = try #require(try bursts()[0])
            #expect(try bursts() == [burst, burst, burst, nil, nil, nil] && standing() == [0])
            // The burst of one of them takes the other in.
            let more = try await world.act("joinBurst", ["assets": world.ids(3, 1)])
            #expect(try more.changed == 1 && bursts()[3] == burst)
            let left = try await world.act("leaveBurst", ["assets": world.ids(0)])
            #expect(try left.title == "Took 1 photo out of the burst" && standing() == [1])
            // A frame alone is no burst.
            let rest = try await world.act("leaveBurst", ["assets": world.ids(1, 2)])
            #expect(try rest.changed == 3 && bursts() == Array(repeating: nil, count: 6) && standing().isEmpty)
            for act in [rest, left, more] { try await world.undo(act.undo) }
            #expect(try bursts() == [burst, burst, burst, nil, nil, nil] && standing() == [0])
            let undone = try await world.undo(joined.undo)
            #expect(try undone.title == "Undone: Put 3 photos into a burst" && bursts() == Array(repeating: nil, count: 6) && standing().isEmpty)
            let again = try await world.undo(undone.undo)
            #expect(try bursts() == [burst, burst, burst, nil, nil, nil])
            // Who was taken out by others since stays so.
            try await world.act("leaveBurst", ["assets": world.ids(2)])
            let part = try await world.undo(again.undo)
            #expect(try part.title == "Undone for 2 of 3: Put 3 photos into a burst" && bursts() == Array(repeating: nil, count: 6))
            for (act, assets, status) in [("joinBurst", world.ids(3, 4), 409), ("joinBurst", world.ids(3), 400), ("leaveBurst", world.ids(3), 409)] {
                let refused = try await world.post("/api/acts", ["act": act, "assets": assets])
                #expect(refused.status == status, "\(act): \(refused.text)")
            }
            #expect(try bursts() == Array(repeating: nil, count: 6), "nothing of it was done")
        }
    }

    @Test func `an act is one commit by the one who serves`() async throws {
        try await ActWorld.run { world in
            let before = try world.catalog.read { try $0.position }
            let done = try await world.act("hide", ["assets": world.assets, "value": true])
            #expect(done.position == before.rawValue + 1)
            #expect(done.title == "Hid 6 items")
            let authors = try world.catalog.read { try $0.changes(after: before).map(\.author) }
            #expect(authors == ["owner"])
        }
    }

    @Test func `deleting, restoring, and deleting for good`() async throws {
        try await ActWorld.run { world in
            let deleted = try await world.act("delete", ["assets": world.ids(0, 4)])
            #expect(deleted.title == "Deleted 2 items")
            #expect(try world.record(world.assets[0]).isTrashed)
            let restored = try await world.act("restore", ["assets": world.ids(0)])
            #expect(restored.title == "Restored 1 photo")
            let purged = try await world.act("purge", ["assets": world.ids(4)])
            #expect(purged.title == "Deleted 1 video for good")
            #expect(purged.undo == nil)
            let living = try await world.post("/api/acts", ["act": "purge", "assets": world.ids(0)])
            #expect(living.status == 409)
            #expect(living.problem == "refused")
        }
    }

    @Test func `taking back a restoring gives the date of the deletion back`() async throws {
        try await ActWorld.run { world in
            try await world.act("delete", ["assets": world.ids(0)])
            let date = try world.record(world.assets[0]).trashedDate
            world.server.library.clock.advance(by: 3 * 86_400)
            let restored = try await world.act("restore", ["assets": world.ids(0)])
            try await world.undo(restored.undo)
            #expect(date != nil)
            #expect(try world.record(world.assets[0]).trashedDate == date)
        }
    }

    @Test func `an album is made with photos, renamed, filled, emptied and ordered`() async throws {
        try await ActWorld.run { world in
            let made = try await world.act("createAlbum", ["title": "  Best of ", "assets": world.ids(2, 0)])
            #expect(made.title == "Made album “Best of” with 2 photos")
            let album = try #require(made.created)
            #expect(try world.members(album) == [2, 0])
            let added = try await world.act("addAssets", ["collection": album, "assets": world.ids(0, 3, 5)])
            #expect(added.changed == 2)
            #expect(try world.members(album) == [2, 0, 3, 5])
            let moved = try await world.act("moveAssets", ["collection": album, "assets": world.ids(5, 3), "before": world.assets[2]])
            #expect(moved.title == "Moved 2 photos in “Best of”")
            #expect(try world.members(album) == [3, 5, 2, 0])
            try await world.act("moveAssets", ["collection": album, "assets": world.ids(3), "before": NSNull()])
            #expect(try world.members(album) == [5, 2, 0, 3])
            try await world.act("moveAssets", ["collection": album, "assets": world.ids(2, 5), "before": world.assets[2]])
            #expect(try world.members(album) == [5, 2, 0, 3])
            let removed = try await world.act("removeAssets", ["collection": album, "assets": world.ids(2, 3, 1)])
            #expect(removed.title == "Removed 2 photos from “Best of”")
            #expect(try world.members(album) == [5, 0])
            try await world.undo(removed.undo)
            #expect(try world.members(album) == [5, 2, 0, 3])
            let renamed = try await world.act("rename", ["collection": album, "title": "Better"])
            #expect(renamed.title == "Renamed “Best of” to “Better”")
            #expect(try world.collection(album)?.title == "Better")
            try await world.undo(renamed.undo)
            #expect(try world.collection(album)?.title == "Best of")
        }
    }

    @Test func `a deleted folder comes back where it was, with its albums, their photos and their order`() async throws {
        try await ActWorld.run { world in
            try await world.act("createAlbum", ["title": "First"])
            let folder = try await world.act("createFolder", ["title": "Travel"]).created
            try await world.act("createAlbum", ["title": "Last"])
            let inner = try await world.act("createFolder", ["title": "Inner", "parent": folder as Any]).created
            let album = try await world.act("createAlbum", ["title": "Norway", "parent": inner as Any, "assets": world.ids(3, 1, 2)]).created
            // One of them waits in Recently Deleted, and still has its place.
            try await world.act("delete", ["assets": world.ids(1)])
            let before = try world.state()
            let deleted = try await world.act("deleteCollection", ["collection": folder as Any])
            #expect(deleted.title == "Deleted “Travel”")
            #expect(try world.titles() == ["First", "Last"])
            #expect(try world.collection(album) == nil)
            try await world.undo(deleted.undo)
            #expect(try world.titles() == ["First", "Travel", "Last"])
            #expect(try world.members(album) == [3, 1, 2])
            #expect(try world.state() == before)
        }
    }

    @Test func `albums and folders are arranged, and go back to where they were`() async throws {
        try await ActWorld.run { world in
            let ids = try await ["A", "B", "C", "D"].asyncMap { try await world.act("createAlbum", ["title": $0]).created ?? "" }
            let folder = try await world.act("createFolder", ["title": "F"]).created ?? ""
            let up = try await world.act("moveCollection", ["collection": ids[2], "before": ids[0]])
            #expect(try world.titles() == ["C", "A", "B", "D", "F"])
            let into = try await world.act("moveCollection", ["collection": ids[0], "parent": folder])
            #expect(into.title == "Moved “A”")
            #expect(try world.titles() == ["C", "B", "D", "F"])
            #expect(try world.titles(in: folder) == ["A"])
            let none = try await world.act("moveCollection", ["collection": ids[0], "parent": folder])
            #expect(none.changed == 0)
            #expect(none.undo == nil)
            try await world.undo(into.undo)
            try await world.undo(up.undo)
            #expect(try world.titles() == ["A", "B", "C", "D", "F"])
        }
    }

    @Test func `titles, captions and keywords are written and taken back`() async throws {
        try await ActWorld.run { world in
            try await world.act("describe", ["assets": world.ids(0), "caption": "Before", "keywords": ["a", "b", "a"]])
            let done = try await world.act("describe", ["assets": world.ids(0, 1), "title": "<b>Sea</b>", "caption": NSNull(), "keywords": ["é"]])
            #expect(done.title == "Changed the title, caption and keywords of 2 photos")
            let record = try world.record(world.assets[0])
            #expect(record.title == "<b>Sea</b>")
            #expect(record.caption == nil)
            #expect(record.keywords == ["é"])
            try await world.undo(done.undo)
            let back = try world.record(world.assets[0])
            #expect((back.title, back.caption, back.keywords) == (nil, "Before", ["a", "b"]))
            #expect(try world.record(world.assets[1]).keywords.isEmpty)
            // What was changed is told, and not only that something was.
            for (fields, title) in [
                (["caption": "Sea"], "Changed the caption of 1 photo"), (["title": "A", "caption": "B"], "Changed the title and caption of 1 photo"),
                (["title": NSNull()], "Removed the title of 1 photo"), (["keywords": [String]()], "Removed the keywords of 1 photo"),
            ] as [([String: Any], String)] {
                let told = try await world.act("describe", fields.merging(["assets": world.ids(0)]) { $1 }).title
                #expect(told == title)
            }
        }
    }
}

extension Sequence {
    func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var result: [T] = []
        for element in self { result.append(try await transform(element)) }
        return result
    }
}
