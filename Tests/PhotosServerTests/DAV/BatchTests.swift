import Catalog
import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import Query
import Synchronization
import Testing
@testable import PhotosServer

/// When the files of a folder come in, and what comes in as one.
@Suite(.timeLimit(.minutes(20))) struct BatchTests {
    private static func live(_ number: Int) throws -> (still: Data, movie: Data) {
        var metadata = FixtureImages.Metadata()
        metadata.contentIdentifier = "8E8C1F0A-0000-4000-8000-00000000000\(number)"
        return (try FixtureImages.jpeg(seed: number, metadata: metadata), try FixtureMovies.quarters(contentIdentifier: metadata.contentIdentifier))
    }

    @Test func `a folder waits ten seconds from what was sent into it last`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for number in 1...3 {
                #expect(try await client.put("Incoming/\(number).jpg", FixtureImages.jpeg(seed: number)).status == 201)
                try await client.rest(9)
                #expect(try await server.filenames() == [], "\(number)")
            }
            // Looking at it is no sending.
            #expect(try await client.names("Incoming/").count == 3)
            _ = try await client.get("Incoming/1.jpg")
            try await client.rest(1.5)
            #expect(try await server.filenames() == ["1.jpg", "2.jpg", "3.jpg"])
        }
    }

    @Test func `it comes in without anybody asking for anything`() async throws {
        let photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run { server async throws in
            #expect(try await DAVClient(server).put("Incoming/a.jpg", photo).status == 201)
            server.library.clock.advance(by: DAVClient.rest)
            // The library itself is looked at: no request wakes the server.
            while try server.library.library.read({ try $0.assetIDs(AssetQuery(scope: .library)).isEmpty }) { await Task.yield() }
        }
    }

    @Test func `nothing comes in while something of its folder is on its way`() async throws {
        let photo = try FixtureImages.jpeg(width: 400, height: 300, seed: 1), half = photo.count / 2
        try await TestServer.run { server async throws in
            let client = DAVClient(server), connection = try await server.connect()
            #expect(try await client.makeFolder("Incoming/other").status == 201)
            try await connection.send(Data("PUT /dav/Incoming/slow.jpg HTTP/1.1\r\n\(server.head)Expect: 100-continue\r\nContent-Length: \(photo.count)\r\n\r\n".utf8))
            // From here on it is under way.
            let head = try await connection.head()
            #expect(head.status == 100)
            try await connection.send(photo[..<half])
            #expect(try await client.put("Incoming/quick.jpg", FixtureImages.jpeg(seed: 2)).status == 201)
            #expect(try await client.put("Incoming/other/else.jpg", FixtureImages.jpeg(seed: 3)).status == 201)
            try await client.rest(60)
            #expect(try await server.filenames() == ["else.jpg"], "of another folder nothing was on its way")
            try await connection.send(photo[half...])
            #expect(try await connection.reply().status == 201)
            try await client.rest(9)
            #expect(try await server.filenames() == ["else.jpg"])
            try await client.rest(1.5)
            #expect(try await server.filenames() == ["else.jpg", "quick.jpg", "slow.jpg"])
        }
    }

    @Test func `what is one picture's comes in as one, in whichever order it was sent`() async throws {
        let (still, movie) = try Self.live(1), (other, moved) = try Self.live(2), raw = FixtureImages.raw(seed: 3), paired = try FixtureImages.jpeg(seed: 4)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for (name, data) in [
                ("IMG_1.MOV", movie), ("IMG_2.JPG", other), ("IMG_3.DNG", raw), ("alone.jpg", try FixtureImages.jpeg(seed: 5)), ("IMG_1.JPG", still), ("IMG_3.JPG", paired),
                ("IMG_2.MOV", moved),
            ] {
                #expect(try await client.put("Incoming/" + name, data).status == 201, "\(name)")
                try await client.rest(8)
            }
            try await client.rest()
            let assets = try await server.page("").assets
            #expect(assets.count == 4, "\(assets.map(\.filename))")
            for asset in assets {
                let files = try await server.get("/api/assets/\(asset.id)").object()["resources"] as? [Any]
                #expect(files?.count == (asset.filename == "alone.jpg" ? 1 : 2), "\(asset.filename)")
            }
        }
    }

    @Test func `files of one name in two folders are two pictures'`() async throws {
        let still = try FixtureImages.jpeg(seed: 1), second = try FixtureImages.jpeg(seed: 9)
        try await TestServer.run { server async throws in
            let client = DAVClient(server)
            for folder in ["Incoming/A", "Incoming/B", "Incoming/A/C"] { #expect(try await client.makeFolder(folder).status == 201, "\(folder)") }
            #expect(try await client.put("Incoming/A/IMG_1.JPG", still).status == 201)
            #expect(try await client.put("Incoming/A/C/IMG_1.JPG", second).status == 201)
            #expect(try await client.put("Incoming/B/IMG_1.MOV", FixtureMovies.blue).status == 201)
            try await client.rest()
            let kinds = try await server.page("").assets.map(\.kind).sorted()
            #expect(kinds.count == 3, "\(kinds)")
        }
    }

    @Test func `what the library has already is one asset, and stays listed as what was sent`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try library.add((.photo, "KNOWN.JPG", photo))
        let album = try library.addAlbum("Trip")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for path in ["Incoming/again.jpg", "Albums/Trip/copy.jpg"] { #expect(try await client.put(path, photo).status == 201, "\(path)") }
            try await client.rest()
            #expect(try await server.filenames() == ["KNOWN.JPG"])
            #expect(try await client.names("Incoming/") == ["again.jpg"])
            #expect(try await client.get("Incoming/again.jpg").body == photo)
            #expect(try await client.names("Albums/Trip/") == ["KNOWN.JPG"], "it is in the album under its own name")
            #expect(try library.library.read { try $0.memberIDs(of: album).count } == 1)
        }
    }

    @Test func `what could not come in is tried again, and listed meanwhile`() async throws {
        let photo = try FixtureImages.jpeg(width: 200, height: 100, seed: 1)
        try await TestServer.run { server async throws in
            let client = DAVClient(server), manager = FileManager.default
            #expect(try await client.put("Incoming/a.jpg", photo).status == 201)
            let incoming = server.library.url.appending(path: "staging/incoming")
            let numbered = try manager.subpathsOfDirectory(atPath: incoming.path).first { Int($0.split(separator: "/").last ?? "") != nil }
            let file = incoming.appending(path: try #require(numbered))
            let aside = file.deletingLastPathComponent().appending(path: "999")
            try manager.moveItem(at: file, to: aside)
            try await client.rest()
            #expect(try await server.filenames() == [])
            #expect(try await client.names("Incoming/") == ["a.jpg"])
            try manager.moveItem(at: aside, to: file)
            try await client.rest(11)
            #expect(try await server.filenames() == ["a.jpg"])
        }
    }

    @Test func `a folder of many files does not wait for its last, and no picture is torn apart`() async throws {
        let (still, movie) = try Self.live(1)
        #expect(IncomingLimits().putFiles == 1_000)
        try await TestServer.run({ $0.incoming.putFiles = 10 }) { server async throws in
            let client = DAVClient(server)
            // The first half of a picture is there before the tenth file, the other one comes after it.
            #expect(try await client.put("Incoming/PAIR.JPG", still).status == 201)
            for number in 1..<12 { #expect(try await client.put("Incoming/\(number).txt", Data("no photo \(number)".utf8)).status == 201, "\(number)") }
            #expect(try await client.put("Incoming/PAIR.MOV", movie).status == 201)
            // The folder is never left alone for ten seconds from here on.
            for number in 1...3 {
                #expect(try await client.put("Incoming/late \(number).jpg", FixtureImages.jpeg(seed: number + 1)).status == 201)
                try await client.rest(6)
            }
            let early = try await server.page("").assets
            #expect(early.map(\.filename) == ["PAIR.JPG"] && early.first?.subtypes.contains("photoLive") == true, "\(early.map(\.filename))")
            try await client.rest()
            #expect(try await server.filenames() == ["PAIR.JPG", "late 1.jpg", "late 2.jpg", "late 3.jpg"])
            #expect(try await client.names("Incoming/").count == 17, "and none is lost: eleven texts, the note, and what came in")
        }
    }

    @Test func `what waits keeps nothing open, however many its folders are`() async throws {
        try await TestServer.run { server async throws in
            let client = DAVClient(server), manager = FileManager.default
            for number in 1...20 {
                #expect(try await client.makeFolder("Incoming/\(number)").status == 201)
                #expect(try await client.put("Incoming/\(number)/a.txt", Data("no photo".utf8)).status == 201)
            }
            func open() throws -> [String] {
                let incoming = server.library.url.resolvingSymlinksInPath().path + "/staging/incoming/"
                return try manager.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
                    .filter { $0.hasPrefix(incoming) }
            }
            let waiting = try open()
            #expect(!waiting.isEmpty, "its lock is seen there")
            #expect(waiting.allSatisfy { $0.hasSuffix("/lock") }, "\(waiting)")
            try await client.rest()
            let refused = try open()
            #expect(refused.allSatisfy { $0.hasSuffix("/lock") }, "\(refused)")
            #expect(try await client.names("Incoming/1/") == ["a.txt"])
        }
    }

    @Test func `what was put before comes in where another process had the uploads as the server began`() async throws {
        let library = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        try await TestServer.run(library) { server async throws in #expect(try await DAVClient(server).put("Incoming/a.jpg", photo).status == 201) }
        let holder = Holder(try IncomingStore(library.library))
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.propfind("Incoming/").status == 503)
            holder.letGo()
            #expect(try await client.names("Incoming/") == ["a.jpg"])
            library.clock.advance(by: DAVClient.rest)
            // Looking into the library wakes nobody.
            while try library.library.read({ try $0.assetIDs(AssetQuery(scope: .library)).isEmpty }) { await Task.yield() }
        }
    }

    /// Has a library's uploads for a while.
    private final class Holder: Sendable {
        private let store: Mutex<IncomingStore?>

        init(_ store: IncomingStore) { self.store = Mutex(store) }

        func letGo() {
            store.withLock { store in
                store?.stop()
                store = nil
            }
        }
    }
}
