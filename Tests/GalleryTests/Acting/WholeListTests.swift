import Browser
import Foundation
import Testing

extension GalleryTests {
    /// All photos of a list that is longer than a request could name.
    @Suite struct WholeLists {
        private struct Counted: Decodable { var count: Int }
        private struct Rated: Decodable { var rating: Int? }

        private static let chosen = "Number(document.querySelector('#selection .count').textContent.replace(/[^0-9]/g, ''))"

        /// Photos with five stars.
        private static func bestCount(_ gallery: GalleryPage) async throws -> Int {
            try await gallery.api("/api/timeline?in=library&q=rating%20%3D%3D%205", as: Counted.self).count
        }

        @Test func `all but one are changed at once, and taken back as one`() async throws {
            try await Gallery.open(try .ofMany(24_000)) { gallery in
                let page = gallery.page
                // The library's files are invented as its dates are.
                page.log.forgive("/image/")
                let count = try await page.evaluate("Number(document.querySelector('#toolbar .count').textContent.replace(/[^0-9]/g, ''))", as: Int.self)
                try #require(count > 20_000)
                let before = try await Self.bestCount(gallery)
                try await page.press("Control+a")
                try await page.waitFor("\(Self.chosen) === \(count)", "all to be chosen")
                let left = try #require(try await gallery.cells().first { $0.index == 3 })
                let rating = try await gallery.api("/api/assets/\(left.id)", as: Rated.self).rating
                try await page.click(at: left.box.x + 14, left.box.y + 14)
                try await page.waitFor("\(Self.chosen) === \(count - 1)", "one to be left out")
                let marks = "[2, 3, 4].map(index => document.querySelector(`#timeline [data-index=\"${index}\"]`).getAttribute('aria-selected'))"
                #expect(try await page.evaluate(marks, as: [String].self) == ["true", "false", "true"])
                #expect(try await page.evaluate("document.querySelector('#selection [aria-label=\"Download\"]').hidden", as: Bool.self), "an archive names its photos")
                try await page.press("e")
                try await page.waitFor("!!document.querySelector('dialog[open] .bulk')", "the dialog")
                try await BulkEdits.choose("5", row: 5, page)
                try await page.click("dialog[open] .actions [data-kind=default]")
                try await page.waitFor("\(BulkEdits.main).textContent.startsWith('Change ')", "the preview", limit: 300)
                try await page.click("dialog[open] .actions [data-kind=default]")
                try await page.waitFor("document.getElementById('toasts').textContent.includes('Changed the rating of')", "the change", limit: 300)
                #expect(try await Self.bestCount(gallery) == (rating == 5 ? count : count - 1))
                #expect(try await gallery.api("/api/assets/\(left.id)", as: Rated.self).rating == rating)
                try await page.press("Control+z")
                try await page.waitFor("document.getElementById('toasts').textContent.includes('Undone')", "the undoing", limit: 300)
                #expect(try await Self.bestCount(gallery) == before)
            }
        }
    }
}
