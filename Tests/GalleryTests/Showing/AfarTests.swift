import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// What is seen without looking at single photos: years and months from afar, all albums, and this day of earlier years.
    @Suite struct FromAfar {
        private struct Card: Decodable {
            let title: String, detail: String, hasPicture: Bool
        }

        private static let hasCovers = """
            (cards => cards.length > 0 && cards.every(card => card.querySelector('img')?.complete || card.querySelector('.icon')))(
              [...document.querySelectorAll('.card')].filter(card => card.checkVisibility() && card.getBoundingClientRect().top < innerHeight))
            """

        private static func cards(in page: Page) async throws -> [Card] {
            try await page.waitFor(hasCovers, "the covers")
            return try await page.evaluate(
                """
                [...document.querySelectorAll('.card')].filter(card => card.checkVisibility()).map(card => ({
                  title: card.querySelector('.card-title').textContent, detail: card.querySelector('.card-detail').textContent,
                  hasPicture: (card.querySelector('img')?.naturalWidth ?? 0) > 0 }))
                """)
        }

        @Test(arguments: Look.all) func `zooming out shows months, then years, and each leads to its photos`(_ look: Look) async throws {
            try await Gallery.open(try .ofTwelveYears(), on: look.screen) { gallery in
                let page = gallery.page
                let smaller = ".zoom > .smaller"
                for _ in 0..<2 { try await page.click(smaller) }
                let months = try await Self.cards(in: page)
                #expect(months.first?.title == "December 2023" && months.first?.detail == "2 items")
                #expect(months.dropFirst().first?.title == "July 2023" && months.dropFirst().first?.detail == "20 items")
                #expect(months.filter(\.hasPicture).count > 2)
                try await gallery.inspect("\(look.testDescription)-months")
                try await page.click(smaller)
                try await page.waitFor("document.querySelector('.card-title').textContent === '2023'", "the years")
                let years = try await Self.cards(in: page)
                #expect(years.map(\.title).starts(with: ["2023", "2022", "2021"]) && years[0].detail == "22 items")
                try await gallery.inspect("\(look.testDescription)-years")
                #expect(try await page.element(smaller).attribute("aria-disabled") == "true")
                // A year leads to its months, and a month to its photos.
                try await page.element(role: "button", name: "2021, 20 items").click()
                try await page.waitFor("document.querySelector('.card-title').textContent === 'December 2023'", "the months")
                _ = try await Self.cards(in: page)
                let month = try await page.element(role: "button", name: "July 2021, 20 items")
                try await month.focus()
                try await page.press("Enter")
                try await page.waitFor("document.querySelector('.cards') === null", "the photos")
                try await gallery.waitForPhotos()
                // Twenty of 2023 and two of its December, twenty of 2022.
                try await gallery.waitForFocus(on: 42)
                #expect(try await Years.years(gallery).contains(2021))
                #expect(try await page.evaluate("document.querySelectorAll('*').length", as: Int.self) < 2_000)
                // Another list begins with its photos.
                try await page.click(smaller)
                _ = try await Self.cards(in: page)
                try await gallery.go(to: "#/search?q=2019")
                try await gallery.waitForCount(20)
                try await gallery.waitForPhotos()
                #expect(try await page.evaluate("document.querySelector('.cards') === null", as: Bool.self))
            }
        }

        @Test func `arrows go from card to card, and plus comes nearer`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await gallery.cell(0).focus()
                try await page.press("-", "-", "-")
                try await page.waitFor("document.activeElement.textContent.startsWith('2023')", "the first year to have the focus")
                try await page.press("ArrowRight", "ArrowDown", "ArrowUp", "End")
                try await page.waitFor("document.activeElement.textContent.startsWith('2012')", "the last year to have the focus")
                try await page.press("Home", "ArrowRight", "Enter")
                try await page.waitFor("document.activeElement.textContent.startsWith('July 2022')", "that year’s month to have the focus")
                try await page.press("+")
                try await page.waitFor("document.querySelector('.cards') === null", "the photos")
                try await gallery.waitForPhotos()
            }
        }

        @Test(arguments: Look.all) func `all albums are shown with their covers`(_ look: Look) async throws {
            let world = try World.ofTwelveYears()
            let photo = try FixtureImages.jpeg(width: 640, height: 480, seed: 9)
            let date = Date(timeIntervalSince1970: 1_500_000_000)
            try world.add([.init(filename: "COVER.JPG", date: date, photo: photo, isFavorite: true)], album: "Norge")
            try world.add([], album: "Nothing yet, and a name that is too long for the room that there is below a picture")
            try await Gallery.open(world, on: look.screen, at: "#/albums") { gallery in
                let page = gallery.page
                try await page.waitFor("document.querySelector('#albums .card')", "the albums")
                let cards = try await Self.cards(in: page)
                #expect(cards.first?.title == "Norge" && cards.first?.detail == "1 item" && cards.first?.hasPicture == true)
                #expect(cards.dropFirst().first?.detail == "0 items" && cards.dropFirst().first?.hasPicture == false)
                #expect(cards.contains { $0.title == "Favourites" && $0.hasPicture })
                try await gallery.inspect("\(look.testDescription)-all-albums")
                try await page.element(role: "button", name: "Norge, 1 item").click()
                try await gallery.waitForCount(1)
                try await gallery.waitForPhotos()
                try await page.run("history.back()")
                try await page.waitFor("!document.getElementById('albums').hidden", "the albums again")
                // What is typed there is looked for in the whole library.
                try await gallery.go(to: "#/library")
                try await gallery.waitForCount(243)
            }
        }

        @Test(arguments: [Screen.desktop, .phone]) func `albums are gone through and opened by keys, and opened by a finger`(_ screen: Screen) async throws {
            let world = try World.ofTwelveYears()
            let photo = try FixtureImages.jpeg(width: 640, height: 480, seed: 9)
            try world.add([.init(filename: "COVER.JPG", date: Date(timeIntervalSince1970: 1_500_000_000), photo: photo)], album: "Norge")
            try await Gallery.open(world, on: screen, at: "#/albums") { gallery in
                let page = gallery.page, focus = "[...document.querySelectorAll('#albums .card > button')].indexOf(document.activeElement)"
                if screen.isPhone {
                    try await page.element(role: "button", name: "Norge, 1 item").tap()
                } else {
                    try await Hands.keyboard.reach("#albums .card > button", in: gallery)
                    try await page.press("ArrowRight")
                    try await page.waitFor("\(focus) === 1", "the next card to have the focus")
                    try await page.press("ArrowLeft")
                    try await page.waitFor("\(focus) === 0", "the first card to have the focus")
                    try await page.press("Enter")
                }
                try await gallery.waitForCount(1)
                try await gallery.waitForPhotos()
            }
        }

        @Test func `an album that lost its first photo has another one on its cover when one comes back`() async throws {
            let world = try World()
            let ids = try world.add(
                (0..<2).map { number in
                    World.NewAsset(
                        filename: "SEA_\(number).JPG", date: Date(timeIntervalSince1970: 1_500_000_000 + Double(number) * 60),
                        photo: try FixtureImages.jpeg(width: 640, height: 480, seed: number))
                }, album: "Norge")
            try await Gallery.open(world, at: "#/albums") { gallery in
                let page = gallery.page
                let cover = "(document.querySelector('#albums .card img')?.src ?? '')"
                try await page.waitFor("\(cover).includes('\(ids[0])')", "the first photo on the cover")
                try await page.element(role: "button", name: "Norge, 2 items").click()
                try await gallery.waitForCount(2)
                try await gallery.waitForPhotos()
                try await gallery.cell(0).focus()
                try await page.press("Delete")
                try await gallery.waitForCount(1)
                // What the albums are was asked for again while their page was hidden.
                try await page.waitFor("document.querySelector('#sidebar .row.album .count')?.textContent === '1'", "the album’s new number")
                try await page.run("history.back()")
                try await page.waitFor("\(cover).includes('\(ids[1])')", "the other photo on the cover")
            }
        }

        @Test(arguments: Hands.allCases) func `on this day is reached, and its photos open`(_ hands: Hands) async throws {
            let photo = try FixtureImages.jpeg(width: 640, height: 480, seed: 3)
            let today = try #require(DateComponents(calendar: World.utc, year: 2026, month: 5, day: 17, hour: 12).date), world = try World(now: { today })
            let then = try #require(DateComponents(calendar: World.utc, year: 2020, month: 5, day: 17, hour: 12).date)
            let ids = try world.add([then, then - 86_400].map { .init(filename: "THEN.JPG", date: $0, photo: photo) })
            try await Gallery.open(world) { gallery in
                try await hands.show("On This Day", in: gallery)
                try await gallery.waitForCount(1)
                try await hands.open(0, in: gallery)
                try await gallery.waitForViewed(ids[0])
            }
        }

        @Test func `on this day is the day of whoever looks, wherever the library is`() async throws {
            func time(_ year: Int, _ day: Int, _ hour: Int) throws -> Date {
                try #require(DateComponents(calendar: World.utc, year: year, month: 5, day: day, hour: hour).date)
            }
            // In Tokyo it is the next day already.
            let now = try time(2026, 17, 20), dates = try [17, 18].map { try time(2020, $0, 12) }, world = try World(now: { now })
            let photo = try FixtureImages.jpeg(width: 640, height: 480, seed: 3)
            let ids = try world.add(dates.map { .init(filename: "THEN.JPG", date: $0, photo: photo) })
            for (zone, id) in [("UTC", ids[0]), ("Asia/Tokyo", ids[1])] {
                try await Gallery.open(world, at: "#/onThisDay", before: { try await $0.setTimeZone(zone) }) { gallery in
                    try await gallery.waitForCount(1)
                    try await gallery.waitForCell(id: id)
                }
            }
        }

        @Test(arguments: Look.all) func `on this day are photos of today's date in earlier years`(_ look: Look) async throws {
            let photo = try FixtureImages.jpeg(width: 640, height: 480, seed: 3)
            func noon(_ year: Int) throws -> Date { try #require(DateComponents(calendar: World.utc, year: year, month: 5, day: 17, hour: 12).date) }
            let today = try noon(2026), dates = try [2025, 2024, 2021].map { try noon($0) }, world = try World(now: { today })
            try world.add(dates.map { .init(filename: "THEN.JPG", date: $0, photo: photo) } + [.init(filename: "OTHER.JPG", date: dates[0] - 40 * 86_400, photo: photo)])
            try await Gallery.open(world, on: look.screen, at: "#/onThisDay") { gallery in
                let page = gallery.page
                try await gallery.waitForCount(3)
                try await gallery.waitForPhotos()
                let titles: [String] = try await page.evaluate("[...document.querySelectorAll('#timeline [role=rowheader]')].map(title => title.textContent.slice(-4))")
                #expect(titles == ["2025", "2024", "2021"])
                #expect(try await page.evaluate("document.querySelector('#toolbar h1').textContent", as: String.self) == "On This Day")
                try await gallery.inspect("\(look.testDescription)-on-this-day")
            }
        }
    }
}
