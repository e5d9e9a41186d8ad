import Browser
import Foundation
import PhotosTesting
import TestSupport
import Testing

extension GalleryTests.Editor {
    /// Opens the editor of a Live Photo, whose movie of two seconds gets lighter from frame to frame, at its own panel.
    private static func openedLive(on screen: Screen = .desktop, _ name: String = #function, _ body: (GalleryPage, String) async throws -> Void) async throws {
        let world = try World(), movie = try Data(MadeFilm { ($0.seconds, $0.rate) = (2, 10) }.bytes())
        let date = Date(timeIntervalSince1970: 1_560_000_000)
        let id = try world.add([.init(filename: "LIVE.JPG", date: date, photo: FixtureImages.jpeg(width: 320, height: 240, seed: 5), movie: movie)])[0]
        try await Gallery.open(world, on: screen, at: "#/library/asset/\(id)", name) { gallery in
            try await gallery.waitForViewer()
            try await gallery.waitForViewed(id)
            try await open(gallery.page)
            try await gallery.page.click("#editor-tab-live")
            try await body(gallery, id)
        }
    }

    /// The grey in the middle of what the page draws.
    private static func grey(in page: Page) async throws -> Int {
        try await page.evaluate(
            """
            (() => {
              const canvas = document.createElement('canvas'), context = canvas.getContext('2d')
              // A canvas that is on no page has 300 × 150 pixels, and the film is white at its upper left.
              Object.assign(canvas, { width: 2, height: 2 })
              context.drawImage(document.querySelector('.editor-canvas'), 0, 0, 2, 2)
              return context.getImageData(1, 1, 1, 1).data[1]
            })()
            """, as: Int.self)
    }

    @Test func `a Live Photo gets a key frame and loses its sound, and both are undone, kept and reverted`() async throws {
        try await Self.openedLive { gallery, id in
            let page = gallery.page, moment = Self.slider("keyFrame")
            // Without a word of its own the still is of the middle.
            #expect(try await Self.value("keyFrame", page) == "1")
            #expect(try await page.evaluate("document.querySelector('#editor .editor-panel:not([hidden]) .editor-reset').disabled", as: Bool.self))
            try await Self.slide("keyFrame", to: 0.5, in: page)
            try await page.waitFor("document.querySelector('#editor .editor-panel:not([hidden]) .editor-reset').disabled === false", "a moment of its own")
            try await page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
            let early = try await Self.grey(in: page)
            try await page.element(moment).focus()
            for _ in 0..<20 { try await page.press("ArrowRight") }
            #expect(try await Self.value("keyFrame", page) == "1.5")
            try await page.waitForFrames(3)
            try await page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
            let late = try await Self.grey(in: page)
            #expect(late > early + 40, "\(early) \(late)")
            try await page.click(Self.slider("sound"))
            try await page.press("Control+z")
            #expect(try await page.evaluate("document.querySelector('\(Self.slider("sound"))').checked", as: Bool.self))
            try await page.press("Shift+Control+z")
            try await page.press("Control+s")
            try await Self.waitForEnd(page)
            let saved = try await Self.edit(id, gallery)
            #expect(saved.contains("\"keyFrame\":1.5") && saved.contains("\"muted\":true"), "\(saved)")
            try await Self.open(page)
            try await page.click("#editor-tab-live")
            #expect(try await Self.value("keyFrame", page) == "1.5")
            try await page.click("#editor .editor-panel:not([hidden]) .editor-reset")
            #expect(try await Self.value("keyFrame", page) == "1")
            try await page.click(".editor-revert")
            try await page.click("dialog.dialog [data-kind=danger]")
            try await Self.waitForEnd(page)
            #expect(try await Self.edit(id, gallery) == "null")
        }
    }

    @Test func `a photo that doesn't move has no panel for it`() async throws {
        try await Self.opened { gallery, _ in
            let tabs = try await gallery.page.evaluate("document.querySelectorAll('#editor [role=tab]').length", as: Int.self)
            #expect(tabs == 3)
        }
    }

    @Test(arguments: Look.all) func `the editor of Live Photos`(_ look: Look) async throws {
        try await Self.openedLive(on: look.screen, "live-editor-\(look.testDescription)") { gallery, _ in
            try await Self.slide("keyFrame", to: 0.5, in: gallery.page)
            try await gallery.page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
            try await gallery.inspect("\(look.testDescription)-live-editor")
        }
    }
}
