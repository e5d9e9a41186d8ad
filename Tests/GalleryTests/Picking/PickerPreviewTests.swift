import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// One photo over all of the picker's page, and what is heard of the page.
    @Suite struct PickerPreviews {
        private static func announced(_ page: Page) async throws -> String { try await page.evaluate("document.getElementById('announcer').textContent") }

        @Test func `a picture that can't be shown says why, and can be chosen all the same`() async throws {
            let world = try World()
            try world.add([.init(filename: "BROKEN.JPG", date: Date(timeIntervalSince1970: 1_560_000_000), photo: FixtureImages.jpeg(width: 640, height: 480))])
            let originals = world.url.appending(path: "originals")
            for path in try FileManager.default.subpathsOfDirectory(atPath: originals.path) where path.lowercased().hasSuffix(".jpg") {
                let file = originals.appending(path: path)
                try FileManager.default.removeItem(at: file)
                try Data("no picture at all".utf8).write(to: file)
            }
            // What was made of it when it came would go on standing for it.
            for preview in try FileManager.default.subpathsOfDirectory(atPath: world.url.path) where preview.contains("previews/") {
                try? FileManager.default.removeItem(at: world.url.appending(path: preview))
            }
            try await PickerPage.open(world, #"{"limit":9}"#) { picker in
                let page = picker.page
                page.log.forgive("Failed to load resource")
                try await picker.cell(0).click(count: 2)
                try await page.waitFor("document.querySelector('#preview .fails')", "the reason")
                let words = try await page.evaluate("document.querySelector('#preview .fails').innerText", as: String.self)
                #expect(words.contains("BROKEN.JPG"), "\(words)")
                let heard = try await Self.announced(page)
                #expect(!heard.isEmpty && words.hasPrefix(heard), "it is heard as well: \(heard)")
                try await page.press("Space")
                try await picker.waitForChosen(1)
                try await page.press("Escape")
                try await page.click("#done")
                try await picker.waitForEnd("Your photos were handed over")
            }
        }

        @Test func `keys play what the badge names, and what is shown is heard`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":9}"#) { picker in
                let page = picker.page
                try await PickerHands.keys.begin(in: picker)
                let name = try await picker.cell(0).attribute("aria-label")
                #expect(name?.hasPrefix("Live Photo") == true)
                try await page.press("Enter")
                try await page.waitFor("!document.getElementById('preview').hidden && document.querySelector('#preview .pane img')?.complete", "the photo")
                #expect(try await Self.announced(page) == name)
                try await page.waitFor(
                    """
                    (() => {
                      const movie = document.querySelector('#preview video.is-playing'), still = document.querySelector('#preview .pane img')
                      const [moves, stands] = [movie, still].map(one => one.getBoundingClientRect())
                      return movie.readyState >= 2 && moves.width > 200 && JSON.stringify(moves) === JSON.stringify(stands)
                    })()
                    """, "the photo to move, where its still is", after: { try await page.press("l") })
                try await page.press("l")
                try await page.waitFor("document.querySelector('#preview video') === null", "the still")
                try await page.press("Escape")
                // Tabs say what they show, and which is shown.
                for (name, panel) in [("Photos", "timeline"), ("Albums", "albums")] {
                    #expect(try await page.element(role: "tab", name: name).attribute("aria-controls") == panel)
                }
            }
        }

        @Test func `at the limit the preview says so as the photos do`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":2}"#) { picker in
                let page = picker.page
                for index in [2, 3] { try await picker.cell(index).click() }
                try await picker.waitForChosen(2)
                try await page.press("ArrowRight", "Enter")
                try await page.waitFor("!document.getElementById('preview').hidden", "the preview")
                try await page.press("Space")
                try await page.waitFor("document.querySelector('.toast .words')?.textContent.startsWith('At most 2 can be chosen')", "the limit to be told")
                try await picker.waitForChosen(2)
            }
        }
    }
}
