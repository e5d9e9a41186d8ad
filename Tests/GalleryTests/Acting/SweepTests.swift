import Browser
import Foundation
import Testing

extension GalleryTests {
    /// Photos are selected by moving on: with a band that the mouse draws, and with a finger after its long press.
    @Suite struct Sweeping {
        private static let chosen = """
            [...document.querySelectorAll('#timeline [aria-selected=true]')].map(cell => Number(cell.dataset.index)).sort((a, b) => a - b)
            """

        /// Presses the button between two photos, and moves to a place with it held.
        private static func draw(
            from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ modifiers: Modifiers = [], in page: Page
        ) async throws {
            try await page.moveMouse(to: start.x, start.y)
            try await page.pressMouse(1, "left", modifiers)
            for part in [0.3, 0.6, 1] {
                try await page.moveMouse(to: start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, pressed: true)
                try await page.waitForFrames(2)
            }
        }

        @Test func `a band chooses what it touches, and Shift and Ctrl add to what is chosen`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                let cells = try await gallery.cells()
                // From beside the second day's heading over the first three of its photos' tops.
                let first = try #require(cells.first { $0.index == 2 }), third = try #require(cells.first { $0.index == 4 })
                let start = (x: first.box.x + 20, y: first.box.y - 8), end = (x: third.box.x + 20, y: third.box.y + 30)
                try await Self.draw(from: start, to: end, in: page)
                try await page.waitFor("\(Self.chosen).length === 3", "three photos to be chosen")
                #expect(try await page.evaluate(Self.chosen, as: [Int].self) == [2, 3, 4])
                #expect(try await page.evaluate("document.querySelector('.band').getBoundingClientRect().width", as: Double.self) > 100)
                _ = await page.keepScreenshot(named: "band")
                // Back by one: it is chosen no more.
                try await page.moveMouse(to: third.box.x - 20, third.box.y + 30, pressed: true)
                try await page.waitFor("\(Self.chosen).length === 2", "the third to be left")
                try await page.releaseMouse()
                try await page.waitFor("document.querySelector('.band') === null", "the band to go")
                #expect(try await !gallery.isViewing)
                for (modifiers, length) in [(Modifiers.shift, 3), (.control, 3), ([], 1)] {
                    try await Self.draw(from: (third.box.x + 40, start.y), to: (third.box.x + 60, end.y), modifiers, in: page)
                    try await page.releaseMouse(1, "left", modifiers)
                    try await page.waitFor("\(Self.chosen).length === \(length)", "\(length) to be chosen")
                }
                // A click there is no band.
                try await page.click(at: start.x, start.y)
                try await page.waitForFrames(2)
                #expect(try await page.evaluate(Self.chosen, as: [Int].self) == [4])
            }
        }

        @Test func `a band at the edge scrolls the list along and chooses all between`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                let first = try #require(try await gallery.cells().first)
                let area = try await page.element("#timeline").box()
                let count = "Number(document.querySelector('#selection .count').textContent.replace(/[^0-9]/g, ''))"
                try await Self.draw(from: (first.box.x + 5, first.box.y - 8), to: (area.x + area.width - 80, area.y + area.height - 4), in: page)
                try await page.waitFor("\(count) > 80", "the list to scroll along")
                try await page.releaseMouse()
                try await gallery.waitForPhotos()
                let reached = try await page.evaluate(Self.chosen, as: [Int].self).last ?? 0
                let number = try await page.evaluate(count, as: Int.self)
                #expect(number == reached + 1, "all from the first photo to the last one, without a gap")
                try await page.press("Escape")
                try await page.waitFor("document.getElementById('selection').hidden", "nothing to be chosen")
            }
        }

        @Test func `a finger's long press chooses, and moving on chooses the run`() async throws {
            try await Gallery.open(try .ofTwelveYears(), on: .phone) { gallery in
                let page = gallery.page
                let cells = try await gallery.cells()
                let start = cells[4].box.middle, end = cells[9].box.middle
                let top = "document.querySelector('#timeline .scroll').scrollTop"
                try await page.touch("touchStart", [(start.x, start.y)])
                try await page.waitFor("String(\(Self.chosen)) === '\(cells[4].index)'", "the photo to be chosen")
                #expect(try await !page.evaluate("document.querySelector('[role=menu]') !== null", as: Bool.self))
                for part in stride(from: 0.1, through: 1, by: 0.1) {
                    try await page.touch("touchMove", [(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)])
                    try await page.waitForFrames(1)
                }
                try await page.waitFor("\(Self.chosen).length === 6", "six photos to be chosen")
                #expect(try await page.evaluate(top, as: Double.self) == 0)
                // Back over some of them.
                let nearer = cells[6].box.middle
                try await page.touch("touchMove", [(nearer.x, nearer.y)])
                try await page.waitFor("\(Self.chosen).length === 3", "three to be left")
                _ = await page.keepScreenshot(named: "run")
                // To the lower edge: the list comes along.
                let area = try await page.element("#timeline").box()
                try await page.touch("touchMove", [(nearer.x, area.y + area.height - 6)])
                try await page.waitFor("\(top) > 900", "the list to scroll along")
                try await page.touch("touchEnd", [])
                try await gallery.waitForPhotos()
                #expect(try await !gallery.isViewing)
                let number = try await page.evaluate("Number(document.querySelector('#selection .count').textContent.replace(/[^0-9]/g, ''))", as: Int.self)
                let last = try await page.evaluate(Self.chosen, as: [Int].self).last ?? 0
                #expect(number == last - cells[4].index + 1)
                // A finger that doesn't wait scrolls as before.
                let before = try await page.evaluate(top, as: Double.self)
                try await page.swipe(from: (start.x, area.y + 300), to: (start.x, area.y + 100))
                try await page.waitFor("\(top) > \(before) + 100", "the list to scroll")
                #expect(try await page.evaluate("document.querySelector('#selection .count').textContent", as: String.self).hasPrefix("\(number) "))
            }
        }
    }
}
