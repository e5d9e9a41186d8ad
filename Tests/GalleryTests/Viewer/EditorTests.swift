import Browser
import Foundation
import Testing

extension GalleryTests {
    /// A photo is edited in the page.
    @Suite struct Editor {
        static func slider(_ name: String) -> String { "#editor [data-parameter=\(name)]" }

        /// Opens the editor of a photo by its key.
        static func opened(
            _ world: World? = nil, on screen: Screen = .desktop, of photo: Data = Scenery.tiff, _ name: String = #function, _ body: (GalleryPage, String) async throws -> Void
        ) async throws {
            let world = try world ?? World()
            let id = try world.add([.init(filename: "IMG_1.TIF", date: Date(timeIntervalSince1970: 1_560_000_000), photo: photo)])[0]
            try await Gallery.open(world, on: screen, at: "#/library/asset/\(id)", name) { gallery in
                try await gallery.waitForViewer()
                try await gallery.waitForViewed(id)
                _ = try await gallery.pictureBox(of: id)
                try await open(gallery.page)
                try await body(gallery, id)
            }
        }

        static func open(_ page: Page) async throws {
            try await page.press("e")
            try await page.waitFor("document.querySelector('#editor[open] .editor-canvas')?.width > 1", "the editor")
            try await page.waitForFrames(3)
        }

        static func waitForEnd(_ page: Page) async throws { try await page.waitFor("!document.querySelector('#editor')", "the editor to close") }

        /// Sets a slider as a person's hand does.
        static func slide(_ name: String, to value: Double, in page: Page) async throws {
            let _: Bool = try await page.call(
                """
                (selector, value) => {
                  const input = document.querySelector(selector)
                  input.value = value
                  input.dispatchEvent(new Event('input', { bubbles: true }))
                  input.dispatchEvent(new Event('change', { bubbles: true }))
                  return true
                }
                """, slider(name), value)
        }

        static func value(_ name: String, _ page: Page) async throws -> String { try await page.evaluate("document.querySelector('\(slider(name))').value") }

        /// The edit that the library has, as JSON.
        static func edit(_ id: String, _ gallery: GalleryPage) async throws -> String {
            try await gallery.page.call("async id => JSON.stringify((await (await fetch(`/api/assets/${id}/adjustments`)).json()).adjustments)", id)
        }

        @Test func `an edit is undone, saved and reverted`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page
                try await Self.slide("exposure", to: 100, in: page)
                try await Self.slide("contrast", to: 50, in: page)
                try await page.press("Control+z")
                try await page.waitFor("document.querySelector('\(Self.slider("contrast"))').value === '0'", "the contrast to be taken back")
                try await page.press("Control+Shift+z")
                try await page.waitFor("document.querySelector('\(Self.slider("contrast"))').value === '50'", "the contrast again")
                try await page.click(".editor-save")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "{\"contrast\":0.5,\"exposure\":1,\"format\":\"org.openphotokit.adjustments\",\"version\":\"1.0\"}")
                try await Self.open(page)
                #expect(try await Self.value("exposure", page) == "100")
                try await page.click(".editor-revert")
                try await page.click("dialog.dialog [data-kind=danger]")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "null")
            }
        }

        @Test func `a slider is dragged by the mouse, and a drag is one step to undo`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page, box = try await page.element(Self.slider("exposure")).box(), y = box.y + box.height / 2
                let value = "Number(document.querySelector('\(Self.slider("exposure"))').value)"
                for part in [0.65, 0.8] {
                    let before = try await page.evaluate(value, as: Double.self)
                    // From where its handle is, which is in the middle at first.
                    let start = box.x + box.width * (part == 0.65 ? 0.5 : 0.65)
                    try await page.drag(from: (start, y), to: (box.x + box.width * part, y))
                    try await page.waitFor("\(value) > \(before + 40)", "a brighter photo")
                }
                let brightest = try await page.evaluate(value, as: Double.self)
                try await page.press("Control+z")
                try await page.waitFor("\(value) > 40 && \(value) < \(brightest)", "the first of two drags")
                try await page.press("Control+s")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery).contains("\"exposure\":"))
            }
        }

        @Test func `a part is kept by its handles`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page
                try await page.click("#editor-tab-crop")
                try await page.waitForFrames(3)
                let box = try await page.element(".cropper").box()
                try await page.drag(from: (box.x + box.width, box.y + box.height), to: (box.x + box.width / 2, box.y + box.height / 2))
                try await page.press("ArrowRight", "ArrowRight", "Shift+ArrowUp")
                try await page.press("Control+s")
                try await Self.waitForEnd(page)
                let saved = try await Self.edit(id, gallery)
                let crop = try #require(JSONDecoder().decode([String: JSON].self, from: Data(saved.utf8))["crop"])
                guard case .object(let numbers) = crop, case .number(let x) = numbers["x"], case .number(let width) = numbers["width"],
                    case .number(let height) = numbers["height"]
                else {
                    Issue.record("\(saved)")
                    return
                }
                #expect(abs(x - 0.02) < 1e-6 && abs(width - 0.5) < 0.01 && abs(height - 0.49) < 0.01, "\(saved)")
            }
        }

        @Test func `fingers crop and slide on a telephone`() async throws {
            try await Self.opened(on: .phone) { gallery, id in
                let page = gallery.page
                let exposure = try await page.element(Self.slider("exposure")).box()
                try await page.swipe(
                    from: (exposure.x + exposure.width / 2, exposure.y + exposure.height / 2), to: (exposure.x + exposure.width - 20, exposure.y + exposure.height / 2))
                try await page.waitFor("Number(document.querySelector('\(Self.slider("exposure"))').value) > 100", "a brighter photo")
                // A tap right behind a swipe only stops what glides.
                try await page.waitForFrames(30)
                try await page.element("#editor-tab-crop").tap()
                try await page.waitFor("document.querySelector('.cropper').checkVisibility()", "the handles")
                try await page.waitForFrames(3)
                let box = try await page.element(".cropper").box()
                try await page.swipe(from: (box.x, box.y), to: (box.x + box.width / 4, box.y + box.height / 4))
                try await page.waitForFrames(30)
                try await page.element(".editor-save").tap()
                try await Self.waitForEnd(page)
                let saved = try await Self.edit(id, gallery)
                #expect(saved.contains("\"crop\":{") && saved.contains("\"exposure\":"), "\(saved)")
            }
        }

        @Test func `everything is done by keys, and Escape gives the focus back`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page
                try await page.press("Tab")
                try await page.press("ArrowRight", times: 10)
                #expect(try await Self.value("exposure", page) == "10")
                try await page.press("Delete")
                #expect(try await Self.value("exposure", page) == "0")
                try await page.press("Shift+Tab", "ArrowRight", "ArrowRight")
                try await page.waitFor("document.activeElement.id === 'editor-tab-crop'", "the tab for cropping")
                try await page.press("Tab", "Enter")
                try await page.waitFor("document.querySelector('.editor-canvas').height > document.querySelector('.editor-canvas').width", "the turned photo")
                try await page.press("Escape")
                try await page.waitFor("document.querySelector('dialog.dialog[open]')", "the question")
                try await page.press("Escape")
                try await page.waitFor("!document.querySelector('dialog.dialog')", "the answer")
                #expect(try await page.evaluate("document.querySelector('#editor[open]') !== null", as: Bool.self))
                try await page.press("Control+z", "Escape")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "null")
                #expect(try await page.evaluate("document.getElementById('viewer').contains(document.activeElement)", as: Bool.self))
            }
        }
    }
}
