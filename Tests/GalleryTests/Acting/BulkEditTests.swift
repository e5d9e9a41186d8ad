import Browser
import Foundation
import TestSupport
import Testing

extension GalleryTests {
    /// Dates, places, words and stars of many photos at once.
    @Suite struct BulkEdits {
        private struct Asset: Decodable {
            var title: String?
            var rating: Int?
            var keywords: [String]
            var creationDate: String?
        }

        static let isOpen = "!!document.querySelector('dialog[open] .bulk')"
        static let main = "document.querySelector('dialog[open] .actions [data-kind=default]')"
        static let preview = "document.querySelector('.bulk-preview').textContent"

        /// Chooses what to do with a field, as a list of choices does when somebody picks from it.
        static func choose(_ way: String, row: Int, _ page: Page) async throws {
            try await page.run(
                """
                const choice = document.querySelectorAll('.bulk-row > select')[\(row)]
                choice.value = \(JSON.literal(way))
                choice.dispatchEvent(new Event('input', { bubbles: true }))
                choice.dispatchEvent(new Event('change', { bubbles: true }))
                """)
        }

        private static func fill(_ text: String, row: Int, at index: Int = 0, _ page: Page) async throws {
            try await page.run("[...document.querySelectorAll('.bulk-row')[\(row)].querySelectorAll('.bulk-parts:not([hidden]) :is(input, select)')][\(index)].focus()")
            try await page.press("Control+a")
            try await page.type(text)
        }

        private static func submit(_ hands: Hands, _ page: Page) async throws {
            switch hands {
            case .mouse: try await page.click("dialog[open] .actions [data-kind=default]")
            case .keyboard: try await page.press("Enter")
            }
        }

