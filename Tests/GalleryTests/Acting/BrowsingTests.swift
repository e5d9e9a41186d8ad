import Browser
import Foundation
import Testing

extension GalleryTests {
    @Suite struct Browsing {
        @Test(arguments: Hands.allCases) func `a photo is opened, paged through and left again`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                let ids = try await gallery.cells().map(\.id)
                try await hands.open(2, in: gallery)
                try await gallery.waitForViewed(ids[2])
                for index in [3, 4, 5] {
                    try await hands.use("Next", key: "ArrowRight", in: gallery)
                    try await gallery.waitForViewed(ids[index])
                }
                try await hands.use("Previous", key: "ArrowLeft", in: gallery)
                try await gallery.waitForViewed(ids[4])
                try await hands.use("Information", key: "i", in: gallery)
                try await page.waitFor("document.querySelector('#viewer aside').textContent.includes('64')", "the photo's size")
                let around = page.log.requests.filter { $0.path.hasSuffix("/preview") }.map(\.path)
                for index in [3, 5] { #expect(around.contains { $0.contains(ids[index]) }, "the neighbours' pictures are fetched ahead") }
                try await hands.use("Back to all photos", key: "Escape", in: gallery)
                try await gallery.waitForViewer(isOpen: false)
                try await gallery.waitForFocus(on: 4)
            }
        }

        @Test(arguments: Hands.allCases) func `the browser's way back leads out of the viewer and of an album`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                try await hands.show("Videos", in: gallery)
                try await gallery.waitForCount(1)
                try await hands.open(0, in: gallery)
                for step in [false, false] {
                    try await gallery.page.run("history.back()")
                    try await gallery.waitForViewer(isOpen: step)
                }
                try await gallery.waitForCount(242)
            }
        }

        @Test(arguments: Hands.allCases) func `a video plays`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await hands.open(1, in: gallery)
                try await page.waitFor("document.querySelector('#viewer video').readyState >= 2", "the video to load")
                switch hands {
                case .mouse:
                    // The browser's own controls: their play button is at their left.
                    let box = try await page.element("#viewer video").box()
                    try await page.moveMouse(to: box.x + box.width / 2, box.y + box.height / 2)
                    try await page.waitForFrames(10)
                    try await page.click(at: box.x + 32, box.y + box.height - 44)
                case .keyboard: try await page.press("Space")
                }
                try await page.waitFor("document.querySelector('#viewer video').currentTime > 0.2", "the video to play")
                try await page.waitFor("document.querySelector('#viewer video').ended", "the video to end")
                let ranges = page.log.requests.filter { $0.path.hasPrefix("/video/") }
                #expect(ranges.contains { $0.status == 206 }, "\(ranges)")
            }
        }

        @Test(arguments: Hands.allCases) func `a Live Photo plays on hover and by key`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await hands.open(0, in: gallery)
                try await page.waitFor("document.querySelector('.live-badge').checkVisibility()", "the badge of the Live Photo")
                try await page.run(
                    """
                    window.played = 0
                    const note = event => { window.played = Math.max(played, event.target.currentTime) }
                    document.getElementById('viewer').addEventListener('timeupdate', note, true)
                    """)
                try await page.waitFor("document.querySelector('#viewer video.is-playing')", "the Live Photo to play") {
                    switch hands {
                    case .mouse: try await page.element(".live-badge").hover()
                    case .keyboard: try await page.press("l")
                    }
                }
                try await page.waitFor("played > 0.2", "its time to pass")
                try await page.waitFor("!document.querySelector('#viewer video')", "the still picture to return")
            }
        }

        @Test(arguments: Hands.allCases) func `words and conditions are searched for`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await hands.search("lighthouse", in: gallery)
                try await gallery.waitForCount(1)
                try await gallery.waitForPhotos()
                #expect(try await gallery.cells().count == 1)
                try await hands.search("harbour", in: gallery)
                try await gallery.waitForCount(24)
                try await hands.search("mediaType == 2", in: gallery)
                try await gallery.waitForCount(1)
                try await hands.search("nothing of this name", in: gallery)
                try await page.waitFor("!document.getElementById('empty').hidden", "the page to say that nothing was found")
                page.log.forgive("400")
                try await hands.search("favorite == ", in: gallery)
                try await page.waitFor("document.getElementById('search').getAttribute('aria-invalid') === 'true'", "the fault of the condition")
                switch hands {
                case .mouse: try await page.element(role: "button", name: "Clear the search").click()
                case .keyboard: try await page.press("Escape")
                }
                try await gallery.waitForCount(242)
            }
        }
    }
}
