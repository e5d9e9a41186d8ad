import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// The photos of an album, which are the library's as well.
    @Suite struct AlbumPhotos {
        private struct Collections: Decodable {
            struct One: Decodable { let id: String, title: String? }
            let collections: [One]
        }

        /// Five photos in an album, which is shown.
        private static func open(_ name: String = #function, _ body: (GalleryPage, [String]) async throws -> Void) async throws {
            let world = try World()
            let ids = try world.add(
                (0..<5).map { number in
                    World.NewAsset(filename: "IMG_\(number).JPG", date: .now, photo: try FixtureImages.jpeg(seed: number))
                }, album: "Trip")
            try await Gallery.open(world, name) { gallery in
                try await gallery.waitForCount(5)
                let album = try #require(try await gallery.api("/api/collections", as: Collections.self).collections.first { $0.title == "Trip" })
                try await gallery.page.waitFor("document.querySelector('#sidebar [aria-label^=Trip]')", "the album in the sidebar")
                try await gallery.go(to: "#/album/\(album.id)")
                try await gallery.waitForCount(5)
                try await body(gallery, ids)
            }
        }

        private static func count(_ place: String, in gallery: GalleryPage) async throws -> Int {
            struct Assets: Decodable { let count: Int }
            return try await gallery.api("/api/assets?in=\(place)&limit=1", as: Assets.self).count
        }

        @Test func `Delete takes a photo out of its album and no further, and is undone`() async throws {
            try await Self.open { gallery, ids in
                let page = gallery.page
                try await gallery.cell(1).focus()
                try await page.press("Delete")
                try await gallery.waitForToast("Removed 1 photo from “Trip”")
                try await gallery.waitForCell(id: ids[1], isThere: false)
                #expect(try await Self.count("library", in: gallery) == 5)
                #expect(try await Self.count("trash", in: gallery) == 0)
                try await page.press("Control+z")
                try await gallery.waitForCell(id: ids[1])
                // So does a selection.
                try await Hands.mouse.select([0, 2], in: gallery)
                try await page.press("Backspace")
                try await gallery.waitForToast("Removed 2 photos from “Trip”")
                try await gallery.waitForCount(3)
                #expect(try await Self.count("library", in: gallery) == 5)
            }
        }

        @Test func `with Ctrl it is deleted from the library, as the menu says`() async throws {
            try await Self.open { gallery, ids in
                let page = gallery.page
                try await gallery.cell(1).focus()
                try await page.press("Control+Delete")
                try await gallery.waitForToast("Deleted 1 photo")
                try await gallery.waitForCell(id: ids[1], isThere: false)
                #expect(try await Self.count("trash", in: gallery) == 1)
                try await gallery.cell(0).click(button: "right")
                try await page.waitFor("document.querySelector('[role=menu]')", "the menu")
                let items = try await page.evaluate("[...document.querySelectorAll('[role=menu] [role=menuitem]')].map(item => item.textContent)", as: [String].self)
                #expect(items.contains("Remove from album") && items.contains("Delete from library"), "\(items)")
                _ = await page.keepScreenshot(named: "album-menu")
                try await page.element(role: "menuitem", name: "Delete from library").click()
                try await gallery.waitForCell(id: ids[0], isThere: false)
                #expect(try await Self.count("trash", in: gallery) == 2)
            }
        }

        @Test func `the viewer does the same`() async throws {
            try await Self.open { gallery, ids in
                let page = gallery.page
                try await Hands.mouse.open(1, in: gallery)
                try await gallery.waitForViewed(ids[1])
                #expect(
                    try await page.evaluate("document.querySelector('.viewer-tools [aria-label=\"Remove from album\"]').title", as: String.self) == "Remove from album (Delete)")
                #expect(
                    try await page.evaluate("document.querySelector('.viewer-tools [aria-label=\"Delete from library\"]').title", as: String.self)
                        == "Delete from library (Ctrl+Delete)")
                _ = await page.keepScreenshot(named: "album-viewer")
                try await page.press("Delete")
                try await gallery.waitForToast("Removed 1 photo from “Trip”")
                try await gallery.waitForViewed(ids[2])
                #expect(try await Self.count("library", in: gallery) == 5)
                try await page.press("Control+Delete")
                try await gallery.waitForToast("Deleted 1 photo")
                try await gallery.waitForViewed(ids[3])
                #expect(try await Self.count("library", in: gallery) == 4)
                // The library's own list has one way only.
                try await gallery.go(to: "#/library/asset/\(ids[4])")
                try await page.waitFor("document.querySelector('.viewer-name').textContent === 'IMG_4.JPG'", "the photo in the library's list")
                #expect(try await page.evaluate("document.querySelector('.viewer-tools [aria-label=\"Remove from album\"]').checkVisibility()", as: Bool.self) == false)
                try await page.press("Delete")
                try await page.waitFor("!location.hash.endsWith('\(ids[4])')", "the next photo")
                #expect(try await Self.count("library", in: gallery) == 3)
            }
        }

        @Test func `Alt with the arrows moves the photo that has the focus, or the selected ones, which stay so`() async throws {
            try await Self.open { gallery, ids in
                let page = gallery.page
                func waitForOrder(_ numbers: [Int], focus: Int) async throws {
                    let order = JSON.literal(numbers.map { ids[$0] })
                    try await page.waitFor(
                        "JSON.stringify([...document.querySelectorAll('#timeline [role=gridcell][data-id]')].sort((a, b) => a.dataset.index - b.dataset.index).map(cell => cell.dataset.id)) === JSON.stringify(\(order))",
                        "the order \(numbers)")
                    try await gallery.waitForFocus(on: focus)
                }
                try await gallery.cell(1).focus()
                try await page.press("Alt+ArrowRight")
                try await waitForOrder([0, 2, 1, 3, 4], focus: 2)
                try await page.press("Alt+ArrowRight")
                try await waitForOrder([0, 2, 3, 1, 4], focus: 3)
                try await page.press("Alt+ArrowLeft")
                try await waitForOrder([0, 2, 1, 3, 4], focus: 2)
                // Chosen from the back: their order in the album stays.
                try await page.press("Space", "ArrowLeft", "Space")
                try await page.press("Alt+ArrowRight")
                try await waitForOrder([0, 3, 2, 1, 4], focus: 2)
                try await page.waitFor("document.querySelectorAll('#timeline [aria-selected=true]').length === 2", "both to be selected still")
                try await page.press("Alt+ArrowRight")
                try await waitForOrder([0, 3, 4, 2, 1], focus: 3)
            }
        }
    }

    /// Addresses that lead nowhere.
    @Suite struct Addresses {
        @Test(arguments: ["#nonsense", "#/library/asset/7", "#/album/7", "#/burst/x", "#/library/more"])
        func `an address that nobody knows is told, and is the library's from then on`(fragment: String) async throws {
            try await Gallery.open(try .ofTwelveYears(), at: fragment) { gallery in
                try await gallery.waitForToast("There is nothing at this address")
                #expect(try await gallery.page.evaluate("location.hash", as: String.self) == "#/library")
                try await gallery.waitForCount(242)
                if fragment == "#nonsense" { _ = await gallery.page.keepScreenshot(named: "unknown-address") }
            }
        }

        @Test func `an address of an album that is gone is not left when the list of albums is there`() async throws {
            let address = "#/album/8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10"
            try await Gallery.open(try .ofTwelveYears(), at: address) { gallery in
                let page = gallery.page
                page.log.forgive("404")
                try await page.waitFor("document.getElementById('library-name').textContent !== 'Photos'", "the library's name and albums")
                try await page.waitForFrames(2)
                #expect(try await page.evaluate("location.hash", as: String.self) == address)
                #expect(try await page.evaluate("document.getElementById('empty-title').textContent", as: String.self) == "There is no such album")
            }
        }

        @Test func `an album that is gone says so, and leads to the library`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await gallery.waitForCount(242)
                page.log.forgive("404")
                page.log.forgive("400")
                for (fragment, title) in [
                    ("#/album/8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10", "There is no such album"), ("#/smart/smartAlbumNothing", "There is nothing at this address"),
                ] {
                    try await gallery.go(to: fragment)
                    try await page.waitFor("document.getElementById('empty-title')?.textContent === '\(title)'", "what is said of \(fragment)")
                    _ = await page.keepScreenshot(named: "album-gone")
                    #expect(try await page.evaluate("document.title", as: String.self) == "Photos")
                    #expect(try await page.evaluate("document.getElementById('announcer').textContent", as: String.self).contains("242") == false, "the list before is not told of")
                    try await page.element(role: "button", name: "Show the library").click()
                    try await gallery.waitForCount(242)
                }
            }
        }
    }
}
