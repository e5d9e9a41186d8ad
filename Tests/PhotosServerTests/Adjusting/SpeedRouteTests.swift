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

    @Test func `a video that is in the cloud only stays there, and says by its head what is slow`() async throws {
        let library = try TemporaryLibrary()
        let slow = try library.add((.video, "IMG_1.MOV", Data(MadeFilm { ($0.rate, $0.seconds) = (120, 2) }.bytes())))
        let plain = try library.add((.video, "IMG_2.MOV", Data(MadeFilm { ($0.rate, $0.seconds) = (30, 2) }.bytes())))
        for id in [slow, plain] { try library.sendToCloud(id, .video) }
        try await TestServer.run(library) { server in
            #expect(try await server.get("/api/assets/\(plain)/speed").object()["slow"] is NSNull)
            #expect(library.cloud.parts.isEmpty, "it has too few frames")
            let part = try #require(try await server.get("/api/assets/\(slow)/speed").object()["slow"] as? [String: Any])
            #expect(abs((part["rate"] as? Double ?? 0) - 0.25) < 0.01 && library.cloud.parts.first?.lowerBound == 0, "\(part)")
            let stream = try await server.get("/stream/video/\(plain)/1").object()
            #expect(abs((stream["duration"] as? Double ?? 0) - 2) < 0.05, "\(stream)")
            #expect(library.cloud.downloads == 0)
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
