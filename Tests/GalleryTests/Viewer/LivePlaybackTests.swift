import Browser
import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import TestSupport
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

        /// Remembers what each frame of a movie that is told of shows in its middle, and that it ended.
        private static let watching = """
            (() => {
              const seen = window.watched = { pixels: [], size: [], seconds: 0, hasEnded: false }
              const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 4 }), context = canvas.getContext('2d', { willReadFrequently: true })
              const look = ({ target }) => {
                if (!target.matches?.('video.picture-live') || target.readyState < 2) return
                context.drawImage(target, 0, 0, 4, 4)
                seen.pixels.push([...context.getImageData(2, 2, 1, 1).data].slice(0, 3))
                Object.assign(seen, { size: [target.videoWidth, target.videoHeight], seconds: target.duration })
              }
              for (const name of ['playing', 'timeupdate']) document.addEventListener(name, look, true)
              document.addEventListener('ended', () => { seen.hasEnded = true }, true)
              return true
            })()
            """

        private static let heic = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../CodecsTests/Pixels/Reference/heic-phone.heic")

        private struct Watched: Decodable { let pixels: [[Int]], size: [Int], seconds: Double }

        /// Their movies are parts of the pictures' files: behind the picture, or in a box of its own.
        @Test(arguments: MotionPhotoKind.allCases) func `a phone's motion photo plays to its end`(_ kind: MotionPhotoKind) async throws {
            let movie = try MadeFilm { ($0.container, $0.seconds, $0.size) = ("mp4", 1, (160, 120)) }.bytes()
            let picture = try kind.picture(jpeg: Array(FixtureImages.jpeg(width: 320, height: 240)), heic: Array(Data(contentsOf: Self.heic)), movie: movie)
            let world = try World(), date = Date(timeIntervalSince1970: 1_600_000_000)
            let id = try world.add([.init(filename: kind.name, date: date, photo: Data(kind.file(picture: picture, movie: movie)))])[0]
            try await Gallery.open(world, at: "#/library", "motion-photo-\(kind)") { gallery in
                let page = gallery.page
                #expect(try await page.evaluate(Self.watching, as: Bool.self))
                try await gallery.go(to: "#/library/asset/\(id)")
                try await gallery.waitForViewer()
                try await page.waitFor("document.querySelector('#viewer .live-badge')?.checkVisibility()", "the badge")
                try await page.press("l")
                try await page.waitFor("window.watched.hasEnded", "the movie's end")
                let seen = try await page.evaluate("window.watched", as: Watched.self)
                #expect(seen.size == [160, 120] && abs(seen.seconds - 1) < 0.1, "\(seen)")
                // The movie is grey in its middle, and the pictures are not.
                #expect(!seen.pixels.isEmpty && seen.pixels.allSatisfy { ($0.max() ?? 255) - ($0.min() ?? 0) <= 6 }, "\(seen)")
                #expect(try await page.evaluate("document.querySelector('.toast.problem') === null", as: Bool.self))
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
