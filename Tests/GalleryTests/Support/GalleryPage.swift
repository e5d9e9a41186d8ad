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
    /// `http://127.0.0.1:PORT/`
    let address: String

    /// Opens an address of the page, such as `#/trash`, and waits until what it shows has been drawn.
    func go(to fragment: String) async throws {
        let isThere = try await page.evaluate("location.href.startsWith(\(JSON.literal(address)))", as: Bool.self)
        if isThere {
            let before = try await page.evaluate("location.hash", as: String.self), listed = listing.done
            try await page.run("location.hash = \(JSON.literal(String(fragment.dropFirst())))")
            if Self.isList(fragment), Self.list(fragment) != Self.list(before) {
                // The list before stays on the page until the next one is there; one that nobody needs to ask for comes at once.
                let end = Date.now + 10
                while listing.done == listed || listing.isUnderWay, Date.now < end { try await page.waitForFrames(1) }
            }
        } else {
            try await page.open(address + fragment)
        }
        try await waitForPhotos()
        if fragment.hasPrefix("#/hidden") { try await uncover() }
    }

    /// How often the page was told what is in a list, and whether it waits for that, or for photos of one.
    private var listing: (done: Int, isUnderWay: Bool) {
        let requests = page.log.requests.filter { request in ["/api/timeline?", "/api/assets?", "/api/place?"].contains { request.path.hasPrefix($0) } }
        return (requests.count { $0.path.hasPrefix("/api/timeline?") && $0.outcome == .finished }, requests.contains { $0.outcome == .loading })
    }

    /// An address without the photo in the viewer.
    private static func list(_ fragment: String) -> String { fragment.components(separatedBy: "/asset/")[0] }

    /// Whether it is that of photos, which hidden ones are once somebody asks for them.
    private static func isList(_ fragment: String) -> Bool { !["#/map", "#/albums", "#/duplicates", "#/hidden"].contains { fragment.hasPrefix($0) } }

    static let isCovered = "(document.getElementById('empty').checkVisibility() && document.getElementById('empty-title')?.textContent === 'These photos are hidden')"

    /// Hidden photos are shown to whoever asks for them.
    func uncover() async throws {
        guard try await page.evaluate(Self.isCovered, as: Bool.self) else { return }
        try await page.click("#empty button")
        try await page.waitFor("!\(Self.isCovered)", "the hidden photos")
        try await waitForPhotos()
    }

    /// Waits until the photos in view, or the reason that there are none, are on the screen.
    func waitForPhotos() async throws {
        try await page.waitForFrames(2)
        try await page.waitFor(
            """
            (() => {
              if (!document.getElementById('empty').hidden || !document.getElementById('viewer').hidden) return true
              if (document.getElementById('albums')?.hidden === false) return document.querySelector('#albums :is(.card, .none:not([hidden]))') !== null
              if (document.getElementById('duplicates')?.hidden === false) {
                const count = document.querySelector('.duplicates-count')?.textContent ?? ''
                return count !== '' && !count.endsWith('…') && [...document.querySelectorAll('#duplicates img')].every(image => image.complete)
              }
              const map = document.getElementById('map')
              if (map?.hidden === false) {
                return !map.matches('.is-busy') && (map.querySelector('.map-status')?.textContent ?? '') !== ''
                  && [...map.querySelectorAll('.map-cluster:not(.is-away)')].every(group => group.querySelector('img')?.complete)
              }
              const cells = [...document.querySelectorAll('#timeline [role=gridcell][data-index]')].filter(cell => {
                const box = cell.getBoundingClientRect()
                return box.bottom > 0 && box.top < innerHeight
              })
              return cells.length > 0 && cells.every(cell => cell.dataset.id && (cell.querySelector('img')?.complete ?? true)
                && (cell.querySelector('img[src]') || cell.matches('.is-damaged, .is-audio')))
            })()
            """, "photos to be shown")
        try await page.waitForFrames(2)
    }

    /// The photos whose middle is on the screen, in their order.
    func cells() async throws -> [Cell] {
        try await page.evaluate(
            """
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
        try await page.evaluate(
            """
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

extension GalleryPage {
    /// Where the viewer shows a photo, once its picture is there.
    func pictureBox(of id: String) async throws -> Element.Box {
        let selector = JSON.literal("#viewer [data-id=\"\(id)\"]:not([aria-hidden=true]) [role=img]")
        try await page.waitFor(
            """
            (() => {
              const picture = document.querySelector(\(selector)), images = [...picture.querySelectorAll('img')]
              return images.some(image => image.complete && image.matches('.picture-preview, .picture-full'))
            })()
            """, "the picture of \(id)")
        try await page.waitForFrames(3)
        return try await page.evaluate(
            """
            (() => { const { x, y, width, height } = document.querySelector(\(selector)).getBoundingClientRect(); return { x, y, width, height } })()
            """)
    }
}

extension GalleryPage {
    /// Drags the scrollbar's thumb to a share of its way: 0 the top, 1 the bottom.
    func dragScrollbar(to share: Double) async throws {
        struct Bar: Decodable { let x: Double, from: Double, top: Double, bottom: Double, width: Double }
        let bar: Bar = try await page.evaluate(
            """
            (() => {
              const list = document.querySelector('#timeline .scroll'), box = list.getBoundingClientRect()
              // Arrows stand at both ends, and a thumb is never smaller than a hand needs.
              const arrow = 12, track = box.height - 2 * arrow, thumb = Math.max(11, track * list.clientHeight / list.scrollHeight)
              const way = (track - thumb) * list.scrollTop / Math.max(1, list.scrollHeight - list.clientHeight)
              const width = list.offsetWidth - list.clientWidth
              return { x: box.right - width / 2, width, from: box.top + arrow + way + thumb / 2, top: box.top, bottom: box.bottom }
            })()
            """)
        if bar.width < 4 { throw BrowserError("The list has no scrollbar to drag.") }
        // Well beyond the ends, so that the thumb gets there whatever its size.
        let to = share <= 0 ? bar.top - 60 : share >= 1 ? bar.bottom + 60 : bar.top + (bar.bottom - bar.top) * share
        try await page.drag(from: (bar.x, bar.from), to: (bar.x, to), steps: 12)
    }
}
