import Browser
import Foundation
import Testing

extension GalleryTests {
    /// What follows the eye must reach the ear in the same order.
    @Suite struct Heard {
        @Test func `the count that is told follows the library`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                let told = "document.getElementById('announcer').textContent"
                try await page.waitFor("\(told) === 'Library: 242 items'", "the first count")
                let first = try #require(try await gallery.cells().first)
                try await PhotosTool.run("delete", first.id, library: world.url)
                try await page.waitFor("\(told) === 'Library: 241 items'", "the count after a deletion")
            }
        }

        @Test func `the filmstrip stands in the document as on the screen, wherever one goes`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await gallery.cell(8).focus()
                try await page.press("Enter")
                let indices = "[...document.querySelectorAll('.strip-cell')].map(cell => Number(cell.dataset.index))"
                for keys in [[], ["ArrowRight", "ArrowRight"], ["ArrowLeft"], ["End"], ["Home"], ["ArrowRight"]] {
                    for key in keys { try await page.press(key) }
                    try await page.waitFor("\(indices).length >= 16 && document.querySelector('.strip-cell[aria-current]')", "the strip after \(keys)")
                    try await page.waitForFrames(2)
                    let shown = try await page.evaluate(indices, as: [Int].self)
                    #expect(shown == shown.sorted(), "after \(keys)")
                }
            }
        }

        @Test func `a phone has no list of keys, a desk has`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world, on: .phone) { gallery in
                let page = gallery.page
                try await page.element(role: "button", name: "More").tap()
                try await page.waitFor("document.querySelector('.menu [role=menuitem]')", "the menu")
                let names = try await page.evaluate("[...document.querySelectorAll('.menu [role=menuitem]')].map(item => item.textContent)", as: [String].self)
                #expect(names.count == 4 && !names.contains("Keys"))
            }
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.press("?")
                try await page.waitFor("document.querySelector('dialog[open] .keys')", "the list of keys")
                // No word stands in a column narrower than itself, and none runs over.
                #expect(try await page.evaluate("[...document.querySelectorAll('.keys dd')].every(text => text.clientWidth >= 120)", as: Bool.self))
                // The licence of the names that stand in titles, searches and on the map.
                let credit = "document.querySelector('dialog[open] .content').textContent.endsWith('Names of places: GeoNames, CC BY 4.0')"
                #expect(try await page.evaluate(credit, as: Bool.self))
                _ = await page.keepScreenshot(named: "keys")
            }
        }
    }
}
