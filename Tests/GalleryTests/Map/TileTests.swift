import Browser
import Foundation
import PhotosServer
import Testing

extension GalleryTests {
    /// The map over the pictures of a server that the owner named.
    @Suite struct TilesOnMap {
        private static let even = Colour(red: 200, green: 40, blue: 40), odd = Colour(red: 40, green: 160, blue: 60)

        private static func open(
            _ tiles: TileServer, at fragment: String, _ name: String = #function, _ body: (GalleryPage) async throws -> Void
        ) async throws {
            let atlas = try Atlas(), named = try tiles.named(credit: "© Test  Atlas, 2026"), folder = atlas.outlines.folder.path
            try await Gallery.open(atlas.world, at: fragment, name, configure: { ($0.mapTiles, $0.outlines) = (named, folder) }, body)
        }

        /// The colours to the left and to the right of the middle, where no group stands, once they are what they should be.
        private static func expectGround(_ colour: Colour, in gallery: GalleryPage) async throws {
            let (x, y) = try await gallery.page.element("#map").box().middle, end = Date.now + 60
            var seen: [Colour] = []
            repeat {
                try await gallery.page.waitForFrames(3)
                seen = try await gallery.page.colours(at: [(x - 60, y - 90), (x + 150, y + 40)])
            } while !seen.allSatisfy({ $0.distance(to: colour) < 12 }) && Date.now < end
            #expect(seen.allSatisfy { $0.distance(to: colour) < 12 }, "\(seen)")
        }

        private static let hasGroup = "document.querySelector('.map-cluster:not(.is-away)') !== null"
        private static let note = "document.querySelector('.map-note')"

        @Test func `tiles of the server that was named lie beneath the groups, its credit is told, and nobody else is asked`() async throws {
            let tiles = try TileServer()
            try await Self.open(tiles, at: "#/map?at=40,-4,5") { gallery in
                let page = gallery.page
                try await gallery.waitForPhotos()
                #expect(try await page.evaluate(Self.hasGroup, as: Bool.self))
                try await Self.expectGround(Self.odd, in: gallery)
                let credits = try await page.evaluate("document.querySelector('.map-credits').textContent", as: String.self)
                #expect(credits == "Names of places: GeoNames, CC BY 4.0 · © Test Atlas, 2026")
                #expect(try await page.evaluate("document.querySelector('.map-credits').checkVisibility() && \(Self.note).hidden", as: Bool.self))
                // The middle of Spain, and each once.
                let asked = tiles.tiles
                #expect(asked.contains([5, 15, 12]) && asked.allSatisfy { $0.count == 3 && $0.first == 5 } && Set(asked).count == asked.count, "\(asked)")
                #expect(!tiles.asked.contains { $0.lowercased().contains("\r\nreferer:") }, "the server learns of no address")
                #expect(!page.log.requests.contains { $0.path.hasPrefix("/api/map/land") || $0.path.hasPrefix("/api/map/borders") })
                // The next zoom is another picture; what was there before is asked for by nobody.
                try await gallery.go(to: "#/map?at=40,-4,6")
                try await gallery.waitForPhotos()
                try await Self.expectGround(Self.even, in: gallery)
                let before = tiles.tiles.count(where: { $0.first == 5 })
                try await gallery.go(to: "#/map?at=40,-4,5")
                try await gallery.waitForPhotos()
                #expect(tiles.tiles.count(where: { $0.first == 5 }) == before)
                for request in page.log.requests where !request.url.hasPrefix("data:") {
                    #expect(request.url.hasPrefix(gallery.address) || request.url.hasPrefix(tiles.origin + "/"), "\(request.url)")
                }
            }
        }

        @Test func `what the server lacks from near is drawn of what it has from afar`() async throws {
            let tiles = try TileServer(finest: 5)
            try await Self.open(tiles, at: "#/map?at=40,-4,7") { gallery in
                gallery.page.log.forgive("404")
                try await gallery.waitForPhotos()
                try await Self.expectGround(Self.odd, in: gallery)
                #expect(Set(tiles.tiles.map(\.first)) == [5, 6, 7])
                #expect(try await gallery.page.evaluate("\(Self.note).hidden", as: Bool.self))
            }
        }

        @Test func `that nothing comes is said with the server's name, and the groups stand there all the same`() async throws {
            let tiles = try TileServer(finest: -1)
            try await Self.open(tiles, at: "#/map?at=40,-4,3") { gallery in
                let page = gallery.page
                page.log.forgive("404")
                try await gallery.waitForPhotos()
                let why = "No map comes from \(tiles.origin). Does it answer, and is the address right that “photos serve --map-tiles” was given?"
                try await page.waitFor("\(Self.note).checkVisibility() && \(Self.note).textContent === \(JSON.literal(why))", "why there is no map")
                #expect(try await page.evaluate(Self.hasGroup, as: Bool.self))
                #expect(Set(tiles.tiles).count == tiles.tiles.count, "what failed is not asked for again at once")
            }
        }

        @Test func `the pane is covered wherever the map stands, and a coarser tile holds the finer one`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../map/mosaic", "../map/pose", "../map/mercator"],
                """
                ({ coarser, held, seenSquares, widthAt, wrapped }, { any, random, expect }) => {
                  for (let round = 0; round < 500; round++) {
                    const area = { width: 200 + random() * 2000, height: 200 + random() * 1200, covered: 120 }
                    const pose = held({ x: random(), y: random(), zoom: random() * 20 }, area), squares = seenSquares(pose, area)
                    const about = () => JSON.stringify({ area, pose, count: squares.length })
                    expect(squares.length < 400 && new Set(squares.map(({ left, top }) => `${left} ${top}`)).size === squares.length, about)
                    for (let point = 0; point < 20; point++) {
                      const [x, y] = [random() * area.width, random() * area.height]
                      const here = squares.filter(({ left, top, size }) => left <= x && x < left + size && top <= y && y < top + size)
                      expect(here.length === 1, () => `${about()} has ${here.length} at ${x}, ${y}`)
                      if (here.length !== 1) continue
                      const [{ z, column, row, left, top, size }] = here, scale = widthAt(pose.zoom), count = 2 ** z
                      const worldX = wrapped(pose.x + (x - area.width / 2) / scale), worldY = pose.y + (y - area.height / 2) / scale
                      const close = 1e-6, across = worldX * count - column - (x - left) / size, down = worldY * count - row - (y - top) / size
                      expect(z <= 19 && column >= 0 && column < count && row >= 0 && row < count, about)
                      expect(Math.abs(across - Math.round(across / count) * count) < close && Math.abs(down) < close, () => `${about()}: ${across}, ${down}`)
                      const steps = any(z + 1), part = coarser(here[0], steps), [outer, west, north] = part.key.split("/").map(Number)
                      const isWithin = outer === z - steps && part.x >= 0 && part.x + part.share <= 1 && part.y >= 0 && part.y + part.share <= 1
                      expect(isWithin && (west + part.x) * 2 ** steps === column && (north + part.y) * 2 ** steps === row, () => JSON.stringify({ z, column, row, steps, part }))
                    }
                  }
                }
                """)
            #expect(faults == [])
        }
    }
}
