import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// Days of few photos stand side by side, each below its own name.
    @Suite struct ShortDays {
        private struct Day: Decodable {
            let name: String, words: String, count: Int
            let left: Double, top: Double, right: Double
            let first: Int, x: Double, width: Double
            let isCutOff: Bool
        }

        /// From the newest on: a day of two photos, forty of one, and one of thirty.
        private static func scattered() throws -> World {
            let world = try World()
            let start = try #require(DateComponents(calendar: World.utc, year: 2021, month: 9, day: 1, hour: 12).date)
            let photo = try FixtureImages.jpeg(width: 64, height: 48, seed: 1)
            var days = Array(0..<40).map { $0 * 3 }
            days += Array(repeating: -5, count: 30) + [125, 125]
            try world.add(
                days.enumerated().map { number, day in
                    World.NewAsset(filename: "IMG_\(number).JPG", date: start + Double(day) * 86_400 + Double(number), photo: photo)
                })
            return world
        }

        private static func days(in gallery: GalleryPage) async throws -> [Day] {
            try await gallery.page.evaluate(
                """
                [...document.querySelectorAll('#timeline [role=rowgroup]')].filter(day => day.querySelector('.photo')).map(day => {
                  const title = day.querySelector('[role=rowheader]'), cells = [...day.querySelectorAll('.photo')]
                  const { left, top, right } = day.querySelector('.heading').getBoundingClientRect(), { x, width } = cells[0].getBoundingClientRect()
                  return { name: day.getAttribute('aria-label'), words: title.textContent, count: cells.length, left, top, right,
                    first: Number(cells[0].dataset.index), x, width, isCutOff: title.scrollWidth > title.clientWidth }
                })
                """)
        }

        @Test(arguments: [Look.all[0], Look.all[3]], [0, 1, 2]) func `share a row, with their names above them`(_ look: Look, zoom: Int) async throws {
            let world = try Self.scattered()
            try await Gallery.open(world, on: look.screen) { gallery in
                let page = gallery.page
                for _ in 0..<abs(zoom - 1) { try await page.click(zoom > 1 ? ".zoom > .larger" : ".zoom > .smaller") }
                try await gallery.waitForPhotos()
                let days = try await Self.days(in: gallery)
                let rows = Dictionary(grouping: days, by: \.top)
                _ = await page.keepScreenshot(named: "short-days-\(look.testDescription)-\(zoom)")
                if zoom > 0 { #expect(rows.values.contains { $0.count > 1 }, "no two days share a row") }
                for day in days {
                    #expect(abs(day.left - day.x) < 1, "\(day.name) doesn’t begin where its photos do")
                    #expect(!day.isCutOff, "“\(day.words)” is cut off")
                    #expect(day.name.hasSuffix(String(day.words.suffix(4))))
                }
                for row in rows.values {
                    let sorted = row.sorted { $0.first < $1.first }
                    for (one, next) in zip(sorted, sorted.dropFirst()) {
                        #expect(one.right <= next.left, "\(one.name) lies over \(next.name)")
                        #expect(abs(one.width - next.width) < 0.1, "photos of a row differ in size")
                    }
                }
            }
        }

        @Test func `are walked through by the keys as they are seen`() async throws {
            let world = try Self.scattered()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await gallery.cell(4).focus()
                let places: [[Double]] = try await page.evaluate(
                    """
                    [...document.querySelectorAll('#timeline .photo')].map(cell => [Number(cell.dataset.index), cell.getBoundingClientRect().x,
                      cell.getBoundingClientRect().y, Number(cell.getAttribute('aria-colindex'))])
                    """)
                let here = try #require(places.first { $0[0] == 4 })
                let below = try #require(places.first { $0[2] > here[2] && $0[1] == here[1] })
                #expect(here[3] == 5 && below[3] == 5)
                try await page.press("ArrowDown")
                try await gallery.waitForFocus(on: Int(below[0]))
                try await page.press("ArrowUp")
                try await gallery.waitForFocus(on: 4)
                try await page.press("ArrowRight")
                try await gallery.waitForFocus(on: 5)
                try await page.press("ArrowLeft", "Shift+ArrowDown")
                try await gallery.waitForFocus(on: Int(below[0]))
                let count = Int(below[0]) - 4 + 1
                try await page.waitFor("document.querySelector('#selection .count').textContent === '\(count) selected'", "\(count) to be selected")
                // One day's circle chooses that day alone.
                try await page.press("Escape")
                try await page.run("document.querySelector('#timeline [data-index=\"3\"]').closest('.day').querySelector('.choose').click()")
                try await page.waitFor("document.querySelector('#timeline [data-index=\"3\"]').ariaSelected === 'true'", "the day to be selected")
                _ = await page.keepScreenshot(named: "short-days-chosen")
                #expect(try await page.evaluate("document.querySelector('#selection .count').textContent", as: String.self) == "1 selected")
            }
        }

        @Test func `move up when one of them goes`() async throws {
            let world = try Self.scattered()
            try await Gallery.open(world) { gallery in
                let before = try await Self.days(in: gallery)
                let first = try #require(before.first { $0.count == 1 })
                let cells = try await gallery.cells()
                let gone = try #require(cells.first { $0.index == first.first }), next = try #require(cells.first { $0.index == first.first + 1 })
                try await PhotosTool.run("delete", gone.id, library: world.url)
                try await gallery.waitForCell(id: gone.id, isThere: false)
                try await gallery.waitForPhotos()
                let moved = try #require(try await gallery.cells().first { $0.id == next.id })
                #expect(moved.index == first.first)
                #expect(moved.box.x == gone.box.x && moved.box.y == gone.box.y)
                let names = try await Self.days(in: gallery).map(\.name)
                #expect(names.count == Set(names).count && !names.contains(first.name))
            }
        }
    }
}
