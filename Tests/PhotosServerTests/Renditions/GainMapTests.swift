import Foundation
import Photos
import PhotosTesting
import Pixels
import Testing

@testable import Codecs

/// Gain maps go to the browser with what is looked at large.
@Suite struct ServedGainMapTests {
    /// The index of pictures, ISO's name for the map's numbers, and Ultra HDR's words: once in the picture, once in the map.
    private static func hasMap(_ body: Data) -> Bool {
        let isIndexed = body.range(of: Data("MPF\0".utf8)) != nil
        let isNamed = body.range(of: Data("urn:iso:std:iso:ts:21496:-1\0".utf8)).flatMap { body[$0.upperBound...].range(of: Data("urn:iso:std:iso:ts:21496:-1\0".utf8)) } != nil
        return isIndexed && isNamed && body.range(of: Data("hdrgm:GainMapMax".utf8)) != nil
    }

    /// The greatest component of a pixel there, of 65535, as a screen of any brightness shows the file: in PQ where it has a map that is found and can be decoded.
    private static func brightest(_ body: Data, _ x: Double, _ y: Double) throws -> Int {
        var request = RenderRequest()
        (request.headroom, request.format, request.keepsWideGamut) = (0, .rgba16, true)
        let image = try body.withUnsafeBytes { bytes in try Codec().render(bytes, name: "a.jpg", request) }
        let at = Int(y * Double(image.height)) * image.bytesPerRow + Int(x * Double(image.width)) * 8
        return image.pixels.withUnsafeBytes { bytes in (0..<3).map { Int(bytes.loadUnaligned(fromByteOffset: at + $0 * 2, as: UInt16.self)) }.max() ?? 0 }
    }

    /// The left half of the original is four times as bright as its picture says, also where that is after a turn.
    @Test func `what is served is as bright as the original, upright and turned`() async throws {
        let library = try TemporaryLibrary(), id = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpegWithGainMap(width: 2000, height: 1500)))
        try await TestServer.run(library) { server async throws in
            func check(_ revision: Int, _ sizes: [String], blue: (Double, Double), white: (Double, Double)) async throws {
                for size in sizes {
                    let body = try await server.get("/image/\(id)/\(revision)/\(size)").body
                    let (left, right) = (try Self.brightest(body, blue.0, blue.1), try Self.brightest(body, white.0, white.1))
                    #expect(left > right + 2000 && right < 45_000, "\(revision) \(size): \(left) \(right)")
                }
            }
            try await check(1, ["preview", "full", "unadjusted"], blue: (0.25, 0.75), white: (0.75, 0.75))
            let turned = #"{"adjustments": {"format": "org.openphotokit.adjustments", "version": "1.0", "rotation": 90}}"#
            let saved = try await server.post("/api/assets/\(id)/adjustments", json: turned)
            let revision = try #require(saved.object()["revision"] as? Int)
            try await check(revision, ["preview", "full"], blue: (0.25, 0.25), white: (0.25, 0.75))
            try await check(revision, ["unadjusted"], blue: (0.25, 0.75), white: (0.75, 0.75))
        }
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
