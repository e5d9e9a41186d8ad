import Browser
import Foundation
import Testing

extension GalleryTests.Viewer {
    private static let items = "[...document.querySelectorAll('#viewer [role=menu] [role=menuitem]')].map(item => item.textContent)"
    private static let isMenuOpen = "document.querySelector('#viewer [role=menu]') !== null"
    private static let hasMenu = "!document.querySelector('#viewer [aria-haspopup=menu]').hidden"

    /// Makes an edit of somebody else's, by the API.
    private static func brighten(_ id: String, in page: Page) async throws {
        let isSaved: Bool = try await page.call(
            """
            async id => (await fetch(`/api/assets/${id}/adjustments`, { method: 'POST', headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ adjustments: { format: 'org.openphotokit.adjustments', version: '1.0', exposure: 0.5 } }) })).ok
            """, id)
        try #require(isSaved)
    }

    private static func exposure(of id: String, in page: Page) async throws -> Double? {
        try await page.call("async id => (await (await fetch(`/api/assets/${id}/adjustments`)).json()).adjustments?.exposure ?? null", id)
    }

    @Test func theEditOfAPhotoIsCopiedAndPastedByTheViewersMenu() async throws {
        let (world, ids) = try Self.library(3)
        try await Gallery.open(world, at: "#/library/asset/\(ids[0])") { gallery in
            let page = gallery.page
            try await gallery.waitForViewer()
            #expect(try await page.evaluate(Self.hasMenu, as: Bool.self) == false, "there is no edit")
            try await Self.brighten(ids[0], in: page)
            // The page hears of it by itself.
            try await page.waitFor(Self.hasMenu, "the menu's button")
            try await page.press("Shift+F10")
            try await page.waitFor("document.activeElement.textContent === 'Copy edits'", "the menu")
            #expect(try await page.evaluate(Self.items, as: [String].self) == ["Copy edits"])
            // The viewer's keys are the menu's as long as it is open.
            try await page.press("ArrowRight", "k", "Escape")
            try await page.waitFor("!(\(Self.isMenuOpen))", "the menu to close")
            try await gallery.waitForViewed(ids[0])
            #expect(try await gallery.isViewing)
            try await page.click("#viewer [aria-haspopup=menu]")
            try await page.waitFor(Self.isMenuOpen, "the menu")
            try await gallery.inspect("viewer-menu")
            try await page.element(role: "menuitem", name: "Copy edits").click()
            try await gallery.waitForToast("Edits copied")
            try await page.press("ArrowRight")
            try await gallery.waitForViewed(ids[1])
            try await page.element("#viewer .viewer-pane").click(button: "right")
            try await page.waitFor(Self.isMenuOpen, "the menu beside the pointer")
            #expect(try await page.evaluate(Self.items, as: [String].self) == ["Paste edits"])
            try await page.press("Enter")
            try await gallery.waitForToast("Edited 1 photo")
            #expect(try await Self.exposure(of: ids[1], in: page) == 0.5)
            #expect(try await Self.exposure(of: ids[2], in: page) == nil)
        }
    }

    @Test func theKeysCAndVCopyAndPasteInTheViewerAndInTheGrid() async throws {
        let (world, ids) = try Self.library(4)
        try await Gallery.open(world, at: "#/library/asset/\(ids[0])") { gallery in
            let page = gallery.page
            try await gallery.waitForViewer()
            // Without an edit, and with none copied, they do nothing.
            try await page.press("c", "v")
            try await Self.brighten(ids[0], in: page)
            try await page.waitFor(Self.hasMenu, "the page to know the edit")
            #expect(try await page.evaluate("document.getElementById('toasts').textContent", as: String.self) == "")
            try await page.press("c")
            try await gallery.waitForToast("Edits copied")
            try await page.press("ArrowRight")
            try await gallery.waitForViewed(ids[1])
            try await page.press("v")
            try await gallery.waitForToast("Edited 1 photo")
            #expect(try await Self.exposure(of: ids[1], in: page) == 0.5)
            // What was copied in the viewer is pasted in the grid.
            try await page.press("Escape")
            try await gallery.waitForFocus(on: 1)
            try await Hands.mouse.select([2, 3], in: gallery)
            try await page.press("v")
            try await gallery.waitForToast("Edited 2 photos")
            for id in ids { #expect(try await Self.exposure(of: id, in: page) == 0.5) }
            // Both are taken back as one, and done again.
            try await page.press("Control+z")
            try await gallery.waitForToast("Undone: Edited 2 photos")
            for (id, exposure) in zip(ids, [0.5, 0.5, nil, nil]) { #expect(try await Self.exposure(of: id, in: page) == exposure) }
            try await page.press("Control+Shift+z")
            try await gallery.waitForToast("Done again: Edited 2 photos")
            for id in ids { #expect(try await Self.exposure(of: id, in: page) == 0.5) }
            // What somebody else did since stays.
            try await PhotosTool.run("edit", ids[2], "--contrast", "0.5", library: world.url)
            page.log.forgive("409")
            try await page.press("Control+z")
            try await gallery.waitForToast("Undone: Edited 2 photos")
            try await gallery.waitForToast("Somebody else changed it meanwhile")
            for (id, exposure) in zip(ids, [0.5, 0.5, 0.5, nil]) { #expect(try await Self.exposure(of: id, in: page) == exposure) }
        }
    }

    @Test func allTheToolsOfAnEditedPhotoHaveRoomOnASmallPhone() async throws {
        let (world, ids) = try Self.library(1)
        try await Gallery.open(world, on: Screen(width: 320, height: 640, scale: 2, isPhone: true), at: "#/library/asset/\(ids[0])") { gallery in
            let page = gallery.page
            try await gallery.waitForViewer()
            try await Self.brighten(ids[0], in: page)
            try await page.waitFor(Self.hasMenu, "the menu's button")
            try await gallery.inspect("viewer-tools-small")
            try await page.element("#viewer [aria-haspopup=menu]").tap()
            try await page.waitFor(Self.isMenuOpen, "the menu")
            for fault in try await page.layoutFaults() { Issue.record("\(fault)") }
            try await page.element(role: "menuitem", name: "Copy edits").tap()
            try await gallery.waitForToast("Edits copied")
        }
    }
}
