import Browser
import Foundation
import Testing

/// The gallery as a person sees it in a page.
struct GalleryPage {
    /// A photo in the grid.
    struct Cell: Decodable, Equatable {
        let id: String, index: Int, name: String
        let box: Element.Box
    }

    let page: Page
    let gallery: Gallery

    /// Opens an address of the page, such as `#/trash`, and waits until what it shows has been drawn.
    func go(to fragment: String) async throws {
        let isThere = try await page.evaluate("location.href.startsWith(\(JSON.literal(gallery.address)))", as: Bool.self)
        if isThere {
            try await page.run("location.hash = \(JSON.literal(String(fragment.dropFirst())))")
        } else {
            try await page.open(gallery.address + fragment)
        }
        try await settle()
    }

    /// Waits until the photos in view, or the reason that there are none, are on the screen.
    func settle() async throws {
        try await page.waitFor("""
            !document.getElementById('empty').hidden || !document.getElementById('viewer').hidden
              || document.querySelector('#timeline [role=gridcell][data-id]') && !document.querySelector('#timeline[aria-busy=true]')
            """, "photos to be shown")
        try await page.waitForPictures("#timeline img, #viewer img")
    }

    /// The photos whose middle is on the screen, in their order.
    func cells() async throws -> [Cell] {
        try await page.evaluate("""
            (() => {
              const area = document.getElementById('timeline').getBoundingClientRect()
              return [...document.querySelectorAll('#timeline [role=gridcell][data-id]')].map(cell => {
                const { x, y, width, height } = cell.getBoundingClientRect(), { id, index } = cell.dataset
                return { id, index: Number(index), name: cell.getAttribute('aria-label') ?? '', box: { x, y, width, height } }
              }).filter(({ box }) => box.y + box.height / 2 > area.top && box.y + box.height / 2 < area.bottom).sort((a, b) => a.index - b.index)
            })()
            """)
    }

    func cell(_ index: Int) async throws -> Element { try await page.element("#timeline [role=gridcell][data-index=\"\(index)\"]") }

    func waitForCell(id: String, isThere: Bool = true) async throws {
        let selector = JSON.literal("#timeline [role=gridcell][data-id=\"\(id)\"]")
        try await page.waitFor("\(isThere ? "!!" : "!")document.querySelector(\(selector))", "\(id) to be \(isThere ? "shown" : "gone")")
    }

    /// The index of the photo in the grid that has the focus.
    func focusedIndex() async throws -> Int? {
        try await page.evaluate("""
            (() => {
              const index = document.activeElement?.closest('#timeline [role=gridcell][data-index]')?.dataset.index
              return index === undefined ? null : Number(index)
            })()
            """)
    }

    func waitForFocus(on index: Int) async throws {
        try await page.waitFor(
            "document.activeElement?.closest('#timeline [role=gridcell]')?.dataset.index === '\(index)'", "photo \(index) to have the focus")
    }

    // MARK: The viewer

    var isViewing: Bool { get async throws { try await page.evaluate("!document.getElementById('viewer').hidden") } }

    func waitForViewer(isOpen: Bool = true) async throws {
        try await page.waitFor("document.getElementById('viewer').hidden === \(!isOpen)", "the viewer to \(isOpen ? "open" : "close")")
    }

    /// The asset that the address names, which is the one in the viewer.
    func viewedID() async throws -> String? { try await page.evaluate("location.hash.match(/asset\\/([0-9A-F-]{36})/)?.[1] ?? null") }

    func waitForViewed(_ id: String) async throws {
        try await page.waitFor("location.hash.endsWith(\(JSON.literal("asset/" + id)))", "photo \(id) to be in the viewer")
    }

    // MARK: Messages and lists

    func waitForToast(_ words: String) async throws {
        try await page.waitFor("document.getElementById('toasts').textContent.includes(\(JSON.literal(words)))", "the message “\(words)”")
    }

    func waitForCount(_ count: Int) async throws {
        try await page.waitFor("document.querySelector('#toolbar .count').textContent.replace(/[^0-9]/g, '') === '\(count)'", "\(count) photos")
    }

    /// Asks the API as the page does.
    func api<T: Decodable>(_ path: String, as type: T.Type = T.self) async throws -> T {
        try await page.call("async path => (await fetch(path)).json()", path, as: type)
    }
}
