import Browser
import Foundation
import Testing

private let servedAddress = ProcessInfo.processInfo.environment["PHOTOS_PICTURES_OF"]
private let token = ProcessInfo.processInfo.environment["PHOTOS_TOKEN"]
private let picturesFolder = ProcessInfo.processInfo.environment["PHOTOS_PICTURES_TO"]

extension GalleryTests {
    /// Not a test: takes the documentation's pictures of a gallery that `Scripts/screenshots` serves.
    @Suite(.enabled(if: servedAddress != nil && picturesFolder != nil, "only Scripts/screenshots takes pictures"))
    struct Pictures {
        private static let desk = Screen(width: 1200, height: 750)

        @Test func `the library, light and dark`() async throws {
            for (screen, name) in [(Self.desk, "gallery"), (Self.desk.dark, "gallery-dark"), (.phone, "phone")] {
                try await take(name, on: screen, at: "#/library") { _ in }
            }
        }

        @Test func `one photo with what is known of it`() async throws {
            try await take("viewer", on: Self.desk, at: "#/smart/smartAlbumFavorites") { gallery in
                let first = try #require(try await gallery.cells().first)
                try await gallery.cell(first.index).click()
                try await gallery.waitForViewer()
                _ = try await gallery.pictureBox(of: first.id)
                try await gallery.page.press("i")
                try await gallery.page.waitFor("document.querySelector('#viewer aside dl')", "the facts")
            }
        }

        @Test func `a search`() async throws {
            try await take("search", on: Self.desk, at: "#/library") { gallery in
                try await Hands.keyboard.search("sea", in: gallery)
                try await gallery.page.waitFor("location.hash.includes('q=sea')", "the search")
                try await gallery.waitForPhotos()
            }
        }

        @Test func `the picker, with photos for a post`() async throws {
            let address = try #require(servedAddress), proof = try #require(token)
            try await Chromium.shared().withPage(on: Self.desk) { page in
                let picker = try await PickerPage.begin(at: address, proof, #"{"limit":9,"ordered":true,"title":"Photos for the post","filter":"images"}"#, page)
                try await page.open(picker.url)
                try await picker.waitForPhotos()
                for (number, index) in [0, 2, 3, 6, 7].enumerated() {
                    try await picker.cell(index).click()
                    try await picker.waitForChosen(number + 1)
                }
                try await page.waitForPictures("#tray img")
                try await keep("picker", of: page)
            }
        }

        private func take(_ name: String, on screen: Screen, at fragment: String, _ body: (GalleryPage) async throws -> Void) async throws {
            let address = try #require(servedAddress)
            try await Chromium.shared().withPage(on: screen) { page in
                try await page.prove(try #require(token))
                try await page.open(address + fragment)
                let gallery = GalleryPage(page: page, address: address)
                try await gallery.waitForPhotos()
                try await body(gallery)
                try await keep(name, of: page)
            }
        }

        /// With the mouse nowhere, and nothing on its way.
        private func keep(_ name: String, of page: Page) async throws {
            let folder = try #require(picturesFolder)
            try await page.moveMouse(to: 0, 0)
            try await page.waitForStillness("body")
            try await page.waitForFrames(30)
            try await page.screenshot().write(to: URL(fileURLWithPath: folder).appending(path: "\(name).png"))
        }
    }
}
