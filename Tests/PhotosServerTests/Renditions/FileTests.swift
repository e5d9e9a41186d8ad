import Foundation
import Photos
import PhotosServer
import PhotosTesting
import TestSupport
import Testing

@Suite struct FileTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    /// A photo with a long tail, so that it is sent in several pieces.
    private static func longPhoto() throws -> Data {
        try FixtureImages.jpeg() + Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }

    @Test func `an original comes back to the byte, with its type, its name and its hash`() async throws {
        let data = try Self.longPhoto()
        let id = try library.add((.photo, "Grüße \"aus\" Köln\u{1F4F7}.jpg", data))
        try await TestServer.run(library) { server async throws in
            let reply = try await server.get("/original/\(id)/1")
            #expect(reply.status == 200)
            #expect(reply.body == data)
            #expect(reply["Content-Type"] == "image/jpeg")
            #expect(reply["Accept-Ranges"] == "bytes")
            let tag = try #require(reply["ETag"])
            #expect(tag.count == 66 && tag.hasPrefix("\"") && tag.hasSuffix("\""))
            let name = try #require(reply["Content-Disposition"])
            #expect(name.hasPrefix("inline; filename=\"Gr__e _aus_ K_ln_.jpg\"; "), "nothing in the name ends its quotes")
            #expect(name.contains("filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22aus%22%20"))
            #expect(name.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(try await server.get("/original/\(id)/1?download")["Content-Disposition"]?.hasPrefix("attachment; ") == true)
            #expect(try await server.get("/original/\(id)/1", [("If-None-Match", tag)]).status == 304)
            let head = try await server.send("HEAD", "/original/\(id)/1")
            #expect(head["Content-Length"] == "\(data.count)")
        }
    }

    @Test func `parts of a file are what was asked for`() async throws {
        let data = try Self.longPhoto()
        let id = try library.add((.photo, "long.jpg", data))
        let size = data.count
        try await TestServer.run(library) { server async throws in
            let connection = try await server.connect()
            let tag = try #require(try await connection.send("HEAD", "/original/\(id)/1")["ETag"])
            let parts: [(String, Range<Int>)] = [
                ("bytes=0-0", 0..<1), ("bytes=0-", 0..<size), ("bytes=1000-1999", 1000..<2000), ("bytes=-1", size - 1..<size), ("bytes=-500", size - 500..<size),
                ("bytes=\(size - 1)-", size - 1..<size), ("bytes=\(size - 1)-\(size + 9)", size - 1..<size), ("bytes=262143-262145", 262_143..<262_146),
                ("Bytes=5-9", 5..<10), ("bytes=-\(size * 2)", 0..<size), ("bytes=0-99999999999999999999", 0..<size),
            ]
            for (range, expected) in parts {
                let reply = try await connection.get("/original/\(id)/1", [("Range", range)])
                #expect(reply.status == 206, "\(range)")
                #expect(reply["Content-Range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(size)", "\(range)")
                #expect(reply.body == data[expected], "\(range)")
            }
            for range in ["bytes=\(size)-", "bytes=\(size)-\(size + 1)", "bytes=-0", "bytes=99999999999999999999-"] {
                let reply = try await connection.get("/original/\(id)/1", [("Range", range)])
                #expect(reply.status == 416, "\(range)")
                #expect(reply["Content-Range"] == "bytes */\(size)")
                #expect(reply.problem == "range")
            }
            for range in ["bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=0-1,5-6", "lines=0-1", "0-1", "bytes=+1-2", "bytes=0-1-2", "bytes= - "] {
                let reply = try await connection.get("/original/\(id)/1", [("Range", range)])
                #expect(reply.status == 200, "\(range)")
                #expect(reply.body.count == size, "\(range)")
            }
            #expect(try await connection.get("/original/\(id)/1", [("Range", "bytes=0-9"), ("If-Range", tag)]).status == 206)
            for condition in ["\"other\"", "W/\(tag)", "Sun, 06 Nov 1994 08:49:37 GMT"] {
                #expect(try await connection.get("/original/\(id)/1", [("Range", "bytes=0-9"), ("If-Range", condition)]).status == 200, "\(condition)")
            }
        }
    }

    @Test func `videos and the videos of Live Photos are played in parts`() async throws {
        let video = try library.add((.video, "clip.mov", TinyMovie.data))
        let live = try library.add((.photo, "IMG_1.JPG", FixtureImages.jpeg()), (.pairedVideo, "IMG_1.MOV", TinyMovie.data))
        try await TestServer.run(library) { server async throws in
            for path in ["/video/\(video)/1", "/live/\(live)/1"] {
                let whole = try await server.get(path)
                #expect(whole.status == 200, "\(path)")
                #expect(whole["Content-Type"] == "video/mp4", "browsers refuse QuickTime by its own name")
                #expect(whole.body == TinyMovie.data)
                let part = try await server.get(path, [("Range", "bytes=4-7")])
                #expect(part.status == 206)
                #expect(part.text == "ftyp")
            }
            #expect(try await server.get("/video/\(live)/1").problem == "no-video")
            #expect(try await server.get("/original/\(live)/1?resource=1")["Content-Type"] == "video/quicktime")
            #expect(try await server.get("/image/\(video)/1/thumbnail").status == 200, "the poster frame")
        }
    }

    @Test func `the movie of a motion photo is played in parts, and its file is one`() async throws {
        let movie = Array(TinyMovie.data), file = Data(MotionPhotoKind.pixel7.file(picture: Array(try FixtureImages.jpeg()), movie: movie))
        let id = try library.add((.photo, "PXL_1.MP.jpg", file))
        try await TestServer.run(library) { server async throws in
            #expect(try await server.get("/original/\(id)/1").body == file)
            let whole = try await server.get("/live/\(id)/1")
            #expect(whole.status == 200 && whole.body == Data(movie) && whole["Content-Type"] == "video/mp4")
            let part = try await server.get("/live/\(id)/1", [("Range", "bytes=4-7")])
            #expect(part.status == 206 && part.body == Data("ftyp".utf8) && part["Content-Range"] == "bytes 4-7/\(movie.count)")
        }
    }

    @Test func `a server that is told to stop does not wait for a client that takes nothing`() async throws {
        let data = try FixtureImages.jpeg() + Data(count: 64 << 20)
        let id = try library.add((.photo, "huge.jpg", data))
        let connection = try await TestServer.run(library) { server async throws in
            let connection = try await server.connect()
            try await connection.send("GET /original/\(id)/1 HTTP/1.1\r\n\(server.head)\r\n")
            #expect(try await connection.head().status == 200)
            return connection
        }
        #expect(try await connection.isEnded())
    }
}
