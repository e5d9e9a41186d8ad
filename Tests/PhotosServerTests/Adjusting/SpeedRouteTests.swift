import Foundation
import PhotosTesting
import TestSupport
import Testing

/// What of a video is slow, over HTTP.
@Suite struct SpeedRouteTests {
    @Test func `the slow part is told of videos of many frames alone`() async throws {
        let library = try TemporaryLibrary()
        let slow = try library.add((.video, "IMG_1.MOV", Data(MadeFilm { ($0.rate, $0.seconds) = (120, 2) }.bytes())))
        let plain = try library.add((.video, "IMG_2.MOV", Data(MadeFilm { ($0.rate, $0.seconds) = (30, 2) }.bytes())))
        let photo = try library.add((.photo, "IMG_3.JPG", FixtureImages.jpeg(seed: 1)))
        try await TestServer.run(library) { server in
            let part = try #require(try await server.get("/api/assets/\(slow)/speed").object()["slow"] as? [String: Any])
            let (start, end, rate) = (part["start"] as? Double ?? 0, part["end"] as? Double ?? 0, part["rate"] as? Double ?? 0)
            #expect(abs(start - 0.4) < 0.01 && abs(end - 1.6) < 0.02 && abs(rate - 0.25) < 0.01, "\(part)")
            for other in [plain, photo] { #expect(try await server.get("/api/assets/\(other)/speed").object()["slow"] is NSNull) }
        }
    }

    @Test func `an edit of a Live Photo says what its movie is like`() async throws {
        let library = try TemporaryLibrary(), movie = try Data(MadeFilm { ($0.seconds, $0.rate) = (2, 10) }.bytes())
        let live = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg(seed: 1)), (.pairedVideo, "IMG_1.MOV", movie))
        let photo = try library.add((.photo, "IMG_2.JPG", FixtureImages.jpeg(seed: 2)))
        try await TestServer.run(library) { server in
            let said = try #require(try await server.get("/api/assets/\(live)/adjustments").object()["movie"] as? [String: Any])
            #expect(abs((said["duration"] as? Double ?? 0) - 2) < 0.05 && abs((said["stillTime"] as? Double ?? 0) - 1) < 0.05, "\(said)")
            #expect(try await server.get("/api/assets/\(photo)/adjustments").object()["movie"] is NSNull)
        }
    }
}
