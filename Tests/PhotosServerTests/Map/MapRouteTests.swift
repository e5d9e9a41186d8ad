import Foundation
import PhotoModel
import Query
import TestSupport
import Testing
@testable import LibraryEngine
@testable import PhotosServer

@Suite struct MapRouteTests {
    private struct Box: Decodable { let west: Double, south: Double, east: Double, north: Double }
    private struct Map: Decodable {
        struct Cluster: Decodable { let latitude: Double, longitude: Double, count: Int, bounds: Box, tile: PageAnswer.Tile? }
        let position: Int, count: Int, placed: Int, predicate: String, bounds: Box?, clusters: [Cluster]
    }
    private struct Towns: Decodable {
        struct Town: Decodable { let name: String, latitude: Double, longitude: Double, population: Int }
        let towns: [Town]
    }

    private static let world = "west=-180&south=-90&east=180&north=90"

    @Test func `a map has the photos of a list, put together where they lie close`() async throws {
        let library = try ServedLibrary()
        func add(_ day: Int, _ latitude: Double, _ longitude: Double, _ change: (inout AssetRecord) -> Void = { _ in }) throws -> UUID {
            try library.add("2019-06-\(day + 10)T10:00:00Z") { record in
                record.location = LocationRecord(latitude: latitude, longitude: longitude)
                change(&record)
            }
        }
        let lisbon = [try add(0, 38.72, -9.14), try add(1, 38.70, -9.20) { $0.isFavorite = true }], paris = try add(2, 48.86, 2.35)
        try library.add("2019-06-20T10:00:00Z")
        _ = try add(9, 0, 0) { $0.isHidden = true }
        try await library.served { server in
            func map(_ query: String) async throws -> Map { try await server.get("/api/map?\(query)").decoded(Map.self) }
            let all = try await map("\(Self.world)&zoom=5")
            #expect(all.count == 4 && all.placed == 3)
            #expect(all.clusters.map(\.count) == [2, 1] && all.clusters.map { $0.tile?.id } == [lisbon[1].uuidString, paris.uuidString], "the newest stands for both")
            let bounds = try #require(all.bounds)
            #expect([bounds.west, bounds.south, bounds.east, bounds.north] == [-9.20, 38.70, 2.35, 48.86])
            #expect(try await map("\(Self.world)&zoom=5&q=favorite%20==%20YES").clusters.map { $0.tile?.id } == [lisbon[1].uuidString])
            #expect(try await map("west=2&south=48&east=3&north=49&zoom=12").clusters.map(\.count) == [1])
            #expect(try await map("west=3&south=48&east=2&north=49&zoom=5").clusters.isEmpty, "around the other side of the world")
            let nothing = try await map("\(Self.world)&zoom=5&in=trash")
            #expect(nothing.count == 0 && nothing.placed == 0 && nothing.bounds == nil && nothing.clusters.isEmpty)
            // What the page asks for the photos of a cluster finds just these.
            let box = all.clusters[0].bounds, edge = 0.000001
            let condition = "latitude >= \(box.south - edge) AND latitude <= \(box.north + edge) AND longitude >= \(box.west - edge) AND longitude <= \(box.east + edge)"
            func found(_ search: String) async throws -> [String] {
                let encoded = try #require(search.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                return try await server.get("/api/assets?q=\(encoded)").decoded(PageAnswer.self).assets.map(\.id)
            }
            #expect(try await found(condition) == lisbon.reversed().map(\.uuidString))
            // So it does on the map of a search, whose words it gets as a condition.
            let searched = try await map("\(Self.world)&zoom=5&q=favourites")
            #expect(all.predicate.isEmpty && searched.count == 1)
            #expect(try await found("(\(searched.predicate)) AND \(condition)") == [lisbon[1].uuidString])
            // A commit moves one, and takes another away.
            try library.update(paris) { $0.location = LocationRecord(latitude: -33.87, longitude: 151.21) }
            try library.trash([lisbon[1]])
            let moved = try await map("\(Self.world)&zoom=5")
            #expect(moved.clusters.map(\.count) == [1, 1] && moved.placed == 2 && moved.position > all.position)
            #expect(moved.clusters.map { $0.longitude.rounded() } == [151, -9])
            for wrong in [
                "\(Self.world)&zoom=7", "\(Self.world)&zoom=21", Self.world, "\(Self.world)&zoom=x", "west=-181&south=0&east=1&north=1&zoom=3",
                "west=0&south=2&east=1&north=1&zoom=3", "west=nan&south=0&east=1&north=1&zoom=3", "south=0&east=1&north=1&zoom=3",
            ] {
                #expect(try await server.get("/api/map?\(wrong)").problem == "parameter", "\(wrong)")
            }
        }
        // A library without columns says the same.
        let scanning = try library.temporary.library.reopened { $0.usesColumns = false }
        defer { scanning.close() }
        let query = AssetQuery(sort: [SortKey("creationDate", ascending: false)])
        let places = try scanning.read { try $0.assetPlaces(of: $0.assetIDs(query)) }
        let expected = try library.temporary.library.read { try $0.assetPlaces(of: $0.assetIDs(query)) }
        #expect(places == expected && places.count == 2)
    }

