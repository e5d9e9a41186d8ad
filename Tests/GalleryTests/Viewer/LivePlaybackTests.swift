import Browser
import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import Testing

extension GalleryTests {
    /// Live Photos that repeat, and those made and taken apart by hand.
    @Suite struct LivePlayback {
        private static let movie = "document.querySelector('#viewer video.picture-live')"

        private static func world() throws -> (world: World, live: String) {
            let world = try World(), date = Date(timeIntervalSince1970: 1_600_000_000)
            let ids = try world.add([.init(filename: "LIVE.JPG", date: date, photo: FixtureImages.jpeg(seed: 90), movie: FixtureMovies.blue)])
            return (world, ids[0])
        }

        private static func play(_ variation: PlaybackVariation, _ id: String, isEnabled: Bool = true, in world: World) throws {
            try world.library.performChanges(author: "test") { transaction in
                let uuid = try #require(UUID(uuidString: id))
                try transaction.update(assetID: #require(try transaction.reader.assetID(uuid: uuid))) {
                    $0.playbackVariation = variation
                    $0.setLivePhotoPlayback(isEnabled)
                }
            }
        }

        @Test(arguments: [(PlaybackVariation.autoloop, "LOOP"), (.mirror, "BOUNCE")])
        func `one that repeats begins by itself, goes on, and is stopped by its badge`(_ variation: PlaybackVariation, _ word: String) async throws {
            let (world, live) = try Self.world()
            try Self.play(variation, live, in: world)
            try await Gallery.open(world, at: "#/library") { gallery in
                let page = gallery.page
                let count = "['ended', 'seeked'].forEach(name => document.addEventListener(name, () => { window[name] = (window[name] ?? 0) + 1; }, true)) ?? true"
                #expect(try await page.evaluate(count, as: Bool.self))
                try await gallery.go(to: "#/library/asset/\(live)")
                try await gallery.waitForViewer()
                try await page.waitFor("\(Self.movie)?.classList.contains('is-playing')", "it to begin")
                #expect(try await page.evaluate("document.querySelector('#viewer .live-badge').textContent", as: String.self) == word)
                try await page.waitFor("window.ended >= 1 && \(Self.movie) !== null", "its end, and no stop")
                if variation == .mirror { try await page.waitFor("window.seeked > 3", "the way back") }
                try await page.waitFor("window.ended >= 2", "it to go on")
                try await page.element("#viewer .live-badge").click()
                try await page.waitFor("\(Self.movie) === null", "it to stop")
            }
        }

        @Test func `what is to stand still has no badge`() async throws {
            let (world, live) = try Self.world()
            try Self.play(.none, live, isEnabled: false, in: world)
            try await Gallery.open(world, at: "#/library/asset/\(live)") { gallery in
                try await gallery.waitForViewer()
                #expect(try await gallery.page.evaluate("document.querySelector('#viewer .live').hidden", as: Bool.self))
            }
        }

        @Test func `a photo and a video become a Live Photo by the menu, and two again`() async throws {
            let world = try World(), date = Date(timeIntervalSince1970: 1_600_000_000)
            let ids = try world.add([
                .init(filename: "A.JPG", date: date, photo: FixtureImages.jpeg(seed: 1)), .init(filename: "B.MOV", date: date + 60, movie: FixtureMovies.blue),
            ])
            let items = "[...document.querySelectorAll('[role=menu] [role=menuitem]')].map(item => item.textContent)"
            try await Gallery.open(world, at: "#/library") { gallery in
                let page = gallery.page, index = try #require(try await gallery.cells().firstIndex { $0.id == ids[0] })
                func menu(_ index: Int) async throws -> [String] {
                    try await gallery.cell(index).click(button: "right")
                    try await page.waitFor("document.querySelector('[role=menu]') !== null", "the menu")
                    return try await page.evaluate(items, as: [String].self)
                }
                #expect(try await !menu(index).contains("Make a Live Photo"))
                try await page.press("Escape")
                try await Hands.mouse.select([0, 1], in: gallery)
                #expect(try await menu(index).contains("Make a Live Photo"))
                try await page.element(role: "menuitem", name: "Make a Live Photo").click()
                try await gallery.waitForToast("Made a Live Photo")
                try await gallery.waitForCell(id: ids[1], isThere: false)
                // What the photo that stays has become comes with the next answer.
                try await page.waitFor("document.querySelector('#timeline [data-id=\"\(ids[0])\"]').getAttribute('aria-label').startsWith('Live Photo')", "the Live Photo")
                #expect(try await menu(0).contains("Take the Live Photo apart"))
                _ = await page.keepScreenshot(named: "live-photo-menu")
                try await page.element(role: "menuitem", name: "Take the Live Photo apart").click()
                try await gallery.waitForToast("Took a Live Photo apart")
                try await gallery.waitForCell(id: ids[1])
            }
        }

        @Test func `a photo and its RAW are joined by the menu, and two again`() async throws {
            let world = try World(), date = Date(timeIntervalSince1970: 1_600_000_000)
            let ids = try world.add([
                .init(filename: "A.JPG", date: date, photo: FixtureImages.jpeg(seed: 1)), .init(filename: "B.DNG", date: date + 60, photo: FixtureImages.raw()),
            ])
            let items = "[...document.querySelectorAll('[role=menu] [role=menuitem]')].map(item => item.textContent)"
            try await Gallery.open(world, at: "#/library") { gallery in
                let page = gallery.page
                func menu(_ index: Int) async throws -> [String] {
                    try await gallery.cell(index).click(button: "right")
                    try await page.waitFor("document.querySelector('[role=menu]') !== null", "the menu")
                    return try await page.evaluate(items, as: [String].self)
                }
                for index in [0, 1] {
                    let offered = try await menu(index)
                    #expect(!offered.contains("Join photo and RAW") && !offered.contains("Take photo and RAW apart"))
                    try await page.press("Escape")
                }
                try await Hands.mouse.select([0, 1], in: gallery)
                let offered = try await menu(0)
                #expect(offered.contains("Join photo and RAW") && !offered.contains("Make a Live Photo"))
                try await page.element(role: "menuitem", name: "Join photo and RAW").click()
                try await gallery.waitForToast("Joined a photo and its RAW")
                try await gallery.waitForCell(id: ids[1], isThere: false)
                // What the photo that stays has become comes with the next answer.
                var joined: [String] = []
                for _ in 0..<200 where !joined.contains("Take photo and RAW apart") {
                    if !joined.isEmpty { try await page.press("Escape") }
                    joined = try await menu(0)
                }
                #expect(joined.contains("Take photo and RAW apart"))
                try await page.element(role: "menuitem", name: "Take photo and RAW apart").click()
                try await gallery.waitForToast("Took a photo and its RAW apart")
                try await gallery.waitForCell(id: ids[1])
            }
        }
    }
}
