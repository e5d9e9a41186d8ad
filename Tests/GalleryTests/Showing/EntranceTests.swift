import Browser
import Foundation
import Testing

extension GalleryTests {
    /// How a person's browser gets in.
    @Suite struct Entrance {
        private func isShowing(_ gallery: GalleryPage) async throws {
            try await gallery.page.waitFor("location.pathname === '/' && location.search === '' && document.getElementById('timeline')", "the gallery")
            try await gallery.waitForPhotos()
            #expect(try await gallery.cells().count > 0)
        }

        @Test func `the printed address opens the gallery with its pictures, once, and leaves the address bar`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.serve(world) { served in
                let printed = served.entrance()
                try await Chromium.shared().withPage { page in
                    let gallery = GalleryPage(page: page, address: served.address)
                    try await page.open(printed)
                    try await isShowing(gallery)
                    #expect(try await page.evaluate("document.cookie", as: String.self) == "", "scripts don't see the session")
                    // Again, from the history, and anew.
                    try await page.open(printed)
                    try await isShowing(gallery)
                    try await page.reload()
                    try await isShowing(gallery)
                }
                try await Chromium.shared().withPage { page in
                    page.log.forgive("401")
                    page.log.forgive("favicon.ico")
                    for address in [printed, served.address] {
                        try await page.open(address)
                        #expect(try await page.evaluate("document.body.textContent.includes('Only the owner is let in')", as: Bool.self))
                    }
                    try await page.open(served.entrance())
                    try await isShowing(GalleryPage(page: page, address: served.address))
                }
            }
        }

        @Test func `a file of one's own that leads to it opens the gallery, although that is another site`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.serve(world) { served in
                try await Chromium.shared().withPage { page in
                    let file = FileManager.default.temporaryDirectory.appending(path: "photos-entrance-\(UUID().uuidString).html")
                    defer { try? FileManager.default.removeItem(at: file) }
                    try Data("<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(served.entrance())\">".utf8).write(to: file)
                    try await page.open(file.absoluteString)
                    try await isShowing(GalleryPage(page: page, address: served.address))
                }
            }
        }
    }
}
