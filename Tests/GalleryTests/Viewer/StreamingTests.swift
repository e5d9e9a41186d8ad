import Browser
import Foundation
import PhotosTesting
import TestSupport
import Testing

extension GalleryTests {
    /// Videos in formats that the browser does not know play all the same: the server encodes what is watched.
    @Suite struct Streaming {
        /// Made by the tests: what cameras, telephones and programs write.
        static let films: [(name: String, film: MadeFilm)] = [
            ("hevc.mov", MadeFilm { ($0.picture, $0.rate) = ("libx265", 30) }),
            ("hevc-alone.mov", MadeFilm { ($0.picture, $0.sound) = ("libx265", nil) }),
            ("hlg.mov", MadeFilm { ($0.picture, $0.pixels, $0.colors) = ("libx265", "yuv420p10le", (9, 18, 9)) }),
            ("prores.mov", MadeFilm { ($0.picture, $0.pixels, $0.sound) = ("prores_ks", "yuv422p10le", "pcm_s16le") }),
            ("av1.mp4", MadeFilm { ($0.container, $0.picture) = ("mp4", "libsvtav1") }),
            ("turned.mov", MadeFilm { ($0.rotation, $0.picture) = (90, "libx265") }),
            ("variable.mp4", MadeFilm { ($0.container, $0.isVariable, $0.rate, $0.seconds) = ("mp4", true, 30, 1.5) }),
            ("silent.mp4", MadeFilm { ($0.container, $0.sound) = ("mp4", nil) }),
            ("mpeg4.avi", MadeFilm { ($0.container, $0.picture, $0.sound, $0.sampleRate, $0.channels) = ("avi", "mpeg4", "pcm_s16le", 8000, 1) }),
            ("mjpeg.avi", MadeFilm { ($0.container, $0.picture, $0.pixels, $0.sound) = ("avi", "mjpeg", "yuvj420p", nil) }),
            ("h264.mkv", MadeFilm { $0.container = "matroska" }),
            ("pcm.mov", MadeFilm { $0.sound = "pcm_s16le" }),
            ("no-index.avi", MadeFilm { ($0.container, $0.picture, $0.sound) = ("avi", "mpeg4", nil) }),
            ("keys-denied.mp4", MadeFilm { ($0.container, $0.picture, $0.sound, $0.options) = ("mp4", "libx265", nil, keys) }),
            ("sidx-lies.mp4", MadeFilm { ($0.container, $0.picture, $0.sound, $0.options, $0.isFragmented) = ("mp4", "libx265", nil, keys, true) }),
        ]
        /// Three groups of frames, so that there is something to seek to.
        private static let keys = "x265-params=log-level=none:keyint=10:min-keyint=10:scenecut=0"

        private static let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(filePath: $0) }

        /// Every video among the samples, wherever it lies, by its path there: one that lies there twice, with the same name and size, is met once. All else are pictures and texts.
        private static let videos: [String] = {
            guard let samples, let paths = FileManager.default.enumerator(atPath: samples.path) else { return [] }
            let all = paths.compactMap { $0 as? String }.filter {
                ["mov", "mp4", "m4v", "avi", "mkv", "mpg", "mts", "3gp", "webm"].contains(($0 as NSString).pathExtension.lowercased())
            }
            var met: Set<String> = []
            let different = all.sorted().filter { path in
                let size = (try? FileManager.default.attributesOfItem(atPath: samples.appending(path: path).path)[.size] as? Int) ?? 0
                return met.insert("\((path as NSString).lastPathComponent) \(size)").inserted
            }
            // Each takes seconds.
            return Array(different.prefix(40))
        }()

