import Browser
import Foundation
import Testing

extension GalleryTests {
    /// Saving photos: one as it is, more as one archive.
    @Suite struct Downloads {
        /// Keeps the addresses that the page would have the browser save.
        private static let catching = """
            window.saved = []
            HTMLAnchorElement.prototype.click = function () { window.saved.push(this.getAttribute('href')) }
            """

        private struct Archive: Decodable { let status: Int, type: String, length: Int }

        private func fetch(_ gallery: GalleryPage) async throws -> Archive {
            try await gallery.page.call(
                """
                async () => {
                  const answer = await fetch(window.saved[0])
                  return { status: answer.status, type: answer.headers.get('Content-Type'), length: (await answer.arrayBuffer()).byteLength }
                }
                """, "")
        }

        @Test func `any number of photos comes as one archive, and the page says so`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await page.run(Self.catching)
                try await Hands.mouse.select([0], in: gallery)
                try await page.press("Control+a")
                try await page.waitFor("/^\\D*242 selected/.test(document.querySelector('#selection .count').textContent)", "all to be selected")
                try await page.element(role: "button", name: "Download").click()
                // Two hundred and forty photos, a video, and a Live Photo's two files.
                try await gallery.waitForToast("Downloading 242 photos as one ZIP archive of 243 files")
                try await page.waitFor("window.saved.length === 1", "the archive's address")
                await page.keepScreenshot(named: "download")
                let archive = try await fetch(gallery)
                #expect(archive.status == 200 && archive.type == "application/zip" && archive.length > 242 * 500)
            }
        }

        @Test func `one photo is one file, and a Live Photo both of its`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await page.run(Self.catching)
                try await Hands.mouse.select([2], in: gallery)
                try await page.element(role: "button", name: "Download").click()
                try await page.waitFor("window.saved.length === 1 && window.saved[0].startsWith('/original/')", "the file")
                try await page.press("Escape")
                try await page.run("window.saved = []")
                try await Hands.mouse.open(0, in: gallery)
                try await page.waitFor("!!document.querySelector('#viewer [aria-label=\"Download photo and movie\"]')", "the Live Photo's download")
                try await page.element("#viewer [aria-label=\"Download photo and movie\"]").click()
                try await gallery.waitForToast("Downloading 1 photo as one ZIP archive of 2 files")
                try await page.waitFor("window.saved.length === 1 && window.saved[0].startsWith('/archive/')", "the archive's address")
            }
        }
    }
}
