import Foundation
import Photos
import PhotosServer
import PhotosTesting
import Testing

/// What the server gives of originals that are in the cloud only.
@Suite(.timeLimit(.minutes(5))) struct CloudTests {
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
