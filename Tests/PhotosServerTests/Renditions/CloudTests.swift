import Foundation
import Photos
import PhotosServer
import PhotosTesting
import Testing

/// What the server gives of originals that are in the cloud only.
@Suite(.timeLimit(.minutes(20))) struct CloudTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    private func asset(_ id: String) throws -> PHAsset {
        let options = PHFetchOptions()
        options.photoLibrary = library.photoLibrary
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [id], options: options).firstObject)
    }

    private func send(_ id: String, _ types: PHAssetResourceType...) throws { try library.sendToCloud([asset(id)], types) }

    @Test func `the full size is made of the file, which is fetched once and stays`() async throws {
        let id = try library.addPhoto(width: 2000, height: 100)
        try send(id, .photo)
        try await TestServer.run(library) { server async throws in
            #expect(try Picture(await server.get("/image/\(id)/1/preview").body).size == (1440, 72))
            #expect(library.cloud.downloads == 0, "what is stored needs no file")
            for _ in 0..<2 { #expect(try Picture(await server.get("/image/\(id)/1/full").body).size == (2000, 100)) }
            #expect(library.cloud.downloads == 1)
        }
    }

    @Test func `thumbnails and previews that are gone are made of the file`() async throws {
        let ids = try (0..<3).map { try library.addPhoto("\($0).JPG", width: 2000, height: 100, seed: $0) }
        for id in ids { try send(id, .photo) }
        try FileManager.default.removeItem(at: library.url.appendingPathComponent("derivatives"))
        try await TestServer.run(library) { server async throws in
            for (id, (size, expected)) in zip(ids, [("thumbnail", (256, 13)), ("medium", (640, 32)), ("preview", (1440, 72))]) {
                let reply = try await server.get("/image/\(id)/1/\(size)")
                #expect(reply.status == 200, "\(size): \(reply.text)")
                #expect(try Picture(reply.body).size == expected, "\(size)")
            }
            #expect(library.cloud.downloads == 3)
        }
    }

    @Test func `originals and movies come to the byte, and in parts`() async throws {
        let photo = try FixtureImages.jpeg(seed: 7)
        let live = try library.add((.photo, "IMG_1.JPG", photo), (.pairedVideo, "IMG_1.MOV", TinyMovie.data))
        let video = try library.add((.video, "CLIP.MOV", TinyMovie.data))
        try send(live, .photo, .pairedVideo)
        try send(video, .video)
        try await TestServer.run(library) { server async throws in
            let part = try await server.get("/original/\(live)/1", [("Range", "bytes=2-9")])
            #expect(part.status == 206 && part.body == photo[2..<10])
            #expect(try await server.get("/original/\(live)/1").body == photo)
            #expect(try await server.get("/live/\(live)/1").body == TinyMovie.data)
            #expect(try await server.get("/video/\(video)/1", [("Range", "bytes=4-7")]).text == "ftyp")
        }
    }

    /// The movie, and bytes behind it that players pass over: three pieces of it.
    private static let longMovie: Data = {
        let count = 2_500_000
        var movie = TinyMovie.data
        withUnsafeBytes(of: UInt32(count + 8).bigEndian) { movie.append(contentsOf: $0) }
        movie.append(contentsOf: Array("free".utf8))
        var filling = [UInt8](repeating: 0, count: count)
        for index in stride(from: 0, to: count, by: 3) { filling[index] = UInt8(truncatingIfNeeded: index / 7) }
        movie.append(contentsOf: filling)
        return movie
    }()

    @Test func `a movie is played part by part before it is here, and comes as a whole to be kept`() async throws {
        let movie = Self.longMovie, size = movie.count
        let id = try library.add((.video, "CLIP.MOV", movie))
        try send(id, .video)
        try await TestServer.run(library) { server async throws in
            // Whoever saves it waits for all of it meanwhile.
            library.cloud.fault = .hold
            async let saved = server.get("/original/\(id)/1?download")
            await withCheckedContinuation { held in
                DispatchQueue.global().async { [cloud = library.cloud] in
                    cloud.waitUntilHolding()
                    held.resume()
                }
            }
            let part = try await server.get("/video/\(id)/1", [("Range", "bytes=1000000-1000009")])
            #expect(part.status == 206 && part.body == movie[1_000_000..<1_000_010] && part["Content-Range"] == "bytes 1000000-1000009/\(size)")
            #expect(library.cloud.parts == [1_000_000..<1_000_010])
            let whole = try await server.get("/video/\(id)/1")
            #expect(whole.status == 200 && whole.body == movie && whole["ETag"] == part["ETag"])
            let rest = try await server.get("/original/\(id)/1", [("Range", "bytes=2400000-")])
            #expect(rest.status == 206 && rest.body == movie[2_400_000...])
            let asked = [1_000_000..<1_000_010, 0..<262_144, 262_144..<1_048_576, 1_048_576..<2_097_152, 2_097_152..<Int64(size), 2_400_000..<Int64(size)] as [Range<Int64>]
            #expect(library.cloud.parts == asked)
            #expect(try await server.get("/video/\(id)/1", [("Range", "bytes=\(size)-")]).status == 416)
            #expect(library.cloud.downloads == 1)
            library.cloud.release()
            let file = try await saved
            #expect(file.status == 200 && file.body == movie)
            // Now it is here.
            #expect(try await server.get("/video/\(id)/1").body == movie)
            #expect(library.cloud.parts == asked && library.cloud.downloads == 1)
        }
    }

    @Test func `a movie that can't be reached says so before anything of it is sent`() async throws {
        let id = try library.add((.video, "CLIP.MOV", TinyMovie.data))
        try send(id, .video)
        try await TestServer.run(library) { server async throws in
            for fault in [TemporaryLibrary.TestCloud.Fault.unreachable, .missing, .corrupt] {
                library.cloud.fault = fault
                let reply = try await server.get("/video/\(id)/1")
                #expect(reply.status == 503 && reply.problem == "unavailable" && reply.text.contains("CLIP.MOV"), "\(fault): \(reply.text)")
            }
            library.cloud.fault = nil
            #expect(try await server.get("/video/\(id)/1").body == TinyMovie.data)
            #expect(library.cloud.downloads == 0)
        }
    }

    @Test func `whoever asks for one file meanwhile shares its download`() async throws {
        let photo = try FixtureImages.jpeg(width: 1600, height: 100)
        let id = try library.add((.photo, "IMG_1.JPG", photo))
        try send(id, .photo)
        library.cloud.fault = .hold
        try await TestServer.run(library) { server async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        if number % 3 == 0 {
                            let picture = try Picture(await server.get("/image/\(id)/1/full").body)
                            #expect(picture.size == (1600, 100))
                        } else {
                            let file = try await server.get("/original/\(id)/1").body
                            #expect(file == photo)
                        }
                    }
                }
                await withCheckedContinuation { held in
                    // On a thread that may wait: the server needs those of the pool.
                    DispatchQueue.global().async { [cloud = library.cloud] in
                        cloud.waitUntilHolding()
                        held.resume()
                    }
                }
                // Nobody who waits for the network keeps others from what is here.
                #expect(try await server.get("/image/\(id)/1/thumbnail").status == 200)
                library.cloud.release()
                try await group.waitForAll()
            }
            #expect(library.cloud.downloads == 1)
        }
    }

    @Test func `what can't be fetched is out of reach, by name, and nothing of it stays`() async throws {
        let id = try library.addPhoto(width: 1600, height: 100)
        try send(id, .photo)
        try await TestServer.run(library) { server async throws in
            for (fault, words) in [
                (TemporaryLibrary.TestCloud.Fault.unreachable, "Check the connection"), (.missing, "Restore it from a backup"), (.corrupt, "is not the file that was imported"),
            ] {
                library.cloud.fault = fault
                for path in ["/image/\(id)/1/full", "/original/\(id)/1"] {
                    let reply = try await server.get(path)
                    #expect(reply.status == 503 && reply.problem == "unavailable", "\(path): \(reply.text)")
                    #expect(reply.text.contains("IMG_0001.JPG") && reply.text.contains(words), "\(path): \(reply.text)")
                }
            }
            library.cloud.fault = nil
            #expect(try await server.get("/original/\(id)/1").status == 200)
        }
    }

    private struct Offer: Decodable { let url: String, files: Int, bytes: Int }

    @Test func `an archive has what is in the cloud in it`() async throws {
        let photos = try (0..<2).map { try FixtureImages.jpeg(seed: $0) }
        let ids = try photos.enumerated().map { try library.add((.photo, "IMG_\($0.offset).JPG", $0.element)) }
        try send(ids[1], .photo)
        try await TestServer.run(library) { server async throws in
            let wish = "{\"assets\":[\"\(ids[0])\",\"\(ids[1])\"]}"
            let offer = try (await server.post("/api/archives", json: wish)).decoded(Offer.self)
            #expect(offer.files == 2 && library.cloud.downloads == 0, "nothing is fetched before its turn")
            let reply = try await server.get(offer.url)
            #expect(reply.body.count == offer.bytes && photos.allSatisfy { reply.body.range(of: $0) != nil })
            try send(ids[0], .photo)
            library.cloud.fault = .unreachable
            let second = try (await server.post("/api/archives", json: wish)).decoded(Offer.self)
            let late = try await server.get(second.url)
            #expect(late.body.count == second.bytes && late.body.range(of: photos[1]) != nil && late.body.range(of: photos[0]) == nil)
            #expect(late.body.range(of: Data("IMG_0.JPG could not be downloaded".utf8)) != nil, "the note names what is left out")
        }
    }
}
