import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// When a photo was taken is told by the clock at that place, wherever the one is who looks.
    @Suite struct Taken {
        @Test(arguments: ["Asia/Tokyo", "America/Los_Angeles"])
        func `days and times are those where the photo was taken, and its offset is told`(zone: String) async throws {
            let world = try World()
            let ids = try world.add(
                (0..<3).map { number in
                    World.NewAsset(filename: "IMG_000\(number).JPG", date: .now, photo: try FixtureImages.jpeg(seed: number))
                })
            // In Tokyo it is the next day by then.
            try await PhotosTool.run("edit", ids[0], "--date", "2021-10-13T17:14:05-05:00", library: world.url)
            try await PhotosTool.run("edit", ids[1], "--date", "2021-10-13T23:30:00+09:00", library: world.url)
            try await PhotosTool.run("edit", ids[2], "--date", "2021-10-14T00:10:00-08:00", library: world.url)
            try await Gallery.open(world, before: { try await $0.setTimeZone(zone) }) { gallery in
                try await gallery.waitForCount(3)
                try await gallery.waitForPhotos()
                let page = gallery.page
                let days = try await page.evaluate("[...document.querySelectorAll('#timeline .day-title')].map(one => one.textContent)", as: [String].self)
                #expect(days == ["14 Oct 2021", "Wednesday, 13 October 2021"], "a day of one photo has a short name")
                #expect(try await gallery.cells().map(\.id) == [ids[2], ids[1], ids[0]])
                let labels = try await page.evaluate("[...document.querySelectorAll('#timeline [role=gridcell][data-id]')].map(one => one.ariaLabel)", as: [String].self)
                #expect(labels.map { $0.contains("14 October 2021") } == [true, false, false], "\(labels)")
                try await gallery.cell(2).click()
                try await gallery.waitForViewed(ids[0])
                try await page.waitFor("document.getElementById('viewer').textContent.includes('13 October 2021, 17:14')", "the time where it was taken")
                try await page.press("i")
                try await page.waitFor("document.querySelector('.panel-date')?.textContent.includes('UTC−05:00')", "the offset where it was taken")
                let panel = try await page.evaluate("document.querySelector('.panel-date').textContent", as: String.self)
                #expect(panel.contains("17:14"), "\(panel)")
                // Where the clock is that of whoever looks there is no offset to tell.
                try await page.press("ArrowLeft")
                try await gallery.waitForViewed(ids[1])
                try await page.waitFor(
                    "document.querySelector('.panel-date')?.textContent.endsWith('23:30\(zone == "Asia/Tokyo" ? "" : " UTC+09:00")')", "the other photo's time")
            }
        }
    }
}
