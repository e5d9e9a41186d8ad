import Foundation
import PhotosTesting
import Testing

@Suite struct TimelineTests {
    private typealias Bucket = TimelineAnswer.Bucket

    @Test func `days and months are counted in the order of the list, and those without a date stand where the list has them`() async throws {
        let library = try ServedLibrary()
        for date in ["2019-06-01T08:00:00Z", "2019-06-01T20:00:00Z", "2019-06-02T01:00:00Z", "2018-12-31T23:30:00Z", nil] { try library.add(date) }
        try await library.served { server in
            let days = try await server.timeline("tz=UTC")
            #expect(days.buckets == [Bucket("2019-06-02", 1), Bucket("2019-06-01", 2), Bucket("2018-12-31", 1), Bucket(nil, 1)])
            #expect((days.count, days.by, days.order) == (5, "day", "newest"))
            #expect(days.search == TimelineAnswer.Search(kind: "none", predicate: ""))
            let oldest = try await server.timeline("tz=UTC&order=oldest&by=month")
            #expect(oldest.buckets == [Bucket(nil, 1), Bucket("2018-12", 1), Bucket("2019-06", 3)])
            // In New York it is still the evening before.
            #expect(try await server.timeline("tz=America/New_York").buckets
                == [Bucket("2019-06-01", 3), Bucket("2018-12-31", 1), Bucket(nil, 1)])
            #expect(try await server.timeline("tz=Asia/Tokyo&by=month").buckets == [Bucket("2019-06", 3), Bucket("2019-01", 1), Bucket(nil, 1)])
        }
    }

    @Test func `an album in its own order is one stretch, and an empty view has none`() async throws {
        let library = try ServedLibrary()
        let ids = try [library.add("2019-06-01T08:00:00Z"), library.add("2018-06-01T08:00:00Z")]
        let album = try library.addAlbum("Trip", ids), empty = try library.addAlbum("Empty")
        try await library.served { server in
            let inOrder = try await server.timeline("in=album:\(album)").buckets
            #expect(inOrder == [Bucket(nil, 2)])
            let byDate = try await server.timeline("in=album:\(album)&order=oldest&tz=UTC").buckets
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
                    let timeline = try await server.timeline("\(view)&by=\(unit)&tz=UTC")
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
