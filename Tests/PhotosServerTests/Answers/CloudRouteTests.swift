import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

/// What the owner's page is told of originals elsewhere, what a picker's is, and what nobody else is.
@Suite struct CloudRouteTests {
    /// A library with a store, whose first photo is there alone; the second waits to be uploaded.
    private func library() throws -> (library: TemporaryLibrary, ids: [String]) {
        let library = try TemporaryLibrary(), store = library.url.deletingLastPathComponent().appending(path: "store-\(UUID().uuidString)")
        var settings = CloudSettings(address: store.path)
        settings.pinnedDays = 0
        let first = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(seed: 1)))
        try library.library.configureCloud(settings)
        #expect(try library.library.upload().files == 1)
        #expect(try library.library.evict(downTo: 0).files == 1)
        return (library, [first, try library.add((.photo, "IMG_2.JPG", FixtureImages.jpeg(seed: 2)))])
    }

    @Test func `the owner sees what is where, and has uploads wait and go on`() async throws {
        let (library, _) = try library()
        try await TestServer.run(library) { server in
            var state = try await server.get("/api/cloud").object()
            #expect(state["isConnected"] as? Bool == true && state["isPaused"] as? Bool == false && state["progress"] is NSNull && state["problem"] is NSNull)
            #expect((state["waiting"] as? [String: Int])?["files"] == 1 && (state["elsewhere"] as? [String: Int])?["files"] == 1)
            #expect((state["failed"] as? [Any])?.isEmpty == true)
            state = try await server.post("/api/cloud", json: "{\"isPaused\":true}").object()
            #expect(state["isPaused"] as? Bool == true)
            #expect(try library.library.cloudSettings()?.isPaused == true)
            state = try await server.post("/api/cloud", json: "{\"isPaused\":false}").object()
            #expect(state["isPaused"] as? Bool == false)
            #expect(try await server.post("/api/cloud", json: "{}").status == 400)
        }
    }

    @Test func `a library without a store says so, and nothing else`() async throws {
        try await TestServer.run { server in
            let state = try await server.get("/api/cloud").object()
            #expect(state.keys.sorted() == ["isConnected"] && state["isConnected"] as? Bool == false)
            #expect(try await server.post("/api/cloud", json: "{\"isPaused\":true}").status == 400)
        }
    }

    @Test func `a file that could not be uploaded is named with its reason`() async throws {
        let (library, _) = try library()
        // Its bytes are not those that were imported.
        let folder = library.url.appending(path: "originals")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.filter { $0.lowercased().hasSuffix(".jpg") } ?? []
        let file = folder.appending(path: try #require(names.first))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.seek(toOffset: 2)
        try handle.write(contentsOf: Data([0]))
        try handle.close()
        #expect(try library.library.upload().failed.count == 1)
        try await TestServer.run(library) { server in
            let failed = try #require(try await server.get("/api/cloud").object()["failed"] as? [[String: String]])
            #expect(failed.map { $0["filename"] } == ["IMG_2.JPG"] && failed.first?["message"]?.isEmpty == false)
        }
    }

    @Test func `tiles say which photos have to be fetched, to the owner and to a person at a picker alone`() async throws {
        let (library, ids) = try library()
        try await TestServer.run(library) { server in
            let page = try await server.get("/api/assets").object()
            let tiles = try #require(page["assets"] as? [[String: Any]])
            let marks = Dictionary(uniqueKeysWithValues: tiles.map { ($0["id"] as? String ?? "", $0["isElsewhere"] as? Bool) })
            #expect(marks[ids[0]] == true && marks[ids[1]] == false)
            // An application that may see everything.
            try library.library.grant(.full, to: "org.example.viewer", author: "test")
            struct Admitted: Decodable, Sendable { var token: String }
            let token = try await server.post("/api/clients", json: #"{"application":"org.example.viewer"}"#).decoded(Admitted.self).token
            let connection = try await HTTPConnection(port: server.port, token: token)
            defer { connection.close() }
            let others = try #require(try await connection.get("/api/assets").object()["assets"] as? [[String: Any]])
            #expect(others.count == 2 && others.allSatisfy { $0["isElsewhere"] == nil })
            #expect(try await connection.get("/api/cloud").status == 403)
            #expect(try await connection.get("/api/assets/\(ids[0])/fetching").status == 403)
            // A person at a picker: that it is elsewhere, and nothing of where or of what waits for it.
            let picker = try await PickerTests.begin(server, "{\"limit\":0,\"preselected\":[\"\(ids[0])\",\"\(ids[1])\"]}"), person = try await PickerTests.person(server, picker)
            func get(_ path: String) async throws -> HTTPReply { try await person.connection.get(path, [person.cookie]) }
            let shown = try #require(try await get("/api/assets").object()["assets"] as? [[String: Any]])
            let chosen = try #require(try await get(picker.path + "/choice").object()["preselected"] as? [[String: Any]])
            for list in [shown, chosen] {
                #expect(Dictionary(uniqueKeysWithValues: list.map { ($0["id"] as? String ?? "", $0["isElsewhere"] as? Bool) }) == [ids[0]: true, ids[1]: false])
            }
            #expect(try await get("/api/cloud").status == 403)
            #expect(try await get("/api/assets/\(ids[0])/fetching").object().keys.sorted() == ["fraction"])
            let uuid = try #require(UUID(uuidString: ids[0])), row = try #require(try library.library.read { try $0.assetID(uuid: uuid) })
            try library.library.performChanges(author: "test") { try $0.update(assetID: row) { $0.isHidden = true } }
            #expect(try await get("/api/assets/\(ids[0])/fetching").status == 404, "of what is hidden not even that")
            #expect(try await PickerTests.choose(person, picker, "{}").status == 200)
            #expect(try await get("/api/assets/\(ids[1])/fetching").status == 403, "and of nothing once the picker is over")
        }
    }

    @Test func `a download that goes on says how far it is`() async throws {
        let library = try TemporaryLibrary(), id = try library.addPhoto()
        let options = PHFetchOptions()
        options.photoLibrary = library.photoLibrary
        try library.sendToCloud([try #require(PHAsset.fetchAssets(withLocalIdentifiers: [id], options: options).firstObject)], [.photo])
        library.cloud.fault = .hold
        try await TestServer.run(library) { server async throws in
            let idle = try await server.get("/api/assets/\(id)/fetching").object()
            #expect(idle["fraction"] is NSNull)
            async let original = server.get("/original/\(id)/1")
            await withCheckedContinuation { held in
                // On a thread that may wait: the server needs those of the pool.
                DispatchQueue.global().async { [cloud = library.cloud] in
                    cloud.waitUntilHolding()
                    held.resume()
                }
            }
            let begun = try await server.get("/api/assets/\(id)/fetching").object()
            #expect(begun["fraction"] as? Double == 0)
            let picker = try await PickerTests.begin(server), person = try await PickerTests.person(server, picker)
            #expect(try await person.connection.get("/api/assets/\(id)/fetching", [person.cookie]).object()["fraction"] as? Double == 0)
            library.cloud.release()
            #expect(try await original.status == 200)
        }
    }
}
