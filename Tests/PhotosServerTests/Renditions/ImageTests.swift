import Decoding
import Foundation
import Photos
import PhotosServer
import PhotosTesting
import Pixels
import Testing

@Suite struct ImageTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    private static let sizes = ["thumbnail", "medium", "preview", "full"]

    @Test func `each size is a JPEG with a strong validator, and may be kept for ever`() async throws {
        let id = try library.addPhoto(width: 2000, height: 1500)
        try await TestServer.run(library) { server async throws in
            for (size, expected) in zip(Self.sizes, [(256, 192), (640, 480), (1440, 1080), (2000, 1500)]) {
                let image = try await server.get("/image/\(id)/1/\(size)")
                #expect(image.status == 200, "\(size)")
                #expect(image["Content-Type"] == "image/jpeg")
                #expect(image["ETag"] == "\"\(id)-1-\(size)\"")
                #expect(image["Cache-Control"] == "private, max-age=31536000, immutable")
                #expect(image["X-Content-Type-Options"] == "nosniff")
                #expect(try Picture(image.body).size == expected, "\(size)")
                for tag in ["\"\(id)-1-\(size)\"", "\"x\", W/\"\(id)-1-\(size)\"", "*"] {
                    let known = try await server.get("/image/\(id)/1/\(size)", [("If-None-Match", tag)])
                    #expect(known.status == 304, "\(size) \(tag)")
                    #expect(known["ETag"] == "\"\(id)-1-\(size)\"")
                }
                #expect(try await server.get("/image/\(id)/1/\(size)", [("If-None-Match", "\"other\"")]).status == 200)
                let head = try await server.send("HEAD", "/image/\(id)/1/\(size)")
                #expect(head.status == 200)
                #expect(head["Content-Length"] == "\(image.body.count)")
            }
        }
    }

    @Test func `an edited photo is shown as it was, too, and none of that is kept in the place of what it is`() async throws {
        let id = try library.add(
            (.photo, "IMG_1.JPG", FixtureImages.jpeg(width: 400, height: 300)), (.adjustmentData, "Adjustments.plist", Data("edit".utf8)),
            (.fullSizePhoto, "IMG_E1.JPG", FixtureImages.jpeg(width: 200, height: 200)))
        let plain = try library.addPhoto(width: 300, height: 200)
        try await TestServer.run(library) { server async throws in
            for _ in 0..<2 {
                #expect(try Picture(await server.get("/image/\(id)/1/unadjusted").body).size == (400, 300))
                #expect(try Picture(await server.get("/image/\(id)/1/preview").body).size == (200, 200))
            }
            #expect(try await server.page("").assets.first { $0.id == id } != nil)
            // Without an edit it is the photo itself.
            #expect(try Picture(await server.get("/image/\(plain)/1/unadjusted").body).size == (300, 200))
        }
    }

    @Test func `the second time a thumbnail is asked for it is the same, to the byte and to the header`() async throws {
        let id = try library.addPhoto(width: 800, height: 600)
        try await TestServer.run(library) { server async throws in
            let connection = try await server.connect()
            let first = try await connection.get("/image/\(id)/1/thumbnail")
            for _ in 0..<3 {
                let again = try await connection.get("/image/\(id)/1/thumbnail")
                #expect(again.body == first.body)
                #expect(Set(again.headers.map { $0.name.lowercased() }) == Set(first.headers.map { $0.name.lowercased() }))
                #expect(again["ETag"] == first["ETag"])
            }
            #expect(try await connection.get("/").status == 200)
        }
    }

    @Test func `a medium picture is made once, from what there is, and kept`() async throws {
        let id = try library.addPhoto(width: 2000, height: 1500), small = try library.addPhoto(width: 200, height: 150)
        let uuid = try #require(UUID(uuidString: id))
        let record = try library.library.read { try $0.asset(uuid: uuid) }
        let row = try #require(record).id
        func stored() -> Int? { library.library.derivatives.thumbnail(.medium, assetID: row, uuid: uuid, revision: 1)?.bytes.count }
        #expect(stored() == nil, "an import does not make it")
        try await TestServer.run(library) { server async throws in
            let connection = try await server.connect()
            #expect(try await connection.get("/api/thumbnails?of=\(id).1&size=medium").text.contains("null"))
            let first = try await connection.get("/image/\(id)/1/medium")
            #expect(try Picture(first.body).size == (640, 480))
            #expect(stored() == first.body.count)
            // What is stored is what comes from now on, whoever sends it.
            for _ in 0..<3 { #expect(try await connection.get("/image/\(id)/1/medium").body == first.body) }
            let sheet = try await connection.get("/api/thumbnails?of=\(id).1&size=medium")
            #expect(sheet.text.contains(first.body.base64EncodedString()))
            #expect(sheet["Cache-Control"]?.contains("immutable") == true)
            for other in ["preview", "full", "", "x"] { #expect(try await connection.get("/api/thumbnails?of=\(id).1&size=\(other)").status == 400) }
            // A second copy of what is small already would be one too many.
            #expect(try await connection.get("/image/\(small)/1/medium").body == connection.get("/image/\(small)/1/thumbnail").body)
        }
    }

    @Test(arguments: 1...8)
    func `pictures are upright whatever their orientation says`(orientation: Int) async throws {
        let stored = CGImagePropertyOrientation(rawValue: UInt32(orientation))
        let id = try library.addPhoto(width: 2000, height: 1000, orientation: stored)
        let isTurned = orientation > 4
        // Where the red quarter, which is stored at the top left, comes to lie.
        let red = [1: (0.25, 0.25), 2: (0.75, 0.25), 3: (0.75, 0.75), 4: (0.25, 0.75), 5: (0.25, 0.25), 6: (0.75, 0.25), 7: (0.75, 0.75), 8: (0.25, 0.75)][orientation] ?? (0, 0)
        try await TestServer.run(library) { server async throws in
            for size in Self.sizes {
                let picture = try Picture(try await server.get("/image/\(id)/1/\(size)").body)
                #expect((picture.size.0 < picture.size.1) == isTurned, "\(size)")
                let color = picture.color(at: red)
                #expect(color.0 > 180 && color.1 < 90 && color.2 < 90, "\(size): \(color)")
                #expect(picture.orientation == nil || picture.orientation == 1, "\(size) says how to turn it, and is turned already")
            }
        }
    }

    @Test func `a picture of another revision leads to the current one`() async throws {
        let id = try library.addPhoto()
        try await TestServer.run(library) { server async throws in
            for size in Self.sizes {
                let old = try await server.get("/image/\(id)/7/\(size)")
                #expect(old.status == 302)
                #expect(old["Location"] == "/image/\(id)/1/\(size)")
                #expect(old["Cache-Control"] == "no-store")
            }
            #expect(try await server.get("/original/\(id)/7?download")["Location"] == "/original/\(id)/1?download")
        }
    }

    @Test func `what is not there is a problem that says so`() async throws {
        let id = try library.addPhoto()
        try await TestServer.run(library) { server async throws in
            let nobody = "00000000-0000-4000-8000-000000000000"
            for path in ["/image/\(nobody)/1/thumbnail", "/image/\(nobody)/1/full", "/original/\(nobody)/1", "/video/\(nobody)/1", "/live/\(nobody)/1"] {
                let reply = try await server.get(path)
                #expect(reply.status == 404, "\(path)")
                #expect(reply.problem == "missing", "\(path)")
            }
            for path in ["/image/\(id)/1/huge", "/image/x/1/full", "/image/\(id)/x/full", "/image/\(id)/-1x/full"] {
                #expect(try await server.get(path).status == 404, "\(path)")
            }
            #expect(try await server.get("/video/\(id)/1").problem == "no-video")
            #expect(try await server.get("/live/\(id)/1").problem == "no-video")
            #expect(try await server.get("/original/\(id)/1?resource=9").problem == "missing")
        }
    }

    @Test func `a file that can't be decoded is a problem that names it, a file that is gone another`() async throws {
        let id = try library.addPhoto("holiday.jpg", width: 2000, height: 1500)
        try await TestServer.run(library) { server async throws in
            library.faults.fault = .damage
            let damaged = try await server.get("/image/\(id)/1/full")
            #expect(damaged.status == 415)
            #expect(damaged.problem == "damaged")
            #expect(damaged.text.contains("holiday.jpg"))
            library.faults.fault = nil
            #expect(try await server.get("/image/\(id)/1/full").status == 200, "damage is not remembered of a decoder that failed once")
            try FileManager.default.removeItem(at: library.url.appendingPathComponent("originals"))
            #expect(try await server.get("/image/\(id)/1/full").status == 200, "it is in memory")
            library.forgetPictures()
            let gone = try await server.get("/image/\(id)/1/full")
            #expect(gone.status == 404)
            #expect(gone.text.contains("holiday.jpg"))
            #expect(try await server.get("/image/\(id)/1/thumbnail").status == 200, "what is kept is still shown")
        }
    }

    @Test func `derivatives that were deleted are made again`() async throws {
        let id = try library.addPhoto(width: 2000, height: 1500)
        try await TestServer.run(library) { server async throws in
            #expect(try await server.get("/image/\(id)/1/thumbnail").status == 200)
            try FileManager.default.removeItem(at: library.url.appendingPathComponent("derivatives"))
            #expect(try await Picture(server.get("/image/\(id)/1/thumbnail").body).size == (256, 192))
            #expect(try await Picture(server.get("/image/\(id)/1/preview").body).size == (1440, 1080))
        }
    }

    @Test func `whoever wants the same rendering waits for the same work`() async throws {
        let id = try library.addPhoto(width: 2000, height: 1500)
        let before = library.faults.renders
        try await TestServer.run(library) { server async throws in
            library.faults.fault = .hold
            async let first = server.get("/image/\(id)/1/full")
            async let second = server.get("/image/\(id)/1/full")
            await library.faults.holding()
            let impatient = try await server.connect()
            try await impatient.send("GET /image/\(id)/1/full HTTP/1.1\r\n\(server.head)\r\n")
            impatient.close()
            library.faults.release()
            let (a, b) = try await (first, second)
            #expect(a.status == 200 && b.status == 200)
            #expect(a.body == b.body)
            #expect(library.faults.renders - before <= 2, "the third may come after the end of the first two")
        }
    }
}
