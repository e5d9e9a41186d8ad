import Foundation
import PhotosTesting
import Testing

@Suite struct ActRefusalTests {
    @Test(arguments: [
        #"{"act":"fly"}"#, #"{"act":"favorite","value":true}"#, #"{"act":"favorite","assets":[],"value":true}"#,
        #"{"act":"favorite","assets":["8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10"]}"#, #"{"act":"favorite","assets":["../etc"],"value":true}"#,
        #"{"act":"favorite","assets":"all","value":true}"#, #"{"act":"createAlbum","title":"   "}"#, #"{"act":"createAlbum"}"#, #"{"act":"rename","title":"x"}"#,
        #"{"act":"describe","assets":["8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10"]}"#, #"{"assets":[]}"#, #"[]"#, #"{"#, "", "null",
        #"{"act":"createAlbum","title":"a\u0000b"}"#,
    ])
    func `an act that makes no sense is told so`(_ body: String) async throws {
        try await ActStage.run(assets: 0) { stage in
            let reply = try await stage.server.post("/api/acts", json: body)
            #expect(reply.status == 400)
            #expect(reply.problem == "act")
            #expect(try !(reply.object()["detail"] as? String ?? "").isEmpty)
        }
    }

    @Test func `only JSON is taken, as another site could send forms`() async throws {
        try await ActStage.run { stage in
            let body = Data(#"{"act":"createFolder","title":"x"}"#.utf8)
            for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
                let reply = try await stage.server.send("POST", "/api/acts", [("Content-Type", kind)], body: body)
                #expect(reply.status == 415)
                #expect(reply.problem == "content-type")
            }
            #expect(try await stage.server.send("POST", "/api/acts", [], body: body).status == 415)
            #expect(try await stage.server.send("POST", "/api/acts", [("Content-Type", "application/JSON; charset=utf-8")], body: body).status == 200)
        }
    }

    @Test func `an act that fails half-way changes nothing`() async throws {
        try await ActStage.run { stage in
            try await stage.act("delete", ["assets": stage.ids(5)])
            let before = try stage.state()
            let trashed = try await stage.post("/api/acts", ["act": "favorite", "assets": stage.assets, "value": true])
            #expect(trashed.status == 409)
            #expect(trashed.text.contains("IMG_5.JPG is in Recently Deleted"))
            let unknown = try await stage.post("/api/acts", ["act": "hide", "assets": stage.ids(0) + [UUID().uuidString], "value": true])
            #expect(unknown.status == 404)
            let album = try await stage.post("/api/acts", ["act": "createAlbum", "title": "Half", "assets": stage.assets])
            #expect(album.status == 409)
            #expect(try stage.state() == before)
        }
    }

    @Test func `what a collection's rights forbid is refused`() async throws {
        try await ActStage.run { stage in
            let synced = String(try stage.server.library.insertAlbum(.albumSyncedAlbum, title: "Synced").prefix(36))
            let faces = String(try stage.server.library.insertFolder(.smartFolderFaces, title: "Faces").prefix(36))
            let album = try await stage.act("createAlbum", ["title": "Mine"]).created ?? ""
            let acts: [[String: Any]] = [
                ["act": "rename", "collection": synced, "title": "x"], ["act": "deleteCollection", "collection": synced],
                ["act": "addAssets", "collection": synced, "assets": stage.ids(0)], ["act": "createAlbum", "title": "x", "parent": faces],
                ["act": "moveCollection", "collection": album, "parent": faces], ["act": "createAlbum", "title": "x", "parent": album],
                ["act": "addAssets", "collection": faces, "assets": stage.ids(0)],
            ]
            for body in acts {
                let reply = try await stage.post("/api/acts", body)
                #expect(reply.status == 409, "\(body)")
            }
            let folder = try await stage.act("createFolder", ["title": "F"]).created ?? ""
            let itself = try await stage.post("/api/acts", ["act": "moveCollection", "collection": folder, "parent": folder])
            #expect(itself.status == 400)
            let gone = try await stage.post("/api/acts", ["act": "rename", "collection": UUID().uuidString, "title": "x"])
            #expect(gone.status == 404)
        }
    }

    @Test func `the list of collections says what may be done`() async throws {
        try await ActStage.run { stage in
            _ = try stage.server.library.insertAlbum(.albumSyncedAlbum, title: "Synced")
            let folder = try await stage.act("createFolder", ["title": "F"]).created
            try await stage.act("createAlbum", ["title": "A", "parent": folder as Any, "assets": stage.ids(0)])
            try await stage.act("favorite", ["assets": stage.ids(0, 1), "value": true])
            let list = try #require(try await stage.server.get("/api/collections").object()["collections"] as? [[String: Any]])
            let favorites = try #require(list.first { $0["id"] as? String == "smart:smartAlbumFavorites" })
            #expect(favorites["count"] as? Int == 2)
            #expect(favorites["title"] as? String == "Favourites")
            let stored = list.filter { $0["kind"] as? String != "smart" }
            #expect(stored.map { $0["title"] as? String } == ["Synced", "F", "A"])
            #expect(
                stored.map { ($0["can"] as? [String] ?? []).joined(separator: " ") } == [
                    "arrange", "rename delete add remove reorder arrange", "rename delete add remove reorder arrange",
                ])
            #expect(stored[2]["parent"] as? String == folder)
            #expect(stored[2]["count"] as? Int == 1)
            #expect(stored[1]["count"] is NSNull)
        }
    }
}
