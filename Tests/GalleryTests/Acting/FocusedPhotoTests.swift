import Browser
import Foundation
import Testing

extension GalleryTests {
    /// The photo in the grid that has the focus, without anything being selected.
    @Suite struct FocusedPhoto {
        private static func label(_ index: Int) -> String { "document.querySelector('#timeline [data-index=\"\(index)\"]').ariaLabel" }

        @Test func `F marks it, marks it no more, and is undone`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await gallery.cell(3).focus()
                let isFavourite = "\(Self.label(3)).includes('favourite')"
                #expect(try await !page.evaluate(isFavourite, as: Bool.self))
                try await page.press("f")
                try await page.waitFor(isFavourite, "the mark")
                try await gallery.waitForFocus(on: 3)
                try await page.press("f")
                try await page.waitFor("!\(isFavourite)", "the mark to go")
                try await page.press("Control+z")
                try await page.waitFor(isFavourite, "the mark to be back")
                #expect(try await page.evaluate("document.querySelectorAll('#timeline [aria-selected=true]').length", as: Int.self) == 0)
            }
        }

        @Test func `H hides it and the next one has the focus; in Recently Deleted F does nothing`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                let cells = try await gallery.cells()
                try await gallery.cell(2).focus()
                try await page.press("h")
                try await gallery.waitForCell(id: cells[2].id, isThere: false)
                try await gallery.waitForFocus(on: 2)
                #expect(try await gallery.cells()[2].id == cells[3].id)
                try await PhotosTool.run("delete", cells[0].id, library: world.url)
                try await gallery.go(to: "#/trash")
                try await gallery.waitForCount(1)
                try await gallery.cell(0).focus()
                try await page.press("f", "h", "a")
                try await page.waitForFrames(3)
                #expect(try await page.evaluate("document.querySelector('dialog[open]') === null", as: Bool.self))
                #expect(try await gallery.cells().count == 1)
            }
        }

        @Test func `the selection and the focus are seen in forced colours`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.send("Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": "active"]]])
                try await gallery.cell(1).focus()
                try await page.press("Space", "ArrowRight")
                let lines = try await page.evaluate(
                    """
                    [1, 2, 3].map(index => getComputedStyle(document.querySelector(`#timeline [data-index="${index}"]`)))
                      .map(({ outlineStyle, outlineWidth }) => `${outlineStyle} ${outlineWidth}`)
                    """, as: [String].self)
                #expect(lines[0] == "solid 4px")
                #expect(lines[1] == "dashed 4px")
                #expect(lines[2].hasPrefix("none"))
                _ = await page.keepScreenshot(named: "forced-colours")
            }
        }
    }
}
