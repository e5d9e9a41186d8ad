import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import Testing
@testable import PhotosServer

/// Folders of many photos: what is told of them is told page by page.
@Suite(.timeLimit(.minutes(20))) struct LongFolderTests {
    private static let count = 1_600, page = 500

    /// Photos that have a file by the catalogue's account; nobody opens it.
    private static func library() throws -> TemporaryLibrary {
        let library = try TemporaryLibrary(), clock = library.clock
        try library.library.performChanges(author: "test") { transaction in
            var rows: [Int64] = []
            for number in 0..<count {
                let name = "IMG_\(number % 1_500).JPG"
                var record = AssetRecord(
                    uuid: library.library.environment.makeUUID(), mediaType: .image, addedDate: clock.now.timeIntervalSinceReferenceDate, filename: name,
                    uniformType: "public.jpeg")
                record.creationDate = 700_000_000 + Double(number)
                (record.pixelWidth, record.pixelHeight, record.playbackStyle) = (4032, 3024, .image)
                var hash = Data(count: 32)
                (hash[0], hash[1]) = (UInt8(number >> 8), UInt8(number & 255))
                let resource = ResourceRecord(
                    type: .photo, filename: name, uniformType: "public.jpeg", size: Int64(1_000 + number), sha256: hash,
                    location: .managed(path: "originals/0/\(number).jpg"))
                rows.append(try transaction.insert(record, resources: [resource]))
            }
            let album = try transaction.insert(CollectionRecord(uuid: library.library.environment.makeUUID(), type: .album(.albumRegular), title: "All"))
            try transaction.addMembers(rows, to: album)
        }
        return library
    }

    /// Places of a text.
    private static func occurrences(of text: String, in data: Data) -> Int {
        var (count, rest) = (0, data[...])
        while let found = rest.range(of: Data(text.utf8)) { (count, rest) = (count + 1, rest[found.upperBound...]) }
        return count
    }

    @Test(arguments: ["Albums/All/", "Photos/2023/03/"]) func `an answer leaves in pages, none of which has more than its photos`(_ folder: String) async throws {
        let library = try Self.library()
        try await TestServer.run(library) { server async throws in
            let connection = try await server.connect()
            try await connection.send("PROPFIND \(DAVClient.address(folder)) HTTP/1.1\r\n\(server.head)Depth: 1\r\n\r\n")
            let head = try await connection.head()
            #expect(head.status == 207)
            #expect(!head.headers.contains { $0.name.lowercased() == "content-length" }, "its length is known when all of it is made")
            var chunks: [Int] = [], all = Data()
            while let chunk = try await connection.chunk() {
                // Each response begins and ends by that.
                chunks.append(Self.occurrences(of: "response>", in: chunk))
                all += chunk
            }
            #expect(chunks.allSatisfy { $0 <= 2 * (Self.page + 1) }, "\(chunks)")
            #expect(chunks.count { $0 > 0 } >= Self.count / Self.page, "\(chunks)")
            let told = try Multistatus(HTTPReply(status: 207, headers: head.headers, body: all))
            #expect(Set(told.members.map(\.path)).count == Self.count + 1, "no name is there twice")
        }
    }

    @Test func `a page has so many bytes, however much is told of each photo`() async throws {
        // An attribute's quote has six letters.
        let names = (0..<40).map { "<x:a\($0)/>" }.joined(), namespace = String(repeating: "\"", count: 90)
        let body = "<D:propfind xmlns:D=\"DAV:\" xmlns:x='\(namespace)'><D:prop>\(names)</D:prop></D:propfind>"
        let library = try Self.library()
        try await TestServer.run(library) { server async throws in
            let connection = try await server.connect()
            try await connection.send("PROPFIND /dav/Albums/All/ HTTP/1.1\r\n\(server.head)Depth: 1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let head = try await connection.head()
            #expect(head.status == 207)
            var (largest, whole) = (0, 0)
            while let chunk = try await connection.chunk() { (largest, whole) = (max(largest, chunk.count), whole + chunk.count) }
            #expect(whole > Self.count * 20_000 && largest < 128 << 10, "\(largest) of \(whole) bytes")
        }
    }

    @Test func `who takes nothing of an answer keeps nobody from one`() async throws {
        let library = try Self.library()
        try await TestServer.run(library) { server async throws in
            var slow: [HTTPConnection] = []
            // More than the catalogue lends to readers, and more answers than a connection's buffers hold.
            for _ in 0..<12 {
                let connection = try await server.connect()
                try await connection.send(String(repeating: "PROPFIND /dav/Albums/All/ HTTP/1.1\r\n\(server.head)Depth: 1\r\n\r\n", count: 10))
                let head = try await connection.head()
                #expect(head.status == 207)
                slow.append(connection)
            }
            let client = DAVClient(server)
            for _ in 0..<5 {
                #expect(try await client.look("Albums/").members.count == 2)
                #expect(try await client.look("Albums/All/IMG_1.JPG", depth: "0").members.count == 1)
                #expect(try await server.get("/api/assets").status == 200)
            }
            for connection in slow { connection.close() }
        }
    }

    @Test func `names are kept as long as a list is the same, and the list is not kept for them`() throws {
        let library = try TemporaryLibrary(), cache = FolderNamesCache(), ids: ContiguousArray<Int64> = [1, 2, 3]
        weak var left: ViewList?
        do {
            let list = ViewList(ids), photos = PhotoList(list, 1..<3), names = try library.library.read { try FolderNames(photos.ids, $0) }
            left = list
            cache.keep(names, of: photos)
            let isKnown = cache.names(of: photos) === names
            #expect(isKnown)
            #expect(cache.names(of: PhotoList(list)) == nil && cache.names(of: PhotoList(ViewList(ids), 1..<3)) == nil)
        }
        let isLeft = left != nil
        #expect(!isLeft, "each commit makes another list of the whole library")
    }

    @Test func `the names of a folder that has more files than are kept of all are kept by themselves`() throws {
        let library = try TemporaryLibrary(), cache = FolderNamesCache(most: 40)
        let lists = [PhotoList(ViewList([1])), PhotoList(ViewList([2])), PhotoList(ViewList([3]))]
        // Each costs 32 and its files, of which there are none.
        for list in lists[..<2] { cache.keep(try library.library.read { try FolderNames(list.ids, $0) }, of: list) }
        let two = lists.map { cache.names(of: $0) != nil }
        #expect(two == [false, true, false])
        let small = FolderNamesCache(most: 1)
        for list in lists {
            small.keep(try library.library.read { try FolderNames(list.ids, $0) }, of: list)
            let isKept = small.names(of: list) != nil
            #expect(isKept, "whoever asks for it would have it made again and again")
        }
        let kept = lists.map { small.names(of: $0) != nil }
        #expect(kept == [false, false, true])
    }

    @Test func `what waits is told page by page too, and each file once`() async throws {
        let library = try TemporaryLibrary(), count = 600, text = Data("no photo".utf8)
        let album = try library.addAlbum("Trip"), uuid = try #require(try library.library.read { try $0.children(of: nil).first { $0.id == album } }).uuid
        do {
            let store = try IncomingStore(library.library)
            for folder in [PutFolder(path: "A"), PutFolder(album: uuid)] {
                for number in 0..<count {
                    let put = try store.beginPut("IMG_\(number).JPG", in: folder, size: Int64(text.count), isExact: true)
                    try text.withUnsafeBytes { try put.write($0) }
                    _ = try put.finish(modified: nil)
                }
            }
            store.stop()
        }
        try await TestServer.run(library) { server async throws in
            for folder in ["Incoming/A/", "Albums/Trip/"] {
                let connection = try await server.connect()
                try await connection.send("PROPFIND \(DAVClient.address(folder)) HTTP/1.1\r\n\(server.head)Depth: 1\r\n\r\n")
                let head = try await connection.head()
                #expect(head.status == 207)
                var chunks = 0, all = Data()
                while let chunk = try await connection.chunk() { (chunks, all) = (chunks + 1, all + chunk) }
                let told = try Multistatus(HTTPReply(status: 207, headers: head.headers, body: all))
                #expect(Set(told.members.map(\.path)).count == count + 1 && told.members.count == count + 1, "\(folder)")
                #expect(chunks > count / 500, "\(folder): \(chunks)")
            }
        }
    }

    @Test func `a photo of a long folder is found by its name alone`() async throws {
        let library = try Self.library()
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for number in [0, 99, 700, 1_499] {
                let path = "Albums/All/IMG_\(number).JPG", told = try await client.look(path, depth: "0")
                #expect(told.members.count == 1 && told[path]?.length == 1_000 + number, "\(number)")
            }
            #expect(try await client.propfind("Albums/All/IMG_1500.JPG", depth: "0").status == 404)
        }
    }
}
