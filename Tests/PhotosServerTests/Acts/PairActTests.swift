import Foundation
import Photos
import PhotosTesting
import Testing

@testable import LibraryEngine

/// Live Photos, and pairs of a RAW and a JPEG, made, taken apart, and both taken back.
@Suite struct PairActTests {
    /// A photo and a video, in this order.
    private static func run(_ body: @escaping @Sendable (ActWorld) async throws -> Void) async throws {
        try await run([(.photo, "IMG_1.JPG", try FixtureImages.jpeg(seed: 1)), (.video, "MOV_1.MOV", FixtureMovies.blue)], body)
    }

    private static func run(_ files: [(PHAssetResourceType, String, Data)], _ body: @escaping @Sendable (ActWorld) async throws -> Void) async throws {
        let library = try TemporaryLibrary()
        var ids: [String] = []
        try library.photoLibrary.performChangesAndWait {
            for (type, name, data) in files {
                let request = PHAssetCreationRequest.forAsset(), options = PHAssetResourceCreationOptions()
                options.originalFilename = name
                request.addResource(with: type, data: data, options: options)
                if let id = request.placeholderForCreatedAsset?.localIdentifier { ids.append(String(id.prefix(36))) }
            }
        }
        let assets = ids
        try await TestServer.run(library) { try await body(ActWorld(server: $0, assets: assets)) }
    }

    @Test func `a photo and a video become a Live Photo, in whichever order they are named`() async throws {
        try await Self.run { world in
            let before = try world.assets.map { try world.record($0) }
            for order in [[0, 1], [1, 0]] {
                let made = try await world.act("pair", ["assets": order.map { world.assets[$0] }])
                #expect(made.title == "Made a Live Photo" && made.changed == 1)
                #expect(try world.record(world.assets[0]).isLivePhoto && world.record(world.assets[1]).isTrashed)
                let undone = try await world.undo(made.undo)
                #expect(undone.title == "Undone: Made a Live Photo")
                let again = try await world.undo(undone.undo)
                #expect(again.title == "Done again: Made a Live Photo")
                let apart = try await world.act("separate", ["assets": world.ids(0)])
                #expect(apart.title == "Took a Live Photo apart")
                #expect(try zip(world.assets, before).allSatisfy { id, before in try world.record(id).mediaType == before.mediaType && !world.record(id).isTrashed })
            }
            #expect(try world.server.library.library.verify().isSound)
        }
    }

    @Test func `a photo and its RAW become one, in whichever order they are named`() async throws {
        try await Self.run([(.photo, "IMG_1.JPG", try FixtureImages.jpeg(seed: 1)), (.photo, "SENSOR.DNG", FixtureImages.raw())]) { world in
            let hashes = { (id: String) throws -> [Data] in
                let record = try world.record(id)
                return try world.catalog.read { try $0.resources(assetID: record.id).map(\.sha256) }
            }
            let before = try world.assets.map { try hashes($0) }
            for order in [[0, 1], [1, 0]] {
                let made = try await world.act("pair", ["assets": order.map { world.assets[$0] }])
                #expect(made.title == "Joined a photo and its RAW" && made.changed == 1)
                #expect(try hashes(world.assets[0]) == before[0] + before[1] && world.record(world.assets[0]).isRaw && world.record(world.assets[1]).isTrashed)
                let undone = try await world.undo(made.undo)
                #expect(undone.title == "Undone: Joined a photo and its RAW")
                #expect(try world.assets.map { try hashes($0) } == before && !world.record(world.assets[1]).isTrashed)
                let again = try await world.undo(undone.undo)
                #expect(again.title == "Done again: Joined a photo and its RAW")
                let apart = try await world.act("separate", ["assets": world.ids(0)])
                #expect(apart.title == "Took a photo and its RAW apart")
                #expect(try world.assets.map { try hashes($0) } == before)
                #expect(try world.assets.allSatisfy { try !world.record($0).isTrashed } && !world.record(world.assets[0]).isRaw)
            }
            #expect(try world.server.library.library.verify().isSound)
            let twice = try await world.post("/api/acts", ["act": "pair", "assets": world.ids(1, 1)])
            #expect(twice.status == 400)
        }
    }