        @Test(arguments: Hands.allCases) func `many are previewed, changed at once, and taken back as one`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page, ids = try await gallery.cells().map(\.id)
                func asset(_ index: Int) async throws -> Asset { try await gallery.api("/api/assets/\(ids[index])", as: Asset.self) }
                let before = try await asset(2)
                try await hands.select([2, 3, 4], in: gallery)
                try await hands.use("Change details…", key: "e", in: gallery)
                try await page.waitFor(Self.isOpen, "the dialog")
                #expect(try await page.evaluate("document.querySelector('dialog[open] h2').textContent", as: String.self) == "Change details of 3 items")
                // Nothing is chosen yet.
                try await page.click("dialog[open] .actions [data-kind=default]")
                try await page.waitFor("document.querySelector('.bulk .warning').textContent === 'Choose what to change.'", "what is missing to be said")
                try await Self.choose("shift", row: 0, page)
                try await Self.fill("2", row: 0, at: 2, page)
                try await Self.choose("addKeywords", row: 4, page)
                try await Self.choose("4", row: 5, page)
                try await Self.choose("set", row: 2, page)
                try await Self.fill("By the sea", row: 2, page)
                try await Self.submit(hands, page)
                try await page.waitFor("document.querySelector('.bulk .warning').textContent.includes('keyword')", "the keyword to be asked for")
                try await Self.fill("pier, sea", row: 4, page)
                try await Self.submit(hands, page)
                try await page.waitFor("\(Self.main).textContent === 'Change 3 items' && \(Self.main) === document.activeElement", "the preview")
                #expect(try await page.evaluate(Self.preview, as: String.self).contains("3 of 3 items would change:"))
                #expect(try await page.evaluate("document.querySelectorAll('.bulk-changes li').length", as: Int.self) == 3)
                #expect(try await page.evaluate(Self.preview, as: String.self).contains("none → By the sea"))
                _ = await page.keepScreenshot(named: "bulk-edit-\(hands)")
                // What is changed again has to be seen again.
                try await Self.choose("5", row: 5, page)
                #expect(try await page.evaluate("\(Self.main).textContent", as: String.self) == "Preview")
                try await page.click("dialog[open] .actions [data-kind=default]")
                try await page.waitFor("\(Self.main).textContent === 'Change 3 items'", "the preview")
                #expect(try await asset(2).title == before.title)
                try await page.run("\(Self.main).focus()")
                try await Self.submit(hands, page)
                try await gallery.waitForToast("Changed the date, title, keywords and rating of 3")
                let after = try await asset(2)
                #expect(after.title == "By the sea" && after.rating == 5 && after.keywords.suffix(2) == ["pier", "sea"] && after.creationDate != before.creationDate)
                try await hands.undo(in: gallery)
                let back = try await asset(2)
                #expect(back.title == before.title && back.rating == before.rating && back.keywords == before.keywords && back.creationDate == before.creationDate)
            }
        }

        @Test func `a preview that comes after the edit became another one is not shown`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await page.run(
                    """
                    const fetched = window.fetch
                    window.held = []
                    window.fetch = async (path, options) => {
                      const answer = await fetched(path, options)
                      if (path === '/api/acts/preview') await new Promise((resolve, reject) => {
                        window.held.push(resolve)
                        options.signal?.addEventListener('abort', () => reject(options.signal.reason))
                      })
                      return answer
                    }
                    """)
                try await Hands.keyboard.select([1], in: gallery)
                try await page.press("e")
                try await page.waitFor(Self.isOpen, "the dialog")
                try await Self.choose("set", row: 2, page)
                try await Self.fill("By the sea", row: 2, page)
                try await page.press("Enter")
                try await page.waitFor("window.held.length === 1", "the preview to be asked for")
                try await Self.fill("By the lake", row: 2, page)
                try await page.run("window.held[0]()")
                try await page.press("Enter")
                try await page.waitFor("window.held.length === 2", "that of the other edit")
                #expect(try await page.evaluate(Self.preview, as: String.self) == "")
                try await page.run("window.held[1]()")
                try await page.waitFor("\(Self.preview).includes('By the lake')", "the preview")
            }
        }

        @Test func `a date that leaves the calendar is named, and nothing can be changed`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await Hands.keyboard.select([1], in: gallery)
                try await page.press("e")
                try await page.waitFor(Self.isOpen, "the dialog")
                try await Self.choose("shift", row: 0, page)
                try await Self.fill("9999999", row: 0, at: 1, page)
                try await page.press("Enter")
                try await page.waitFor("\(Self.preview).includes('would leave the calendar')", "the reason")
                #expect(try await page.evaluate("\(Self.main).textContent", as: String.self) == "Preview")
                try await page.press("Escape")
                try await page.waitFor("!(\(Self.isOpen))", "the dialog to close")
            }
        }

        @Test func `photos get the place of a town that is found by its name`() async throws {
            struct Placed: Decodable {
                struct Location: Decodable { var placeNames: [String] }
                var location: Location?
            }
            let world = try World(gazetteer: try MadeGazetteer()), ids = try world.addPictures(2)
            try await Gallery.open(world) { gallery in
                let page = gallery.page, row = ".bulk-row:nth-child(2) .bulk-parts:not([hidden])", latitude = "document.querySelector('\(row) input[type=number]').value"
                let towns = "[...document.querySelectorAll('\(row) option')].map(option => option.textContent)"
                try await Hands.keyboard.select([0, 1], in: gallery)
                try await page.press("e")
                try await page.waitFor(Self.isOpen, "the dialog")
                try await Self.choose("set", row: 1, page)
                try await Self.fill("po", row: 1, page)
                try await page.waitFor("JSON.stringify(\(towns)) === '[\"Porto, Portugal\"]' && \(latitude) === '41.14961'", "the town")
                // What is typed on is no town yet, and then another one.
                try await Self.fill("lisb", row: 1, page)
                #expect(try await page.evaluate("\(latitude) === '' || \(latitude) === '38.71667'", as: Bool.self))
                try await page.waitFor("JSON.stringify(\(towns)) === '[\"Lisbon, Lisbon District, Portugal\"]' && \(latitude) === '38.71667'", "the other town")
                _ = await page.keepScreenshot(named: "bulk-edit-town")
                try await page.press("Enter")
                try await page.waitFor("\(Self.main).textContent === 'Change 2 items' && \(Self.main) === document.activeElement", "the preview")
                #expect(try await page.evaluate(Self.preview, as: String.self).contains("38.71667, -9.13333"))
                try await page.press("Enter")
                try await gallery.waitForToast("Changed the place of 2")
                for id in ids { #expect(try await gallery.api("/api/assets/\(id)", as: Placed.self).location?.placeNames == ["Lisbon", "Lisbon District", "Portugal"]) }
            }
        }

        @Test func `what is no town here is said, and degrees that are typed are of none`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page, row = ".bulk-row:nth-child(2) .bulk-parts:not([hidden])"
                try await Hands.keyboard.select([1], in: gallery)
                try await page.press("e")
                try await page.waitFor(Self.isOpen, "the dialog")
                try await Self.choose("set", row: 1, page)
                try await Self.fill("lisbon", row: 1, page)
                try await page.waitFor("document.querySelector('\(row) select:not([hidden])')?.textContent === 'No town of that name is known here.'", "the word")
                try await page.press("Enter")
                try await page.waitFor("document.querySelector('.bulk .warning').textContent.startsWith('Choose a town')", "what is missing")
                try await Self.fill("10", row: 1, at: 2, page)
                #expect(try await page.evaluate("document.querySelector('\(row) input').value === '' && document.querySelector('\(row) select').hidden", as: Bool.self))
            }
        }

        /// Screenshots to be looked at.
        @Test(arguments: [("light", Screen.desktop), ("dark", Screen.desktop.dark), ("phone", Screen.phone), ("phone-dark", Screen.phone.dark)])
        func `the dialog fits every screen`(_ name: String, _ screen: Screen) async throws {
            try await Gallery.open(try .ofTwelveYears(), on: screen) { gallery in
                let page = gallery.page
                try await gallery.cell(1).focus()
                try await page.press("e")
                try await page.waitFor(Self.isOpen, "the dialog")
                for (row, way) in [(0, "shift"), (1, "set"), (4, "keywords")] { try await Self.choose(way, row: row, page) }
                let overflow =
                    "(() => { const d = document.querySelector('dialog[open]'); return d.scrollWidth > d.clientWidth || d.getBoundingClientRect().right > innerWidth })()"
                #expect(try await !page.evaluate(overflow, as: Bool.self))
                _ = await page.keepScreenshot(named: "bulk-edit-\(name)")
            }
        }
    }
}
