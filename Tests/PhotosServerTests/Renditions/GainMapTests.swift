import Foundation
import Photos
import PhotosTesting
import Testing

/// Gain maps go to the browser with what is looked at large.
@Suite struct ServedGainMapTests {
    /// The index of pictures, ISO's name for the map's numbers, and Ultra HDR's words: once in the picture, once in the map.
    private static func hasMap(_ body: Data) -> Bool {
        let isIndexed = body.range(of: Data("MPF\0".utf8)) != nil
        let isNamed = body.range(of: Data("urn:iso:std:iso:ts:21496:-1\0".utf8)).flatMap { body[$0.upperBound...].range(of: Data("urn:iso:std:iso:ts:21496:-1\0".utf8)) } != nil
        return isIndexed && isNamed && body.range(of: Data("hdrgm:GainMapMax".utf8)) != nil
    }

    @Test func `previews and full pictures have it, and small ones have not`() async throws {
        let library = try TemporaryLibrary(), id = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpegWithGainMap(width: 2000, height: 1500)))
        try await TestServer.run(library) { server async throws in
            func check(_ revision: Int, _ large: [String], _ small: [String]) async throws {
                for size in large + small {
                    let image = try await server.get("/image/\(id)/\(revision)/\(size)")
                    #expect(image.status == 200 && image["Content-Type"] == "image/jpeg")
                    #expect(Self.hasMap(image.body) == large.contains(size), "\(revision) \(size)")
                }
            }
            try await check(1, ["full", "preview", "unadjusted"], ["thumbnail", "medium"])
            let turned = #"{"adjustments": {"format": "org.openphotokit.adjustments", "version": "1.0", "rotation": 90, "crop": {"x": 0.1, "y": 0, "width": 0.9, "height": 1}}}"#
            let saved = try await server.post("/api/assets/\(id)/adjustments", json: turned)
            let revision = try #require(saved.object()["revision"] as? Int)
            try await check(revision, ["full", "preview", "unadjusted"], ["thumbnail", "medium"])
            #expect(Self.hasMap(try await server.get("/original/\(id)/\(revision)").body), "the rendering's file")
        }
    }

    @Test func `a photo without one has none in any size`() async throws {
        let library = try TemporaryLibrary(), id = try library.addPhoto(width: 2000, height: 1500)
        try await TestServer.run(library) { server async throws in
            for size in ["preview", "full", "thumbnail"] { #expect(try await !Self.hasMap(server.get("/image/\(id)/1/\(size)").body)) }
        }
    }
}
