import Catalog
import Foundation
import PhotosTesting
import Testing
@testable import LibraryEngine

@Suite struct CoverTests {
    private struct Covers: Decodable {
        struct Cover: Decodable { let tile: PageAnswer.Tile? }
        let position: Int, covers: [Cover]
        var ids: [String?] { covers.map { $0.tile?.id } }
    }

    @Test func `places of a list and albums have their covers, and what is nowhere has none`() async throws {
        let library = try ServedLibrary()
        let ids = try (1...9).map { try library.add("2019-06-0\($0)T10:00:00Z") { $0.isFavorite = true } }
        let hidden = try library.add("2019-06-10T10:00:00Z") { $0.isHidden = true }
        let album = try library.addAlbum("Trip", [ids[3], ids[1]]), empty = try library.addAlbum("Empty"), keyed = try library.addAlbum("Keyed", [ids[0], ids[5], hidden])
        func setKey(_ key: UUID) throws {
            try library.catalog.write(author: "test") { writer in
                let album = try writer.collection(uuid: keyed)?.id ?? 0, asset = try writer.assetID(uuid: key)
                try writer.update(collectionID: album) { $0.keyAssetID = asset }
            }
        }
        try setKey(ids[5])
        try await library.served { server in
            func covers(_ query: String) async throws -> [String?] { try await server.get("/api/covers?" + query).decoded(Covers.self).ids }
            #expect(try await covers("at=0,8,4,9") == [ids[8].uuidString, ids[0].uuidString, ids[4].uuidString, nil])
            #expect(try await covers("order=oldest&at=0") == [ids[0].uuidString])
            #expect(try await covers("in=album:\(album)&at=1") == [ids[1].uuidString])
            let of = try await covers("of=album:\(album),album:\(empty),album:\(keyed),album:\(UUID()),smart:smartAlbumFavorites,trash")
            #expect(of == [ids[3].uuidString, nil, ids[5].uuidString, nil, ids[8].uuidString, nil])
            #expect(try await covers("").isEmpty)
            // What is hidden is on no cover.
            try setKey(hidden)
            #expect(try await covers("of=album:\(keyed)") == [ids[0].uuidString])
            // What left the album stands for it no more.
            try setKey(ids[5])
            try library.catalog.write(author: "test") { writer in
                let album = try writer.collection(uuid: keyed)?.id ?? 0
                try writer.removeMembers([try writer.assetID(uuid: ids[5]) ?? 0], from: album)
            }
            #expect(try await covers("of=album:\(keyed)") == [ids[0].uuidString])
            for wrong in ["at=x", "at=-1", "at=1,,2", "of=nothing", "at=" + Array(repeating: "0", count: 101).joined(separator: ",")] {
                #expect(try await server.get("/api/covers?" + wrong).problem == "parameter", "\(wrong)")
            }
            // A problem names the parameter that it is of.
            for wrong in ["of=nothing", "of=" + Array(repeating: "album:\(album)", count: 101).joined(separator: ",")] {
                let detail = try await server.get("/api/covers?" + wrong).object()["detail"] as? String
                #expect(detail?.hasPrefix("of: ") == true, "\(wrong): \(detail ?? "")")
            }
        }
    }

    /// Today's date in the library's zone, in the years before this one, by the clock where each photo was taken.
    @Test func `on this day is what was taken on today's date in earlier years`() async throws {
        let library = try ServedLibrary()
        let now = try #require(ISO8601DateFormatter().date(from: "2024-02-29T12:00:00Z"))
        library.temporary.clock.advance(by: now.timeIntervalSince(library.temporary.clock.now))
        let leap = try library.add("2020-02-29T10:00:00Z"), early = try library.add("1996-02-29T00:00:00Z")
        let tokyo = try library.add("2016-02-28T20:00:00Z") { $0.creationOffset = 32_400 }
        for date in ["2024-02-29T10:00:00Z", "2023-02-28T10:00:00Z", "2020-02-28T23:59:59Z", "2020-03-01T00:00:00Z"] { try library.add(date) }
        try library.add("2012-02-29T10:00:00Z") { $0.isHidden = true }
        try await library.served { server in
            let found = try await server.ids("in=onThisDay")
            #expect(found == [leap, tokyo, early].map(\.uuidString))
            #expect(try await server.timeline("in=onThisDay").buckets.map(\.day) == ["2020-02-29", "2016-02-29", "1996-02-29"])
            #expect(try await server.ids("in=onThisDay&order=oldest&q=2016") == [tokyo.uuidString])
            #expect(try await server.get("/api/assets?in=onThisDay&order=album").problem == "parameter")
            // Nothing of the day after is of another year.
            library.temporary.clock.advance(by: 86_400)
            #expect(try await server.page("in=onThisDay").count == 1)
        }
    }
}
