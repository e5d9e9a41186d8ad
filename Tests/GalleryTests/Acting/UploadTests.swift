import Browser
import Foundation
import LibraryEngine
import Photos
import PhotosServer
import PhotosTesting
import Testing

extension GalleryTests {
    /// Files that come in by the page.
    @Suite struct Uploads {
        private static let title = "document.querySelector('#uploads h2')?.textContent"

        static func count(_ world: World) throws -> Int { try world.library.read { try $0.libraryInfo().assetCount } }

        static func photo(_ seed: Int, width: Int = 320, height: Int = 240) throws -> Data { try FixtureImages.jpeg(width: width, height: height, seed: seed) }

        /// A file of random bytes behind a picture, which takes its time on its way.
        static func largeFile(_ world: World, _ bytes: Int) throws -> String {
            var data = try photo(9, width: 640, height: 480)
            var state: UInt32 = 1
            while data.count < bytes {
                state = state &* 1_664_525 &+ 1_013_904_223
                data.append(UInt8(truncatingIfNeeded: state >> 24))
            }
            return try world.file("to send/LARGE.JPG", data).path
        }

        func waitForTitle(_ text: String, in page: Page) async throws { try await page.waitFor("\(Self.title) === \(JSON.literal(text))", "“\(text)”") }

        func waitForSome(in page: Page) async throws {
            try await page.waitFor("(await (await fetch('/api/uploads')).json()).batches[0]?.received > 100000", "some of it to be here")
        }

        /// Drops what is at a path on the page, over a line of so many bytes a second, and pauses when some of it is here.
        func pause(_ path: String, at rate: Double, in page: Page) async throws {
            try await page.limitSending(to: rate)
            try await page.drag([path], to: 700, 400)
            try await waitForSome(in: page)
            try await page.element("#uploads [aria-label=\"Pause\"]").click()
            try await waitForTitle("Paused: 0 of 1 are in", in: page)
        }

        @Test func `files and folders that are dropped come in as an import has them`() async throws {
            let world = try World()
            var metadata = FixtureImages.Metadata()
            metadata.contentIdentifier = "8E8C1F0A-0000-4000-8000-000000000007"
            _ = try world.file("to send/Trip/IMG_1.JPG", FixtureImages.jpeg(width: 320, height: 240, metadata: metadata))
            _ = try world.file("to send/Trip/IMG_1.MOV", FixtureMovies.quarters(contentIdentifier: metadata.contentIdentifier))
            _ = try world.file("to send/Trip/.hidden.jpg", Self.photo(8))
            let folder = try world.file("to send/Trip/inside/IMG_1.JPG", Self.photo(2)).deletingLastPathComponent().deletingLastPathComponent().path
            let note = try world.file("to send/notes.txt", Data("no photo".utf8)).path
            let damaged = try world.file("to send/broken.jpg", Data("no photo".utf8)).path
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.drag([folder], to: 700, 400, drops: false)
                try await page.waitFor("document.querySelector('#drop')?.textContent === 'Drop to add to the library' && !document.querySelector('#drop').hidden", "where it goes")
                await page.keepScreenshot(named: "upload-drop")
                try await page.drag([folder, note, damaged], to: 700, 400)
                try await waitForTitle("3 files are in the library, 1 is no photo or video, 1 could not come in", in: page)
                #expect(try Self.count(world) == 2)
                #expect(try await page.evaluate("document.querySelector('#uploads li.failed')?.textContent", as: String?.self)?.hasPrefix("broken.jpg") == true)
                try await gallery.waitForPhotos()
                #expect(try await gallery.cells().count == 2)
                try await gallery.inspect("upload-done")
                // What was not wanted can be sent again, and the panel goes when it is told to.
                // Until it is asked for, the panel says what it said of the first try.
                try await page.run(
                    "window.asked = 0; const send = window.fetch; window.fetch = (...all) => send(...all).then((answer) => { if (all[1]?.method === 'POST') window.asked += 1; return answer; })"
                )
                try await page.element(role: "button", name: "Send again").click()
                try await page.waitFor("window.asked > 0 && \(Self.title).endsWith('1 could not come in')", "the second try")
                try await page.element("#uploads [aria-label=\"Close\"]").click()
                try await page.waitFor("document.querySelector('#uploads').hidden", "the panel to go")
                // The same again is there already.
                try await page.drag([folder], to: 700, 400)
                try await waitForTitle("0 files are in the library, 3 were there already", in: page)
                #expect(try Self.count(world) == 2)
            }
        }

