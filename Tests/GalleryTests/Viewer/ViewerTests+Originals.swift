import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests.Viewer {
    @Test func anEditedPhotoIsShownAsItWasUntilItIsLeft() async throws {
        let (world, ids) = try Self.library(1)
        let edited = try world.add([
            .init(
                filename: "IMG_9.JPG", date: Date(timeIntervalSince1970: 1_550_000_000), photo: try FixtureImages.jpeg(width: 640, height: 480),
                rendering: try FixtureImages.jpeg(width: 300, height: 400, seed: 7))
        ])[0]
        try await Gallery.open(world, at: "#/library/asset/\(edited)") { gallery in
            let page = gallery.page
            try await gallery.waitForViewer()
            let original = "document.querySelector('#viewer .slide:not([aria-hidden]) .picture-original')"
            let isPressed = "document.querySelector('#viewer [aria-keyshortcuts=O]').getAttribute('aria-pressed') === 'true'"
            try await page.element(role: "button", name: "Show original").click()
            try await page.waitFor("\(original)?.naturalWidth === 640", "the photo before its edit")
            #expect(try await page.evaluate(isPressed))
            _ = await page.keepScreenshot(named: "edited-original")
            try await page.press("o")
            try await page.waitFor("\(original) === null && !(\(isPressed))", "the photo as it is")
            try await page.press("o")
            try await page.waitFor("\(original)?.naturalWidth === 640", "the photo before its edit")
            // The next photo has no edit, and on the way back this one is what it is.
            try await page.press("ArrowLeft")
            try await gallery.waitForViewed(ids[0])
            #expect(try await page.evaluate("document.querySelector('#viewer [aria-keyshortcuts=O]').hidden", as: Bool.self))
            try await page.press("o")
            try await page.press("ArrowRight")
            try await gallery.waitForViewed(edited)
            #expect(try await page.evaluate("\(original) === null && !(\(isPressed))"))
        }
    }

    @Test func theOriginalOfAPhotoThatWasTurnedIsAsLargeAsThePaneAllows() async throws {
        let (world, _) = try Self.library(1)
        let turned = try world.add([
            .init(
                filename: "IMG_9.JPG", date: Date(timeIntervalSince1970: 1_550_000_000), photo: try FixtureImages.jpeg(width: 1440, height: 960),
                rendering: try FixtureImages.jpeg(width: 960, height: 1440, seed: 7))
        ])[0]
        try await Gallery.open(world, at: "#/library/asset/\(turned)") { gallery in
            let page = gallery.page
            try await gallery.waitForViewer()
            let edited = try await gallery.pictureBox(of: turned)
            let original = "document.querySelector('#viewer .slide:not([aria-hidden]) .picture-original')"
            try await page.press("o")
            try await page.waitFor("\(original)?.naturalWidth === 1440", "the photo before its edit")
            try await page.waitForFrames(2)
            _ = await page.keepScreenshot(named: "turned-original")
            let shown = try await page.element("#viewer .slide:not([aria-hidden]) .picture-original").box()
            #expect(abs(shown.width / shown.height - 1.5) < 0.01 && abs(edited.height / edited.width - 1.5) < 0.01, "\(edited) \(shown)")
            // Both are as high as the pane, or as wide.
            let pane = try await page.element("#viewer .viewer-pane").box()
            #expect(abs(shown.width - pane.width) < 2 || abs(shown.height - edited.height) < 2, "\(edited) \(shown) \(pane)")
            // Enlarged, it is as much in the middle as the other.
            try await page.press("+")
            try await page.press("o")
            try await page.waitFor("\(original) === null", "the photo as it is")
            try await page.press("0")
            try await page.waitForStillness("#viewer .slide:not([aria-hidden]) .picture")
            let again = try await gallery.pictureBox(of: turned)
            #expect(again == edited)
        }
    }
}
