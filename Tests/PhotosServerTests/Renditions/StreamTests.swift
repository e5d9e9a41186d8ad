import Foundation
import Photos
import PhotosServer
import PhotosTesting
import TestSupport
import Testing

/// Videos that are encoded while they are watched.
@Suite struct StreamTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    private static let film = MadeFilm { ($0.picture, $0.rate, $0.seconds) = ("libx265", 30, 6) }

    @Test func `parts continue each other and are the whole video`() async throws {
        let bytes = try Self.film.bytes(), id = try library.add((.video, "a.mov", Data(bytes)))
        try await TestServer.run(library) { server async throws in
            let said = try await server.get("/stream/video/\(id)/1")
            #expect(said.status == 200 && said["Content-Type"] == "application/json")
            let facts = try #require(try JSONSerialization.jsonObject(with: said.body) as? [String: Any])
            #expect(facts["type"] as? String == "video/mp4; codecs=\"avc1.64002a, mp4a.40.2\"" && facts["duration"] as? Double == 6)
            var whole: [UInt8] = []
            for part in ["0-1000", "1000-4000", "4000-8000"] {
                let reply = try await server.get("/stream/video/\(id)/1/\(part)")
                #expect(reply.status == 200 && reply["Content-Type"] == "video/mp4" && reply["Cache-Control"]?.contains("immutable") == true)
                whole += reply.body
                #expect(try await server.get("/stream/video/\(id)/1/\(part)").body == reply.body, "it is kept")
            }
            let source = try SeenFilm(bytes), made = try SeenFilm(whole)
            #expect(made.picture == "h264" && made.times.count == 180 && made.quietest > 0.17)
            #expect(zip(source.times, made.times).allSatisfy { abs($0 - $1) < 0.002 } && zip(source.greys, made.greys).allSatisfy { abs($0 - $1) <= 4 })
        }
    }

    @Test func `a video whose head lies by an hour is as long as its frames`() async throws {
        let bytes = TestSupport.film(try Self.film.bytes(), saying: 3000), id = try library.add((.video, "a.mov", Data(bytes)))
        try await TestServer.run(library) { server async throws in
            let said = try await server.get("/stream/video/\(id)/1").object()
            #expect(abs((said["duration"] as? Double ?? 0) - 6) < 0.1, "\(said)")
            let last = try await server.get("/stream/video/\(id)/1/4000-6000")
            let seen = try SeenFilm(Array(last.body))
            #expect(last.status == 200 && seen.times.count == 60, "\(last.status) \(seen.times.count)")
        }
    }

    @Test func `a part of a video that is in the cloud only takes what is needed of it`() async throws {
        let film = MadeFilm { ($0.sound, $0.rate, $0.seconds, $0.options) = ("pcm_s16le", 30, 20, "g=30") }
        let bytes = try film.bytes(), id = try library.add((.video, "a.mov", Data(bytes))), path = "/stream/video/\(id)/1/18000-19000"
        // Four blocks, of which the last one and the first are needed, as far as they are not known.
        try #require(bytes.count > 3 << 20)
        let here = try await TestServer.run(library) { server async throws in try await server.get(path) }
        try library.sendToCloud(id, .video)
        let cloud = library.cloud
        // It holds the cloud.
        defer { cloud.whenPartIsRead = nil }
        try await TestServer.run(library) { server async throws in
            // The head is there, and nothing else can be had.
            cloud.whenPartIsRead = { if cloud.parts.count == 2 { cloud.fault = .unreachable } }
            let lost = try await server.get(path)
            #expect(lost.status == 503 && lost.problem == "unavailable" && lost.text.contains("a.mov") && cloud.parts.count == 3, "\(lost.text)")
            (cloud.whenPartIsRead, cloud.fault) = (nil, nil)
            let reply = try await server.get(path)
            #expect(reply.status == 200 && reply["Cache-Control"] == "no-store", "\(reply.status)")
            let made = try SeenFilm(Array(reply.body)), whole = try SeenFilm(Array(here.body))
            #expect(made.times.count == 30 && made.times == whole.times && zip(made.greys, whole.greys).allSatisfy { abs($0 - $1) <= 1 })
            let asked = cloud.parts
            #expect(cloud.downloads == 0 && !asked.contains { $0.contains(Int64(bytes.count / 2)) }, "\(asked)")
            #expect(try await server.get(path).body == reply.body && cloud.parts == asked, "it is kept")
        }
    }

    @Test func `what is no part of a video is not there`() async throws {
        let id = try library.add((.video, "a.mov", TinyMovie.data)), photo = try library.addPhoto()
        let live = try library.add((.photo, "b.jpg", FixtureImages.jpeg()), (.pairedVideo, "b.mov", TinyMovie.data))
        try await TestServer.run(library) { server async throws in
            for part in ["0", "0-", "-5", "5-5", "9-5", "0-10001", "a-b", "0-1-2", "0-99999999999999999999", "1000000000-1000000001"] {
                #expect(try await server.get("/stream/video/\(id)/1/\(part)").status == 404, "\(part)")
            }
            for path in ["stream/video/\(photo)/1", "stream/live/\(photo)/1/0-1000", "stream/film/\(id)/1", "stream/video/\(UUID().uuidString)/1/0-1000", "stream/live/\(id)/1"] {
                #expect(try await server.get("/\(path)").status == 404, "\(path)")
            }
            let moved = try await server.get("/stream/video/\(id)/7/0-500")
            #expect(moved.status == 302 && moved["Location"] == "/stream/video/\(id)/1/0-500")
            #expect(try await server.get("/stream/live/\(live)/1/0-1000").status == 200)
            #expect(try await server.connectStrange().get("/stream/video/\(id)/1/0-1000").status == 401)
        }
    }

    /// The one who leaves takes the encoder along; somebody else's part comes soon.
    @Test func `leaving ends the encoding`() async throws {
        let film = MadeFilm { ($0.picture, $0.size, $0.rate, $0.seconds, $0.sound) = ("mpeg4", (1280, 720), 60, 10, nil) }
        let id = try library.add((.video, "a.mov", Data(try film.bytes())))
        try await TestServer.run(library) { server async throws in
            let leaving = try await server.connect()
            async let reply = leaving.get("/stream/video/\(id)/1/0-10000")
            await server.work.films.wait { $0.running == 1 }
            leaving.close()
            _ = try? await reply
            await server.work.films.wait { $0.running == 0 }
            #expect(try await server.get("/stream/video/\(id)/1/9000-9500").status == 200)
        }
    }
}