    @Test func `towns are named in the language of the page, as far as there is room`() async throws {
        let gazetteer = try MadeGazetteer(), library = try ServedLibrary(gazetteer: gazetteer.folder)
        try await library.served { server in
            func towns(_ query: String, _ language: String = "en") async throws -> [Towns.Town] {
                try await server.get("/api/map/towns?\(query)", [("Accept-Language", language)]).decoded(Towns.self).towns
            }
            #expect(try await towns("\(Self.world)&zoom=6").map(\.name) == ["Berlin", "Munich", "Lisbon", "Porto", "Suva"])
            #expect(try await towns("\(Self.world)&zoom=6", "de").map(\.name) == ["Berlin", "München", "Lissabon", "Porto", "Suva"])
            #expect(try await towns("\(Self.world)&zoom=3").map(\.name) == ["Berlin", "Lisbon", "Suva"], "what is too close to a larger one is left out")
            let lisbon = "west=-9.3&south=38.6&east=-9&north=38.8"
            #expect(try await towns("\(lisbon)&zoom=10").map(\.name) == ["Lisbon"])
            let near = try await towns("\(lisbon)&zoom=14")
            #expect(near.map(\.name) == ["Lisbon", "Alfama"] && abs(near[0].latitude - 38.71667) < 1e-6 && abs(near[0].longitude + 9.13333) < 1e-6, "parts of towns from near")
            #expect(near.map(\.population) == [517_802, 20_000])
            #expect(try await towns("west=178&south=-20&east=-178&north=0&zoom=6").map(\.name) == ["Suva"])
            #expect(try await server.get("/api/map/towns?\(Self.world)&zoom=99").problem == "parameter")
        }
        let nameless = try ServedLibrary()
        let none = try await nameless.served { try await $0.get("/api/map/towns?\(Self.world)&zoom=2") }
        #expect(try none.decoded(Towns.self).towns.isEmpty)
    }

