import Browser
import Foundation
import Testing

extension GalleryTests {
    /// Every year can be reached, each way there is.
    @Suite struct Years {
        @Test func `every year is reached by the scrubber`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                let track = try await page.element(role: "slider", name: "Date").box()
                for year in [2012, 2023, 2017, 2013, 2021] {
                    // Photos of a year are as many as those of any other: its middle is where it should be.
                    let share = (Double(2023 - year) + 0.5) / 12
                    let place = (x: track.x + track.width / 2, y: track.y + 18 + (track.height - 36) * share)
                    try await page.drag(from: (place.x, track.y + track.height / 2), to: place)
                    try await gallery.waitForPhotos()
                    #expect(try await Self.years(gallery).contains(year))
                }
            }
        }

        @Test func `every year is reached by the keyboard`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await Hands.keyboard.reach("#timeline [role=slider]", in: gallery)
                for year in stride(from: 2023, through: 2012, by: -1) {
                    try await gallery.waitForPhotos()
                    #expect(try await Self.years(gallery).contains(year))
                    try await page.press("PageDown")
                }
                try await page.press("Home")
                try await gallery.waitForPhotos()
                #expect(try await gallery.cells().first?.index == 0)
                try await Hands.keyboard.reachPhotos(in: gallery)
                try await page.press("End")
                try await gallery.waitForFocus(on: 241)
                try await gallery.waitForPhotos()
                #expect(try await Self.years(gallery).contains(2012))
            }
        }

        @Test func `every year is reached by wheel and scrollbar`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                let area = try await page.element("#timeline").box()
                try await page.moveMouse(to: area.middle.x, area.middle.y)
                var seen: Set<Int> = []
                for _ in 0..<200 where !seen.contains(2012) {
                    seen.formUnion(try await Self.years(gallery))
                    try await page.wheel(300)
                    try await gallery.waitForPhotos()
                }
                #expect(seen.isSuperset(of: Set(2012...2023)))
                for (end, index) in [(0.0, 0), (1.0, 241)] {
                    try await gallery.dragScrollbar(to: end)
                    try await gallery.waitForPhotos()
                    #expect(try await gallery.cells().contains { $0.index == index })
                }
            }
        }

        /// The years of the photos in view.
        static func years(_ gallery: GalleryPage) async throws -> Set<Int> {
            Set(try await gallery.cells().compactMap { cell in cell.name.firstMatch(of: /\b(19|20)\d\d\b/).flatMap { Int($0.output.0) } })
        }
    }
}
