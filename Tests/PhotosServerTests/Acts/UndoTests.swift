import Foundation
import PhotosTesting
import Testing

@testable import PhotosServer

@Suite struct UndoTests {
    @Test func `an act is taken from the stack once, and the oldest are forgotten`() {
        let stack = UndoStack(entries: 2)
        for token in ["first", "second", "third"] {
            stack.add(UndoStack.Entry(step: MarkStep(mark: .hidden, value: true, assets: [1]), facts: ActFacts("createFolder", name: token), count: 1, grant: .owner), token: token)
        }
        #expect(stack.take("first", of: .owner) == nil)
        #expect(stack.take("third", of: .application("another")) == nil)
        #expect(stack.take("third", of: .owner)?.facts.name == "third")
        #expect(stack.take("third", of: .owner) == nil)
        #expect(stack.take("second", of: .owner)?.facts.name == "second")
        #expect(stack.take("second", of: .owner) == nil)
    }

    @Test func `a token is good once`() async throws {
        try await ActWorld.run { world in
            let done = try await world.act("hide", ["assets": world.ids(0), "value": true])
            try await world.undo(done.undo)
            for token in [done.undo ?? "", "no token", ""] {
                let again = try await world.post("/api/undo", ["undo": token])
                #expect(again.status == 410)
                #expect(again.problem == "overtaken")
            }
        }
    }

    @Test func `what others changed since stays as they left it`() async throws {
        try await ActWorld.run { world in
            let done = try await world.act("favorite", ["assets": world.ids(0, 1, 2), "value": true])
            let row = try world.record(world.assets[0]).id
            try world.server.library.library.performChanges(author: "other") { try $0.update(assetID: row) { $0.isFavorite = false } }
            let undone = try await world.undo(done.undo)
            #expect(undone.changed == 2)
            #expect(undone.title == "Undone for 2 of 3: Added 3 photos to Favourites")
            let deleted = try await world.act("delete", ["assets": world.ids(3)])
            try await world.act("purge", ["assets": world.ids(3)])
            let gone = try await world.post("/api/undo", ["undo": deleted.undo as Any])
            #expect(gone.status == 410)
            #expect(gone.text.contains("Others changed all of it since."))
        }
    }

    @Test func `taking back a new album does not take along what came into it`() async throws {
        try await ActWorld.run { world in
            let made = try await world.act("createAlbum", ["title": "Mine", "assets": world.ids(0)])
            try await world.act("addAssets", ["collection": made.created as Any, "assets": world.ids(1)])
            let before = try world.state()
            #expect(try await world.post("/api/undo", ["undo": made.undo as Any]).status == 410)
            let folder = try await world.act("createFolder", ["title": "F"])
            try await world.act("moveCollection", ["collection": made.created as Any, "parent": folder.created as Any])
            #expect(try await world.post("/api/undo", ["undo": folder.undo as Any]).status == 410)
            #expect(try world.collection(made.created)?.count == 2)
            #expect(before.assets == (try world.state()).assets)
        }
    }

    @Test func `later words and places are not overwritten`() async throws {
        try await ActWorld.run { world in
            let album = try await world.act("createAlbum", ["title": "One"]).created
            let renamed = try await world.act("rename", ["collection": album as Any, "title": "Two"])
            try await world.act("rename", ["collection": album as Any, "title": "Three"])
            #expect(try await world.post("/api/undo", ["undo": renamed.undo as Any]).status == 410)
            #expect(try world.collection(album)?.title == "Three")
            let described = try await world.act("describe", ["assets": world.ids(0), "caption": "mine"])
            try await world.act("describe", ["assets": world.ids(0), "caption": "yours"])
            #expect(try await world.post("/api/undo", ["undo": described.undo as Any]).status == 410)
            #expect(try world.record(world.assets[0]).caption == "yours")
            let removed = try await world.act("deleteCollection", ["collection": album as Any])
            let added = try await world.post("/api/acts", ["act": "addAssets", "collection": album as Any, "assets": world.ids(0)])
            #expect(added.status == 404)
            try await world.undo(removed.undo)
            #expect(try world.collection(album)?.title == "Three")
        }
    }

    @Test func `a photo returns beside its neighbours, also when some of them went`() async throws {
        try await ActWorld.run { world in
            let album = try await world.act("createAlbum", ["title": "A", "assets": world.assets]).created
            let removed = try await world.act("removeAssets", ["collection": album as Any, "assets": world.ids(0, 2, 3)])
            try await world.act("removeAssets", ["collection": album as Any, "assets": world.ids(4)])
            try await world.undo(removed.undo)
            #expect(try world.members(album) == [0, 1, 2, 3, 5])
        }
    }

    @Test func `an album whose folder went comes back at the top level`() async throws {
        try await ActWorld.run { world in
            let folder = try await world.act("createFolder", ["title": "F"]).created
            let album = try await world.act("createAlbum", ["title": "A", "parent": folder as Any]).created
            let deleted = try await world.act("deleteCollection", ["collection": album as Any])
            try await world.act("deleteCollection", ["collection": folder as Any])
            try await world.undo(deleted.undo)
            #expect(try world.titles() == ["A"])
        }
    }

    @Test(arguments: 1...6) func `random acts, all taken back, leave the library as it was; done again, as it became`(_ seed: UInt64) async throws {
        try await ActWorld.run(assets: 12) { world in
            var acts = RandomActs(seed: seed)
            for _ in 0..<12 { try await world.act(with: acts.next(world)) }
            let before = try world.state()
            var tokens: [String] = []
            for _ in 0..<40 {
                if let token = try await world.act(with: acts.next(world))?.undo { tokens.append(token) }
            }
            let after = try world.state()
            for _ in 0..<2 {
                tokens = try await tokens.reversed().asyncMap { try #require(try await world.undo($0).undo) }
                #expect(try world.state() == before)
                tokens = try await tokens.reversed().asyncMap { try #require(try await world.undo($0).undo) }
                #expect(try world.state() == after)
            }
        }
    }

    @Test func `ten thousand photos are changed and taken back by one request each`() async throws {
        try await ActWorld.run(assets: 10_000) { world in
            let before = try world.state()
            let album = try await world.act("createAlbum", ["title": "All", "assets": world.assets])
            let clock = ContinuousClock()
            for (name, more) in [("favorite", ["value": true]), ("delete", [:]), ("restore", [:])] as [(String, [String: Any])] {
                var done: ActWorld.Done?
                let time = try await clock.measure { done = try await world.act(name, more.merging(["assets": world.assets]) { first, _ in first }) }
                #expect(done?.changed == 10_000)
                // A bound that only work of another order breaks; the machine may be busy.
                #expect(time < .seconds(60), "\(name) took \(time)")
                if name == "favorite" { try await world.undo(done?.undo) }
            }
            let removed = try await world.act("removeAssets", ["collection": album.created as Any, "assets": world.assets])
            try await world.undo(removed.undo)
            #expect(try world.members(album.created) == Array(0..<10_000))
            try await world.act("deleteCollection", ["collection": album.created as Any])
            #expect(try world.state() == before)
        }
    }
}
