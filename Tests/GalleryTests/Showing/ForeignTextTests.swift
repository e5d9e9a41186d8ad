import Browser
import Foundation
import Photos
import PhotosTesting
import Testing

extension GalleryTests {
    /// Names come from files and from other people: they are text, whatever stands in them.
    @Suite struct ForeignText {
        private static let hostile = [
            "<img src=x onerror=\"window.owned = 1\">", "<script>window.owned = 2</script>", "\"><svg onload=window.owned=3>",
            "javascript:window.owned=4", "two\nlines\tand a tab", "\u{202E}gpj.tide\u{202C} right to left", "שלום עולם",
            "e\u{301}\u{323}\u{302}\u{30A} stacked", "👩‍👩‍👧‍👦🏳️‍🌈", "&lt;b&gt; &amp;",
            String(repeating: "long ", count: 60), "${window.owned = 5} {{window.owned = 6}}",
        ]

        private func world() throws -> World {
            let world = try World()
            let assets = try Self.hostile.enumerated().map { index, text in
                World.NewAsset(
                    filename: String(text.replacing("/", with: "∕").prefix(60)) + ".JPG",
                    date: Date(timeIntervalSince1970: 1_600_000_000 - Double(index)),
                    photo: try Self.jpeg(seed: index, title: text), caption: text, keywords: [text])
            }
            for text in Self.hostile { try world.add([], album: text) }
            try world.add(assets, album: "<b>All</b>")
            return world
        }

        @Test func `names with markup, line breaks and odd letters are shown as text and run nothing`() async throws {
            try await Gallery.open(try world()) { gallery in
                let page = gallery.page
                let cells = try await gallery.cells()
                #expect(cells.count == Self.hostile.count)
                try await page.waitFor("document.querySelector('#sidebar').textContent.includes('<b>All</b>')", "the albums")
                let names = try await page.accessibleNodes().map(\.name)
                for text in Self.hostile.prefix(4) {
                    #expect(names.contains { $0.contains(text) }, "an album is named \(text)")
                }
                for (index, text) in Self.hostile.enumerated() {
                    try await gallery.go(to: "#/library/asset/\(cells[index].id)")
                    if index == 0 { try await page.press("i") }
                    let words = JSON.literal(String(text.trimmingCharacters(in: .whitespacesAndNewlines).prefix(60)))
                    try await page.waitFor("document.querySelector('#viewer h2').textContent.includes(\(words))", "the title \(text)")
                    try await page.waitFor("document.querySelector('#viewer aside').textContent.includes('<b>All</b>')", "its facts")
                    try await expectNothingRan(page)
                }
                try await page.press("Escape")
                try await gallery.waitForViewer(isOpen: false)
                try await page.click("#search")
                try await page.type("<script>")
                try await gallery.waitForCount(1)
                try await expectNothingRan(page)
                try await page.press("Escape")
                for fault in try await page.layoutFaults() { Issue.record("\(fault)") }
            }
        }

        /// Elements that only markup can have made, and what such markup would have left.
        private func expectNothingRan(_ page: Page) async throws {
            let made: [String] = try await page.evaluate(
                """
                [...document.querySelectorAll('[onerror], [onload], script:not([src^="/js/"]), img[src="x"], #sidebar b, #viewer b')]
                  .concat(...document.querySelectorAll('a[href^="javascript"]')).map(element => element.outerHTML.slice(0, 200))
                """)
            #expect(made == [])
            #expect(try await page.evaluate("window.owned ?? 0") == 0)
        }

        /// A JPEG whose XMP has a title.
        private static func jpeg(seed: Int, title: String) throws -> Data {
            let jpeg = try FixtureImages.jpeg(seed: seed)
            let escaped = title.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            let packet = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
                 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(escaped)</rdf:li></rdf:Alt></dc:title>
                </rdf:Description></rdf:RDF></x:xmpmeta>
                """
            let content = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + Data(packet.utf8)
            let length = UInt16(content.count + 2)
            return jpeg.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + content + jpeg.dropFirst(2)
        }
    }
}
