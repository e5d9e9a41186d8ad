import Catalog
import Foundation
import PhotosTesting
import Testing
@testable import LibraryEngine

@Suite struct ViewTests {
    @Test func `a view shows its place in its order`() async throws {
        let library = try ServedLibrary()
        let old = try library.add("2015-03-01T10:00:00Z"), undated = try library.add(nil)
        let new = try library.add("2019-06-01T10:00:00Z") { $0.isFavorite = true }
        let middle = try library.add("2017-01-01T10:00:00Z") { $0.mediaType = .video }
        let hidden = try library.add("2018-01-01T10:00:00Z") { $0.isHidden = true }
        let gone = try library.add("2018-02-01T10:00:00Z")
        try library.trash([gone])
        let album = try library.addAlbum("Trip", [new, old, middle])
        try await library.served { server in
            func expect(_ view: String, _ uuids: [UUID], _ location: SourceLocation = #_sourceLocation) async throws {
                #expect(try await server.ids(view) == uuids.map(\.uuidString), "\(view)", sourceLocation: location)
            }
            try await expect("", [new, middle, old, undated])
            try await expect("order=oldest", [undated, old, middle, new])
            try await expect("in=library&order=newest", [new, middle, old, undated])
            try await expect("in=hidden", [hidden])
            try await expect("in=trash", [gone])
            try await expect("in=smart:smartAlbumFavorites", [new])
            try await expect("in=smart:smartAlbumVideos", [middle])
            try await expect("in=album:\(album)", [new, old, middle])
            try await expect("in=album:\(album)&order=oldest", [old, middle, new])
            try await expect("in=album:\(album)&order=album", [new, old, middle])
            try await expect("q=favorite+%3D%3D+YES", [new])
        }
    }

    @Test func `what is no view is a problem that says what to write`() async throws {
        let library = try ServedLibrary()
        try await library.served { server in
            func expect(
                _ query: String, _ status: Int, _ problem: String, saying word: String, _ location: SourceLocation = #_sourceLocation
            ) async throws {
                for path in ["timeline", "assets", "changes"] {
                    let reply = try await server.get("/api/\(path)?\(query)")
                    #expect(reply.status == status, "\(path) \(query)", sourceLocation: location)
                    #expect(reply.problem == problem, "\(path) \(query)", sourceLocation: location)
                    #expect(reply.text.contains(word), "\(reply.text)", sourceLocation: location)
                }
            }
            try await expect("in=cellar", 400, "parameter", saying: "cellar")
            try await expect("order=random", 400, "parameter", saying: "newest or oldest")
            try await expect("order=album", 400, "parameter", saying: "inside an album")
            try await expect("tz=Atlantis/Poseidonis", 400, "parameter", saying: "Atlantis")
            try await expect("q=%FF", 400, "parameter", saying: "UTF-8")
            try await expect("in=album:\(UUID())", 404, "no-such-collection", saying: "deleted")
            try await expect("in=smart:smartAlbumUnableToUpload", 404, "no-such-collection", saying: "smartAlbumUnableToUpload")
            #expect(try await server.get("/api/assets?limit=1001").problem == "parameter")
            #expect(try await server.get("/api/assets?offset=-1").problem == "parameter")
            #expect(try await server.get("/api/timeline?by=hour").problem == "parameter")
        }
    }

    @Test func `pages of any size make the whole list, and none lies behind its end`() async throws {
        let library = try ServedLibrary()
        for day in 1...25 { try library.add("2019-06-\(day < 10 ? "0" : "")\(day)T12:00:00Z") }
        try await library.served { server in
            let whole = try await server.ids()
            #expect(whole.count == 25)
            for size in [1, 7, 24, 25, 26] { #expect(try await server.ids(page: size) == whole, "pages of \(size)") }
            let page = try await server.page("offset=20&limit=10")
            #expect(page.assets.map(\.id) == Array(whole[20...]))
            #expect((page.count, page.offset) == (25, 20))
            #expect(try await server.page("offset=25").assets.isEmpty)
            #expect(try await server.page("offset=9223372036854775807&limit=1000").assets.isEmpty)
            #expect(try await server.page("limit=0").assets.isEmpty)
        }
    }

    @Test func `a list follows every commit, by whomever it was made`() async throws {
        let library = try ServedLibrary()
        let first = try library.add("2019-06-01T10:00:00Z"), second = try library.add("2019-06-02T10:00:00Z")
        let album = try library.addAlbum("Trip", [first])
        let elsewhere = try Catalog.open(at: library.catalog.file, options: CatalogOptions())
        defer { elsewhere.close() }
        try await library.served { server in
            #expect(try await server.ids() == [second, first].map(\.uuidString))
            try library.trash([second], in: elsewhere)
            #expect(try await server.ids() == [first.uuidString])
            let members = try await server.ids("in=album:\(album)")
            #expect(members == [first.uuidString])
            try elsewhere.write(author: "test") { writer in
                guard let id = try writer.collection(uuid: album)?.id, let member = try writer.assetID(uuid: first) else { return }
                try writer.removeMembers([member], from: id)
            }
            let left = try await server.ids("in=album:\(album)")
            #expect(left.isEmpty)
            #expect(try await server.ids() == [first.uuidString])
        }
    }

    @Test func `an asset's place is its index, or that of its neighbour`() async throws {
        let library = try ServedLibrary()
        var uuids: [UUID] = []
        for year in 2010...2019 { uuids.append(try library.add("\(year)-06-01T10:00:00Z") { $0.isFavorite = year % 3 == 0 }) }
        let ids = uuids
        try await library.served { server in
            func place(_ query: String) async throws -> [Int?] {
                let answer = try await server.get("/api/place?" + query).object()
                return [answer["index"] as? Int, answer["nearest"] as? Int]
            }
            for (index, id) in ids.enumerated() {
                let newest = try await place("id=\(id)")
                #expect(newest == [9 - index, 9 - index])
                let oldest = try await place("id=\(id)&order=oldest")
                #expect(oldest == [index, index])
            }
            // Favourites are those of 2010, 2013, 2016 and 2019.
            let own = try await place("in=smart:smartAlbumFavorites&id=\(ids[6])")
            #expect(own == [1, 1])
            let between = try await place("in=smart:smartAlbumFavorites&id=\(ids[4])")
            #expect(between == [nil, 2])
            let betweenOldest = try await place("in=smart:smartAlbumFavorites&id=\(ids[4])&order=oldest")
            #expect(betweenOldest == [nil, 2])
            let behindAll = try await place("in=smart:smartAlbumFavorites&id=\(ids[1])")
            #expect(behindAll == [nil, 3])
            let inNothing = try await place("in=trash&id=\(ids[1])")
            #expect(inNothing == [nil, 0])
            let stranger = try await server.get("/api/place?id=\(UUID())").problem
            #expect(stranger == "no-such-asset")
            #expect(try await server.get("/api/place").problem == "parameter")
        }
    }
}
