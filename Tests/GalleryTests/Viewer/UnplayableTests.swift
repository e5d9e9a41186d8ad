import Browser
import Foundation
import Testing

extension GalleryTests {
    /// Videos in a format that the browser does not know, in one that does not know what the server encodes either.
    @Suite struct Unplayable {
        /// A browser that gets bytes it can't play for any video: those of its still.
        private static let knowsNone = """
            { const src = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src')
              Object.defineProperty(HTMLMediaElement.prototype, 'src', {
                get: src.get, set(address) { src.set.call(this, address.replace(/^.(video|live)(.*)$/, '/image$2/thumbnail')) } })
              delete globalThis.MediaSource }
            """

        private static let told = "[...document.querySelectorAll('.slide-problem, .toast')].filter(one => one.textContent.includes('can’t play')).length"

        @Test func `a video that the browser doesn't know says so and offers the download`() async throws {
            try await Gallery.open(try .ofTwelveYears(), before: { try await $0.prepare(Self.knowsNone) }) { gallery in
                let page = gallery.page
                try await gallery.waitForPhotos()
                try await gallery.cell(1).click()
                try await page.waitFor("\(Self.told) === 1", "what is said of the video")
                let words = try await page.evaluate("document.querySelector('.slide-problem').textContent", as: String.self)
                #expect(words.contains("Download"))
                let knows = try await page.evaluate(
                    "document.createElement('video').canPlayType('video/mp4; codecs=\"hvc1.1.6.L93.B0\"') !== ''", as: Bool.self)
                #expect(words.contains("HEVC") == !knows)
                _ = await page.keepScreenshot(named: "unplayable-video")
                // The photo of a Live Photo is there all the same.
                try await page.press("ArrowLeft")
                try await page.waitFor("document.querySelector('#viewer .live-badge')?.checkVisibility()", "the Live Photo")
                try await page.press("l")
                try await page.waitFor("document.querySelector('.toast.problem')", "what is said of its video")
                #expect(try await page.evaluate("document.querySelector('.toast.problem').textContent", as: String.self).contains("Download"))
                #expect(try await page.evaluate("document.querySelector('#viewer .live-badge').getAttribute('aria-pressed')", as: String.self) == "false")
                #expect(try await page.evaluate("document.querySelectorAll('#viewer video.picture-live').length", as: Int.self) == 0)
                // What is said of it goes with it.
                try await page.press("ArrowRight")
                try await page.waitFor("document.querySelector('.toast.problem') === null", "nothing to be said of the next one")
            }
        }

        @Test func `a video of which only the sound is played says so as well`() async throws {
            try await Gallery.open(
                try .ofTwelveYears(),
                before: {
                    // As a browser that knows the sound's format and not the picture's.
                    try await $0.prepare("Object.defineProperty(HTMLVideoElement.prototype, 'videoWidth', { get: () => 0 })")
                }
            ) { gallery in
                let page = gallery.page
                try await gallery.waitForPhotos()
                try await gallery.cell(1).click()
                try await page.waitFor("\(Self.told) === 1", "what is said of the video")
                try await page.press("ArrowLeft")
                try await page.waitFor("document.querySelector('#viewer .live-badge')?.checkVisibility()", "the Live Photo")
                try await page.press("l")
                try await page.waitFor("document.querySelector('.toast.problem')", "what is said of its video")
            }
        }
    }
}
