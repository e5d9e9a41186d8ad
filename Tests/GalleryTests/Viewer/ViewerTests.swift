import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// What can go wrong while one photo is looked at.
    @Suite struct Viewer {
        private static func library(_ count: Int) throws -> (library: TemporaryLibrary, ids: [String]) {
            let library = try TemporaryLibrary()
            let start = Date(timeIntervalSince1970: 1_560_000_000)
            let ids = try library.add((0..<count).map { number in
                .init(filename: "IMG_\(number).JPG", date: start.addingTimeInterval(Double(-60 * number)), photo: try FixtureImages.jpeg(width: 640, height: 480, seed: number))
            })
            return (library, ids)
        }

        /// An act of somebody else, by the API.
        private static func act(_ body: JSON, in page: Page) async throws {
            let answer: String = try await page.call("""
                async body => {
                  const answer = await fetch('/api/acts', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
                  return answer.ok ? '' : answer.text()
                }
                """, body)
            #expect(answer == "")
        }

        private static func delete(_ id: String, in page: Page) async throws { try await act(["act": "delete", "assets": [.string(id)]], in: page) }

        private static let heading = "document.querySelector('#viewer .viewer-name').textContent"

        @Test func aPhotoThatIsDeletedWhileShownMakesWayForTheNext() async throws {
            let (library, ids) = try Self.library(4)
            try await Gallery.open(library, at: "#/library/asset/\(ids[1])") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                try await page.waitFor("\(Self.heading) === 'IMG_1.JPG'", "the photo's name")
                try await Self.delete(ids[0], in: page)
                try await page.waitFor("document.querySelector('#viewer .viewer-previous').disabled", "the photo to be the first")
                #expect(try await page.evaluate(Self.heading) == "IMG_1.JPG")
                try await Self.delete(ids[1], in: page)
                try await page.waitFor("\(Self.heading) === 'IMG_2.JPG'", "the next photo")
                try await page.waitFor("!document.querySelector('.viewer-notice').hidden", "a word about it")
                try await gallery.waitForViewed(ids[2])
                try await Self.delete(ids[3], in: page)
                try await Self.delete(ids[2], in: page)
                try await gallery.waitForViewer(isOpen: false)
                #expect(try await gallery.viewedID() == nil)
            }
        }

        @Test(arguments: [
            "<img src=x onerror=\"window.wasRun = 1\">", "</h2><script>window.wasRun = 1</script>", "\u{202E}gnp.exe\u{202C} after", "line one\nline two",
            "javascript:window.wasRun=1", "𝒰nicode \u{0301}\u{0300} 👩‍👩‍👧 שלום عالم", "{{7*7}} ${7*7} %3Cb%3E &lt;b&gt;",
        ])
        func aHostileTitleIsText(_ text: String) async throws {
            let (library, ids) = try Self.library(2)
            try await Gallery.open(library, at: "#/library/asset/\(ids[0])") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                let words: JSON = .string(text)
                try await Self.act(["act": "describe", "assets": [.string(ids[0])], "title": words, "caption": words, "keywords": [words]], in: page)
                try await page.waitFor("\(Self.heading) === \(JSON.literal(text))", "the title in the bar")
                try await page.press("i")
                let oneLine = text.replacing("\n", with: "")
                try await page.waitFor("document.querySelector('.panel-caption').value === \(JSON.literal(text))", "the caption in the panel")
                #expect(try await page.evaluate("document.querySelector('.panel-title').value.replaceAll('\\n', '')") == oneLine)
                #expect(try await page.evaluate("getComputedStyle(document.querySelector('.viewer-name')).unicodeBidi") == "isolate")
                #expect(try await page.evaluate("'wasRun' in window") == false)
                #expect(try await page.evaluate("document.querySelectorAll('script:not([src]), img[onerror], [src=x]').length") == 0)
            }
        }
    }
}
