import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests.Editor {
    @Test func `what was saved and reverted is taken back, and done again, by messages and by keys`() async throws {
        let world = try World()
        try await Self.opened(world) { gallery, id in
            let page = gallery.page
            func save(_ exposure: Double) async throws {
                try await Self.slide("exposure", to: exposure, in: page)
                try await page.press("Control+s")
                try await Self.waitForEnd(page)
                try await gallery.waitForToast("Edit saved")
            }
            func waitForEdit(_ words: String) async throws {
                try await page.waitFor("fetch('/api/assets/\(id)/adjustments').then(answer => answer.text()).then(text => text.includes(\(JSON.literal(words))))", words)
            }
            try await save(100)
            _ = await page.keepScreenshot(named: "edit-saved")
            try await page.element(role: "button", name: "Undo").click()
            try await gallery.waitForToast("Undone: Edit saved")
            try await waitForEdit("\"adjustments\":null")
            try await page.press("Control+Shift+z")
            try await gallery.waitForToast("Done again: Edit saved")
            try await waitForEdit("\"exposure\":1,")
            // The second edit, and reverting it.
            try await Self.open(page)
            try await save(50)
            try await Self.open(page)
            try await page.click(".editor-revert")
            try await page.click("dialog.dialog [data-kind=danger]")
            try await Self.waitForEnd(page)
            try await gallery.waitForToast("Reverted to the original")
            try await waitForEdit("\"adjustments\":null")
            // Back through all of it, and on again.
            for words in ["\"exposure\":0.5", "\"exposure\":1,", "\"adjustments\":null"] {
                try await page.press("Control+z")
                try await waitForEdit(words)
            }
            for words in ["\"exposure\":1,", "\"exposure\":0.5", "\"adjustments\":null"] {
                try await page.press("Control+Shift+z")
                try await waitForEdit(words)
            }
            try await page.press("Control+z")
            try await waitForEdit("\"exposure\":0.5")
            // What somebody else did since stays.
            try await PhotosTool.run("edit", id, "--contrast", "0.5", library: world.url)
            page.log.forgive("409")
            try await page.press("Control+z")
            try await gallery.waitForToast("Somebody else changed it meanwhile")
            #expect(try await Self.edit(id, gallery).contains("\"contrast\":0.5"))
        }
    }

    @Test func `an edit over another program's has no Undo, which could only revert both`() async throws {
        let world = try World()
        let id = try world.add([
            .init(
                filename: "IMG_1.JPG", date: Date(timeIntervalSince1970: 1_560_000_000), photo: try FixtureImages.jpeg(width: 640, height: 480),
                rendering: try FixtureImages.jpeg(width: 300, height: 400, seed: 7))
        ])[0]
        try await Gallery.open(world, at: "#/library/asset/\(id)") { gallery in
            try await gallery.waitForViewer()
            try await gallery.waitForViewed(id)
            try await Self.open(gallery.page)
            try await Self.slide("exposure", to: 100, in: gallery.page)
            try await gallery.page.press("Control+s")
            try await Self.waitForEnd(gallery.page)
            try await gallery.waitForToast("Edit saved")
            #expect(try await gallery.page.evaluate("document.querySelectorAll('#toasts .toast .label').length", as: Int.self) == 0)
        }
    }
}
