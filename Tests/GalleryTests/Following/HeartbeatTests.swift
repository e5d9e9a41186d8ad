import Browser
import Foundation
import PhotosServer
import Testing

extension GalleryTests {
    /// A line that is dead, of which neither a browser nor a server hears.
    @Suite struct Heartbeats {
        private static let heartbeat = Duration.milliseconds(300)
        /// Counts how often the page began to follow.
        private static let counting = """
            window.followed = 0
            const Real = window.EventSource
            window.EventSource = class extends Real {
              constructor(url) {
                super(url)
                window.followed += 1
              }
            }
            """

        @Test func `a page that hears nothing for three heartbeats follows anew`() async throws {
            let world = try World.ofTwelveYears(), silent = ServerClock(now: { .now }, after: { _, _ in })
            try await Gallery.open(
                world, configure: { ($0.clock, $0.clients.heartbeat) = (silent, Self.heartbeat) }, before: { try await $0.prepare(Self.counting) }
            ) { gallery in
                try await gallery.waitForPhotos()
                let before = try await gallery.page.evaluate("followed", as: Int.self)
                try await gallery.page.waitFor("followed >= \(before + 3)", "one stream after the other")
            }
        }

        @Test func `a page that hears heartbeats stays with its line`() async throws {
            let world = try World.ofTwelveYears(), (beats, beat) = AsyncStream.makeStream(of: Void.self)
            let told = ServerClock(
                now: { .now },
                after: { delay, body in
                    ServerClock.system.after(delay) {
                        body()
                        beat.yield()
                    }
                })
            try await Gallery.open(
                world, configure: { ($0.clock, $0.clients.heartbeat) = (told, Self.heartbeat) }, before: { try await $0.prepare(Self.counting) }
            ) { gallery in
                try await gallery.waitForPhotos()
                let before = try await gallery.page.evaluate("followed", as: Int.self)
                var count = 0
                for await _ in beats {
                    count += 1
                    if count == 12 { break }
                }
                #expect(try await gallery.page.evaluate("followed", as: Int.self) == before)
            }
        }
    }
}
