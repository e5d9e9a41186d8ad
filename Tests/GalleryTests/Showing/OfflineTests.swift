import Browser
import Foundation
import Testing

extension GalleryTests {
    @Suite struct Offline {
        /// How many elements in sight say it.
        private static let told = """
            [...document.querySelectorAll('body *')].filter(one => one.children.length === 0 && one.checkVisibility() && !one.closest('.unseen')
              && /can’t be reached|photos serve/.test(one.textContent)).length
            """

        @Test func `that the gallery can't be reached is told once, whatever is tried meanwhile`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await gallery.waitForPhotos()
                for words in ["ERR_INTERNET_DISCONNECTED", "Failed to load resource"] { page.log.forgive(words) }
                try await page.setOffline(true)
                try await page.run("document.querySelector('#timeline [tabindex=\"0\"]').focus()")
                try await page.press("f")
                try await page.waitFor("document.querySelector('.toast.problem')", "the act that was not done")
                try await page.run("location.hash = '#/smart/smartAlbumVideos'")
                try await page.waitFor("!document.getElementById('notice').hidden && !document.getElementById('empty').hidden", "what is said of it")
                let told = try await page.evaluate(Self.told, as: Int.self)
                #expect(told == 1)
                _ = await page.keepScreenshot(named: "offline")
                try await page.setOffline(false)
                try await gallery.waitForCount(1)
                try await page.waitFor("document.getElementById('notice').hidden && document.getElementById('empty').hidden", "the list, and no word more")
            }
        }
    }
}
