import Browser
import Foundation
import Testing

extension GalleryTests {
    /// What was put out of the library's sight: deleted photos and hidden ones.
    @Suite struct SetAside {
        @Test func `hidden photos are shown to whoever asks for them, and covered again when they are left`() async throws {
            let world = try World.ofTwelveYears()
            try await PhotosTool.run("hide", try await Self.newest(1, world)[0], library: world.url)
            try await Gallery.open(world, at: "#/trash") { gallery in
                let page = gallery.page
                try await page.waitFor("document.querySelectorAll('#sidebar [role=treeitem]').length > 3", "the sidebar")
                let row = try await page.evaluate("document.querySelector('#sidebar [role=treeitem][aria-label^=Hidden]').textContent", as: String.self)
                #expect(row == "Hidden", "no count")
                for _ in 0..<2 {
                    try await page.run("location.hash = '#/hidden'")
                    try await page.waitFor(GalleryPage.isCovered, "the cover")
                    #expect(try await page.evaluate("document.querySelectorAll('#timeline [role=gridcell][data-id]').length", as: Int.self) == 0)
                    _ = await page.keepScreenshot(named: "hidden-covered")
                    try await page.element(role: "button", name: "Show hidden photos").click()
                    try await gallery.waitForCount(1)
                    // The button is gone: keys are for the photos, and Ctrl+A selects these and no words.
                    try await gallery.waitForFocus(on: 0)
                    try await page.run("document.activeElement.blur()")
                    try await page.press("Control+a")
                    try await page.waitFor("document.querySelectorAll('#timeline [aria-selected=true]').length === 1", "all to be selected")
                    #expect(try await page.evaluate("getSelection().toString()", as: String.self) == "")
                    try await page.run("location.hash = '#/library'")
                    try await gallery.waitForCount(241)
                }
            }
        }

        @Test(arguments: Hands.allCases) func `deleted photos say how long they stay, and are removed for good at a word`(_ hands: Hands) async throws {
            let world = try World.ofTwelveYears()
            for id in try await Self.newest(3, world) { try await PhotosTool.run("delete", id, library: world.url) }
            try await Gallery.open(world, at: "#/trash") { gallery in
                let page = gallery.page
                try await gallery.waitForCount(3)
                let names = try await gallery.cells().map(\.name)
                #expect(names.count == 3 && names.allSatisfy { $0.contains("30 days left") }, "\(names)")
                #expect(try await page.evaluate("document.getElementById('about').textContent", as: String.self).contains("30 days"))
                _ = await page.keepScreenshot(named: "recently-deleted")
                try await hands.press("#about button", in: gallery)
                try await page.waitFor("document.querySelector('dialog[open] h2')?.textContent === 'Delete 3 photos for good?'", "the question, with its count")
                try await hands.answer("Cancel", in: gallery)
                #expect(try await gallery.cells().count == 3)
                try await hands.press("#about button", in: gallery)
                try await page.waitFor("document.querySelector('dialog[open]')", "the question")
                // Cancelling has the focus.
                if hands == .keyboard { try await page.press("Tab") }
                try await hands.answer("Delete for good", in: gallery)
                try await page.waitFor("document.getElementById('empty-title')?.textContent === 'Recently Deleted is empty'", "nothing more")
                #expect(try await page.evaluate("document.getElementById('about').hidden", as: Bool.self))
                try await gallery.go(to: "#/library")
                try await gallery.waitForCount(239)
            }
        }

        private static func newest(_ count: Int, _ world: World) async throws -> [String] {
            struct Listed: Decodable { let localIdentifier: String }
            let lines = try await PhotosTool.run("assets", "--json", "--limit", String(count), library: world.url).split(separator: "\n")
            return try lines.map { String(try JSONDecoder().decode(Listed.self, from: Data($0.utf8)).localIdentifier.prefix(36)) }
        }
    }
}
