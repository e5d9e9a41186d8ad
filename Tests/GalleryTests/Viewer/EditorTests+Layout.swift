import Browser
import Testing

extension GalleryTests.Editor {
    /// A telephone's scrollbar lies over what it scrolls, and that of a narrow window takes room of its own.
    @Test(arguments: [true, false]) func `the filters are whole above their scrollbar`(isPhone: Bool) async throws {
        try await Self.opened(on: isPhone ? .phone : Screen(width: 390, height: 844), "filters-\(isPhone)") { gallery, _ in
            let page = gallery.page
            try await page.click("#editor-tab-filters")
            try await page.waitForFrames(3)
            _ = await page.keepScreenshot(named: "narrow-filters-\(isPhone)")
            let rest: [Double] = try await page.evaluate(
                """
                (() => {
                  const row = document.querySelector('.editor-looks'), end = row.getBoundingClientRect().top + row.clientTop + row.clientHeight
                  return [end - Math.max(...[...row.children].map(look => look.getBoundingClientRect().bottom)), row.scrollHeight - row.clientHeight, row.scrollWidth - row.clientWidth]
                })()
                """)
            #expect(rest[0] >= 8 && rest[1] <= 0 && rest[2] > 0, "\(rest)")
        }
    }

    @Test(arguments: Look.all) func `the editor`(_ look: Look) async throws {
        try await Self.opened(on: look.screen, "editor-\(look.testDescription)") { gallery, _ in
            let page = gallery.page
            for tab in ["light", "filters", "crop"] {
                try await page.click("#editor-tab-\(tab)")
                if tab == "filters" { try await page.click("#editor [data-filter=vividWarm]") }
                try await page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
                try await gallery.inspect("\(look.testDescription)-editor-\(tab)")
            }
        }
    }
}
