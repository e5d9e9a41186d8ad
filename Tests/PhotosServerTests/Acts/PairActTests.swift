import Foundation
import Photos
import PhotosTesting
import Testing

@testable import LibraryEngine

/// Live Photos, and pairs of a RAW and a JPEG, made, taken apart, and both taken back.
@Suite struct PairActTests {
    /// A photo and a video, in this order.
    private static func run(_ body: @escaping @Sendable (ActStage) async throws -> Void) async throws {
        try await run([(.photo, "IMG_1.JPG", try FixtureImages.jpeg(seed: 1)), (.video, "MOV_1.MOV", FixtureMovies.blue)], body)
    }

    private static func run(_ files: [(PHAssetResourceType, String, Data)], _ body: @escaping @Sendable (ActStage) async throws -> Void) async throws {
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
        try await TestServer.run(library) { try await body(ActStage(server: $0, assets: assets)) }
    }

    @Test func `a photo and a video become a Live Photo, in whichever order they are named`() async throws {
        try await Self.run { stage in
            let before = try stage.assets.map { try stage.record($0) }
            for order in [[0, 1], [1, 0]] {
                let made = try await stage.act("pair", ["assets": order.map { stage.assets[$0] }])
                #expect(made.title == "Made a Live Photo" && made.changed == 1)
                #expect(try stage.record(stage.assets[0]).isLivePhoto && stage.record(stage.assets[1]).isTrashed)
                let undone = try await stage.undo(made.undo)
                #expect(undone.title == "Undone: Made a Live Photo")
                let again = try await stage.undo(undone.undo)
                #expect(again.title == "Done again: Made a Live Photo")
                let apart = try await stage.act("separate", ["assets": stage.ids(0)])
                #expect(apart.title == "Took a Live Photo apart")
                #expect(try zip(stage.assets, before).allSatisfy { id, before in try stage.record(id).mediaType == before.mediaType && !stage.record(id).isTrashed })
            }
            #expect(try stage.server.library.library.verify().isSound)
        }
    }

    @Test func `a photo and its RAW become one, in whichever order they are named`() async throws {
        try await Self.run([(.photo, "IMG_1.JPG", try FixtureImages.jpeg(seed: 1)), (.photo, "SENSOR.DNG", FixtureImages.raw())]) { stage in
            let hashes = { (id: String) throws -> [Data] in
                let record = try stage.record(id)
                return try stage.catalog.read { try $0.resources(assetID: record.id).map(\.sha256) }
            }
            let before = try stage.assets.map { try hashes($0) }
            for order in [[0, 1], [1, 0]] {
                let made = try await stage.act("pair", ["assets": order.map { stage.assets[$0] }])
                #expect(made.title == "Joined a photo and its RAW" && made.changed == 1)
                #expect(try hashes(stage.assets[0]) == before[0] + before[1] && stage.record(stage.assets[0]).isRaw && stage.record(stage.assets[1]).isTrashed)
                let undone = try await stage.undo(made.undo)
                #expect(undone.title == "Undone: Joined a photo and its RAW")
                #expect(try stage.assets.map { try hashes($0) } == before && !stage.record(stage.assets[1]).isTrashed)
                let again = try await stage.undo(undone.undo)
                #expect(again.title == "Done again: Joined a photo and its RAW")
                let apart = try await stage.act("separate", ["assets": stage.ids(0)])
                #expect(apart.title == "Took a photo and its RAW apart")
                #expect(try stage.assets.map { try hashes($0) } == before)
                #expect(try stage.assets.allSatisfy { try !stage.record($0).isTrashed } && !stage.record(stage.assets[0]).isRaw)
            }
            #expect(try stage.server.library.library.verify().isSound)
            let twice = try await stage.post("/api/acts", ["act": "pair", "assets": stage.ids(1, 1)])
            #expect(twice.status == 400)
        }
    }

    @Test func `a video that is gone for good is made anew, and undo joins that`() async throws {
        try await Self.run { stage in
            let made = try await stage.act("pair", ["assets": stage.assets])
            try await stage.act("purge", ["assets": stage.ids(1)])
            #expect(try await stage.post("/api/undo", ["undo": made.undo as Any]).status == 409, "there is nothing to bring back")
            let apart = try await stage.act("separate", ["assets": stage.ids(0)])
            #expect(try stage.catalog.read { try $0.position }.rawValue == apart.position)
            try await stage.undo(apart.undo)
            #expect(try stage.record(stage.assets[0]).isLivePhoto && stage.server.library.library.verify().isSound)
        }
    }

    @Test func `what is no pair is refused`() async throws {
        try await Self.run { stage in
            let requests: [([String: Any], Int)] = [
                (["act": "pair", "assets": stage.ids(0)], 400), (["act": "pair", "assets": stage.ids(0, 0)], 400), (["act": "separate", "assets": stage.assets], 400),
                (["act": "separate", "assets": stage.ids(0)], 409), (["act": "separate", "assets": stage.ids(1)], 409),
                (["act": "separate", "assets": [UUID().uuidString]], 404), (["act": "pair", "assets": [UUID().uuidString, stage.assets[0]]], 404),
            ]
            let before = try stage.state()
            for (request, status) in requests {
                let reply = try await stage.post("/api/acts", request)
                #expect(reply.status == status, "\(request): \(reply.text)")
            }
            try await stage.act("delete", ["assets": stage.ids(1)])
            #expect(try await stage.post("/api/acts", ["act": "pair", "assets": stage.assets]).status == 409)
            try await stage.act("restore", ["assets": stage.ids(1)])
            #expect(try stage.state() == before)
        }
    }
}