        @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set")) func `the videos among the samples are met`() {
            #expect(Self.videos.count >= 4 && Self.videos.contains { $0.hasPrefix("iphone/") } && Self.videos.contains { $0.hasPrefix("apple/") }, "\(Self.videos)")
        }

        /// A film's bytes, with an index that is broken in the way that the name says.
        private static func bytes(_ name: String, _ film: MadeFilm) throws -> [UInt8] {
            var bytes = try film.bytes()
            func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
            switch name {
            case "no-index.avi":
                let index = try #require(bytes.lastRange(of: Array("idx1".utf8)))
                bytes.removeSubrange(index.lowerBound...)
            case "keys-denied.mp4":
                // The table of key frames has one entry: whoever believes it begins each time at the beginning.
                let table = try #require(bytes.lastRange(of: Array("stss".utf8))), count = table.upperBound + 4
                try #require(number(at: count) == 3)
                bytes.replaceSubrange(count..<count + 4, with: [0, 0, 0, 1])
            case "sidx-lies.mp4":
                // Each says that its fragment is three times as long as it is, so that the next would begin somewhere else.
                let indexes = bytes.indices.dropLast(44).filter { bytes[$0..<$0 + 4].elementsEqual("sidx".utf8) }
                try #require(indexes.count == 3)
                for index in indexes {
                    // Behind version, track, unit, time and offset, which take 8 bytes each or 4, and the count of references.
                    let length = index + 16 + (bytes[index + 4] == 0 ? 8 : 16) + 4, size = number(at: length)
                    try #require(number(at: length - 4) == 1 && size > 0)
                    bytes.replaceSubrange(length..<length + 4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (size * 3) >> $0) })
                }
            default: break
            }
            return bytes
        }

        private static let video = "document.querySelector('#viewer video.movie')"

        @Test(arguments: films.indices) func `a video of any format plays and seeks`(_ index: Int) async throws {
            let (name, film) = Self.films[index], bytes = try Self.bytes(name, film), seen = try SeenFilm(film.bytes()), seconds = (seen.times.last ?? 0)
            try await plays(name, bytes, size: film.rotation == 90 ? [240, 320] : [320, 240], at: seconds * 0.7) { page in
                // The grey of the frame that is shown.
                let grey = try await page.evaluate(
                    """
                    (() => { const canvas = document.createElement('canvas'); canvas.width = canvas.height = 4
                      const context = canvas.getContext('2d'); context.drawImage(\(Self.video), 0, 0, 4, 4)
                      return context.getImageData(2, 2, 1, 1).data[1] })()
                    """, as: Int.self)
                let shown = try #require(seen.times.lastIndex { $0 <= seconds * 0.7 + 0.001 })
                // Where fragments begin an index that lies can't tell to a frame.
                let spread = name == "sidx-lies.mp4" ? 2 : 1
                let wanted = (max(0, shown - spread)...min(seen.greys.count - 1, shown + spread)).map {
                    film.pixels == "yuvj420p" ? seen.greys[$0] : (seen.greys[$0] - 16) * 255 / 219
                }
                if film.colors.1 != 18 { #expect(wanted.contains { abs($0 - grey) <= 8 }, "\(grey), \(wanted)") }
            }
        }

        @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), arguments: videos)
        func `a telephone's video plays and seeks`(_ path: String) async throws {
            let file = try #require(Self.samples).appending(path: path), bytes = try [UInt8](Data(contentsOf: file)), seen = try SeenFilm(bytes)
            try await plays(file.lastPathComponent, bytes, size: nil, at: (seen.times.last ?? 0) * 0.7) { _ in }
        }

        /// From a click on it through a seek to its end.
        private func plays(_ name: String, _ bytes: [UInt8], size: [Int]?, at moment: Double, _ look: (Page) async throws -> Void) async throws {
            let world = try World()
            try world.add([.init(filename: name, date: Date(timeIntervalSinceReferenceDate: 6e8), movie: Data(bytes))])
            try await Gallery.open(world, "streaming-\(name)") { gallery in
                let page = gallery.page
                try await gallery.waitForPhotos()
                try await gallery.cell(0).click()
                try await page.waitFor("\(Self.video)?.readyState >= 2 && \(Self.video).videoWidth > 0", "the first picture of \(name)")
                #expect(try await page.evaluate("document.querySelector('.slide-problem') === null", as: Bool.self))
                let shown = try await page.evaluate("[\(Self.video).videoWidth, \(Self.video).videoHeight]", as: [Int].self)
                if let size { #expect(shown == size) }
                _ = try await page.evaluate("(\(Self.video).muted = true, \(Self.video).play(), true)", as: Bool.self)
                try await page.waitFor("\(Self.video).currentTime > 0.2", "\(name) playing")
                _ = try await page.evaluate("(\(Self.video).pause(), \(Self.video).currentTime = \(moment), true)", as: Bool.self)
                try await page.waitFor("!\(Self.video).seeking && \(Self.video).readyState >= 2", "\(name) at its last third")
                try await look(page)
                _ = try await page.evaluate("(\(Self.video).play(), true)", as: Bool.self)
                try await page.waitFor("\(Self.video).ended", "the end of \(name)")
            }
        }

        /// The parts that were asked of the server, as its addresses name them.
        private static let parts =
            "performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('/stream/video/') && /\\d-\\d+$/.test(name)).map(name => name.split('/').pop())"

        /// Parts are asked for as they are watched, and no more once the viewer is left.
        @Test func `no more is encoded than is watched`() async throws {
            let film = MadeFilm { ($0.picture, $0.rate, $0.seconds, $0.options) = ("libx265", 10, 120, "preset=ultrafast;x265-params=log-level=none") }
            let world = try World()
            try world.add([.init(filename: "long.mov", date: Date(timeIntervalSinceReferenceDate: 6e8), movie: Data(try film.bytes()))])
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await gallery.waitForPhotos()
                try await gallery.cell(0).click()
                try await page.waitFor("\(Self.video)?.readyState >= 2 && \(Self.video).videoWidth > 0", "the first picture")
                #expect(try await page.evaluate(Self.parts, as: [String].self) == ["0-500"])
                _ = try await page.evaluate("(\(Self.video).muted = true, \(Self.video).play(), true)", as: Bool.self)
                try await page.waitFor("\(Self.video).currentTime > 1", "it plays")
                _ = try await page.evaluate("(\(Self.video).currentTime = 90.5, true)", as: Bool.self)
                try await page.waitFor("!\(Self.video).seeking && \(Self.video).currentTime > 90.8", "it plays from there")
                let asked = try await page.evaluate(Self.parts, as: [String].self)
                let starts = asked.compactMap { Int($0.prefix { $0 != "-" }) }
                #expect(asked.contains("90500-91000") && starts.allSatisfy { !(20_000..<90_000).contains($0) }, "\(asked)")
                try await page.press("Escape")
                try await page.waitFor("\(Self.video) === null", "the viewer is left")
            }
        }

        /// Where a file is damaged, or goes on in another way, a browser stops that played it so far.
        @Test func `what fails in the browser while it plays goes on there`() async throws {
            let film = MadeFilm { ($0.container, $0.seconds) = ("mp4", 8) }, world = try World()
            try world.add([.init(filename: "half.mp4", date: Date(timeIntervalSinceReferenceDate: 6e8), movie: Data(try film.bytes()))])
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await gallery.waitForPhotos()
                try await gallery.cell(0).click()
                try await page.waitFor("\(Self.video)?.readyState >= 2 && \(Self.video).videoWidth > 0", "the first picture")
                _ = try await page.evaluate("(\(Self.video).muted = true, \(Self.video).currentTime = 4.2, \(Self.video).play(), true)", as: Bool.self)
                try await page.waitFor("!\(Self.video).seeking && \(Self.video).currentTime > 4.3", "its midst")
                #expect(try await page.evaluate("\(Self.video).src.startsWith('blob:')", as: Bool.self) == false)
                _ = try await page.evaluate("\(Self.video).dispatchEvent(new Event('error'))", as: Bool.self)
                try await page.waitFor("\(Self.video).src.startsWith('blob:') && \(Self.video).readyState >= 2", "the server's encoding of it")
                // Nobody presses anything.
                try await page.waitFor("\(Self.video).ended", "its end")
                let asked = try await page.evaluate(Self.parts, as: [String].self), starts = asked.compactMap { Int($0.prefix { $0 != "-" }) }
                #expect(!starts.isEmpty && starts.allSatisfy { $0 >= 4000 }, "\(asked)")
            }
        }

        @Test func `a Live Photo's video plays too`() async throws {
            let world = try World(), identifier = UUID().uuidString
            let film = MadeFilm { ($0.picture, $0.seconds, $0.metadata) = ("libx265", 1, [("com.apple.quicktime.content.identifier", identifier)]) }
            let photo = try FixtureImages.jpeg(width: 320, height: 240)
            try world.add([.init(filename: "IMG_1.JPG", date: Date(timeIntervalSinceReferenceDate: 6e8), photo: photo, movie: Data(try film.bytes()))])
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await gallery.waitForPhotos()
                try await gallery.cell(0).click()
                try await page.waitFor("document.querySelector('#viewer .live-badge')?.checkVisibility()", "the Live Photo")
                try await page.waitFor("document.querySelector('#viewer video.picture-live.is-playing')", "its video") { try await page.press("l") }
                try await page.waitFor("document.querySelector('#viewer video.picture-live') === null", "its end")
                #expect(try await page.evaluate("document.querySelector('.toast.problem') === null", as: Bool.self))
            }
        }
    }
}
