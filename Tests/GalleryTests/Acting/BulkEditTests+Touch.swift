import Browser
import Foundation
import Testing

/// The same by fingers alone, on the smallest phones that there are.
extension GalleryTests.BulkEdits {
    private struct Details: Decodable, Equatable {
        var title: String?
        var rating: Int?
        var creationDate: String?
    }

    private static let small = Screen(width: 360, height: 640, scale: 2, isPhone: true)
    private static let chosen = "document.querySelectorAll('#timeline [aria-selected=true]').length"
    private static let count = "document.querySelector('#selection .count').textContent"
    /// Whether each button of the bar is on the screen as a whole, with nothing over it.
    private static let isBarReached = """
        [...document.querySelectorAll('#selection button')].filter(button => button.checkVisibility()).every(button => {
          const { left, right, top, bottom } = button.getBoundingClientRect()
          const isOnTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('button') === button
          return isOnTop && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
        })
        """

    /// Presses one photo for long, and moves on to another.
    private static func press(_ first: GalleryPage.Cell, to last: GalleryPage.Cell, in page: Page) async throws {
        let start = first.box.middle, end = last.box.middle
        try await page.touch("touchStart", [start])
        try await page.waitFor("\(chosen) === 1", "the photo to be chosen")
        for part in stride(from: 0.2, through: 1, by: 0.2) {
            try await page.touch("touchMove", [(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)])
            try await page.waitForFrames(1)
        }
        try await page.waitFor("\(chosen) === \(last.index - first.index + 1)", "the run to be chosen")
        try await page.touch("touchEnd", [])
    }

    /// As a finger types into a field of the dialog, which it has moved into sight.
    private static func type(_ text: String, into selector: String, _ page: Page) async throws {
        try await page.run("document.querySelector(\(JSON.literal(selector))).scrollIntoView({ block: 'center' })")
        try await page.element(selector).tap()
        try await page.waitFor("document.activeElement?.matches(\(JSON.literal(selector)))", "the field to take what is typed")
        try await page.type(text)
    }

    @Test func `on a small phone many are chosen, changed and taken back by fingers`() async throws {
        try await Gallery.open(try .ofTwelveYears(), on: Self.small) { gallery in
            let page = gallery.page, cells = try await gallery.cells()
            func details() async throws -> [Details] {
                var list: [Details] = []
                for cell in cells[3...5] { list.append(try await gallery.api("/api/assets/\(cell.id)")) }
                return list
            }
            let before = try await details()
            try await Self.press(cells[3], to: cells[5], in: page)
            #expect(try await page.evaluate(Self.isBarReached, as: Bool.self))
            _ = await page.keepScreenshot(named: "touch-bar")
            try await page.element(role: "button", name: "More for these photos").tap()
            try await page.element(role: "menuitem", name: "Change details…").tap()
            try await page.waitFor(Self.isOpen, "the dialog")
            try await Self.choose("shift", row: 0, page)
            try await Self.type("2", into: "dialog[open] input[aria-label=hours]", page)
            try await Self.choose("set", row: 2, page)
            try await Self.type("By the sea", into: ".bulk-row:nth-child(3) .bulk-parts:not([hidden]) input", page)
            try await Self.choose("5", row: 5, page)
            #expect(try await page.layoutFaults() == [])
            _ = await page.keepScreenshot(named: "touch-bulk-edit")
            try await page.element("dialog[open] .actions [data-kind=default]").tap()
            try await page.waitFor("\(Self.main).textContent === 'Change 3 items'", "the preview")
            #expect(try await page.layoutFaults() == [])
            _ = await page.keepScreenshot(named: "touch-bulk-preview")
            try await page.element("dialog[open] .actions [data-kind=default]").tap()
            try await gallery.waitForToast("Changed the date, title and rating of 3")
            let after = try await details()
            #expect(after.allSatisfy { $0.title == "By the sea" && $0.rating == 5 })
            #expect(zip(before, after).allSatisfy { $0.creationDate != $1.creationDate })
            try await page.element(role: "button", name: "Undo").tap()
            try await gallery.waitForToast("Undone")
            #expect(try await details() == before)
        }
    }

    @Test func `what a small phone's bar has no room for stands in a menu, with all of the list`() async throws {
        try await Gallery.open(try .ofTwelveYears(), on: Self.small) { gallery in
            let page = gallery.page, cells = try await gallery.cells()
            try await Self.press(cells[2], to: cells[2], in: page)
            try await page.element(role: "button", name: "More for these photos").tap()
            let items = try await page.evaluate("[...document.querySelectorAll('[role=menu] [role=menuitem]')].map(item => item.textContent)", as: [String].self)
            #expect(items == ["Hide", "Change details…", "Download", "Share…", "Select all"])
            #expect(try await page.layoutFaults() == [])
            _ = await page.keepScreenshot(named: "touch-menu")
            try await page.element(role: "menuitem", name: "Select all").tap()
            try await page.waitFor("\(Self.count) === '242 selected'", "all to be chosen")
            #expect(try await page.evaluate(Self.isBarReached, as: Bool.self))
            // There is nothing more to choose.
            try await page.element(role: "button", name: "More for these photos").tap()
            try await page.waitFor("document.querySelector('[role=menuitem][aria-disabled=true]')?.textContent === 'Select all'", "the menu")
        }
    }
}
