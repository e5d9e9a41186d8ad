import Browser
import Foundation
import PhotosServer
import PhotosTesting
import Testing

/// Files whose way in is broken off, by whoever sends them, by their page, by the line or by the server.
extension GalleryTests.Uploads {
    @Test(arguments: [false, true]) func `a pause stops what is sent, and everything can be read meanwhile`(isDark: Bool) async throws {
        let world = try World(), large = try Self.largeFile(world, 3_000_000)
        try await Gallery.open(world, on: Screen(width: 1280, height: 800, isDark: isDark)) { gallery in
            let page = gallery.page
            try await pause(large, at: 200_000, in: page)
            try await gallery.inspect("upload-paused-\(isDark ? "dark" : "light")")
            // What was on its way at the pause may come in after the page asked how much is there: it is told, and goes on from there.
            page.log.forgive("409")
            try await page.limitSending(to: nil)
            try await page.element("#uploads [aria-label=\"Go on\"]").click()
            try await waitForTitle("1 file is in the library", in: page)
            #expect(try Self.count(world) == 1)
        }
    }

    /// Also where a folder was dropped, of which a chooser of files tells nothing.
    @Test(arguments: [false, true]) func `a page that is loaded anew goes on with the same files where they stopped`(wasFolder: Bool) async throws {
        let world = try World(), large = try Self.largeFile(world, 3_000_000)
        try await Gallery.open(world) { gallery in
            let page = gallery.page
            page.log.forgive("beforeunload")
            // What was on its way when the page was left may come in after the next one asked how much is there.
            page.log.forgive("status of 409")
            try await pause(wasFolder ? URL(filePath: large).deletingLastPathComponent().path : large, at: 300_000, in: page)
            try await page.reload()
            try await page.limitSending(to: nil)
            try await page.waitFor("document.querySelector('#uploads p')?.textContent.startsWith('1 file is not here whole')", "what is missing")
            try await gallery.inspect("upload-forgotten")
            let received = try await page.evaluate("fetch('/api/uploads').then(answer => answer.json()).then(({ batches }) => batches[0].received)", as: Int.self)
            #expect(received > 100_000)
            page.log.forgetRequests()
            try await page.keepChoosersClosed()
            try await page.element(role: "button", name: "Choose again").click()
            try await page.element(".upload-chooser").choose([large])
            try await waitForTitle("1 file is in the library", in: page)
            #expect(try Self.count(world) == 1)
            #expect(page.log.requests.filter { $0.method == "POST" && $0.path.hasPrefix("/api/uploads") }.isEmpty, "it is the same batch")
        }
    }

    @Test(arguments: [false, true]) func `files that are chosen again before the page has looked for what is left go on where they stopped`(isDrop: Bool) async throws {
        let world = try World(), large = try Self.largeFile(world, 3_000_000)
        // A browser that never rests: the page does not look by itself.
        try await Gallery.open(world, before: { try await $0.prepare("window.requestIdleCallback = () => 0") }) { gallery in
            let page = gallery.page
            page.log.forgive("beforeunload")
            // What was on its way when the page was left may come in after the next one asked how much is there.
            page.log.forgive("status of 409")
            try await pause(large, at: 300_000, in: page)
            try await page.reload()
            try await page.limitSending(to: nil)
            page.log.forgetRequests()
            if isDrop {
                try await gallery.waitForPhotos()
                try await page.drag([large], to: 700, 400)
            } else {
                try await page.keepChoosersClosed()
                try await page.element("#toolbar [aria-label=\"Add photos\"]").click()
                try await page.element(role: "menuitem", name: "Choose files…").click()
                try await page.element(".upload-chooser").choose([large])
            }
            try await waitForTitle("1 file is in the library", in: page)
            #expect(try Self.count(world) == 1)
            #expect(page.log.requests.filter { $0.method == "POST" && $0.path.hasPrefix("/api/uploads") }.isEmpty, "it is the same batch")
        }
    }

