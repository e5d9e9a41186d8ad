import Browser
import Foundation
import LibraryEngine
import Photos
import PhotosServer
import PhotosTesting
import Testing

extension GalleryTests {
    /// Originals elsewhere, as the page shows them: what lies in the cloud only, and what is on its way there.
    @Suite struct Cloud {
        private static let line = "document.querySelector('#transfers')"
        private static let words = "\(line).checkVisibility() && \(line).querySelector('p').textContent"

        /// Six photos, of which the oldest two are in the store alone and the newest two wait for it.
        private func world() throws -> World {
            let world = try World()
            func add(_ numbers: Range<Int>) throws {
                try world.add(
                    numbers.map { number in
                        World.NewAsset(
                            filename: "IMG_\(number).JPG", date: Date(timeIntervalSince1970: 1_688_200_000 + Double(number) * 86_400),
                            photo: try FixtureImages.jpeg(width: 480, height: 360, seed: number))
                    })
            }
            var settings = CloudSettings(address: world.folder.appending(path: "store").path)
            (settings.pinnedDays, settings.isPaused) = (0, true)
            try add(0..<2)
            try world.library.configureCloud(settings)
            _ = try world.library.upload()
            _ = try world.library.evict(downTo: 0)
            try add(2..<4)
            _ = try world.library.upload()
            try add(4..<6)
            return world
        }

        /// One of those that wait to be uploaded.
        private func waitingID(in world: World) throws -> String {
            let options = PHFetchOptions()
            options.photoLibrary = world.photoLibrary
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            return String(try #require(PHAsset.fetchAssets(with: options).firstObject).localIdentifier.prefix(36))
        }

        @Test(arguments: Look.all) func `what lies in the cloud only has a mark, and what waits for it a line`(_ look: Look) async throws {
            try await Gallery.open(try world(), on: look.screen) { gallery in
                let page = gallery.page
                try await page.waitFor("\(Self.words) === 'Paused: 2 files wait to be uploaded'", "the line")
                let cells = try await gallery.cells()
                #expect(cells.filter { $0.name.contains("in the cloud only") }.map(\.name).allSatisfy { $0.contains("IMG_0") || $0.contains("IMG_1") })
                #expect(cells.count { $0.name.contains("in the cloud only") } == 2)
                #expect(try await page.evaluate("document.querySelectorAll('#timeline .photo.is-elsewhere .corner').length", as: Int.self) == 2)
                try await gallery.inspect("\(look.testDescription)-cloud")
                // It goes on, stops, and goes when it is told to.
                try await page.element(role: "button", name: "Go on uploading").click()
                try await page.waitFor("\(Self.words) === '2 files wait to be uploaded'", "that they wait")
                try await page.element(role: "button", name: "Pause uploading").click()
                try await page.waitFor("\(Self.words) === 'Paused: 2 files wait to be uploaded'", "the pause")
                try await page.element("#transfers [aria-label=\"Dismiss\"]").click()
                try await page.waitFor("!\(Self.line).checkVisibility()", "the line to go")
            }
        }

        @Test func `what was asked before a pause ended does not bring it back`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../shell/transfers"],
                """
                async ({ Transfers }, { expect }) => {
                  const until = async (isSo, what) => {
                    const end = performance.now() + 20000
                    while (!isSo()) {
                      if (performance.now() > end) throw new Error(`It never was so: ${what}`)
                      await new Promise((resolve) => setTimeout(resolve, 5))
                    }
                  }
                  const state = (isPaused) => ({ isConnected: true, waiting: { files: 2 }, progress: null, isPaused, failed: [], problem: null })
                  const asked = [], element = document.createElement("section")
                  document.body.replaceChildren(element)
                  const api = { cloud: () => new Promise((resolve) => asked.push(resolve)), pauseCloud: async (isPaused) => state(isPaused) }
                  const transfers = new Transfers(element, { api, toasts: {} })
                  const isPaused = () => element.querySelector("p").textContent.startsWith("Paused")
                  transfers.prepare()
                  await until(() => asked.length === 1, "the first question")
                  asked[0](state(true))
                  await until(isPaused, "the pause is told")
                  document.dispatchEvent(new Event("visibilitychange"))
                  await until(() => asked.length === 2, "the second question")
                  element.querySelector("button").click()
                  await until(() => !isPaused(), "its end is told")
                  asked[1](state(true))
                  await new Promise((resolve) => setTimeout(resolve))
                  expect(!isPaused(), () => "the pause is back")
                }
                """)
            #expect(faults == [])
        }

        @Test func `the facts say where the file is, and opening it has it come`() async throws {
            let world = try world()
            try await Gallery.open(world) { gallery in
                let page = gallery.page, cell = try #require(try await gallery.cells().first { $0.name.contains("in the cloud only") })
                try await gallery.go(to: "#/library/asset/\(cell.id)")
                _ = try await gallery.pictureBox(of: cell.id)
                try await page.press("i")
                try await page.waitFor("document.querySelector('#viewer aside .panel-files')?.textContent.includes('in the cloud')", "where it is")
                // The original, for whoever saves it.
                try await page.run("fetch(document.querySelector('#viewer .panel-resource').href)")
                try await page.waitFor("document.querySelector('#viewer aside .panel-files')?.textContent.includes('here and in the cloud')", "that it is here")
                try await page.press("Escape")
                try await page.waitFor("document.querySelectorAll('#timeline .photo.is-elsewhere').length === 1", "the mark to go")
            }
        }

