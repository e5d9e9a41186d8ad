import Browser
import Foundation
import Testing

extension GalleryTests {
    /// The photos in their own proportions, where somebody wants them so.
    @Suite struct OwnShapes {
        /// The cells in view that stand wholly on the screen: index, edges, and the proportions of the photo.
        private struct Box: Decodable {
            let index: Int, left: Double, top: Double, right: Double, bottom: Double, ratio: Double
        }

        private static func boxes(in gallery: GalleryPage) async throws -> [Box] {
            try await gallery.page.evaluate(
                """
                [...document.querySelectorAll('#timeline .photo[data-id]')].map(cell => {
                  const { left, top, right, bottom } = cell.getBoundingClientRect(), image = cell.querySelector('img')
                  return { index: Number(cell.dataset.index), left, top, right, bottom, ratio: image.naturalWidth / (image.naturalHeight || 1) }
                }).filter(box => box.top >= 0 && box.bottom <= innerHeight).sort((one, other) => one.index - other.index)
                """)
        }

        private static func turn(_ gallery: GalleryPage) async throws {
            try await gallery.page.element(role: "button", name: "Photos in their own shape").click()
            try await gallery.waitForPhotos()
        }

        @Test(arguments: Look.all) func `rows are as wide as the page and photos have their proportions, at every size`(_ look: Look) async throws {
            try await Gallery.open(try .ofTwelveYears(), on: look.screen) { gallery in
                let page = gallery.page
                let square = try await Self.boxes(in: gallery)
                try await Self.turn(gallery)
                try await gallery.inspect("\(look.testDescription)-shapes")
                for zoom in 0..<3 {
                    if zoom == 0 { try await page.click(".zoom > .smaller") } else { try await page.click(".zoom > .larger") }
                    try await gallery.waitForPhotos()
                    _ = await page.keepScreenshot(named: "\(look.testDescription)-shapes-\(zoom)")
                    let boxes = try await Self.boxes(in: gallery)
                    #expect(boxes.count > 2)
                    // A video's poster and a photo beside it, upright ones and others.
                    for box in boxes where box.ratio > 0 {
                        let shown = (box.right - box.left) / (box.bottom - box.top)
                        #expect(abs(shown / box.ratio - 1) < 0.05, "photo \(box.index) is \(shown), not \(box.ratio)")
                    }
                    for (one, next) in zip(boxes, boxes.dropFirst()) {
                        #expect(next.top >= one.bottom || next.top == one.top && next.left > one.right, "\(one.index) lies over \(next.index)")
                    }
                }
                // The choice is remembered.
                try await page.reload()
                try await gallery.waitForPhotos()
                let pressed = "document.querySelector('.zoom > .shape').ariaPressed"
                #expect(try await page.evaluate(pressed, as: String.self) == "true")
                try await page.click(".zoom > .smaller")
                try await Self.turn(gallery)
                #expect(try await page.evaluate(pressed, as: String.self) == "false")
                let again = try await Self.boxes(in: gallery)
                #expect(again.map(\.left) == square.map(\.left) && again.map(\.bottom) == square.map(\.bottom))
            }
        }

        @Test func `keys go to the photo that is nearest, and a band takes what it touches`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await Self.turn(gallery)
                let boxes = try await Self.boxes(in: gallery)
                let rows = Dictionary(grouping: boxes, by: \.top).sorted { $0.key < $1.key }.map(\.value)
                let at = try #require(rows.firstIndex { $0.count > 2 }), here = rows[at][0], next = rows[at][1], middle = (here.left + here.right) / 2
                func gap(_ box: Box) -> Double { max(box.left - middle, middle - box.right, 0) }
                let below = try #require(rows[at + 1].min { gap($0) < gap($1) })
                try await gallery.cell(here.index).focus()
                try await page.press("ArrowDown")
                try await gallery.waitForFocus(on: below.index)
                try await page.press("ArrowUp")
                try await gallery.waitForFocus(on: here.index)
                try await page.press("End")
                try await gallery.waitForFocus(on: 241)
                try await page.press("Home")
                try await gallery.waitForFocus(on: 0)
                // From the space above a photo over it and the next one.
                try await page.moveMouse(to: middle, here.top - 8)
                try await page.pressMouse(1, "left", [])
                try await page.moveMouse(to: next.left + 4, next.top + 20, pressed: true)
                try await page.waitForFrames(3)
                try await page.releaseMouse()
                let chosen = "[...document.querySelectorAll('#timeline [aria-selected=true]')].map(cell => Number(cell.dataset.index)).sort((a, b) => a - b)"
                try await page.waitFor("String(\(chosen)) === '\(here.index),\(next.index)'", "two photos to be chosen")
                _ = await page.keepScreenshot(named: "shapes-chosen")
            }
        }

        @Test func `every year is reached by the scrubber`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await Self.turn(gallery)
                let track = try await page.element(role: "slider", name: "Date").box()
                for year in [2012, 2023, 2017, 2013, 2021] {
                    let place = (x: track.x + track.width / 2, y: track.y + 18 + (track.height - 36) * (Double(2023 - year) + 0.5) / 12)
                    try await page.drag(from: (place.x, track.y + track.height / 2), to: place)
                    try await gallery.waitForPhotos()
                    #expect(try await Years.years(gallery).contains(year))
                }
            }
        }
    }
}
