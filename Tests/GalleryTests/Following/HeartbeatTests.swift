import Browser
import Foundation
import PhotosServer
import Testing

extension GalleryTests {
    /// A line that is dead, of which neither a browser nor a server hears.
    @Suite struct Heartbeats {
        private static let heartbeat = Duration.milliseconds(300)
        /// A page that waits for three of these begins nothing anew while a test lasts.
        private static let longHeartbeat = Duration.seconds(611)
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

        /// How long a page is patient begins anew with each heartbeat, which come as fast here as this machine is.
        @Test func `a page that hears heartbeats stays with its line`() async throws {
            let world = try World.ofTwelveYears()
            let hurried = ServerClock(
                now: { .now }, after: { delay, body in ServerClock.system.after(delay == Self.longHeartbeat ? .milliseconds(100) : delay, body) })
            let patience = """
                window.patience = 0
                const later = window.setTimeout
                window.setTimeout = (body, delay, ...more) => {
                  if (delay === 3 * 611_000) window.patience += 1
                  return later(body, delay, ...more)
                }
                """
            try await Gallery.open(
                world, configure: { ($0.clock, $0.clients.heartbeat) = (hurried, Self.longHeartbeat) },
                before: {
                    try await $0.prepare(Self.counting)
                    try await $0.prepare(patience)
                }
            ) { gallery in
                try await gallery.waitForPhotos()
                let before = try await gallery.page.evaluate("followed", as: Int.self)
                try await gallery.page.waitFor("patience >= 12", "one heartbeat after the other")
                #expect(try await gallery.page.evaluate("followed", as: Int.self) == before)
            }
        }
    }
}
