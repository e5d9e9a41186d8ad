import Browser
import Foundation
import Testing

/// A screen and a theme to look at the gallery in.
struct Look: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let screen: Screen

    static let all = [
        Look(testDescription: "desktop, light", screen: sharp(.desktop)), Look(testDescription: "desktop, dark", screen: sharp(.desktop).dark),
        Look(testDescription: "phone, light", screen: .phone), Look(testDescription: "phone, dark", screen: .phone.dark),
    ]

    /// Twice the pixels, so that the strokes of letters have their full colour somewhere.
    private static func sharp(_ screen: Screen) -> Screen {
        var screen = screen
        screen.scale = 2
        return screen
    }
}

extension GalleryTests {
    /// Each part of the page, wide and narrow, light and dark: nothing overlaps, everything has a name, and text can be read.
    @Suite struct Looks {
        @Test(arguments: Look.all) func `the photos`(_ look: Look) async throws {
            try await Gallery.open(try .ofTwelveYears(), on: look.screen) { gallery in
                try await gallery.inspect("\(look.testDescription)-photos")
                let nodes = try await gallery.page.accessibleNodes()
                let cells = nodes.filter { $0.role == "gridcell" && $0.name.hasPrefix("Photo") }
                #expect(cells.contains { $0.name.contains("July 2023") })
                #expect(nodes.contains { $0.role == "gridcell" && $0.name.hasPrefix("Live Photo") })
                #expect(nodes.contains { $0.role == "gridcell" && $0.name.hasPrefix("Video") })
                #expect(nodes.contains { $0.role == "grid" && $0.name == "Photos" })
                #expect(nodes.contains { $0.role == "slider" && $0.name == "Date" })
                // A phone has it behind a button.
                let search = look.screen.isPhone ? "button" : "combobox"
                #expect(nodes.contains { $0.role == search && $0.name.hasPrefix("Search") })
            }
        }

        @Test(arguments: Look.all) func `the viewer, with and without facts`(_ look: Look) async throws {
            try await Gallery.open(try .ofTwelveYears(), on: look.screen) { gallery in
                let cells = try await gallery.cells()
                for (index, what) in [(3, "photo"), (0, "live"), (1, "video")] {
                    try await gallery.go(to: "#/library/asset/\(cells[index].id)")
                    try await gallery.page.waitFor("document.querySelector('#viewer [data-id=\"\(cells[index].id)\"]')", "the photo")
                    if what != "video" { _ = try await gallery.pictureBox(of: cells[index].id) }
                    try await gallery.inspect("\(look.testDescription)-viewer-\(what)")
                }
                try await gallery.page.press("i")
                try await gallery.page.waitFor("document.querySelector('#viewer aside dl')", "the facts")
                try await gallery.inspect("\(look.testDescription)-facts")
            }
        }

        @Test(arguments: Look.all) func `a selection, the albums and the dialogs`(_ look: Look) async throws {
            let world = try World.ofTwelveYears()
            try world.add([], album: "An album with a name that is too long for the room that there is beside the photos")
            try await Gallery.open(world, on: look.screen) { gallery in
                let page = gallery.page
                let box = try await gallery.cell(3).box()
                try await page.click(at: box.x + 14, box.y + 14)
                try await page.waitFor("!document.getElementById('selection').hidden", "the bar of the selection")
                try await gallery.inspect("\(look.testDescription)-selection")
                try await page.press("a")
                try await page.waitFor("document.querySelector('dialog[open]')", "the question for an album")
                try await gallery.inspect("\(look.testDescription)-albums-dialog")
                try await page.press("Escape", "f")
                try await gallery.waitForToast("avourite")
                try await gallery.inspect("\(look.testDescription)-message")
                try await page.press("Escape", "?")
                try await page.waitFor("document.querySelector('dialog[open]')", "the list of keys")
                try await gallery.inspect("\(look.testDescription)-keys")
                try await page.press("Escape")
                if look.screen.isPhone {
                    try await page.element(role: "button", name: "Albums").tap()
                    try await page.waitFor("document.querySelector('#sidebar.open')", "the albums to open")
                    try await page.waitForStillness("#sidebar")
                    try await gallery.inspect("\(look.testDescription)-albums")
                }
            }
        }

        @Test(arguments: Look.all) func `lists without photos`(_ look: Look) async throws {
            try await Gallery.open(try World(), on: look.screen) { gallery in
                for place in ["library", "trash", "smart/smartAlbumFavorites", "search?q=nothing"] {
                    try await gallery.go(to: "#/\(place)")
                    try await gallery.page.waitFor("!document.getElementById('empty').hidden", "the page to say why")
                    try await gallery.inspect("\(look.testDescription)-empty-\(place.prefix(5))")
                }
            }
        }

        /// What opens over a list or stands above it for a while.
        @Test(arguments: Look.all) func `menus, covers, meanings of searches, and questions before things are lost`(_ look: Look) async throws {
            let world = try World.ofTwelveYears()
            try world.add([], album: "Norge")
            let newest = try await PhotosTool.run("assets", "--limit", "3", library: world.url).split(separator: "\n").dropFirst().map { String($0.prefix(8)) }
            try await PhotosTool.run("hide", newest[0], library: world.url)
            for id in newest.dropFirst() { try await PhotosTool.run("delete", id, library: world.url) }
            try await Gallery.open(world, on: look.screen) { gallery in
                let page = gallery.page
                func inspect(_ what: String) async throws { try await gallery.inspect("\(look.testDescription)-\(what)") }
                try await gallery.cell(2).focus()
                try await page.press("Shift+F10")
                try await page.waitFor("document.querySelector('[role=menu]')", "the photo's menu")
                try await inspect("photo-menu")
                try await page.press("Escape")
                try await page.run("location.hash = '#/hidden'")
                try await page.waitFor(GalleryPage.isCovered, "the cover")
                try await inspect("cover")
                try await gallery.go(to: "#/trash")
                try await gallery.waitForCount(2)
                try await inspect("trash")
                try await page.element("#about button").click()
                try await page.waitFor("document.querySelector('dialog[open]')", "the question")
                try await inspect("empty-trash-dialog")
                try await page.press("Escape")
                try await gallery.go(to: "#/search?q=July%202023")
                try await page.waitFor("document.querySelector('#understood .chip')", "what was understood")
                try await inspect("chips")
                if look.screen.isPhone {
                    try await page.element(role: "button", name: "More").tap()
                    try await page.waitFor("document.querySelector('[role=menu]')", "the toolbar's menu")
                    try await inspect("toolbar-menu")
                }
            }
        }
    }
}

extension Page {
    /// Waits until nothing in an element moves any more by itself.
    func waitForStillness(_ selector: String) async throws {
        try await waitFor(
            """
            document.querySelector(\(JSON.literal(selector))).getAnimations({ subtree: true })
              .every(one => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)
            """, "movement to end")
        try await waitForFrames(3)
    }
}