        @Test func `an original on its way shows how far it is`() async throws {
            try await Gallery.open(try world()) { gallery in
                let page = gallery.page, cell = try #require(try await gallery.cells().first { $0.name.contains("in the cloud only") })
                // The picture is held, and so is what is told of it.
                try await page.run(
                    """
                    window.told = 0.25
                    const plain = window.fetch
                    window.fetch = (path, ...rest) => String(path).endsWith('/fetching')
                      ? Promise.resolve(new Response(JSON.stringify({ fraction: window.told }), { headers: { 'Content-Type': 'application/json' } })) : plain(path, ...rest)
                    const decode = HTMLImageElement.prototype.decode
                    HTMLImageElement.prototype.decode = function () {
                      return this.matches('.picture-preview') ? new Promise((resolve, reject) => { window.goOn = () => decode.call(this).then(resolve, reject) }) : decode.call(this)
                    }
                    """)
                try await gallery.go(to: "#/library/asset/\(cell.id)")
                try await page.waitFor("document.querySelector('.slide-fetching:not([hidden])')?.getAttribute('aria-valuenow') === '25'", "a quarter of it")
                #expect(try await page.accessibleNodes().contains { $0.role == "progressbar" && $0.name == "Coming from the cloud" })
                try await gallery.inspect("cloud-fetching")
                try await page.run("window.told = 0.75")
                try await page.waitFor("document.querySelector('.slide-fetching:not([hidden])')?.getAttribute('aria-valuenow') === '75'", "more of it")
                try await page.run("window.goOn()")
                try await page.waitFor("document.querySelector('.slide-fetching').hidden", "the ring to go")
            }
        }

        @Test func `at a picker what lies in the cloud only has a mark, and a ring while it comes`() async throws {
            try await PickerPage.open(try world(), #"{"limit":9}"#) { picker in
                let page = picker.page, elsewhere = "document.querySelectorAll('#timeline .photo.is-elsewhere')"
                #expect(try await page.evaluate("\(elsewhere).length", as: Int.self) == 2)
                #expect(try await page.evaluate("[...\(elsewhere)].every((one) => one.ariaLabel.includes('in the cloud only'))", as: Bool.self))
                // The picture counts as held, and so does what is told of it.
                try await page.run(
                    """
                    window.told = 0.25
                    window.isHeld = true
                    const plain = window.fetch
                    window.fetch = (path, ...rest) => String(path).endsWith('/fetching')
                      ? Promise.resolve(new Response(JSON.stringify({ fraction: window.told }), { headers: { 'Content-Type': 'application/json' } })) : plain(path, ...rest)
                    const complete = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'complete')
                    Object.defineProperty(HTMLImageElement.prototype, 'complete', {
                      configurable: true, get() { return window.isHeld && this.matches('#preview .picture') ? false : complete.get.call(this) } })
                    """)
                let index = try await page.evaluate("Number(\(elsewhere)[0].dataset.index)", as: Int.self)
                try await picker.cell(index).click(count: 2)
                let ring = "document.querySelector('#preview .slide-fetching')"
                try await page.waitFor("\(ring)?.hidden === false && \(ring).getAttribute('aria-valuenow') === '25'", "a quarter of it")
                #expect(try await page.accessibleNodes().contains { $0.role == "progressbar" && $0.name == "Coming from the cloud" })
                try await page.inspect("picker-fetching")
                try await page.run("window.told = 0.75")
                try await page.waitFor("\(ring).getAttribute('aria-valuenow') === '75'", "more of it")
                try await page.run("window.isHeld = false")
                try await page.waitFor("\(ring).hidden", "the ring to go")
            }
        }

        @Test func `what failed is named with its reason, and a library without a store says nothing`() async throws {
            let world = try world(), id = try #require(UUID(uuidString: try waitingID(in: world)))
            let row = try #require(try world.library.read { try $0.assetID(uuid: id) })
            let waiting = try #require(try world.library.read { try $0.resources(assetID: row).first })
            guard case .managed(let path) = waiting.location else { throw CocoaError(.fileNoSuchFile) }
            // Its bytes are not those that came in any more.
            let file = world.url.appending(path: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data(count: Int(waiting.size)))
            try handle.close()
            #expect(try world.library.upload().failed.count == 1)
            try world.library.pauseCloud(false)
            try await Gallery.open(world, on: .phone) { gallery in
                try await gallery.page.waitFor("\(Self.words) === '1 file could not be uploaded'", "what failed")
                try await gallery.page.waitFor("\(Self.line).querySelector('p.quiet').textContent.startsWith('IMG_')", "why")
                try await gallery.inspect("cloud-failed")
            }
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                try await gallery.page.waitFor("(await (await fetch('/api/cloud')).json()).isConnected === false", "the answer")
                #expect(try await gallery.page.evaluate("\(Self.line).checkVisibility()", as: Bool.self) == false)
            }
        }
    }
}
