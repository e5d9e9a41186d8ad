import Foundation
import Photos
import PhotosTesting
import TestSupport
import Testing

/// Parts of videos over HTTP.
@Suite struct TrimRouteTests {
    @Test func `a part is made what a video shows, made another, and taken back`() async throws {
        let film = MadeFilm { ($0.seconds, $0.rate) = (4, 10) }
        let library = try TemporaryLibrary(), id = try library.add((.video, "IMG_1.MOV", Data(try film.bytes())))
        try await TestServer.run(library) { server in
            let path = "/api/assets/\(id)/trim"
            let before = try await server.get(path).object(), revision = try #require(before["revision"] as? Int)
            #expect(before["part"] is NSNull && before["edited"] as? Bool == false && abs((before["duration"] as? Double ?? 0) - 4) < 0.2)
            let saved = try await server.post(path, json: "{\"part\": {\"start\": 1, \"end\": 3}, \"revision\": \(revision)}")
            #expect(saved.status == 200, "\(saved.text)")
            let after = try await server.get(path).object(), part = try #require(after["part"] as? [String: Any])
            #expect(
                part["start"] as? Double == 1 && part["end"] as? Double == 3 && after["edited"] as? Bool == true && after["duration"] as? Double == before["duration"] as? Double)
            let late = try await server.post(path, json: "{\"part\": {\"start\": 0, \"end\": 2}, \"revision\": \(revision)}")
            #expect(late.status == 409 && late.text.contains("/problems/outrun"))
            for body in ["{}", "{\"part\": {\"start\": 1}}", "{\"part\": {\"start\": 3, \"end\": 1}}", "{\"part\": {\"start\": 9, \"end\": 10}}"] {
                let refused = try await server.post(path, json: body)
                #expect((400..<500).contains(refused.status), "\(body) \(refused.text)")
            }
            let reverted = try await server.post(path, json: "{\"part\": null}")
            #expect(reverted.status == 200)
            let end = try await server.get(path).object()
            #expect(end["part"] is NSNull && end["edited"] as? Bool == false)
        }
    }

    @Test func `what another program edited stays until it is reverted`() async throws {
        let film = try Data(MadeFilm { ($0.seconds, $0.rate) = (2, 10) }.bytes())
        let library = try TemporaryLibrary()
        let id = try library.add((.video, "IMG_1.MOV", film), (.adjustmentData, "IMG_1.AAE", Data("edit".utf8)), (.fullSizeVideo, "IMG_E1.MOV", film))
        try await TestServer.run(library) { server in
            let path = "/api/assets/\(id)/trim"
            #expect(try await server.get(path).object()["edited"] as? Bool == true)
            let refused = try await server.post(path, json: "{\"part\": {\"start\": 0, \"end\": 1}}")
            #expect(refused.status == 409 && refused.text.contains("another program"), "\(refused.text)")
        }
    }

    @Test func `a photo has no part`() async throws {
        let library = try TemporaryLibrary(), id = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(seed: 1)))
        try await TestServer.run(library) { server in
            let refused = try await server.get("/api/assets/\(id)/trim")
            #expect((400..<500).contains(refused.status) && refused.text.contains("no video"), "\(refused.text)")
        }
    }
}
