import Browser
import Foundation
import Testing

extension GalleryTests {
    /// All photos of a list, by a button of the bar that comes with the first one selected.
    @Suite struct SelectingAll {
        private static let button = "#selection button[aria-keyshortcuts='Control+A']"
        private static let count = "document.querySelector('#selection .count').textContent"
        /// Buttons of the bar that are not on the screen as a whole.
        private static let cutOff = """
            [...document.querySelectorAll('#selection button')].filter(button => button.checkVisibility()).filter(button => {
              const { left, right, top, bottom } = button.getBoundingClientRect()
              const isOnTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('button') === button
              return !isOnTop || left < 0 || right > innerWidth || top < 0 || bottom > innerHeight
            }).map(button => button.getAttribute('aria-label'))
            """

        @Test(arguments: Hands.allCases) func `the button is there once something is selected, says what it does, and does it`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                func isThere() async throws -> Bool { try await page.evaluate("document.querySelector(\(JSON.literal(Self.button))).checkVisibility()") }
                func isOff() async throws -> String? { try await page.element(Self.button).attribute("aria-disabled") }
                #expect(try await isThere() == false)
                try await hands.select([1], in: gallery)
                #expect(try await isThere())
                let all = try await page.element(Self.button)
                #expect(try await all.attribute("aria-label") == "Select all")
                #expect(try await all.attribute("title") == "Select all")
                #expect(try await isOff() == "false")
                try await hands.press(Self.button, in: gallery)
                try await page.waitFor("\(Self.count) === '242 selected'", "all to be selected")
                #expect(try await isOff() == "true")
                #expect(try await page.evaluate("document.activeElement.matches(\(JSON.literal(Self.button)))", as: Bool.self), "the focus stays where it was")
                // It does nothing more, and is of use again when one is taken out.
                try await hands.press(Self.button, in: gallery)
                #expect(try await page.evaluate(Self.count, as: String.self) == "242 selected")
                let cell = try await gallery.cell(2).box()
                try await page.click(at: cell.x + 14, cell.y + 14)
                try await page.waitFor("\(Self.count) === '241 selected'", "one to be left out")
                #expect(try await isOff() == "false")
                try await page.press("Control+a")
                try await page.waitFor("\(Self.count) === '242 selected'", "all to be selected by keys as well")
                #expect(try await isOff() == "true")
            }
        }

        @Test func `photos that come make it of use again`() async throws {
            let world = try World()
            let ids = try world.addPictures(3)
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await Viewer.act(["act": "delete", "assets": [.string(ids[2])]], in: page)
                try await gallery.waitForCount(2)
                try await Hands.mouse.select([0, 1], in: gallery)
                let isOff = "document.querySelector(\(JSON.literal(Self.button))).getAttribute('aria-disabled')"
                #expect(try await page.evaluate(isOff, as: String.self) == "true")
                try await Viewer.act(["act": "restore", "assets": [.string(ids[2])]], in: page)
                try await gallery.waitForCount(3)
                try await page.waitFor("\(isOff) === 'false'", "one more to select")
            }
        }

        /// In an album, where most can be done, and in a language of long words.
        @Test(arguments: ["en", "de"]) func `whatever stands in the bar is on the screen as a whole, on desks and tablets`(_ language: String) async throws {
            let world = try World()
            let ids = try world.addPictures(4)
            try await Gallery.open(world, before: { try await $0.setLanguages(language) }) { gallery in
                let page = gallery.page
                try await Viewer.act(["act": "createAlbum", "title": "Trip", "assets": .array(ids.map { .string($0) })], in: page)
                struct Collections: Decodable {
                    struct One: Decodable { let id: String, title: String? }
                    let collections: [One]
                }
                let album = try #require(try await gallery.api("/api/collections", as: Collections.self).collections.first { $0.title == "Trip" })
                try await gallery.go(to: "#/album/\(album.id)")
                try await gallery.waitForCount(4)
                try await gallery.waitForPhotos()
                try await page.press("Control+a")
                try await page.waitFor("\(Self.count).startsWith('4')", "all to be selected")
                for screen in [Screen(width: 1280, height: 800), Screen(width: 1920, height: 1000), Screen(width: 1024, height: 768), Screen(width: 768, height: 1024)] {
                    try await page.show(on: screen)
                    try await page.waitForFrames(3)
                    #expect(try await page.evaluate("document.querySelector(\(JSON.literal(Self.button))).checkVisibility()", as: Bool.self), "\(screen.width)")
                    #expect(try await page.evaluate(Self.cutOff, as: [String].self) == [], "\(screen.width)")
                }
                // What has room for words has words again.
                try await page.show(on: Screen(width: 1920, height: 1000))
                let hasWords = "[...document.querySelectorAll('#selection .label')].some(label => label.checkVisibility())"
                try await page.waitFor(hasWords, "words beside the pictures")
                // On a phone it stands in the menu.
                try await page.show(on: .phone)
                try await page.waitFor("!document.querySelector(\(JSON.literal(Self.button))).checkVisibility()", "the bar of a phone")
            }
        }
    }
}