        @Test func `files are chosen, and the panel is closed, by keys alone`() async throws {
            let world = try World(), path = try world.file("to send/IMG_1.JPG", Self.photo(1)).path
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.keepChoosersClosed()
                try await Hands.keyboard.press("#toolbar [aria-label=\"Add photos\"]", in: gallery)
                try await page.waitFor("document.activeElement.matches('[role=menuitem]')", "the menu to have the focus")
                try await page.press("Enter")
                try await page.element(".upload-chooser").choose([path])
                try await waitForTitle("1 file is in the library", in: page)
                try await gallery.waitForPhotos()
                try await Hands.keyboard.press("#uploads [aria-label=\"Close\"]", in: gallery)
                try await page.waitFor("document.querySelector('#uploads').hidden", "the panel to go")
                try await page.waitFor("document.activeElement.closest('#timeline')", "the photos to have the focus")
            }
        }

        @Test(arguments: ["#albums .card > button", "#sidebar [role=treeitem].album"]) func `files that are dropped on an album go into that album`(_ place: String) async throws {
            let world = try World(), path = try world.file("to send/IMG_1.JPG", Self.photo(1)).path
            try world.add([], album: "Norge")
            try await Gallery.open(world, at: "#/albums") { gallery in
                let page = gallery.page, (x, y) = try await page.element(place).box().middle
                try await page.drag([path], to: x, y, drops: false)
                try await page.waitFor("document.querySelector('#drop').textContent === 'Drop to add to “Norge”' && !document.querySelector('#drop').hidden", "where it goes")
                await page.keepScreenshot(named: "upload-onto-album")
                try await page.drag([path], to: x, y)
                try await waitForTitle("1 file is in the library", in: page)
                try await page.waitFor("document.querySelector('#albums .card-detail').textContent === '1 item'", "the album’s new number")
            }
        }

        @Test(arguments: [Screen.desktop, .phone]) func `files are chosen by the bar, also on a phone, and go into the album that is shown`(screen: Screen) async throws {
            let world = try World(), paths = try (1...3).map { try world.file("to send/IMG_\($0).JPG", Self.photo($0)).path }
            // Guarded by performChangesAndWait, which returns after the block.
            nonisolated(unsafe) var identifier: String?
            try world.photoLibrary.performChangesAndWait {
                identifier = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip").placeholderForCreatedAssetCollection.localIdentifier
            }
            let album = try #require(identifier?.prefix(36))
            try await Gallery.open(world, on: screen, at: "#/album/\(album)") { gallery in
                let page = gallery.page
                try await page.keepChoosersClosed()
                if screen.isPhone {
                    try await page.element(role: "button", name: "More").tap()
                    try await page.element(role: "menuitem", name: "Add photos").tap()
                } else {
                    try await page.element("#toolbar [aria-label=\"Add photos\"]").click()
                    try await page.waitForStillness("body")
                    await page.keepScreenshot(named: "upload-menu")
                    try await page.element(role: "menuitem", name: "Choose files…").click()
                }
                try await page.element(".upload-chooser").choose(paths)
                try await waitForTitle("3 files are in the library", in: page)
                try await gallery.waitForPhotos()
                #expect(try await gallery.cells().count == 3)
                try await gallery.inspect(screen.isPhone ? "upload-phone" : "upload-album")
            }
        }

        @Test func `what a page sent whole comes in by the next one, which also shows what failed`() async throws {
            let world = try World(), photo = try Self.photo(1).base64EncodedString()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                // This page has asked what is left, and takes nothing up any more.
                try await page.waitFor("performance.getEntriesByType('resource').some((one) => one.name.endsWith('/api/uploads'))", "the page to ask")
                // As of a page that was closed before it said that these are all.
                try await page.run(
                    """
                    const post = (path, body) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
                    const contents = [Uint8Array.from(atob('\(photo)'), (one) => one.charCodeAt(0)), new TextEncoder().encode('no photo')];
                    const files = contents.map((one, index) => ({ name: `IMG_${index}.JPG`, size: one.length }));
                    const { id } = await (await post('/api/uploads', { files })).json();
                    for (const [index, body] of contents.entries()) {
                      const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
                      await fetch(`/api/uploads/${id}/files/${index + 1}`, { method: 'PATCH', headers, body });
                    }
                    """)
                #expect(try Self.count(world) == 0)
                try await page.reload()
                try await waitForTitle("1 file is in the library, 1 could not come in", in: page)
                #expect(try Self.count(world) == 1)
                try await page.reload()
                try await waitForTitle("0 files are in the library, 1 could not come in", in: page)
                try await page.element("#uploads [aria-label=\"Close\"]").click()
                try await page.waitFor("(await (await fetch('/api/uploads')).json()).batches.length === 0", "the batch to be forgotten")
            }
        }

        @Test func `giving up asks first, and nothing of it comes in`() async throws {
            let world = try World(), large = try Self.largeFile(world, 3_000_000)
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await pause(large, at: 200_000, in: page)
                try await page.element("#uploads [aria-label=\"Give up\"]").click()
                try await page.element(role: "button", name: "Cancel").click()
                try await waitForTitle("Paused: 0 of 1 are in", in: page)
                try await page.element("#uploads [aria-label=\"Give up\"]").click()
                try await page.waitForStillness("body")
                await page.keepScreenshot(named: "upload-give-up")
                try await page.element("dialog .danger").click()
                try await page.waitFor("document.querySelector('#uploads').hidden", "the panel to go")
                try await page.waitFor("(await (await fetch('/api/uploads')).json()).batches.length === 0", "the batch to go")
                #expect(try Self.count(world) == 0)
            }
        }
    }
}
