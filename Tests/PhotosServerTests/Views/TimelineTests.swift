import Foundation
import LibraryEngine
import PhotosTesting
import Query
import Testing

@Suite struct TimelineTests {
    private typealias Bucket = TimelineAnswer.Bucket

    @Test func `days and months are counted in the order of the list, and those without a date stand where the list has them`() async throws {
        let library = try ServedLibrary()
        for date in ["2019-06-01T08:00:00Z", "2019-06-01T20:00:00Z", "2019-06-02T01:00:00Z", "2018-12-31T23:30:00Z", nil] { try library.add(date) }
        try await library.served { server in
            let days = try await server.timeline("")
            #expect(days.buckets == [Bucket("2019-06-02", 1), Bucket("2019-06-01", 2), Bucket("2018-12-31", 1), Bucket(nil, 1)])
            #expect((days.count, days.by, days.order) == (5, "day", "newest"))
            #expect(days.search == TimelineAnswer.Search(kind: "none", predicate: ""))
            let oldest = try await server.timeline("order=oldest&by=month")
            #expect(oldest.buckets == [Bucket(nil, 1), Bucket("2018-12", 1), Bucket("2019-06", 3)])
            // Whoever looks at them may be anywhere.
            #expect(try await server.timeline("tz=Asia/Tokyo").buckets == days.buckets)
        }
    }

