import Browser
import Foundation
import PhotosTesting
import TestSupport
import Testing

extension GalleryTests {
    /// A video in slow motion is slow in the page.
    @Suite struct SlowMotionPlayback {
        private static let video = "document.querySelector('#viewer video.movie')"

        @Test func `the middle of a video of many frames plays slower, and what somebody chose counts on both sides`() async throws {
            let world = try World(), film = MadeFilm { ($0.seconds, $0.rate) = (2, 120) }
            let id = try world.add([.init(filename: "IMG_1.MOV", date: Date(timeIntervalSinceReferenceDate: 6e8), movie: Data(try film.bytes()))])[0]
            try await Gallery.open(world, at: "#/library/asset/\(id)") { gallery in
                try await gallery.waitForViewer()
                try await gallery.waitForViewed(id)
                let page = gallery.page
                try await page.waitFor("\(Self.video)?.readyState >= 2", "the video")
                // From 0.4 to 1.6 seconds at a quarter of the speed; what is sought is as slow as what is played.
                for (time, rate) in [(1.0, 0.25), (0.1, 1), (0.5, 0.25), (1.8, 1)] {
                    _ = try await page.evaluate("(\(Self.video).currentTime = \(time), true)", as: Bool.self)
                    try await page.waitFor("\(Self.video).playbackRate === \(rate)", "the speed at \(time)")
                }
                #expect(try await page.evaluate("\(Self.video).preservesPitch", as: Bool.self) == false)
                _ = try await page.evaluate("(\(Self.video).playbackRate = 2, true)", as: Bool.self)
                _ = try await page.evaluate("(\(Self.video).currentTime = 1, true)", as: Bool.self)
                try await page.waitFor("\(Self.video).playbackRate === 0.5", "half of twice")
            }
        }

        @Test func `an ordinary video is at full speed`() async throws {
            let world = try World(), film = MadeFilm { ($0.seconds, $0.rate) = (2, 30) }
            let id = try world.add([.init(filename: "IMG_1.MOV", date: Date(timeIntervalSinceReferenceDate: 6e8), movie: Data(try film.bytes()))])[0]
            try await Gallery.open(world, at: "#/library/asset/\(id)") { gallery in
                try await gallery.waitForViewer()
                let answer: String = try await gallery.page.call("async id => JSON.stringify(await (await fetch(`/api/assets/${id}/speed`)).json())", id)
                #expect(answer == "{\"slow\":null}")
            }
        }
    }
}