    @Test func `what the server gave up during a long pause is sent anew by “Go on” alone`() async throws {
        let world = try World(), large = try Self.largeFile(world, 3_000_000)
        try await Gallery.open(world) { gallery in
            let page = gallery.page
            try await pause(large, at: 200_000, in: page)
            // As after a week of which nothing was heard.
            page.log.forgive("404")
            try await page.run(
                """
                const { batches } = await (await fetch('/api/uploads')).json();
                for (const { id } of batches) await fetch(`/api/uploads/${id}`, { method: 'DELETE' });
                """)
            try await page.waitFor("(await (await fetch('/api/uploads')).json()).batches.length === 0", "the batch to go")
            try await page.limitSending(to: nil)
            try await page.element("#uploads [aria-label=\"Go on\"]").click()
            try await waitForTitle("1 file is in the library", in: page)
            #expect(try Self.count(world) == 1)
        }
    }

    /// A locked phone ends its pages' lines, and holds back their clocks.
    private static let locked = """
        (() => {
          const { send } = XMLHttpRequest.prototype, later = window.setTimeout
          window.isLocked = true
          XMLHttpRequest.prototype.send = function (...body) {
            if (window.isLocked) queueMicrotask(() => this.dispatchEvent(new ProgressEvent('error')))
            else send.apply(this, body)
          }
          window.setTimeout = (act, time, ...more) => later(act, window.isLocked && time >= 1000 ? 1e9 : time, ...more)
        })()
        """

    @Test func `what a locked phone cut off goes on as soon as the page is looked at again`() async throws {
        let world = try World(), photo = try world.file("to send/IMG_1.JPG", Self.photo(1)).path
        try await Gallery.open(world, before: { try await $0.prepare(Self.locked) }) { gallery in
            let page = gallery.page
            try await page.drag([photo], to: 700, 400)
            try await page.waitFor("document.querySelector('#uploads p')?.textContent.startsWith('The connection is lost')", "the lost line to be told")
            try await page.run("window.isLocked = false; document.dispatchEvent(new Event('visibilitychange'))")
            try await waitForTitle("1 file is in the library", in: page)
            #expect(try Self.count(world) == 1)
        }
    }

    /// Counts the locks that keep the screen on.
    private static let screen = """
        (() => {
          window.held = 0
          const request = async () => {
            window.held += 1
            return Object.assign(new EventTarget(), { async release() { window.held -= 1; this.dispatchEvent(new Event('release')) } })
          }
          Object.defineProperty(navigator, 'wakeLock', { value: { request } })
        })()
        """

    @Test func `a phone's screen stays on while files are sent, and no longer`() async throws {
        let world = try World(), large = try Self.largeFile(world, 3_000_000)
        try await Gallery.open(world, on: .phone, before: { try await $0.prepare(Self.screen) }) { gallery in
            let page = gallery.page
            try await page.keepChoosersClosed()
            try await page.limitSending(to: 200_000)
            try await page.element(role: "button", name: "More").tap()
            try await page.element(role: "menuitem", name: "Add photos").tap()
            try await page.element(".upload-chooser").choose([large])
            try await waitForSome(in: page)
            try await page.waitFor("window.held === 1", "the screen to be kept on")
            // What was on its way at the pause may come in after the page asked how much is there.
            page.log.forgive("409")
            try await page.element("#uploads [aria-label=\"Pause\"]").tap()
            try await page.waitFor("window.held === 0", "the screen to be let go")
            try await page.limitSending(to: nil)
            try await page.element("#uploads [aria-label=\"Go on\"]").tap()
            try await waitForTitle("1 file is in the library", in: page)
            try await page.waitFor("window.held === 0", "the screen to be let go")
        }
    }

    @Test func `a server that ends and comes back is gone on with by itself`() async throws {
        let world = try World(), large = try Self.largeFile(world, 3_000_000)
        try await Chromium.shared().withPage(on: .desktop, #function) { page in
            try await page.prove(Gallery.token)
            page.log.forgive("net::")
            page.log.forgive("Failed to load resource")
            let port = try await Gallery.serve(world) { gallery -> Int in
                let opened = GalleryPage(page: page, address: gallery.address)
                try await opened.go(to: "#/library")
                try await page.limitSending(to: 300_000)
                try await page.drag([large], to: 700, 400)
                try await waitForSome(in: page)
                return try #require(URL(string: gallery.address)?.port)
            }
            try await page.waitFor("document.querySelector('#uploads p')?.textContent.startsWith('The connection is lost')", "the lost line to be told")
            await page.keepScreenshot(named: "upload-lost")
            try await page.limitSending(to: nil)
            try await Gallery.serve(world, configure: { $0.port = port }) { _ in
                try await waitForTitle("1 file is in the library", in: page)
                #expect(try Self.count(world) == 1)
            }
        }
    }
}
