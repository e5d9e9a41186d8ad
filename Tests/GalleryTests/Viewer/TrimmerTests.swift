import Browser
import Foundation
import PhotosTesting
import TestSupport
import Testing

extension GalleryTests {
    /// A video is made shorter in the page.
    @Suite struct Trimmer {
        private static let video = "document.querySelector('#editor video')"

        /// Opens the editor of a video of four seconds by its key.
        private static func opened(on screen: Screen = .desktop, _ name: String = #function, _ body: (GalleryPage, String) async throws -> Void) async throws {
            let world = try World(), film = MadeFilm { ($0.seconds, $0.rate) = (4, 10) }
            let id = try world.add([.init(filename: "IMG_1.MOV", date: Date(timeIntervalSinceReferenceDate: 6e8), movie: Data(try film.bytes()))])[0]
            try await Gallery.open(world, on: screen, at: "#/library/asset/\(id)", name) { gallery in
                try await gallery.waitForViewer()
                try await gallery.waitForViewed(id)
                try await open(gallery.page)
                try await body(gallery, id)
            }
        }

        private static func open(_ page: Page) async throws {
            try await page.press("e")
            try await page.waitFor("\(video)?.readyState >= 2", "the editor with its video")
        }

        private static func waitForEnd(_ page: Page) async throws { try await page.waitFor("!document.querySelector('#editor')", "the editor to close") }

        private static func part(_ id: String, _ gallery: GalleryPage) async throws -> [Double]? {
            try await gallery.page.call("async id => { const { part } = await (await fetch(`/api/assets/${id}/trim`)).json(); return part && [part.start, part.end] }", id)
        }

        @Test func `a video is shortened by its handles, shortened again, and whole again`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page, track = try await page.element(".trim-track").box(), y = track.y + track.height / 2
                try await page.drag(from: (track.x + 1, y), to: (track.x + track.width / 4, y))
                try await page.drag(from: (track.x + track.width - 1, y), to: (track.x + track.width * 3 / 4, y))
                try await page.waitFor("!\(Self.video).seeking", "the end's frame")
                try await page.press("Control+s")
                try await Self.waitForEnd(page)
                let first = try #require(try await Self.part(id, gallery))
                #expect(abs(first[0] - 1) < 0.15 && abs(first[1] - 3) < 0.15, "\(first)")
                // By keys, of what is shown now.
                try await Self.open(page)
                try await page.element(".trim-start").focus()
                try await page.press("Shift+ArrowRight", "ArrowLeft", "ArrowLeft")
                try await page.press("Control+s")
                try await Self.waitForEnd(page)
                let second = try #require(try await Self.part(id, gallery))
                #expect(abs(second[0] - first[0] - 0.8) < 0.01 && abs(second[1] - first[1]) < 0.15, "\(first), \(second)")
                try await Self.open(page)
                try await page.click(".editor-revert")
                try await page.click("dialog.dialog [data-kind=danger]")
                try await Self.waitForEnd(page)
                #expect(try await Self.part(id, gallery) == nil)
                try await page.press("Control+z")
                try await gallery.waitForToast("Undone: Reverted to the original")
                #expect(try await Self.part(id, gallery) == second)
                try await page.press("Control+z")
                try await gallery.waitForToast("Undone: Edit saved")
                #expect(try await Self.part(id, gallery) == first)
            }
        }

        @Test func `a video that somebody else made shorter is begun anew with their part, or gets one's own`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page
                func trimElsewhere(_ end: Double) async throws {
                    let _: Bool = try await page.call(
                        """
                        async (id, end) => (await fetch(`/api/assets/${id}/trim`, {
                          method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ part: { start: 0, end } }) })).ok
                        """, id, end)
                }
                page.log.forgive("409")
                try await page.element(".trim-start").focus()
                try await page.press("Shift+ArrowRight")
                try await trimElsewhere(2)
                try await page.press("Control+s")
                try await page.waitFor("document.querySelector('.editor-choice')?.checkVisibility()", "the choice")
                try await page.element(role: "button", name: "Take theirs").click()
                try await page.waitFor("document.querySelector('.editor-choice') === null && \(Self.video)?.readyState >= 2", "the editor with their part")
                #expect(try await page.evaluate("\(Self.video).duration", as: Double.self) < 2.3)
                try await page.element(".trim-start").focus()
                try await page.press("Shift+ArrowRight")
                try await trimElsewhere(3)
                try await page.press("Control+s")
                try await page.waitFor("document.querySelector('.editor-choice')?.checkVisibility()", "the choice")
                try await page.element(role: "button", name: "Save mine over it").click()
                try await Self.waitForEnd(page)
                let part = try #require(try await Self.part(id, gallery))
                #expect(abs(part[0] - 1) < 0.01 && abs(part[1] - 2) < 0.15, "\(part)")
            }
        }

        @Test func `only the part plays, and what is undone is the whole`() async throws {
            try await Self.opened { gallery, _ in
                let page = gallery.page
                try await page.element(".trim-start").focus()
                try await page.press("Shift+ArrowRight", "Shift+ArrowRight")
                try await page.element(".trim-end").focus()
                try await page.press("Shift+ArrowLeft")
                try await page.waitFor("!\(Self.video).seeking", "the end's frame")
                _ = try await page.evaluate("(\(Self.video).muted = true, true)", as: Bool.self)
                try await page.press(" ")
                try await page.waitFor("!\(Self.video).paused", "the part to play")
                try await page.waitFor("\(Self.video).paused", "the end of the part")
                let end = try await page.evaluate("\(Self.video).currentTime", as: Double.self)
                #expect(end >= 2.9 && end < 3.6, "\(end)")
                try await page.press("Control+z", "Control+z", "Control+z")
                try await page.waitFor("document.querySelector('.editor-save').disabled", "the whole")
                try await page.press("Escape")
                try await Self.waitForEnd(page)
            }
        }

        @Test(arguments: Look.all) func `the editor of videos`(_ look: Look) async throws {
            try await Self.opened(on: look.screen, "trimmer-\(look.testDescription)") { gallery, _ in
                try await gallery.page.element(".trim-start").focus()
                try await gallery.page.press("Shift+ArrowRight")
                try await gallery.page.waitFor("!\(Self.video).seeking", "its frame")
                try await gallery.inspect("\(look.testDescription)-trimmer")
            }
        }
    }
}
