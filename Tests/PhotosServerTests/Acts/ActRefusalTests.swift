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
        try await ActWorld.run(assets: 0) { world in
            let reply = try await world.server.post("/api/acts", json: body)
            #expect(reply.status == 400)
            #expect(reply.problem == "act")
            #expect(try !(reply.object()["detail"] as? String ?? "").isEmpty)
        }
    }

    @Test func `only JSON is taken, as another site could send forms`() async throws {
        try await ActWorld.run { world in
            let body = Data(#"{"act":"createFolder","title":"x"}"#.utf8)
            for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
                let reply = try await world.server.send("POST", "/api/acts", [("Content-Type", kind)], body: body)
                #expect(reply.status == 415)
                #expect(reply.problem == "content-type")
            }
            #expect(try await world.server.send("POST", "/api/acts", [], body: body).status == 415)
            #expect(try await world.server.send("POST", "/api/acts", [("Content-Type", "application/JSON; charset=utf-8")], body: body).status == 200)
        }
    }

    @Test func `an act that fails half-way changes nothing`() async throws {
        try await ActWorld.run { world in
            try await world.act("delete", ["assets": world.ids(5)])
            let before = try world.state()
            let trashed = try await world.post("/api/acts", ["act": "favorite", "assets": world.assets, "value": true])
            #expect(trashed.status == 409)
            #expect(trashed.text.contains("IMG_5.JPG is in Recently Deleted"))
            let unknown = try await world.post("/api/acts", ["act": "hide", "assets": world.ids(0) + [UUID().uuidString], "value": true])
            #expect(unknown.status == 404)
            let album = try await world.post("/api/acts", ["act": "createAlbum", "title": "Half", "assets": world.assets])
            #expect(album.status == 409)
            #expect(try world.state() == before)
        }
    }

    @Test func `what a collection's rights forbid is refused`() async throws {
        try await ActWorld.run { world in
            let synced = String(try world.server.library.insertAlbum(.albumSyncedAlbum, title: "Synced").prefix(36))
            let faces = String(try world.server.library.insertFolder(.smartFolderFaces, title: "Faces").prefix(36))
            let album = try await world.act("createAlbum", ["title": "Mine"]).created ?? ""
            let acts: [[String: Any]] = [
                ["act": "rename", "collection": synced, "title": "x"], ["act": "deleteCollection", "collection": synced],
                ["act": "addAssets", "collection": synced, "assets": world.ids(0)], ["act": "createAlbum", "title": "x", "parent": faces],
                ["act": "moveCollection", "collection": album, "parent": faces], ["act": "createAlbum", "title": "x", "parent": album],
                ["act": "addAssets", "collection": faces, "assets": world.ids(0)],
            ]
            for body in acts {
                let reply = try await world.post("/api/acts", body)
                #expect(reply.status == 409, "\(body)")
            }
            let folder = try await world.act("createFolder", ["title": "F"]).created ?? ""
            let itself = try await world.post("/api/acts", ["act": "moveCollection", "collection": folder, "parent": folder])
            #expect(itself.status == 400)
            let gone = try await world.post("/api/acts", ["act": "rename", "collection": UUID().uuidString, "title": "x"])
            #expect(gone.status == 404)
        }
    }

    @Test func `smart albums are named in the language that is asked for`() async throws {
        let expected: [(language: String?, favorites: String, panoramas: String)] = [
            (nil, "Favourites", "Panoramas"), ("en-US,en", "Favorites", "Panoramas"), ("de-AT,de;q=0.9", "Favoriten", "Panoramen"),
            ("zh-CN,zh", "个人收藏", "全景照片"), ("zh-TW", "喜好項目", "全景照片"), ("fr", "Favourites", "Panoramas"),
        ]
        try await ActWorld.run { world in
            for (language, favorites, panoramas) in expected {
                let reply = try await world.server.get("/api/collections", language.map { [("Accept-Language", $0)] } ?? [])
                #expect(reply["Vary"]?.contains("Accept-Language") == true)
                let list = try #require(try reply.object()["collections"] as? [[String: Any]])
                let titles = ["smart:smartAlbumFavorites", "smart:smartAlbumPanoramas"].map { id in list.first { $0["id"] as? String == id }?["title"] as? String }
                #expect(titles == [favorites, panoramas], "\(language ?? "none")")
            }
        }
    }

    @Test func `what people look for first stands first, then kinds of pictures, and hidden ones at the end`() async throws {
        let order = [
            "UserLibrary", "Favorites", "RecentlyAdded", "Videos", "SelfPortraits", "LivePhotos", "DepthEffect", "Panoramas", "LongExposures", "Timelapses", "SlomoVideos",
            "Cinematic", "Spatial", "Bursts", "Screenshots", "ScreenRecordings", "Animated", "RAW", "AllHidden",
        ]
        try await ActWorld.run(assets: 0) { world in
            let list = try #require(try await world.server.get("/api/collections").object()["collections"] as? [[String: Any]])
            #expect(list.compactMap { $0["subtype"] as? String } == order.map { "smartAlbum" + $0 })
        }
    }

    @Test func `the list of collections says what may be done`() async throws {
        try await ActWorld.run { world in
            _ = try world.server.library.insertAlbum(.albumSyncedAlbum, title: "Synced")
            let folder = try await world.act("createFolder", ["title": "F"]).created
            try await world.act("createAlbum", ["title": "A", "parent": folder as Any, "assets": world.ids(0)])
            try await world.act("favorite", ["assets": world.ids(0, 1), "value": true])
            let list = try #require(try await world.server.get("/api/collections").object()["collections"] as? [[String: Any]])
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
