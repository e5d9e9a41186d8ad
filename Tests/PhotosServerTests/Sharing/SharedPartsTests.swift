import Foundation
import PhotoModel
import Photos
import PhotosTesting
import TestSupport
import Testing
@testable import LibraryEngine
@testable import PhotosServer

/// Movies that are in the cloud only, as people see them who come by a link.
@Suite(.timeLimit(.minutes(20))) struct SharedPartsTests {
    private let library: TemporaryLibrary
    private let movie: Data
    private let id: String

    private static let secret = "Elm Street"
    /// What of a movie is read to know what it says of itself: it is all at the beginning.
    private static let head: Range<Int64> = 0..<65_536

    init() throws {
        library = try TemporaryLibrary()
        movie = try Self.film()
        id = try library.add((.video, "CLIP.MP4", movie))
    }

    /// What everything plays, with a title, and data behind it that players pass over: three pieces of it.
    private static func film() throws -> Data {
        let film = try MadeFilm { ($0.container, $0.seconds, $0.metadata) = ("mp4", 1, [("title", secret)]) }.bytes(), count = 2_500_000
        try #require(film.count < head.count)
        var movie = Data(film)
        withUnsafeBytes(of: UInt32(count + 8).bigEndian) { movie.append(contentsOf: $0) }
        movie.append(contentsOf: Array("mdat".utf8))
        var filling = [UInt8](repeating: 0, count: count)
        for index in stride(from: 0, to: count, by: 3) { filling[index] = UInt8(truncatingIfNeeded: index / 7) }
        movie.append(contentsOf: filling)
        return movie
    }

    /// What the whole movie is sent by.
    private var pieces: [Range<Int64>] { [0..<262_144, 262_144..<1_048_576, 1_048_576..<2_097_152, 2_097_152..<Int64(movie.count)] }

    private func hide(_ isHidden: Bool) throws {
        let uuid = try #require(UUID(uuidString: id)), row = try #require(try library.library.read { try $0.assetID(uuid: uuid) })
        try library.library.performChanges(author: "test") { try $0.update(assetID: row) { $0.isHidden = isHidden } }
    }

    private func says(_ data: Data) -> Bool { data.range(of: Data(Self.secret.utf8)) != nil }

    @Test func `a link that tells places plays a movie part by part before it is here`() async throws {
        try library.sendToCloud(id, .video)
        try await TestServer.run(library) { server async throws in
            let made = try await SharingTests.share(server, [id], #","places":true"#), person = try await server.connectStrange()
            defer { person.close() }
            let path = made.path + "video/\(id)"
            let part = try await person.get(path, [("Range", "bytes=1000000-1000009")])
            #expect(part.status == 206 && part.body == movie[1_000_000..<1_000_010] && part["Content-Range"] == "bytes 1000000-1000009/\(movie.count)", "\(part.text)")
            #expect(part["Cache-Control"] == "no-store" && part["Content-Type"] == "video/mp4")
            #expect(library.cloud.parts == [Self.head, 1_000_000..<1_000_010], "that everything plays it, and what was asked for")
            let whole = try await person.get(path)
            #expect(whole.status == 200 && whole.body == movie && whole["ETag"] == part["ETag"])
            #expect(Array(library.cloud.parts.dropFirst(2)) == pieces)
            #expect(library.cloud.downloads == 0)
        }
    }

    @Test func `a link that hides places plays it part by part as it plays the file`() async throws {
        let (made, here) = try await TestServer.run(library) { server async throws in
            let made = try await SharingTests.share(server, [id]), person = try await server.connectStrange()
            defer { person.close() }
            return (made, try await person.get(made.path + "video/\(id)"))
        }
        #expect(here.status == 200 && here.body.count == movie.count && says(movie) && !says(here.body), "\(here.status)")
        try library.sendToCloud(id, .video)
        try await TestServer.run(library) { server async throws in
            let person = try await server.connectStrange()
            defer { person.close() }
            let path = made.path + "video/\(id)", tag = try #require(here["ETag"])
            let part = try await person.get(path, [("Range", "bytes=1000000-1000009")])
            #expect(part.status == 206 && part.body == here.body[1_000_000..<1_000_010] && part["ETag"] == tag && part["Cache-Control"] == "no-store", "\(part.text)")
            #expect(library.cloud.parts == [Self.head, 1_000_000..<1_000_010, Self.head], "that everything plays it, what was asked for, and what to overwrite in it")
            let whole = try await person.get(path)
            #expect(whole.status == 200 && whole.body == here.body && whole["ETag"] == tag)
            #expect(Array(library.cloud.parts.dropFirst(3)) == pieces)
            #expect(try await person.get(path, [("If-None-Match", tag)]).status == 304)
            #expect(library.cloud.downloads == 0)
        }
    }

    @Test func `where only the whole movie tells what to hide, it comes here first`() async throws {
        // A box of items, which may point to any place in the data.
        var pointing = movie
        pointing.append(contentsOf: [0, 0, 0, 12] + Array("meta".utf8) + [0, 0, 0, 0])
        let size = pointing.count, id = try library.add((.video, "ITEMS.MP4", pointing))
        try library.sendToCloud(id, .video)
        try await TestServer.run(library) { server async throws in
            let made = try await SharingTests.share(server, [id]), person = try await server.connectStrange()
            defer { person.close() }
            let reply = try await person.get(made.path + "video/\(id)")
            #expect(reply.status == 200 && reply.body.count == size && !says(reply.body) && reply["Cache-Control"] == "private, no-cache", "\(reply.status)")
            #expect(library.cloud.downloads == 1)
        }
    }

    @Test func `what is saved or made of a movie takes all of it`() async throws {
        let clip = try library.add((.video, "CLIP.MOV", TinyMovie.data))
        for id in [id, clip] { try library.sendToCloud(id, .video) }
        try await TestServer.run(library) { server async throws in
            let made = try await SharingTests.share(server, [id, clip], #","downloads":true"#), person = try await server.connectStrange()
            defer { person.close() }
            let saved = try await person.get(made.path + "file/\(id)")
            #expect(saved.status == 200 && saved.body.count == movie.count && library.cloud.downloads == 1)
            #expect(try await person.get(made.path + "video/\(clip)").status == 200 && library.cloud.downloads == 2)
            #expect(library.cloud.parts.isEmpty)
        }
    }

    @Test func `a movie that can't be reached, or from which its place can't be taken, is not sent`() async throws {
        try library.sendToCloud(id, .video)
        try await TestServer.run(library) { server async throws in
            let made = try await SharingTests.share(server, [id]), person = try await server.connectStrange()
            defer { person.close() }
            library.cloud.fault = .unreachable
            let lost = try await person.get(made.path + "video/\(id)")
            #expect(lost.status == 503 && lost.problem == "unavailable", "\(lost.text)")
            library.cloud.fault = nil
            library.faults.fault = .keepPlaces
            let kept = try await person.get(made.path + "video/\(id)")
            #expect(kept.status == 415 && kept["Content-Type"] == "application/problem+json", "\(kept.text)")
            #expect(library.cloud.downloads == 0)
        }
    }

    @Test func `what comes from the store after the movie was hidden is not sent`() async throws {
        try library.sendToCloud(id, .video)
        let cloud = library.cloud
        // It holds the library, which holds the cloud.
        defer { cloud.whenPartIsRead = nil }
        try await TestServer.run(library) { server async throws in
            let open = try await SharingTests.share(server, [id], #","places":true"#), closed = try await SharingTests.share(server, [id])
            let person = try await server.connectStrange()
            defer { person.close() }
            // Its head is read; the first part behind that; and, of the other link, what to overwrite in it behind both.
            for (made, last) in [(open, 1), (open, 3), (closed, 6)] {
                cloud.whenPartIsRead = { if cloud.parts.count == last { try? hide(true) } }
                #expect(try await person.get(made.path + "video/\(id)").status == 404, "\(last) parts")
                #expect(cloud.parts.count == last)
                try hide(false)
            }
            cloud.whenPartIsRead = nil
            #expect(try await person.get(closed.path + "video/\(id)").status == 200)
            #expect(cloud.downloads == 0)
        }
    }
}