    @Test func `a day is one where the photo was taken, and what was taken on it stands together`() async throws {
        let library = try ServedLibrary()
        // In Tokyo it is the next day already when it is evening in New York, and noon of one day comes before noon of the same day further west.
        let tokyo = try library.add("2021-10-13T23:00:00Z", "tokyo.JPG") { $0.creationOffset = 32_400 }
        let evening = try library.add("2021-10-13T23:30:00Z", "evening.JPG") { $0.creationOffset = -18_000 }
        let noon = try library.add("2021-10-13T17:00:00Z", "noon.JPG") { $0.creationOffset = -18_000 }
        let unknown = try library.add("2021-10-13T20:00:00Z", "unknown.JPG")
        let late = try library.add("2021-10-14T04:00:00Z", "late.JPG") { $0.creationOffset = -18_000 }
        let order = [tokyo, late, unknown, evening, noon].map(\.uuidString)
        try await library.served { server in
            let timeline = try await server.timeline("")
            #expect(timeline.buckets == [Bucket("2021-10-14", 1), Bucket("2021-10-13", 4)])
            let page = try await server.page("")
            #expect(page.assets.map(\.id) == order)
            #expect(page.assets.map(\.offset) == [32_400, -18_000, 0, -18_000, -18_000])
            #expect(try await server.page("order=oldest").assets.map(\.id) == order.reversed())
            for (index, id) in order.enumerated() {
                let place = try await server.get("/api/place?id=\(id)").object()
                #expect(place["index"] as? Int == index)
            }
            // Where a stranger to a list would stand goes by the same order.
            let apart = try await server.get("/api/place?id=\(evening)&q=filename+IN+%7B%22tokyo.JPG%22,%22late.JPG%22,%22noon.JPG%22%7D").object()
            #expect(apart["nearest"] as? Int == 2)
            // A search means the same day.
            for text in ["13+October+2021", "2021-10-13"] { #expect(try await server.page("q=\(text)").assets.map(\.id) == Array(order.dropFirst())) }
            #expect(try await server.page("q=14.10.2021").assets.map(\.id) == [tokyo.uuidString])
        }
    }

    @Test func `an album in its own order is one stretch, and an empty view has none`() async throws {
        let library = try ServedLibrary()
        let ids = try [library.add("2019-06-01T08:00:00Z"), library.add("2018-06-01T08:00:00Z")]
        let album = try library.addAlbum("Trip", ids), empty = try library.addAlbum("Empty")
        try await library.served { server in
            let inOrder = try await server.timeline("in=album:\(album)").buckets
            #expect(inOrder == [Bucket(nil, 2)])
            let byDate = try await server.timeline("in=album:\(album)&order=oldest").buckets
            #expect(byDate == [Bucket("2018-06-01", 1), Bucket("2019-06-01", 1)])
            let ofNothing = try await server.timeline("in=album:\(empty)").buckets
            #expect(ofNothing.isEmpty)
            #expect(try await server.timeline("in=trash").buckets.isEmpty)
        }
    }

    @Test func `the sums are those of the list whatever is looked for`() async throws {
        let library = try ServedLibrary()
        for index in 0..<60 {
            try library.add("20\(10 + index % 9)-0\(1 + index % 7)-1\(index % 5)T12:00:00Z", "IMG_\(index).JPG") { $0.isFavorite = index % 4 == 0 }
        }
        try await library.served { server in
            let searches = ["IMG_1", "favorite%3D%3DYES", "2012", "creationDate+%3C+now()", "nothing-of-the-kind"].map { "q=" + $0 }
            for view in ["", "in=smart:smartAlbumFavorites"] + searches {
                for unit in ["day", "month"] {
                    let timeline = try await server.timeline("\(view)&by=\(unit)")
                    let tiles = try await server.page("\(view)&limit=1000")
                    #expect(timeline.count == tiles.count && tiles.count == tiles.assets.count, "\(view)")
                    var expected: [Bucket] = []
                    for tile in tiles.assets {
                        let date = try #require(tile.date)
                        let day = String(Date(timeIntervalSince1970: date).formatted(.iso8601).prefix(unit == "day" ? 10 : 7))
                        if expected.last?.day == day { expected[expected.count - 1].count += 1 } else { expected.append(Bucket(day, 1)) }
                    }
                    #expect(timeline.buckets == expected, "\(view) by \(unit)")
                }
            }
        }
    }

    /// A page lays rows out by them: the shape of each picture of the list, and of no other.
    @Test func `shapes are told in the list's order, a byte each`() async throws {
        let library = try ServedLibrary()
        let sizes = [(4032, 3024), (3024, 4032), (500, 500), (0, 0), (1, 400), (9000, 100)]
        var ids: [UUID] = []
        for (day, size) in sizes.enumerated() {
            ids.append(try library.add("2019-06-1\(day)T08:00:00Z") { ($0.pixelWidth, $0.pixelHeight) = size })
        }
        try await library.served { server in
            let all = try await server.get("/api/shapes?order=oldest")
            #expect(Array(all.body) == [122, 64, 93, 93, 1, 255])
            #expect(all["Content-Type"] == "application/octet-stream")
            #expect(Int(all["Position"] ?? "") == (try await server.timeline("")).position)
            #expect(Array(try await server.get("/api/shapes?offset=1&limit=3").body) == [1, 93, 93])
            #expect(try await server.get("/api/shapes?offset=6").body.isEmpty)
            #expect(try await server.get("/api/shapes?limit=9999999").problem == "parameter")
            // An edit turned the newest one, and the oldest is gone.
            try library.update(ids[5]) { ($0.pixelWidth, $0.pixelHeight) = (3024, 4032) }
            try library.trash([ids[0]])
            #expect(Array(try await server.get("/api/shapes").body) == [64, 1, 93, 93, 64])
            #expect(Array(try await server.get("/api/shapes?in=trash").body) == [122])
        }
        // A library without columns says the same.
        let scanning = try library.temporary.library.reopened { $0.usesColumns = false }
        defer { scanning.close() }
        let found = try scanning.read { try $0.assetShapes(of: $0.assetIDs(AssetQuery(sort: [SortKey("creationDate", ascending: false)]))) }
        #expect(found == [64, 1, 93, 93, 64])
    }

    @Test func `an unchanged timeline is not sent again`() async throws {
        let library = try ServedLibrary()
        let id = try library.add("2019-06-01T08:00:00Z")
        try await library.served { server in
            for path in ["/api/timeline", "/api/library", "/api/assets", "/api/assets/\(id)", "/api/openapi.json"] {
                let first = try await server.get(path)
                #expect(first["Cache-Control"] == "no-cache")
                let tag = try #require(first["ETag"])
                let again = try await server.get(path, [("If-None-Match", tag)])
                #expect(again.status == 304 && again.body.isEmpty)
            }
            let tag = try #require(try await server.get("/api/timeline")["ETag"])
            try library.trash([id])
            #expect(try await server.get("/api/timeline", [("If-None-Match", tag)]).status == 200)
        }
    }
}