    @Test func `towns are found by name, and told in the language of the page`() async throws {
        struct Found: Decodable {
            struct Town: Decodable { let names: [String], latitude: Double, longitude: Double }
            let towns: [Town]
        }
        let gazetteer = try MadeGazetteer(), library = try ServedLibrary(gazetteer: gazetteer.folder)
        try await library.served { server in
            let found = try await server.get("/api/towns?q=M%C3%9CNCH", [("Accept-Language", "de")]).decoded(Found.self).towns
            #expect(found.map(\.names) == [["München", "Bayern", "Deutschland"]])
            #expect(abs(found[0].latitude - 48.13743) < 1e-6 && abs(found[0].longitude - 11.57549) < 1e-6)
            #expect(try await server.get("/api/towns?q=").decoded(Found.self).towns.isEmpty)
            let long = String(repeating: "a", count: TownRoutes.longest + 1)
            for wrong in ["/api/towns", "/api/towns?q=\(long)"] { #expect(try await server.get(wrong).problem == "parameter", "\(wrong)") }
        }
        let nameless = try ServedLibrary()
        let none = try await nameless.served { try await $0.get("/api/towns?q=lis") }
        #expect(try none.decoded(Found.self).towns.isEmpty)
    }

    @Test func `outlines are sent as a package has them, and their lack is told`() async throws {
        let outlines = try MadeOutlines(), library = try ServedLibrary()
        try await library.served({ $0.outlines = outlines.folder.path }) { server in
            let land = try await server.get("/api/map/land")
            #expect(
                land["Content-Type"] == "application/octet-stream" && land.body.count == 4 * (1 + 2 + 20) && Array(land.body.prefix(12)) == [2, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0])
            #expect(try await server.get("/api/map/land?scale=10m").body == land.body)
            #expect(try await server.get("/api/map/borders?scale=50m").body.count == 4 * (1 + 1 + 4))
            let tag = try #require(land["ETag"])
            #expect(try await server.get("/api/map/land", [("If-None-Match", tag)]).status == 304)
            #expect(try await server.get("/api/map/land?scale=1m").problem == "parameter")
            try Data().write(to: outlines.land())
            let damaged = try await server.get("/api/map/land")
            #expect(damaged.problem == "outlines" && damaged.status == 404)
            let detail = try damaged.object()["detail"] as? String
            #expect(detail?.contains(outlines.land().path) == true)
            try Data().write(to: outlines.borders())
            let lines = try await server.get("/api/map/borders").object()["detail"] as? String
            #expect(lines?.hasPrefix("The map has no borders, since \(outlines.borders().path) is damaged: ") == true)
            try FileManager.default.removeItem(at: outlines.land())
            #expect(try await server.get("/api/map/land").problem == "outlines")
        }
        let none = try await library.served { try await $0.get("/api/map/land") }
        #expect(none.problem == "outlines")
        #expect(try none.object()["detail"] as? String == "The map has no land, since PHOTOS_OUTLINES names no folder.")
    }

    @Test func `outlines that a page knows are not read again, and those of other files are`() async throws {
        let outlines = try MadeOutlines(), library = try ServedLibrary(), file = outlines.land(), index = file.deletingPathExtension().appendingPathExtension("shx")
        let past = Date(timeIntervalSince1970: 1_600_000_000), whole = try Data(contentsOf: file)
        func write(_ bytes: Data, later seconds: TimeInterval = 0) throws {
            try bytes.write(to: file)
            try FileManager.default.setAttributes([.modificationDate: past + seconds], ofItemAtPath: file.path)
        }
        try await library.served({ $0.outlines = outlines.folder.path }) { server in
            func land(_ tag: String, _ query: String = "") async throws -> HTTPReply { try await server.get("/api/map/land\(query)", [("If-None-Match", tag)]) }
            func tag(_ reply: HTTPReply) throws -> String { try #require(reply["ETag"]) }
            try write(whole)
            let first = try await server.get("/api/map/land"), known = try tag(first)
            // Nobody can read these, which are as long as those and of the same date.
            try write(Data(count: whole.count))
            let same = try await land(known)
            #expect(same.status == 304 && same["ETag"] == known && same.body.isEmpty)
            #expect(try await server.get("/api/map/land").problem == "outlines", "without the tag they would be read")
            // Another date, then another length.
            try write(whole, later: 1)
            let touched = try await land(known)
            #expect(touched.status == 200 && touched.body == first.body)
            #expect(try tag(touched) != known)
            let square = try #require(MadeOutlines.usualLand.first)
            try write(MadeOutlines.shapefile(kind: 5, [square]))
            let shorter = try await land(known), tagOfShorter = try tag(shorter)
            #expect(shorter.status == 200 && shorter.body.count == 4 * (1 + 1 + 10))
            #expect(tagOfShorter != known)
            #expect(try await land(tagOfShorter).status == 304)
            // The answer hangs on an index as well, and on what is asked for.
            try write(whole)
            #expect(try await land(known).status == 304, "as it was")
            try Data().write(to: index)
            #expect(try await land(known).problem == "outlines")
            try FileManager.default.removeItem(at: index)
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: outlines.land("10m").path)
            #expect(try await land(known, "?scale=10m").status == 200)
        }
    }
}