    @Test func `of a photo and its RAW either becomes the original, as long as there is no edit`() async throws {
        let files: [(PHAssetResourceType, String, Data)] = [
            (.photo, "IMG_1.JPG", try FixtureImages.jpeg(width: 64, height: 48)), (.photo, "SENSOR.DNG", FixtureImages.raw(width: 80, height: 60)),
        ]
        try await Self.run(files) { world in
            let photo = world.ids(0)
            func shown() async throws -> [String] {
                let record = try world.record(world.assets[0])
                let page = try await world.server.get("/api/assets?in=library").object()["assets"] as? [[String: Any]]
                let tile = page?.first { $0["id"] as? String == world.assets[0] }
                return ["\(record.originalChoice == .raw)", "\(record.pixelWidth)", (tile?["showsRaw"] as? Bool).map { "\($0)" } ?? "none"]
            }
            #expect(try await world.post("/api/acts", ["act": "showRaw", "assets": photo, "value": true]).status == 409, "it has no RAW")
            #expect(try await shown() == ["false", "64", "none"])
            try await world.act("pair", ["assets": world.assets])
            #expect(try await shown() == ["false", "64", "false"])
            let made = try await world.act("showRaw", ["assets": photo, "value": true])
            #expect(made.title == "Made the RAW the original" && made.changed == 1)
            #expect(try await shown() == ["true", "80", "true"])
            let twice = try await world.act("showRaw", ["assets": photo, "value": true])
            #expect(twice.changed == 0 && twice.undo == nil)
            let undone = try await world.undo(made.undo)
            #expect(undone.title == "Undone: Made the RAW the original")
            #expect(try await shown() == ["false", "64", "false"])
            let again = try await world.undo(undone.undo)
            #expect(again.title == "Done again: Made the RAW the original")
            #expect(try await shown() == ["true", "80", "true"])
            let back = try await world.act("showRaw", ["assets": photo, "value": false])
            #expect(back.title == "Made the photo the original")
            #expect(try await shown() == ["false", "64", "false"])

            let id = try world.record(world.assets[0]).id
            try world.server.library.library.performChanges(author: "editor") { transaction in
                try transaction.update(assetID: id) { $0.adjustmentFormatIdentifier = "org.example.editor" }
            }
            #expect(try await world.post("/api/acts", ["act": "showRaw", "assets": photo, "value": true]).status == 409, "an edit would be lost")
            #expect(try await world.post("/api/undo", ["undo": back.undo as Any]).status == 410)
            #expect(try await shown() == ["false", "64", "false"])
            for wrong: [String: Any] in [["act": "showRaw", "assets": photo], ["act": "showRaw", "assets": world.assets, "value": true]] {
                let reply = try await world.post("/api/acts", wrong)
                #expect(reply.status == 400, "\(reply.text)")
            }
        }
    }

    @Test func `a video that is gone for good is made anew, and undo joins that`() async throws {
        try await Self.run { world in
            let made = try await world.act("pair", ["assets": world.assets])
            try await world.act("purge", ["assets": world.ids(1)])
            #expect(try await world.post("/api/undo", ["undo": made.undo as Any]).status == 409, "there is nothing to bring back")
            let apart = try await world.act("separate", ["assets": world.ids(0)])
            #expect(try world.catalog.read { try $0.position }.rawValue == apart.position)
            try await world.undo(apart.undo)
            #expect(try world.record(world.assets[0]).isLivePhoto && world.server.library.library.verify().isSound)
        }
    }

    @Test func `what is no pair is refused`() async throws {
        try await Self.run { world in
            let requests: [([String: Any], Int)] = [
                (["act": "pair", "assets": world.ids(0)], 400), (["act": "pair", "assets": world.ids(0, 0)], 400), (["act": "separate", "assets": world.assets], 400),
                (["act": "separate", "assets": world.ids(0)], 409), (["act": "separate", "assets": world.ids(1)], 409),
                (["act": "separate", "assets": [UUID().uuidString]], 404), (["act": "pair", "assets": [UUID().uuidString, world.assets[0]]], 404),
            ]
            let before = try world.state()
            for (request, status) in requests {
                let reply = try await world.post("/api/acts", request)
                #expect(reply.status == status, "\(request): \(reply.text)")
            }
            try await world.act("delete", ["assets": world.ids(1)])
            #expect(try await world.post("/api/acts", ["act": "pair", "assets": world.assets]).status == 409)
            try await world.act("restore", ["assets": world.ids(1)])
            #expect(try world.state() == before)
        }
    }
}
