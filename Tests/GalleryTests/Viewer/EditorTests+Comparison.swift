import Browser
import Testing

extension GalleryTests.Editor {
    @Test func `what was before is seen while it is pressed, and stays after a short press`() async throws {
        try await Self.opened { gallery, _ in
            let page = gallery.page, badge = "document.querySelector('.editor-badge').checkVisibility()"
            try await Self.slide("exposure", to: 200, in: page)
            try await page.press("o")
            try await page.waitFor(badge, "what was before")
            #expect(try await page.evaluate("document.querySelector('#editor [aria-pressed=true]')?.ariaLabel", as: String.self) == "Compare with before")
            try await page.press("o")
            try await page.waitFor("!\(badge)", "the edit again")
            let box = try await page.element(".editor-canvas").box()
            try await page.moveMouse(to: box.x + 50, box.y + 50)
            try await page.pressMouse()
            try await page.waitFor(badge, "what was before")
            // Half a second, or longer on a busy machine.
            try await page.waitForFrames(30)
            try await page.releaseMouse()
            try await page.waitFor("!\(badge)", "the edit again")
            // What is changed is seen.
            try await page.press("o")
            try await page.waitFor(badge, "what was before")
            try await Self.slide("exposure", to: 100, in: page)
            try await page.waitFor("!\(badge)", "the edit again")
        }
    }

    @Test func `what was before is as large as the photo that was turned`() async throws {
        try await Self.opened { gallery, _ in
            let page = gallery.page
            try await page.click("#editor-tab-crop")
            try await page.click("#editor [aria-label='Rotate right']")
            try await page.press("Control+s")
            try await Self.waitForEnd(page)
            try await Self.open(page)
            let edited = try await page.element(".editor-canvas").box()
            try await page.press("o")
            try await page.waitFor("document.querySelector('.editor-badge').checkVisibility()", "what was before")
            try await page.waitForFrames(3)
            _ = await page.keepScreenshot(named: "turned-before")
            let before = try await page.element(".editor-canvas").box()
            #expect(before == edited && before.height > 600, "\(edited) \(before)")
        }
    }
}
