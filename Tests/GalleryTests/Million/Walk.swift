import Browser
import Foundation
import Testing

/// Ways to the first, the middle and the last day of a library.
struct Walk {
    let gallery: GalleryPage
    let count: Int
    let days: [(day: String, count: Int)]

    private var page: Page { gallery.page }

    /// The day that the photo in the middle of the list was taken on, and the indices of its photos.
    private var middle: (day: String, photos: Range<Int>) {
        var start = 0
        for (day, count) in days {
            if start + count > self.count / 2 { return (day, start..<start + count) }
            start += count
        }
        return ("", 0..<0)
    }

    func byScrollbar() async throws {
        try await gallery.dragScrollbar(to: 0.5)
        try await turnWheelToMiddle()
        try await gallery.dragScrollbar(to: 1)
        try await expectLast()
        try await gallery.dragScrollbar(to: 0)
        try await expectFirst()
    }

    func byScrubber() async throws {
        let track = try await page.element(role: "slider", name: "Date").box()
        func drag(_ from: Double, _ to: Double) async throws {
            func place(_ share: Double) -> (x: Double, y: Double) { (track.x + track.width / 2, track.y + 18 + (track.height - 36) * share) }
            try await page.drag(from: place(from), to: place(to), steps: 25)
        }
        try await drag(0, 0.5)
        try await turnWheelToMiddle()
        try await drag(0.5, 1.1)
        try await expectLast()
        try await drag(1, -0.1)
        try await expectFirst()
    }

    func byKeyboard() async throws {
        try await Hands.keyboard.reach("#timeline [role=gridcell][data-index]", in: gallery)
        try await page.press("End")
        try await gallery.waitForFocus(on: count - 1)
        try await expectLast()
        try await page.press("Home")
        try await gallery.waitForFocus(on: 0)
        try await expectFirst()
        // A year at a time, then a month, then rows.
        func isFocus(_ comparison: String) -> String {
            "Number(document.activeElement.closest('#timeline [role=gridcell]').dataset.index) \(comparison)"
        }
        for key in ["Alt+PageDown", "Alt+ArrowDown", "PageDown", "ArrowDown", "ArrowRight"] {
            for _ in 0..<400 {
                let before = try await focused()
                try await page.press(key)
                try await page.waitFor(isFocus("> \(before)"), "\(key) to move on from \(before)")
                let now = try await focused()
                if middle.photos.contains(now) { return try await expectMiddle() }
                if now > middle.photos.lowerBound {
                    try await page.press(key.replacing("Down", with: "Up").replacing("ArrowRight", with: "ArrowLeft"))
                    try await page.waitFor(isFocus("< \(now)"), "\(key) to go back from \(now)")
                    break
                }
            }
        }
        Issue.record("The keyboard ends at \(try await focused()), beside \(middle.photos).")
    }

    func bySlider() async throws {
        try await Hands.keyboard.reach("#timeline [role=slider]", in: gallery)
        try await page.press("End")
        try await expectLast()
        try await page.press("Home")
        try await expectFirst()
        let half = "Number(document.querySelector('#timeline [role=slider]').getAttribute('aria-valuenow')) >= \(count / 2)"
        for _ in 0..<40 {
            if try await page.evaluate(half) { break }
            try await page.press("PageDown")
            try await gallery.waitForPhotos()
        }
        #expect(try await page.evaluate(half))
        try await page.press("Home")
        try await expectFirst()
    }

    /// Turns the wheel as fast as hands do, a hundred screens on, and back.
    func flingByWheel() async throws {
        let area = try await page.element("#timeline").box()
        try await page.moveMouse(to: area.middle.x, area.middle.y)
        for direction in [1.0, -1.0] {
            for _ in 0..<120 { try await page.wheel(direction * 900) }
            try await gallery.waitForPhotos()
        }
        try await expectFirst()
    }

    /// The scrollbar is too coarse for a day of a million photos: the wheel does the rest.
    private func turnWheelToMiddle() async throws {
        let area = try await page.element("#timeline").box()
        try await page.moveMouse(to: area.middle.x, area.middle.y)
        for _ in 0..<300 {
            try await gallery.waitForPhotos()
            let cells = try await gallery.cells()
            if cells.contains(where: { middle.photos.contains($0.index) }) { return try await expectMiddle() }
            let first = cells.first?.index ?? 0
            let rows = Double(middle.photos.lowerBound - first) / 8
            try await page.wheel(max(-3_000, min(3_000, rows * 100)))
        }
        Issue.record("The wheel never reached \(middle.day).")
    }

    private func expectFirst() async throws {
        try await page.waitFor("document.querySelector('#timeline [data-index=\"0\"][data-id]')", "the first photo")
        try await gallery.waitForPhotos()
        let shown = try await gallery.cells().first?.index
        #expect(shown == 0)
        try await expectHeading(days[0].day)
    }

    private func expectLast() async throws {
        try await page.waitFor("document.querySelector('#timeline [data-index=\"\(count - 1)\"][data-id]')", "the last photo")
        try await gallery.waitForPhotos()
        #expect(try await gallery.cells().last?.index == count - 1)
        if let last = days.last { try await expectHeading(last.day) }
    }

    private func expectMiddle() async throws {
        try await gallery.waitForPhotos()
        #expect(try await gallery.cells().contains { middle.photos.contains($0.index) })
        try await expectHeading(middle.day)
    }

    /// The day's heading is in the page, in words.
    private func expectHeading(_ day: String) async throws {
        guard !day.isEmpty else { return }
        let words = try await page.call(
            """
            day => new Date(day + 'T00:00:00Z').toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
            """, day, as: String.self)
        // A day that shares its row with others shows short words, and is called by the whole ones.
        let headings: [String] = try await page.evaluate(
            """
            [...document.querySelectorAll('#timeline [role=rowheader]')].map(one => one.ariaLabel ?? one.textContent)
            """)
        #expect(headings.contains { $0.hasSuffix(words) }, "\(words) is not among \(headings)")
    }

    private func focused() async throws -> Int { try await gallery.focusedIndex() ?? -1 }
}
