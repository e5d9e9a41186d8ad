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
        try await ActStage.run { stage in
            let done = try await stage.act("hide", ["assets": stage.ids(0), "value": true])
            try await stage.undo(done.undo)
            for token in [done.undo ?? "", "no token", ""] {
                let again = try await stage.post("/api/undo", ["undo": token])
                #expect(again.status == 410)
                #expect(again.problem == "overtaken")
            }
        }
    }

    @Test func `what others changed since stays as they left it`() async throws {
        try await ActStage.run { stage in
            let done = try await stage.act("favorite", ["assets": stage.ids(0, 1, 2), "value": true])
            let row = try stage.record(stage.assets[0]).id
            try stage.server.library.library.performChanges(author: "other") { try $0.update(assetID: row) { $0.isFavorite = false } }
            let undone = try await stage.undo(done.undo)
            #expect(undone.changed == 2)
            #expect(undone.title == "Undone for 2 of 3: Added 3 photos to Favourites")
            let deleted = try await stage.act("delete", ["assets": stage.ids(3)])
            try await stage.act("purge", ["assets": stage.ids(3)])
            let gone = try await stage.post("/api/undo", ["undo": deleted.undo as Any])
            #expect(gone.status == 410)
            #expect(gone.text.contains("Others changed all of it since."))
        }
    }

    @Test func `taking back a new album does not take along what came into it`() async throws {
        try await ActStage.run { stage in
            let made = try await stage.act("createAlbum", ["title": "Mine", "assets": stage.ids(0)])
            try await stage.act("addAssets", ["collection": made.created as Any, "assets": stage.ids(1)])
            let before = try stage.state()
            #expect(try await stage.post("/api/undo", ["undo": made.undo as Any]).status == 410)
            let folder = try await stage.act("createFolder", ["title": "F"])
            try await stage.act("moveCollection", ["collection": made.created as Any, "parent": folder.created as Any])
            #expect(try await stage.post("/api/undo", ["undo": folder.undo as Any]).status == 410)
            #expect(try stage.collection(made.created)?.count == 2)
            #expect(before.assets == (try stage.state()).assets)
        }
    }

    @Test func `later words and places are not overwritten`() async throws {
        try await ActStage.run { stage in
            let album = try await stage.act("createAlbum", ["title": "One"]).created
            let renamed = try await stage.act("rename", ["collection": album as Any, "title": "Two"])
            try await stage.act("rename", ["collection": album as Any, "title": "Three"])
            #expect(try await stage.post("/api/undo", ["undo": renamed.undo as Any]).status == 410)
            #expect(try stage.collection(album)?.title == "Three")
            let described = try await stage.act("describe", ["assets": stage.ids(0), "caption": "mine"])
            try await stage.act("describe", ["assets": stage.ids(0), "caption": "yours"])
            #expect(try await stage.post("/api/undo", ["undo": described.undo as Any]).status == 410)
            #expect(try stage.record(stage.assets[0]).caption == "yours")
            let removed = try await stage.act("deleteCollection", ["collection": album as Any])
            let added = try await stage.post("/api/acts", ["act": "addAssets", "collection": album as Any, "assets": stage.ids(0)])
            #expect(added.status == 404)
            try await stage.undo(removed.undo)
            #expect(try stage.collection(album)?.title == "Three")
        }
    }

    @Test func `a photo returns beside its neighbours, also when some of them went`() async throws {
        try await ActStage.run { stage in
            let album = try await stage.act("createAlbum", ["title": "A", "assets": stage.assets]).created
            let removed = try await stage.act("removeAssets", ["collection": album as Any, "assets": stage.ids(0, 2, 3)])
            try await stage.act("removeAssets", ["collection": album as Any, "assets": stage.ids(4)])
            try await stage.undo(removed.undo)
            #expect(try stage.members(album) == [0, 1, 2, 3, 5])
        }
    }

    @Test func `an album whose folder went comes back at the top level`() async throws {
        try await ActStage.run { stage in
            let folder = try await stage.act("createFolder", ["title": "F"]).created
            let album = try await stage.act("createAlbum", ["title": "A", "parent": folder as Any]).created
            let deleted = try await stage.act("deleteCollection", ["collection": album as Any])
            try await stage.act("deleteCollection", ["collection": folder as Any])
            try await stage.undo(deleted.undo)
            #expect(try stage.titles() == ["A"])
        }
    }

    @Test(arguments: 1...6) func `random acts, all taken back, leave the library as it was; done again, as it became`(_ seed: UInt64) async throws {
        try await ActStage.run(assets: 12) { stage in
            var acts = RandomActs(seed: seed)
            for _ in 0..<12 { try await stage.act(with: acts.next(stage)) }
            let before = try stage.state()
            var tokens: [String] = []
            for _ in 0..<40 {
                if let token = try await stage.act(with: acts.next(stage))?.undo { tokens.append(token) }
            }
            let after = try stage.state()
            for _ in 0..<2 {
                tokens = try await tokens.reversed().asyncMap { try #require(try await stage.undo($0).undo) }
                #expect(try stage.state() == before)
                tokens = try await tokens.reversed().asyncMap { try #require(try await stage.undo($0).undo) }
                #expect(try stage.state() == after)
            }
        }
    }

    @Test func `ten thousand photos are changed and taken back by one request each`() async throws {
        try await ActStage.run(assets: 10_000) { stage in
            let before = try stage.state()
            let album = try await stage.act("createAlbum", ["title": "All", "assets": stage.assets])
            let clock = ContinuousClock()
            for (name, more) in [("favorite", ["value": true]), ("delete", [:]), ("restore", [:])] as [(String, [String: Any])] {
                var done: ActStage.Done?
                let time = try await clock.measure { done = try await stage.act(name, more.merging(["assets": stage.assets]) { first, _ in first }) }
                #expect(done?.changed == 10_000)
                // A bound that only work of another order breaks; the machine may be busy.
                #expect(time < .seconds(60), "\(name) took \(time)")
                if name == "favorite" { try await stage.undo(done?.undo) }
            }
            let removed = try await stage.act("removeAssets", ["collection": album.created as Any, "assets": stage.assets])
            try await stage.undo(removed.undo)
            #expect(try stage.members(album.created) == Array(0..<10_000))
            try await stage.act("deleteCollection", ["collection": album.created as Any])
            #expect(try stage.state() == before)
        }
    }
}
