import Catalog
import Foundation
import PhotosTesting
import Testing
@testable import LibraryEngine
@testable import PhotosServer

@Suite struct FollowingTests {
    @Test func `a follower is greeted with the list, and told what a commit changed in it`() async throws {
        let library = try ServedLibrary()
        let ids = try (1...5).map { try library.add("2019-06-0\($0)T10:00:00Z") }
        try await library.served { server in
            let stream = try await EventStream(server)
            #expect(stream.hello.count == 5)
            try library.trash([ids[1], ids[2]])
            let removal = try await stream.change()
            #expect(removal.incremental && removal.count == 3)
            #expect((removal.removed, removal.inserted, removal.changed) == ([[2, 2]], [], []))
            try library.add("2019-06-04T12:00:00Z")
            let insertion = try await stream.change()
            #expect((insertion.removed, insertion.inserted, insertion.changed) == ([], [[1, 1]], []))
            #expect(insertion.position > removal.position)
            try library.update(ids[4]) { $0.isFavorite = true }
            let mark = try await stream.change()
            #expect((mark.removed, mark.inserted, mark.changed) == ([], [], [[0, 1]]))
            // The album of favourites counts one more.
            #expect(mark.collections)
            // One that gets another date leaves its place and comes to another.
            try library.update(ids[4]) { $0.creationDate = -1e9 }
            let move = try await stream.change()
            #expect((move.removed, move.inserted) == ([[0, 1]], [[3, 1]]))
        }
    }

    @Test func `a change elsewhere in the library is told with nothing in it`() async throws {
        let library = try ServedLibrary()
        let id = try library.add("2019-06-01T10:00:00Z")
        let album = try library.addAlbum("Trip", [id])
        try await library.served { server in
            let stream = try await EventStream(server, "in=album:\(album)")
            try library.add("2018-06-01T10:00:00Z")
            let change = try await stream.change()
            #expect(change.incremental && change.count == 1 && change.removed.isEmpty && change.inserted.isEmpty && change.changed.isEmpty)
            try library.addAlbum("Another")
            #expect(try await stream.change().collections)
        }
    }

    @Test func `an album that is deleted becomes an empty list`() async throws {
        let library = try ServedLibrary()
        let album = try library.addAlbum("Trip", [try library.add("2019-06-01T10:00:00Z")])
        try await library.served { server in
            let stream = try await EventStream(server, "in=album:\(album)")
            try library.catalog.write(author: "test") { writer in
                if let id = try writer.collection(uuid: album)?.id { try writer.deleteCollection(id: id) }
            }
            let change = try await stream.change()
            #expect(change.removed == [[0, 1]] && change.count == 0 && change.collections)
        }
    }

    @Test func `what another opening of the library commits is told as well`() async throws {
        let library = try ServedLibrary()
        let ids = try (1...3).map { try library.add("2019-06-0\($0)T10:00:00Z") }
        let elsewhere = try Catalog.open(at: library.catalog.file, options: CatalogOptions())
        defer { elsewhere.close() }
        try await library.served { server in
            let stream = try await EventStream(server)
            for round in 0..<3 {
                try library.trash([ids[round]], in: elsewhere)
                var count = 3
                while count > 2 - round { count = try await stream.change().count }
                #expect(count == 2 - round)
            }
        }
    }

    @Test func `a stream on which nothing happens says every fifteen seconds that it is there`() async throws {
        let library = try ServedLibrary(), hand = HandClock()
        try await library.served({ $0.clock = hand.clock }) { server in
            let stream = try await EventStream(server)
            #expect(stream.hello.beat == 15)
            for year in 2001...2003 {
                hand.advance(by: .seconds(15) - .nanoseconds(1))
                try library.add("\(year)-06-01T10:00:00Z")
                #expect(try await stream.event()?.name == "change", "it is not time yet")
                hand.advance(by: .nanoseconds(1))
                let beat = try #require(try await stream.event())
                #expect(beat.name == "beat" && beat.data == Data("{}".utf8))
            }
        }
    }

    @Test func `a sign of life has a comment in front, and comes as often as the server was told`() async throws {
        let library = try ServedLibrary(), hand = HandClock()
        try await library.served({ ($0.clock, $0.clients.heartbeat) = (hand.clock, .milliseconds(250)) }) { server in
            let stream = try await EventStream(server)
            #expect(stream.hello.beat == 0.25)
            hand.advance(by: .milliseconds(250))
            #expect(try await stream.connection.chunk() == Data(":\nevent: beat\ndata: {}\n\n".utf8))
        }
    }

    @Test func `a page that leaves is forgotten, and signs of life go on for the others and for whoever comes next`() async throws {
        let library = try ServedLibrary(), hand = HandClock()
        try await library.served({ ($0.clock, $0.clients.ownerStreams) = (hand.clock, 2) }) { server in
            let first = try await EventStream(server), second = try await EventStream(server)
            first.connection.close()
            hand.advance(by: .seconds(15))
            #expect(try await second.event()?.name == "beat")
            second.connection.close()
            // As long as one of them is remembered there is no place for two more.
            let third = try await Self.following(server), fourth = try await Self.following(server)
            hand.advance(by: .seconds(15))
            for stream in [third, fourth] { #expect(try await stream.event()?.name == "beat") }
            #expect(hand.waiting == 1, "nobody else is called")
        }
    }

    /// Follows as soon as there is a place.
    private static func following(_ server: TestServer) async throws -> EventStream {
        while true {
            do { return try await EventStream(server) } catch is HTTPConnection.Failure { await Task.yield() }
        }
    }

    @Test func `a follower ends with the right list even where the library forgets how it came to be`() async throws {
        let library = try ServedLibrary()
        try library.add("2019-06-01T10:00:00Z")
        try await library.served { server in
            let stream = try await EventStream(server)
            var list = FollowedList(stream.hello)
            for year in 2001...2020 {
                try library.add("\(year)-01-01T10:00:00Z")
                try library.catalog.write(author: "test") { _ = try $0.pruneChanges(before: .infinity) }
            }
            while list.tiles.count < 21 { try list.apply(try await stream.change()) }
            #expect(list.tiles.count == 21)
        }
    }
}
