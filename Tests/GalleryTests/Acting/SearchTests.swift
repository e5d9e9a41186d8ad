import Browser
import Foundation
import Testing

extension GalleryTests {
    @Suite struct Searching {
        private static let chips = "[...document.querySelectorAll('#understood .chip')].map(one => one.textContent)"

        @Test(arguments: Hands.allCases) func `what was understood as a date or a kind is shown, and can be taken away`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await hands.search("harbour 1 July 2015", in: gallery)
                try await gallery.waitForCount(1)
                #expect(try await page.evaluate(Self.chips, as: [String].self) == ["1 July 2015"])
                _ = await page.keepScreenshot(named: "search-chips")
                switch hands {
                case .mouse: try await page.element(role: "button", name: "Take away: 1 July 2015").click()
                case .keyboard:
                    try await page.run("document.querySelector('#understood .chip').focus()")
                    try await page.press("Enter")
                }
                try await gallery.waitForCount(24)
                #expect(try await page.evaluate("document.getElementById('search').value", as: String.self) == "harbour")
                #expect(try await page.evaluate("document.getElementById('understood').hidden", as: Bool.self))
                for (text, meanings) in [
                    ("July", ["July of any year"]), ("1 July", ["1 July of any year"]), ("videos 2023", ["Videos", "2023"]), ("2012-07", ["July 2012"]),
                    ("since 2 July 2020", ["since 2 July 2020"]), ("before 2015", ["until 2014"]), ("2015 to 2018", ["2015 – 2018"]),
                    ("7/2/2019", ["7 February 2019 or 2 July 2019"]), ("June 2015 – July 2015", ["June 2015 – July 2015"]),
                ] {
                    try await hands.search(text, in: gallery)
                    try await page.waitFor("JSON.stringify(\(Self.chips)) === JSON.stringify(\(JSON.literal(meanings)))", "the meaning of \(text): \(meanings)")
                }
                // The last one is taken away, and so is the search.
                try await hands.search("2012", in: gallery)
                try await page.waitFor("JSON.stringify(\(Self.chips)) === '[\"2012\"]'", "the year")
                try await gallery.waitForCount(20)
                try await page.element(role: "button", name: "Take away: 2012").click()
                try await gallery.waitForCount(242)
            }
        }

        private static let options = "[...document.querySelectorAll('#search-suggestions:not([hidden]) [role=option]')].map(one => one.textContent)"

        @Test(arguments: Hands.allCases) func `what is typed is gone on with by suggestions, which read as a list of the box`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                func box(_ attribute: String) async throws -> String? {
                    try await page.evaluate("document.getElementById('search').getAttribute('\(attribute)')", as: String?.self)
                }
                try await hands.search("light", in: gallery)
                try await page.waitFor("JSON.stringify(\(Self.options)) === '[\"lighthouseWord1 item\"]'", "the word that goes on so")
                #expect(try await box("aria-expanded") == "true")
                #expect(try await box("aria-activedescendant") == nil)
                _ = await page.keepScreenshot(named: "search-suggestions-\(hands.rawValue)")
                try await hands.search("harb", in: gallery)
                try await page.waitFor("JSON.stringify(\(Self.options)) === '[\"harbourKeyword24 items\"]'", "the keyword that goes on so")
                switch hands {
                case .mouse: try await page.click("#search-suggestions [role=option]")
                case .keyboard:
                    try await page.press("ArrowDown")
                    #expect(try await box("aria-activedescendant") == "suggestion-0")
                    // Behind the last is the box, and before it the last.
                    try await page.press("ArrowDown")
                    #expect(try await box("aria-activedescendant") == nil)
                    try await page.press("ArrowUp", "Enter")
                }
                try await gallery.waitForCount(24)
                #expect(try await page.evaluate("document.getElementById('search').value", as: String.self) == "harbour")
                #expect(try await box("aria-expanded") == "false")
                #expect(try await page.evaluate("document.activeElement.id", as: String.self) == "search")
                // Escape closes the list, and the words stay.
                try await page.press("Backspace")
                try await page.waitFor("\(Self.options).length === 1", "the list again")
                try await page.press("Escape")
                #expect(try await box("aria-expanded") == "false")
                #expect(try await page.evaluate("document.getElementById('search').value", as: String.self) == "harbou")
                try await gallery.waitForCount(24)
            }
        }

        @Test func `on a phone the box is opened and a suggestion taken by a finger`() async throws {
            try await Gallery.open(try .ofTwelveYears(), on: .phone) { gallery in
                let page = gallery.page
                try await page.element(role: "button", name: "Search").tap()
                try await page.waitFor("document.activeElement.id === 'search'", "the box to have the focus")
                try await page.type("lighth")
                try await page.element("#search-suggestions [role=option]").tap()
                try await page.waitFor("document.getElementById('search').value.includes('lighthouse')", "the word")
                try await gallery.waitForCount(1)
                try await gallery.waitForPhotos()
            }
        }

        /// Who types on waits for no answer to what was typed before.
        @Test func `only the newest question for suggestions is waited for`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await page.run(
                    """
                    globalThis.asked = [];
                    const fetched = globalThis.fetch;
                    globalThis.fetch = (path, options) => {
                      if (!String(path).startsWith("/api/suggestions")) return fetched(path, options);
                      const one = { q: new URL(path, location).searchParams.get("q"), aborted: false };
                      asked.push(one);
                      options.signal.addEventListener("abort", () => { one.aborted = true; });
                      return one.q === "harbour" ? fetched(path, options) : new Promise((_, refuse) => {
                        options.signal.addEventListener("abort", () => refuse(new DOMException("", "AbortError")));
                      });
                    };
                    """)
                for text in ["har", "harb", "harbou"] {
                    try await Hands.mouse.search(text, in: gallery)
                    try await page.waitFor("asked.at(-1)?.q === '\(text)'", "the question for \(text)")
                }
                try await Hands.mouse.search("harbour", in: gallery)
                try await gallery.waitForCount(24)
                try await page.waitFor("asked.at(-1)?.q === 'harbour'", "the last question")
                #expect(try await page.evaluate("asked.filter(one => one.q !== 'harbour').every(one => one.aborted)", as: Bool.self))
                // What was found is what stands in the box.
                #expect(try await page.evaluate(Self.options, as: [String].self) == [])
            }
        }

        @Test func `where a date is compared with a number, the year that was meant is offered`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                page.log.forgive("400")
                try await Hands.mouse.search("creationDate < 2014 AND mediaType == 1", in: gallery)
                try await page.waitFor("document.getElementById('search').getAttribute('aria-invalid') === 'true'", "the fault")
                _ = await page.keepScreenshot(named: "search-year")
                let meant = "(creationDate < \"2014-01-01\") AND mediaType == 1"
                try await page.element(role: "button", name: "Search for \(meant)").click()
                try await gallery.waitForCount(40)
                #expect(try await page.evaluate("document.getElementById('search').value", as: String.self) == meant)
            }
        }

        @Test func `what looks like a condition and is none is told once, with nothing else behind it, and offered as words`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                page.log.forgive("400")
                try await Hands.mouse.search("lighthouse = yes", in: gallery)
                try await page.waitFor("document.getElementById('search').getAttribute('aria-invalid') === 'true'", "the fault")
                let told = try await page.evaluate(
                    "[...document.querySelectorAll('body *')].filter(one => one.children.length === 0 && one.checkVisibility() && !one.closest('.unseen') && one.textContent.includes('no key')).length",
                    as: Int.self)
                #expect(told == 1)
                let rest = try await page.evaluate(
                    "[...document.querySelectorAll('#timeline [role=gridcell], #timeline .years span')].filter(one => one.checkVisibility()).length", as: Int.self)
                #expect(rest == 0)
                _ = await page.keepScreenshot(named: "search-no-condition")
                #expect(try await page.evaluate("document.querySelector('#empty .push-button').getBoundingClientRect().height", as: Double.self) < 60)
                try await page.element(role: "button", name: "Search for these words").click()
                try await page.waitFor("document.getElementById('empty-title')?.textContent === 'Nothing found'", "the words to be looked for")
                #expect(try await page.evaluate("document.getElementById('search').value", as: String.self) == "\"lighthouse\" \"=\" \"yes\"")
                #expect(try await page.evaluate("document.getElementById('search').getAttribute('aria-invalid')", as: String?.self) == nil)
                try await Hands.mouse.search("lighthouse", in: gallery)
                try await gallery.waitForCount(1)
            }
        }
    }
}
