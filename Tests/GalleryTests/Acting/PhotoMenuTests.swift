import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// The menu of a photo in the grid.
    @Suite struct PhotoMenu {
        private static let items = "[...document.querySelectorAll('[role=menu] [role=menuitem]')].map(item => item.textContent)"
        private static let isOpen = "document.querySelector('[role=menu]') !== null"
        private static let chosen = "document.querySelectorAll('#timeline [aria-selected=true]').length"

        private static func rightClick(_ index: Int, in gallery: GalleryPage) async throws {
            try await gallery.cell(index).click(button: "right")
            try await gallery.page.waitFor(isOpen, "the menu")
        }

        @Test func `opens by the right button beside the pointer, and acts on that photo alone`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await Self.rightClick(3, in: gallery)
                #expect(
                    try await page.evaluate(Self.items, as: [String].self)
                        == ["Open", "Information", "Select", "Favourite", "Add to album", "Hide", "Change details…", "Download", "Share…", "Delete"])
                let cell = try await gallery.cell(3).box()
                let menu = try await page.element("[role=menu]").box()
                #expect(abs(menu.x - cell.middle.x) < 8 && abs(menu.y - cell.middle.y) < 8)
                _ = await page.keepScreenshot(named: "photo-menu")
                let nodes = try await page.accessibleNodes()
                #expect(nodes.contains { $0.role == "menu" && $0.name.hasPrefix("Photo") })
                try await page.element(role: "menuitem", name: "Favourite").click()
                try await page.waitFor("document.querySelector('#timeline [data-index=\"3\"]').ariaLabel.includes('favourite')", "the mark")
                try await gallery.waitForFocus(on: 3)
                #expect(try await page.evaluate(Self.chosen, as: Int.self) == 0)
                try await Self.rightClick(3, in: gallery)
                #expect(try await page.evaluate(Self.items, as: [String].self).contains("Unfavourite"))
            }
        }

        /// Three photos, of which the first is edited, and a video.
        @Test func `an edit is copied to others, and those that can't have it are named`() async throws {
            let world = try World(), date = Date(timeIntervalSince1970: 1_600_000_000)
            let ids = try world.add([
                .init(filename: "A.JPG", date: date, photo: FixtureImages.jpeg(seed: 1)), .init(filename: "B.JPG", date: date + 60, photo: FixtureImages.jpeg(seed: 2)),
                .init(filename: "C.JPG", date: date + 120, photo: FixtureImages.jpeg(seed: 3)), .init(filename: "D.MOV", date: date + 180, movie: FixtureMovies.blue),
            ])
            let adjustments = """
                async id => (await (await fetch(`/api/assets/${id}/adjustments`)).json()).adjustments?.exposure ?? null
                """
            try await Gallery.open(world, at: "#/library") { gallery in
                let page = gallery.page, order = try await gallery.cells().map(\.id)
                let places = try ids.map { id in try #require(order.firstIndex(of: id)) }
                try await Self.rightClick(places[0], in: gallery)
                let plain = try await page.evaluate(Self.items, as: [String].self)
                #expect(!plain.contains("Copy edits") && !plain.contains("Paste edits"), "there is no edit")
                try await page.press("Escape")
                let saved: Bool = try await page.call(
                    """
                    async id => (await fetch(`/api/assets/${id}/adjustments`, { method: 'POST', headers: { 'Content-Type': 'application/json' },
                      body: JSON.stringify({ adjustments: { format: 'org.openphotokit.adjustments', version: '1.0', exposure: 0.5 } }) })).ok
                    """, ids[0])
                try #require(saved)
                try await page.waitFor("!!document.querySelector('#timeline [data-id=\"\(ids[0])\"]')", "the photo")
                try await gallery.waitForPhotos()
                // The page hears of the edit by itself.
                var offered: [String] = []
                for _ in 0..<50 where !offered.contains("Copy edits") {
                    try await Self.rightClick(places[0], in: gallery)
                    offered = try await page.evaluate(Self.items, as: [String].self)
                    if !offered.contains("Copy edits") {
                        try await page.press("Escape")
                        try await page.waitForFrames(3)
                    }
                }
                try #require(offered.contains("Copy edits") && !offered.contains("Paste edits"))
                try await page.element(role: "menuitem", name: "Copy edits").click()
                try await gallery.waitForToast("Edits copied")
                try await Hands.mouse.select([places[1], places[2], places[3]], in: gallery)
                try await Self.rightClick(places[1], in: gallery)
                // The server refuses to edit a movie as a picture, and the browser notes that.
                page.log.forgive("400")
                try await page.element(role: "menuitem", name: "Paste edits").click()
                try await gallery.waitForToast("Edited 2 photos")
                try await gallery.waitForToast("Left as they were: D.MOV.")
                for id in ids.prefix(3) {
                    let exposure: Double? = try await page.call(adjustments, id)
                    #expect(exposure == 0.5)
                }
            }
        }

        @Test func `opens by the keys, is walked through, and Escape gives the focus back`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await gallery.cell(2).focus()
                for key in ["Shift+F10", "ContextMenu"] {
                    try await page.press(key)
                    try await page.waitFor("document.activeElement.textContent === 'Open' && \(Self.isOpen)", "the menu by \(key)")
                    try await page.press("ArrowDown")
                    #expect(try await page.evaluate("document.activeElement.textContent", as: String.self) == "Information")
                    try await page.press("End", "ArrowDown", "ArrowUp")
                    #expect(try await page.evaluate("document.activeElement.textContent", as: String.self) == "Delete")
                    try await page.press("Escape")
                    try await page.waitFor("!(\(Self.isOpen))", "the menu to close")
                    try await gallery.waitForFocus(on: 2)
                }
                try await page.press("Shift+F10", "i", "Enter")
                try await gallery.waitForViewer()
                try await page.waitFor("document.querySelector('#viewer aside:not([hidden]) dl')", "the facts")
            }
        }

        @Test func `acts on all that is selected where it is asked of one of them, and else leaves them selected`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                let cells = try await gallery.cells()
                try await Hands.mouse.select([2, 3], in: gallery)
                try await Self.rightClick(5, in: gallery)
                try await page.element(role: "menuitem", name: "Delete").click()
                try await gallery.waitForCell(id: cells[5].id, isThere: false)
                #expect(try await page.evaluate("document.querySelector('#selection .count').textContent", as: String.self) == "2 selected")
                try await Self.rightClick(3, in: gallery)
                #expect(try await page.evaluate("document.querySelector('[role=menu]').ariaLabel", as: String.self) == "2 photos")
                try await page.element(role: "menuitem", name: "Delete").click()
                for index in [2, 3] { try await gallery.waitForCell(id: cells[index].id, isThere: false) }
                try await page.waitFor("document.getElementById('selection').hidden", "nothing to be selected")
                try await gallery.go(to: "#/trash")
                try await gallery.waitForCount(3)
                try await Self.rightClick(0, in: gallery)
                #expect(try await page.evaluate(Self.items, as: [String].self) == ["Open", "Information", "Select", "Restore", "Delete for good"])
            }
        }
    }
}
