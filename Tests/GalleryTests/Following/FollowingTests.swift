import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// The page is open while the tool changes the library.
    @Suite struct Following {
        /// Where a photo is on the screen in every frame, and whether one that is gone is ever there.
        private static let watch = """
            window.watch = id => {
              const seen = []
              const look = () => {
                if (!window.watching) return
                const cell = document.querySelector(`#timeline [data-id="${id}"]`)
                seen.push(cell ? Math.round(cell.getBoundingClientRect().top * 10) / 10 : null)
                requestAnimationFrame(look)
              }
              window.watching = true
              window.seen = seen
              look()
            }
            """

        @Test func `ten rounds of changes by the tool are followed, the place is kept, and nothing deleted is shown`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.run(Self.watch + "\nwindow.isTheSamePage = true")
                // The middle of the library: what comes before it is imported, and moves everything.
                try await Hands.keyboard.reach("#timeline [role=slider]", in: gallery)
                try await page.press("PageDown", times: 6)
                try await gallery.waitForPhotos()
                var count = 242
                var deleted: Set<String> = []
                for round in 0..<10 {
                    let cells = try await gallery.cells()
                    let anchor = try #require(cells.first { $0.box.y > 60 })
                    try await page.run("watch(\(JSON.literal(anchor.id)))")
                    let names = try await importPictures(round, world)
                    let gone = try #require(cells.last { !deleted.contains($0.id) && $0.id != anchor.id })
                    let marked = try #require(cells.dropFirst(2).first { $0.id != anchor.id && $0.id != gone.id })
                    try await PhotosTool.run("delete", gone.id, library: world.url)
                    try await PhotosTool.run("favorite", marked.id, library: world.url)
                    deleted.insert(gone.id)
                    count += names - 1
                    if round % 3 == 2, let one = deleted.min() {
                        try await PhotosTool.run("restore", one, library: world.url)
                        deleted.remove(one)
                        count += 1
                    }
                    try await gallery.waitForCount(count)
                    try await gallery.waitForCell(id: gone.id, isThere: !deleted.contains(gone.id))
                    let heart = "document.querySelector('#timeline [data-id=\"\(marked.id)\"]').ariaLabel.includes('avourite')"
                    try await page.waitFor(heart, "the heart of round \(round)")
                    try await gallery.waitForPhotos()
                    try await expectStill(anchor, in: gallery, round)
                }
                #expect(try await page.evaluate("window.isTheSamePage === true"), "the page was loaded again")
                try await expectNone(of: deleted, in: gallery, count)
            }
        }

        /// Streams that begin while `window.held` is a list wait in it.
        private static let holdsStreams = """
            const Real = window.EventSource
            window.EventSource = class {
              static CLOSED = Real.CLOSED
              #handlers = []
              #source = null
              #isClosed = false
              constructor(url) {
                const begin = () => {
                  if (this.#isClosed) return
                  this.#source = new Real(url)
                  for (const [name, handler] of this.#handlers) this.#source.addEventListener(name, handler)
                }
                if (window.held) window.held.push(begin); else begin()
              }
              addEventListener(name, handler) {
                this.#handlers.push([name, handler])
                this.#source?.addEventListener(name, handler)
              }
              get readyState() { return this.#source?.readyState ?? Real.CONNECTING }
              close() {
                this.#isClosed = true
                this.#source?.close()
              }
            }
            """

        @Test func `the viewer learns of what was deleted after its list came and before its stream did`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world, before: { try await $0.prepare(Self.holdsStreams) }) { gallery in
                let page = gallery.page
                try await gallery.waitForCount(242)
                let gone = try #require(try await gallery.cells().first).id
                try await page.run("window.held = []")
                try await gallery.go(to: "#/smart/smartAlbumRecentlyAdded/asset/\(gone)")
                try await gallery.waitForViewed(gone)
                try await PhotosTool.run("delete", gone, library: world.url)
                try await page.run("window.held.splice(0).forEach(begin => begin()); window.held = null")
                try await page.waitFor("!location.hash.endsWith('\(gone)')", "the next photo")
            }
        }

        @Test func `a list is clicked while its count changes under the pointer`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let page = gallery.page, row = "#sidebar [role=treeitem][data-key=library]"
                for (round, part) in [".name", ".count"].enumerated() {
                    try await gallery.go(to: "#/hidden")
                    try await page.waitFor("document.querySelector('\(row) .count')", "the library's count")
                    let middle = try await page.element("\(row) \(part)").box().middle
                    try await page.moveMouse(to: middle.x, middle.y)
                    try await page.pressMouse()
                    _ = try await importPictures(round, world)
                    try await page.waitFor("document.querySelector('\(row) .count').textContent === '\(242 + 3 * (round + 1))'", "the new count")
                    try await page.releaseMouse()
                    try await page.waitFor("document.querySelector('#toolbar h1').textContent === 'Library'", "the library to be shown")
                }
            }
        }

        /// - Returns: how many were imported: some newer than all others, some older.
        private func importPictures(_ round: Int, _ world: World) async throws -> Int {
            for number in 0..<3 {
                var metadata = FixtureImages.Metadata()
                metadata.dateTimeOriginal = number == 2 ? "2010:05:0\(round % 9 + 1) 08:00:00" : "2024:02:0\(round % 9 + 1) 12:0\(number):00"
                let picture = try FixtureImages.jpeg(seed: 1_000 + round * 10 + number, metadata: metadata)
                _ = try world.file("round\(round)/NEW_\(round)_\(number).JPG", picture)
            }
            try await PhotosTool.run("import", "--quiet", world.folder.appending(path: "round\(round)").path, library: world.url)
            return 3
        }

        private func expectStill(_ anchor: GalleryPage.Cell, in gallery: GalleryPage, _ round: Int) async throws {
            try await gallery.page.run("window.watching = false")
            let seen: [Double?] = try await gallery.page.evaluate("window.seen")
            let moved = seen.compactMap { $0 }.filter { abs($0 - anchor.box.y) > 1 }
            #expect(moved.isEmpty, "round \(round): the first photo stood at \(anchor.box.y) and was seen at \(Set(moved).sorted().prefix(8))")
            let now = try #require(try await gallery.cells().first { $0.id == anchor.id }, "round \(round): the first photo in view is gone")
            #expect(abs(now.box.y - anchor.box.y) <= 1, "round \(round)")
        }

        /// Goes through the whole list: no deleted photo is in it, and all others are.
        private func expectNone(of deleted: Set<String>, in gallery: GalleryPage, _ count: Int) async throws {
            try await Hands.keyboard.reachPhotos(in: gallery)
            try await gallery.page.press("Home")
            var seen: [Int: String] = [:]
            for _ in 0..<100 where seen.count < count {
                try await gallery.waitForPhotos()
                for cell in try await gallery.cells() { seen[cell.index] = cell.id }
                try await gallery.page.press("PageDown")
            }
            #expect(seen.count == count)
            #expect(Set(seen.values).count == count, "each photo is there once")
            #expect(deleted.isDisjoint(with: seen.values))
        }

        @Test func `what is open in the viewer is left when the tool deletes it`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let ids = try await gallery.cells().map(\.id)
                try await Hands.mouse.open(5, in: gallery)
                try await PhotosTool.run("delete", ids[5], library: world.url)
                try await gallery.waitForViewed(ids[6])
                try await PhotosTool.run("delete", "--where", "mediaType == 1", library: world.url)
                try await gallery.waitForViewed(ids[1])
                try await PhotosTool.run("delete", ids[1], library: world.url)
                try await gallery.waitForViewer(isOpen: false)
                try await gallery.page.waitFor("!document.getElementById('empty').hidden", "the page to say that nothing is left")
            }
        }

        @Test func `albums that the tool makes, names and deletes are followed`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.open(world) { gallery in
                let ids = try await gallery.cells().map(\.id)
                try await PhotosTool.run("album", "create", "From the tool", library: world.url)
                try await PhotosTool.run("album", "add", "From the tool", ids[3], library: world.url)
                try await Hands.mouse.show("From the tool", in: gallery)
                try await gallery.waitForCount(1)
                try await PhotosTool.run("album", "add", "From the tool", ids[4], ids[5], library: world.url)
                try await gallery.waitForCount(3)
                try await PhotosTool.run("album", "remove", "From the tool", ids[3], library: world.url)
                try await gallery.waitForCount(2)
                try await PhotosTool.run("album", "delete", "From the tool", library: world.url)
                try await gallery.page.waitFor("!document.querySelector('#sidebar').textContent.includes('From the tool')", "the album to be gone")
            }
        }
    }
}
