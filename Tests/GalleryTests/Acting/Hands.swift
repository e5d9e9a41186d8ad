import Browser
import Foundation
import Testing

/// What a person does with the gallery, by mouse alone or by keyboard alone.
enum Hands: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case mouse, keyboard

    var testDescription: String { rawValue }

    // MARK: The grid

    func open(_ index: Int, in gallery: GalleryPage) async throws {
        switch self {
        case .mouse: try await gallery.cell(index).click()
        case .keyboard:
            try await move(to: index, in: gallery)
            try await gallery.page.press("Enter")
        }
        try await gallery.waitForViewer()
    }

    func select(_ indices: [Int], in gallery: GalleryPage) async throws {
        for index in indices {
            switch self {
            case .mouse:
                let box = try await gallery.cell(index).box()
                try await gallery.page.click(at: box.x + 14, box.y + 14)
            case .keyboard:
                try await move(to: index, in: gallery)
                try await gallery.page.press("Space")
            }
        }
        try await gallery.page.waitFor(
            "document.querySelectorAll('#timeline [aria-selected=true]').length === \(indices.count)", "\(indices) to be selected")
    }

    /// From wherever the focus is; only for photos near the first.
    private func move(to index: Int, in gallery: GalleryPage) async throws {
        try await reachPhotos(in: gallery)
        try await gallery.page.press("Home")
        try await gallery.page.press("ArrowRight", times: index)
        try await gallery.waitForFocus(on: index)
    }

    /// By Tab: to the photo that had the focus last, or to the grid, where that photo is far away.
    func reachPhotos(in gallery: GalleryPage) async throws {
        try await reach("#timeline [role=gridcell][data-index], #timeline .scroll", in: gallery)
    }

    // MARK: Buttons and lists

    /// Uses a button of the bar over the selection, or of the viewer: by its name, or by its key.
    func use(_ button: String, key: String, in gallery: GalleryPage) async throws {
        switch self {
        case .mouse: try await gallery.page.element(role: "button", name: button).click()
        case .keyboard: try await gallery.page.press(key)
        }
    }

    /// Presses a button that has no key of its own.
    func press(_ selector: String, in gallery: GalleryPage) async throws {
        switch self {
        case .mouse: try await gallery.page.click(selector)
        case .keyboard:
            try await reach(selector, in: gallery)
            try await gallery.page.press("Enter")
        }
    }

    /// Goes to a list of the sidebar.
    func show(_ title: String, in gallery: GalleryPage) async throws {
        let page = gallery.page
        let row = "#sidebar [role=treeitem][aria-label^=\(JSON.literal(title))]"
        try await page.waitFor("document.querySelector(\(JSON.literal(row)))", "\(title) in the sidebar")
        switch self {
        case .mouse: try await page.click(row)
        case .keyboard:
            try await reach("#sidebar [role=treeitem]", in: gallery)
            try await page.press("Home")
            for _ in 0..<60 {
                if try await page.evaluate("document.activeElement.matches(\(JSON.literal(row)))") { break }
                try await page.press("ArrowDown")
            }
            try await page.press("Enter")
        }
        try await page.waitFor("document.querySelector('#toolbar h1').textContent === \(JSON.literal(title))", "\(title) to be shown")
        try await gallery.waitForPhotos()
        if title == "Hidden" { try await gallery.uncover() }
    }

    func search(_ words: String, in gallery: GalleryPage) async throws {
        switch self {
        case .mouse: try await gallery.page.click("#search")
        case .keyboard: try await gallery.page.press("/")
        }
        try await gallery.page.press("Control+a", "Backspace")
        try await gallery.page.type(words)
    }

    func undo(in gallery: GalleryPage) async throws {
        switch self {
        case .mouse: try await gallery.page.element(role: "button", name: "Undo").click()
        case .keyboard: try await gallery.page.press("Control+z")
        }
        try await gallery.waitForToast("Undone")
    }

    /// Presses Tab until something of a selector has the focus, as people without a mouse do.
    func reach(_ selector: String, in gallery: GalleryPage) async throws {
        let page = gallery.page
        var seen: [String] = []
        for _ in 0..<60 {
            if try await page.evaluate("!!document.activeElement?.matches(\(JSON.literal(selector)))") { return }
            seen.append(try await page.focused())
            try await page.press("Tab")
        }
        throw BrowserError("Tab never reaches \(selector); it stops at: \(seen.joined(separator: " → "))")
    }
}
