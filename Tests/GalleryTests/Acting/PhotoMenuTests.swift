import Browser
import Foundation
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
                        == ["Open", "Information", "Select", "Favourite", "Add to album", "Hide", "Download", "Share…", "Delete"])
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
                try await Self.rightClick(0, in: gallery)
                #expect(try await page.evaluate(Self.items, as: [String].self) == ["Open", "Information", "Select", "Restore", "Delete for good"])
            }
        }
    }
}
