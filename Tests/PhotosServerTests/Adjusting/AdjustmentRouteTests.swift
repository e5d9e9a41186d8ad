import Foundation
import Photos
import PhotosTesting
import Pixels
import Testing

@testable import Codecs
@testable import LibraryEngine

/// Edits of photos over HTTP.
@Suite struct AdjustmentRouteTests {
    private static let turned = #"{"format":"org.openphotokit.adjustments","version":"1.0","rotation":90}"#

    private static func served(_ body: (TestServer, String) async throws -> Void) async throws {
        let library = try TemporaryLibrary(), id = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(seed: 1)))
        try await TestServer.run(library) { try await body($0, "\(id)") }
    }

    private static func query(_ json: String) -> String { json.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }

    private static func pixels(of file: Data) throws -> PixelImage {
        try file.withUnsafeBytes { bytes in try Codec().render(bytes, name: "picture", RenderRequest()) }
    }

    @Test func `an edit is seen, saved, read back and reverted`() async throws {
        try await Self.served { server, id in
            let path = "/api/assets/\(id)/adjustments"
            let before = try await server.get(path).object(), revision = try #require(before["revision"] as? Int)
            #expect(before["edited"] as? Bool == false && before["adjustments"] is NSNull)
            let seen = try await server.get("/api/assets/\(id)/adjusted?side=64&adjustments=" + Self.query(Self.turned))
            #expect(seen.status == 200 && seen["Content-Type"] == "image/jpeg" && seen.body.starts(with: [0xFF, 0xD8]))
            let untouched = try await server.get(path).object()
            #expect(untouched["revision"] as? Int == revision)
            let saved = try await server.post(path, json: "{\"adjustments\": \(Self.turned), \"revision\": \(revision)}")
            #expect(saved.status == 200, "\(saved.text)")
            let after = try await server.get(path).object()
            #expect((after["adjustments"] as? [String: Any])?["rotation"] as? Int == 90 && after["edited"] as? Bool == true)
            let late = try await server.post(path, json: "{\"adjustments\": \(Self.turned), \"revision\": \(revision)}")
            #expect(late.status == 409 && late.text.contains("/problems/outrun"))
            let reverted = try await server.post(path, json: "{\"adjustments\": null}")
            #expect(reverted.status == 200)
            let end = try await server.get(path).object()
            #expect(end["edited"] as? Bool == false && end["adjustments"] is NSNull)
        }
    }

    /// Each step fetches what it is made of, no step more than that, and what can't be fetched changes nothing.
    @Test(.timeLimit(.minutes(5))) func `a photo that is in the cloud only is seen, edited further and reverted`() async throws {
        let library = try TemporaryLibrary(), id = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(seed: 1)))
        let path = "/api/assets/\(id)/adjustments", brighter = Self.turned.replacing("90}", with: "90,\"exposure\":0.5}")
        try await TestServer.run(library) { server in
            try library.sendToCloud(id, .photo)
            #expect(try await server.get(path).status == 200 && library.cloud.downloads == 0, "a photo without an edit says so by itself")
            let seen = try await server.get("/api/assets/\(id)/adjusted?side=64&adjustments=" + Self.query(Self.turned))
            #expect(seen.status == 200 && library.cloud.downloads == 1, "\(seen.text)")
            for (step, adjustments) in [Self.turned, brighter, "null"].enumerated() {
                try library.sendToCloud(id, .photo)
                let saved = try await server.post(path, json: "{\"adjustments\": \(adjustments)}")
                #expect(try saved.status == 200 && saved.object()["changed"] as? Bool == true, "\(adjustments): \(saved.text)")
                #expect(library.cloud.downloads == step + 2)
                let after = try await server.get(path).object()
                #expect(after["edited"] as? Bool == (adjustments != "null"))
            }
            try library.sendToCloud(id, .photo)
            library.cloud.fault = .unreachable
            let refused = try await server.post(path, json: "{\"adjustments\": \(Self.turned)}")
            #expect(refused.status == 503 && refused.problem == "unavailable" && refused.text.contains("IMG_1.JPG"), "\(refused.text)")
            #expect(try await server.get(path).object()["edited"] as? Bool == false)
        }
    }

    @Test func `what makes no sense is refused with its reason`() async throws {
        try await Self.served { server, id in
            let path = "/api/assets/\(id)/adjustments"
            for (body, reason) in [
                (#"{"adjustments": {"format": "com.example", "version": "1.0"}}"#, "com.example"),
                (#"{"adjustments": {"format": "org.openphotokit.adjustments", "version": "1.0", "exposure": 9}}"#, "exposure is 9"), ("{}", "adjustments"),
            ] {
                let refused = try await server.post(path, json: body)
                #expect(refused.status == 400 && refused.text.contains(reason), "\(refused.text)")
            }
            for query in ["adjustments=nonsense", "side=100000"] {
                let refused = try await server.get("/api/assets/\(id)/adjusted?\(query)")
                #expect(refused.status == 400)
            }
        }
    }

    /// Whoever draws by the values of the picture has to know whose they are; those of other spaces come as sRGB.
    @Test(arguments: [true, false]) func `a wide picture is shown in its own colours, and says so`(isWide: Bool) async throws {
        let pixels = (0..<64 * 48).flatMap { _ in [UInt8](arrayLiteral: 230, 40, 30, 255) }
        let image = PixelImage(
            width: 64, height: 48, bytesPerRow: 256, pixels: pixels, hasAlpha: false, iccProfile: isWide ? ColorProfile.displayP3 : ColorProfile.bt2020)
        let library = try TemporaryLibrary(), id = try library.add((.photo, "IMG_1.JPG", Data(try Codec().encode(image, as: .jpeg(quality: 95)).bytes)))
        try await TestServer.run(library) { server in
            let seen = try await server.get("/api/assets/\(id)/adjusted?side=64")
            #expect(seen.status == 200 && seen["Color-Space"] == (isWide ? "display-p3" : "srgb"))
            #expect((seen.body.range(of: Data("ICC_PROFILE".utf8)) != nil) == isWide)
        }
    }

    private static func deep() -> PixelImage {
        var values: [UInt16] = []
        for at in 0..<64 * 48 {
            let red = UInt16(at * 21)
            values += [red, 20_001, 30_003, 65_535] as [UInt16]
        }
        return PixelImage(width: 64, height: 48, bytesPerRow: 512, format: .rgba16, pixels: values.withUnsafeBytes { [UInt8]($0) }, hasAlpha: false)
    }

    /// What a JPEG does not hold outlives an edit, whatever the original's type; brightness does so in a gain map, and a RAW file has all of it anyway.
    @Test(
        arguments: [
            ("heic-420-10.heic", 16, false, false), ("avif-444-10.avif", 16, false, false), ("jxl-rgb16.jxl", 16, false, false), ("heic-clear8.heic", 8, true, false),
            ("webp-clear.webp", 8, true, false), ("gif-clear.gif", 8, true, false), ("heic-clear10.heic", 16, true, false), ("heic-420-8.heic", nil, false, false),
            ("heic-pq.heic", nil, false, true), ("avif-hlg.avif", nil, false, true), ("dng-turn1.dng", nil, false, false), ("webp-lossy.webp", nil, false, false),
        ] as [(String, Int?, Bool, Bool)]) func `an edit keeps depth, transparency and brightness`(name: String, bits: Int?, isTransparent: Bool, hasMap: Bool) async throws
    {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../CodecsTests/Pixels/Reference")
        let library = try TemporaryLibrary(), id = try library.add((.photo, name, Data(contentsOf: folder.appending(path: name))))
        try await TestServer.run(library) { server in
            let saved = try await server.post("/api/assets/\(id)/adjustments", json: "{\"adjustments\": \(Self.turned)}")
            #expect(saved.status == 200, "\(saved.text)")
            let revision = try #require(saved.object()["revision"] as? Int)
            let file = try await server.get("/original/\(id)/\(revision)").body
            #expect((file.range(of: Data("MPF\0".utf8)) != nil) == hasMap)
            guard let bits else { return #expect(file.starts(with: [0xFF, 0xD8])) }
            #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47]) && Int(file[24]) == bits && file[25] == (isTransparent ? 6 : 2))
        }
    }

    private static func shallow(isTransparent: Bool) -> PixelImage {
        var values: [UInt8] = []
        for at in 0..<64 * 48 {
            let red = UInt8(at % 200), alpha: UInt8 = isTransparent && at < 1000 ? 100 : 255
            values += [red, 80, 120, alpha] as [UInt8]
        }
        return PixelImage(width: 64, height: 48, bytesPerRow: 256, pixels: values, hasAlpha: isTransparent)
    }

    /// Of what is kept without loss, 16 bits and transparency outlive an edit; what has neither becomes a JPEG.
    @Test(arguments: [(true, false), (false, true), (false, false)]) func `what a PNG holds beyond a JPEG stays`(isDeep: Bool, isTransparent: Bool) async throws {
        let image = isDeep ? Self.deep() : Self.shallow(isTransparent: isTransparent)
        let png = Data(try Codec().encode(image, as: .png).bytes)
        let library = try TemporaryLibrary(), id = try library.add((.photo, "IMG_1.PNG", png))
        try await TestServer.run(library) { server in
            let saved = try await server.post("/api/assets/\(id)/adjustments", json: "{\"adjustments\": \(Self.turned)}")
            #expect(saved.status == 200, "\(saved.text)")
            let revision = try #require(saved.object()["revision"] as? Int)
            let file = try await server.get("/original/\(id)/\(revision)").body
            guard isDeep || isTransparent else {
                #expect(file.starts(with: [0xFF, 0xD8]))
                return
            }
            // The header says the bits of a component, and whether there is one for transparency.
            #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47]) && file[24] == (isDeep ? 16 : 8) && file[25] == (isTransparent ? 6 : 2))
            let seen = try Self.pixels(of: file)
            #expect((seen.width, seen.height) == (48, 64) && seen.damage == nil && seen.hasAlpha == isTransparent)
        }
    }

    /// Its EXIF block stands behind its header, as readers expect it.
    @Test func `a PNG carries what its original says`() throws {
        let block: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let pixels = [UInt8](repeating: 100, count: 8 * 8 * 4)
        let plain = try Codec().encode(PixelImage(width: 8, height: 8, bytesPerRow: 32, pixels: pixels, hasAlpha: false), as: .png)
        let carrying = plain.with(exif: block)
        #expect(Data(carrying.bytes).range(of: Data("eXIf".utf8)) == 37..<41)
        // A chunk whose sum is wrong would be damage.
        let seen = try Self.pixels(of: Data(carrying.bytes))
        #expect((seen.width, seen.height) == (8, 8) && seen.damage == nil)
    }
}
