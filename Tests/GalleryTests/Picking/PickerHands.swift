import Browser
import Foundation
import Testing

/// What a person chooses photos with on a picker's page: nothing but a mouse, nothing but a finger, or nothing but keys.
enum PickerHands: String, CaseIterable, Sendable {
    case mouse, touch, keys

    /// From the page as it comes to its photos; a mouse and a finger are there already.
    func begin(in picker: PickerPage) async throws {
        guard self == .keys else { return }
        // The skip link is the first thing that Tab reaches.
        try await picker.page.press("Tab", "Enter")
        try await Self.waitForPhotoFocus(in: picker.page)
    }

    /// Chooses the first photos of the list that is shown, of which none is chosen yet.
    func choose(first count: Int, in picker: PickerPage) async throws {
        let page = picker.page, before = try await picker.chosen().count
        for index in 0..<count {
            switch self {
            case .mouse: try await picker.cell(index).click()
            case .touch: try await picker.cell(index).tap()
            case .keys:
                if index > 0 { try await page.press("ArrowRight") }
                try await page.press("Space")
            }
            try await picker.waitForChosen(before + index + 1)
        }
    }

    /// Shows the only album that a person made.
    func openAlbum(in picker: PickerPage) async throws {
        let page = picker.page, card = #"#albums .album[data-place^="album:"]"#
        switch self {
        case .mouse, .touch: try await press(".tabs .tab:nth-child(2)", in: page)
        case .keys:
            try await Self.reach(".tabs .tab", backwards: true, in: page)
            try await page.press("ArrowRight", "Enter")
        }
        try await page.waitFor("document.activeElement?.matches('#albums .album') && document.querySelector('\(card)')", "the albums")
        if self == .keys {
            var tries = 0
            while try await !page.evaluate("document.activeElement.matches('\(card)')", as: Bool.self) {
                tries += 1
                try #require(tries < 40, "the arrows never came to the album")
                try await page.press("ArrowRight")
            }
            try await page.press("Enter")
        } else {
            try await press(card, in: page)
        }
    }

    /// Leaves the album for all photos, and searches there for words that one photo has.
    func search(_ words: String, in picker: PickerPage) async throws {
        let page = picker.page
        switch self {
        case .mouse, .touch: try await press(".tabs .tab:nth-child(1)", in: page)
        case .keys:
            try await Self.reach(".tabs .tab", backwards: true, in: page)
            try await page.press("ArrowLeft", "Enter")
        }
        try await page.waitFor("document.querySelectorAll('#timeline [data-id]').length > 5", "all photos")
        switch self {
        case .mouse, .touch: try await press("#search", in: page)
        case .keys: try await Self.reach("#search", in: page)
        }
        try await page.type(words)
        try await page.waitFor("document.querySelectorAll('#timeline [data-id]').length === 1", "the only photo that is found")
        switch self {
        // Suggestions would lie over the photo.
        case .mouse, .touch: try await press("#tray .told", in: page)
        case .keys:
            try await page.press("Enter")
            try await Self.waitForPhotoFocus(in: page)
        }
    }

    /// Puts the third of what is chosen in front of all.
    func moveThirdToFront(in picker: PickerPage) async throws {
        let page = picker.page
        if self == .keys {
            try await Self.reach("#tray .look", in: page)
            try await page.press("ArrowRight", times: 2)
            try await page.press("Alt+ArrowLeft", times: 2)
        } else {
            let first = try await page.element("#tray .one:nth-child(1) .look").box()
            try await take("#tray .one:nth-child(3) .look", to: (first.x + 6, first.middle.y), in: page)
            try await drop(in: page)
        }
    }

    /// Takes hold of something in the tray, as a mouse or a finger does, and moves on with it without letting go.
    func take(_ selector: String, to end: (x: Double, y: Double), in page: Page) async throws {
        let start = try await page.element(selector).box().middle
        if self == .touch {
            try await page.touch("touchStart", [start])
            try await page.waitFor("document.querySelector('#tray .is-dragged')", "the finger to have stayed long enough")
        } else {
            try await page.moveMouse(to: start.x, start.y)
            try await page.pressMouse()
        }
        for part in [0.3, 0.6, 1] {
            let (x, y) = (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
            if self == .touch { try await page.touch("touchMove", [(x, y)]) } else { try await page.moveMouse(to: x, y, pressed: true) }
            try await page.waitForFrames(2)
        }
    }

    func drop(in page: Page) async throws {
        if self == .touch { try await page.touch("touchEnd", []) } else { try await page.releaseMouse() }
        try await page.waitFor("!document.querySelector('#tray .is-dragged')", "it to be let go")
    }

    /// Hands over what is chosen.
    func finish(in picker: PickerPage) async throws {
        switch self {
        case .mouse, .touch: try await press("#done", in: picker.page)
        case .keys:
            try await Self.reach("#done", backwards: true, in: picker.page)
            try await picker.page.press("Enter")
        }
    }

    private func press(_ selector: String, in page: Page) async throws {
        let element = try await page.element(selector)
        if self == .touch { try await element.tap() } else { try await element.click() }
    }

    /// Presses Tab, or Shift and Tab, until something of a selector has the focus, as people without a mouse do.
    static func reach(_ selector: String, backwards: Bool = false, in page: Page) async throws {
        var seen: [String] = []
        for _ in 0..<40 {
            if try await page.evaluate("!!document.activeElement?.matches(\(JSON.literal(selector)))") { return }
            seen.append(try await page.focused())
            try await page.press(backwards ? "Shift+Tab" : "Tab")
        }
        throw BrowserError("Tab never reaches \(selector); it stops at: \(seen.joined(separator: " → "))")
    }

    static func waitForPhotoFocus(in page: Page) async throws {
        try await page.waitFor("document.activeElement?.closest('#timeline [role=gridcell]')", "a photo to have the focus")
    }
}
