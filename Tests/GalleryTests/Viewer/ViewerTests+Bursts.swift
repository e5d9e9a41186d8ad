import Browser
import Foundation
import LibraryEngine
import PhotoModel
import Testing

extension GalleryTests.Viewer {
    @Test func photosBecomeABurstByTheirMenuAndAreTakenOutOfItAgain() async throws {
        let (world, ids) = try Self.library(4)
        try await Gallery.open(world, at: "#/library") { gallery in
            let page = gallery.page
            try await Hands.mouse.select([0, 1, 2], in: gallery)
            try await gallery.cell(1).click(button: "right")
            try await page.element(role: "menuitem", name: "Make a burst").click()
            try await gallery.waitForToast("Put 3 photos into a burst")
            try await gallery.waitForCount(2)
            try await page.press("Control+z")
            try await gallery.waitForCount(4)
            try await page.press("Control+Shift+z")
            try await gallery.waitForCount(2)
            // The earliest stands for it, and its list keeps its name when that one is taken out.
            try await gallery.go(to: "#/burst/\(ids[2])")
            try await gallery.waitForCount(3)
            try await gallery.waitForPhotos()
            let position = try #require(try await gallery.cells().first { $0.id == ids[2] }).index
            try await gallery.cell(position).click(button: "right")
            _ = await page.keepScreenshot(named: "burst-leaving")
            try await page.element(role: "menuitem", name: "Take out of the burst").click()
            try await gallery.waitForToast("Took 1 photo out of the burst")
            try await gallery.waitForCount(2)
            let list: String = try await page.evaluate("location.hash")
            #expect(list.hasPrefix("#/burst/") && !list.contains(ids[2]))
            // Of two none is left, and the list of all photos is shown.
            try await gallery.waitForPhotos()
            try await gallery.cell(0).click(button: "right")
            try await page.element(role: "menuitem", name: "Take out of the burst").click()
            try await gallery.waitForToast("Took 2 photos out of the burst")
            try await gallery.waitForCount(4)
            #expect(try await page.evaluate("location.hash", as: String.self).hasPrefix("#/library"))
        }
    }

    @Test func aBurstIsOpenedAndItsPicksAreMarked() async throws {
        let (world, ids) = try Self.library(4)
        _ = try world.library.performChanges(author: "test") { transaction in
            for (number, id) in ids.prefix(3).enumerated() {
                let uuid = try #require(UUID(uuidString: id))
                let row = try #require(try transaction.reader.assetID(uuid: uuid))
                try transaction.update(assetID: row) { ($0.burstIdentifier, $0.representsBurst, $0.burstSelectionTypes) = ("B", number == 2, number > 0 ? .userPick : []) }
            }
        }
        try await Gallery.open(world, at: "#/library/asset/\(ids[1])") { gallery in
            let page = gallery.page
            try await gallery.waitForViewer()
            // The badge leads there, by B as well; frames that stand in their burst's list have none.
            let badge = "document.querySelector('#viewer .burst a')"
            #expect(try await page.evaluate("\(badge).textContent", as: String.self) == "Burst")
            _ = await page.keepScreenshot(named: "burst-badge")
            try await page.press("b")
            try await gallery.waitForViewer(isOpen: false)
            try await gallery.waitForCount(3)
            try await gallery.waitForPhotos()
            try await gallery.cell(0).click()
            try await gallery.waitForViewer()
            #expect(try await page.evaluate("\(badge).checkVisibility()", as: Bool.self) == false)
            try await gallery.go(to: "#/library")
            try await gallery.waitForViewer(isOpen: false)
            try await gallery.waitForPhotos()
            let index = try #require(try await gallery.cells().first { $0.id == ids[1] }).index
            try await gallery.cell(index).click(button: "right")
            try await page.element(role: "menuitem", name: "Show all photos of the burst").click()
            try await gallery.waitForCount(3)
            try await gallery.go(to: "#/library/asset/\(ids[1])")
            try await gallery.waitForViewer()
            try await page.press("i")
            try await page.waitFor("document.querySelector('.panel-facts a[href^=\"#/burst/\"]')", "the way to the burst")
            #expect(try await page.evaluate("document.querySelector('.panel-facts a[href^=\"#/burst/\"]').textContent") == "Show all 3 photos")
            try await page.click(".panel-facts a[href^='#/burst/']")
            try await gallery.waitForViewer(isOpen: false)
            try await gallery.waitForCount(3)
            try await gallery.waitForPhotos()
            #expect(try await page.evaluate("document.querySelector('#toolbar h1').textContent") == "Burst")
            #expect(try await gallery.cells().map { $0.name.contains(", picked") } == [true, true, false], "the oldest first")
            _ = await page.keepScreenshot(named: "burst")
            // They are picked here, by key and by menu, and the others leave.
            func waitForPicks(_ picks: [Bool]) async throws {
                try await page.waitFor(
                    "JSON.stringify([...document.querySelectorAll('#timeline [role=gridcell][data-id]')].sort((a, b) => a.dataset.index - b.dataset.index).map(cell => cell.getAttribute('aria-label').includes(', picked'))) === '\(JSON.literal(picks))'",
                    "the picks \(picks)")
            }
            try await gallery.cell(2).focus()
            try await page.press("Space")
            _ = await page.keepScreenshot(named: "burst-selection")
            try await page.press("p")
            try await gallery.waitForToast("Picked 1 photo of the burst")
            try await waitForPicks([true, true, true])
            try await page.press("p")
            try await gallery.waitForToast("Picked 1 photo no more")
            try await waitForPicks([true, true, false])
            try await gallery.cell(0).click(button: "right")
            _ = await page.keepScreenshot(named: "burst-menu")
            try await page.element(role: "menuitem", name: "Keep only the picks").click()
            try await gallery.waitForToast("Kept the picks and deleted 1 photo")
            try await gallery.waitForCount(2)
            try await page.press("Control+z")
            try await gallery.waitForCount(3)
            // Each frame is looked at like any other photo.
            try await gallery.cell(0).click()
            try await gallery.waitForViewer()
        }
    }
}
