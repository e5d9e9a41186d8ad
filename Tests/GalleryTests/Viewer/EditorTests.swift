import Browser
import Foundation
import LibraryEngine
import PhotosTesting
import TestSupport
import Testing

extension GalleryTests {
    /// A photo is edited in the page.
    @Suite struct Editor {
        private static func slider(_ name: String) -> String { "#editor [data-parameter=\(name)]" }

        /// Opens the editor of a photo by its key.
        private static func opened(
            _ world: World? = nil, on screen: Screen = .desktop, _ name: String = #function, _ body: (GalleryPage, String) async throws -> Void
        ) async throws {
            let world = try world ?? World()
            let id = try world.add([.init(filename: "IMG_1.TIF", date: Date(timeIntervalSince1970: 1_560_000_000), photo: Scenery.tiff())])[0]
            try await Gallery.open(world, on: screen, at: "#/library/asset/\(id)", name) { gallery in
                try await gallery.waitForViewer()
                try await gallery.waitForViewed(id)
                _ = try await gallery.pictureBox(of: id)
                try await open(gallery.page)
                try await body(gallery, id)
            }
        }

        private static func open(_ page: Page) async throws {
            try await page.press("e")
            try await page.waitFor("document.querySelector('#editor[open] .editor-canvas')?.width > 1", "the editor")
            try await page.waitForFrames(3)
        }

        private static func waitForEnd(_ page: Page) async throws { try await page.waitFor("!document.querySelector('#editor')", "the editor to close") }

        /// Sets a slider as a person's hand does.
        private static func slide(_ name: String, to value: Double, in page: Page) async throws {
            let _: Bool = try await page.call(
                """
                (selector, value) => {
                  const input = document.querySelector(selector)
                  input.value = value
                  input.dispatchEvent(new Event('input', { bubbles: true }))
                  input.dispatchEvent(new Event('change', { bubbles: true }))
                  return true
                }
                """, slider(name), value)
        }

        private static func value(_ name: String, _ page: Page) async throws -> String { try await page.evaluate("document.querySelector('\(slider(name))').value") }

        /// The edit that the library has, as JSON.
        private static func edit(_ id: String, _ gallery: GalleryPage) async throws -> String {
            try await gallery.page.call("async id => JSON.stringify((await (await fetch(`/api/assets/${id}/adjustments`)).json()).adjustments)", id)
        }

        // MARK: Drawing

        /// How far the page's picture is from the worker's, in levels of 255: the 9,999th of 10,000 where there are no edges, the mean of all, and how much has no edges.
        private static func difference(in page: Page) async throws -> [Double] {
            try await page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
            return try await page.call(
                """
                async () => {
                  const page = document.querySelector('.editor-canvas'), worker = document.querySelector('.editor-truth')
                  await worker.decode()
                  const { width, height } = page
                  const pixels = source => {
                    const canvas = document.createElement('canvas')
                    Object.assign(canvas, { width, height })
                    const context = canvas.getContext('2d')
                    context.drawImage(source, 0, 0, width, height)
                    return context.getImageData(0, 0, width, height).data
                  }
                  const [a, b] = [pixels(page), pixels(worker)]
                  const counts = new Array(256).fill(0)
                  let sum = 0, flat = 0
                  // What JPEG does about an edge reaches as far as a block of its chroma.
                  const around = [-16, -8, 0, 8, 16].flatMap(dy => [-16, -8, 0, 8, 16].map(dx => (dy * width + dx) * 4))
                  for (let y = 16; y < height - 16; y++) for (let x = 16; x < width - 16; x++) {
                    const at = (y * width + x) * 4
                    const isFlat = around.every(there => [0, 1, 2].every(c => Math.abs(b[at + c] - b[at + c + there]) <= 12))
                    for (const c of [0, 1, 2]) {
                      const difference = Math.abs(a[at + c] - b[at + c])
                      sum += difference
                      if (isFlat) counts[difference] += 1
                    }
                    if (isFlat) flat += 1
                  }
                  let left = flat * 3 * 0.0001, worst = 255
                  while (worst > 0 && (left -= counts[worst]) >= 0) worst -= 1
                  return [worst, sum / (width * height * 3), flat / (width * height)]
                }
                """)
        }

        /// Docs/Adjustments.md states the tolerance.
        @Test func `the page draws what the worker draws`() async throws {
            try await Self.opened { gallery, _ in
                let page = gallery.page
                for (name, value) in [("exposure", 60.0), ("shadows", 40), ("highlights", -30), ("warmth", -50), ("tint", 20), ("saturation", 30)] {
                    try await Self.slide(name, to: value, in: page)
                }
                let light = try await Self.difference(in: page)
                #expect(light[0] <= 8 && light[1] < 2 && light[2] > 0.2, "\(light)")
                for (name, value) in [("brilliance", 40.0), ("blackPoint", 20), ("contrast", 25), ("vignette", 40), ("straighten", 6), ("perspectiveVertical", 20)] {
                    try await Self.slide(name, to: value, in: page)
                }
                try await page.click("#editor-tab-filters")
                try await page.click("#editor [data-filter=chrome]")
                let all = try await Self.difference(in: page)
                #expect(all[0] <= 8 && all[1] < 2 && all[2] > 0.2, "\(all)")
                // A part, turned: its scale and its place are right as well.
                try await page.click("#editor-tab-crop")
                try await page.click("#editor [aria-label='Rotate right']")
                try await page.click("#editor [aria-label=Flip]")
                let turned = try await Self.difference(in: page)
                #expect(turned[0] <= 8 && turned[1] < 2, "\(turned)")
            }
        }

        /// Where no graphics processor is, as here, fewer pixels are drawn while a slider moves.
        @Test func `a slider's steps are drawn at the screen's pace, and what rests is drawn in full`() async throws {
            try await Self.opened { gallery, _ in
                let full = try await gallery.page.evaluate("document.querySelector('.editor-canvas').width", as: Int.self)
                let times: [Double] = try await gallery.page.call(
                    """
                    async selector => {
                      const input = document.querySelector(selector), frame = () => new Promise(requestAnimationFrame), frames = []
                      for (let step = 0; step < 90; step++) {
                        const start = await frame()
                        input.value = step
                        input.dispatchEvent(new Event('input', { bubbles: true }))
                        frames.push(await frame() - start)
                      }
                      frames.sort((a, b) => a - b)
                      return [frames[45], frames[85], document.querySelector('.editor-canvas').width]
                    }
                    """, Self.slider("exposure"))
                // On a machine that does nothing else the median is the screen's 16.7.
                #expect(times[0] < 100, "\(times)")
                try await Self.slide("exposure", to: 89, in: gallery.page)
                try await gallery.page.waitFor("document.querySelector('.editor-canvas').width === \(full)", "all pixels")
            }
        }

        @Test func `fewer pixels are drawn after two late frames, and more after thirty in time`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../editor/pace"],
                """
                ({ Pace }, { expect }) => {
                  let now = 0
                  const pace = new Pace(() => now), frame = (taken, isSettled = false) => { now += taken; return pace.coarseness(isSettled) }
                  expect(frame(17) === 1 && frame(40) === 1, () => 'one late frame is an accident')
                  expect(frame(40) === 1.5 && frame(40) === 1.5 && frame(40) === 2.25, () => 'late frames')
                  expect(frame(17, true) === 1, () => 'what rests')
                  expect(frame(900) === 2.25, () => 'what moves again')
                  for (let n = 0; n < 20; n++) frame(40)
                  expect(frame(17) === 4, () => 'no coarser than that')
                  for (let n = 0; n < 29; n++) frame(17)
                  expect(frame(17) < 4, () => 'more pixels')
                  for (let n = 0; n < 900; n++) frame(17)
                  expect(frame(17) === 1, () => 'all of them')
                }
                """)
            #expect(faults.isEmpty)
        }

        @Test func `what was before is seen while it is pressed, and stays after a short press`() async throws {
            try await Self.opened { gallery, _ in
                let page = gallery.page, badge = "document.querySelector('.editor-badge').checkVisibility()"
                try await Self.slide("exposure", to: 200, in: page)
                try await page.press("o")
                try await page.waitFor(badge, "what was before")
                #expect(try await page.evaluate("document.querySelector('#editor [aria-pressed=true]')?.ariaLabel", as: String.self) == "Compare with before")
                try await page.press("o")
                try await page.waitFor("!\(badge)", "the edit again")
                let box = try await page.element(".editor-canvas").box()
                try await page.moveMouse(to: box.x + 50, box.y + 50)
                try await page.pressMouse()
                try await page.waitFor(badge, "what was before")
                // Half a second, or longer on a busy machine.
                try await page.waitForFrames(30)
                try await page.releaseMouse()
                try await page.waitFor("!\(badge)", "the edit again")
                // What is changed is seen.
                try await page.press("o")
                try await page.waitFor(badge, "what was before")
                try await Self.slide("exposure", to: 100, in: page)
                try await page.waitFor("!\(badge)", "the edit again")
            }
        }

        @Test func `what was before is as large as the photo that was turned`() async throws {
            try await Self.opened { gallery, _ in
                let page = gallery.page
                try await page.click("#editor-tab-crop")
                try await page.click("#editor [aria-label='Rotate right']")
                try await page.press("Control+s")
                try await Self.waitForEnd(page)
                try await Self.open(page)
                let edited = try await page.element(".editor-canvas").box()
                try await page.press("o")
                try await page.waitFor("document.querySelector('.editor-badge').checkVisibility()", "what was before")
                try await page.waitForFrames(3)
                _ = await page.keepScreenshot(named: "turned-before")
                let before = try await page.element(".editor-canvas").box()
                #expect(before == edited && before.height > 600, "\(edited) \(before)")
            }
        }

        // MARK: Doing

        @Test func `an edit is undone, saved and reverted`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page
                try await Self.slide("exposure", to: 100, in: page)
                try await Self.slide("contrast", to: 50, in: page)
                try await page.press("Control+z")
                try await page.waitFor("document.querySelector('\(Self.slider("contrast"))').value === '0'", "the contrast to be taken back")
                try await page.press("Control+Shift+z")
                try await page.waitFor("document.querySelector('\(Self.slider("contrast"))').value === '50'", "the contrast again")
                try await page.click(".editor-save")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "{\"contrast\":0.5,\"exposure\":1,\"format\":\"org.openphotokit.adjustments\",\"version\":\"1.0\"}")
                try await Self.open(page)
                #expect(try await Self.value("exposure", page) == "100")
                try await page.click(".editor-revert")
                try await page.click("dialog.dialog [data-kind=danger]")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "null")
            }
        }

        @Test func `a part is kept by its handles`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page
                try await page.click("#editor-tab-crop")
                try await page.waitForFrames(3)
                let box = try await page.element(".cropper").box()
                try await page.drag(from: (box.x + box.width, box.y + box.height), to: (box.x + box.width / 2, box.y + box.height / 2))
                try await page.press("ArrowRight", "ArrowRight", "Shift+ArrowUp")
                try await page.press("Control+s")
                try await Self.waitForEnd(page)
                let saved = try await Self.edit(id, gallery)
                let crop = try #require(JSONDecoder().decode([String: JSON].self, from: Data(saved.utf8))["crop"])
                guard case .object(let numbers) = crop, case .number(let x) = numbers["x"], case .number(let width) = numbers["width"],
                    case .number(let height) = numbers["height"]
                else {
                    Issue.record("\(saved)")
                    return
                }
                #expect(abs(x - 0.02) < 1e-6 && abs(width - 0.5) < 0.01 && abs(height - 0.49) < 0.01, "\(saved)")
            }
        }

        @Test func `fingers crop and slide on a telephone`() async throws {
            try await Self.opened(on: .phone) { gallery, id in
                let page = gallery.page
                let exposure = try await page.element(Self.slider("exposure")).box()
                try await page.swipe(
                    from: (exposure.x + exposure.width / 2, exposure.y + exposure.height / 2), to: (exposure.x + exposure.width - 20, exposure.y + exposure.height / 2))
                try await page.waitFor("Number(document.querySelector('\(Self.slider("exposure"))').value) > 100", "a brighter photo")
                // A tap right behind a swipe only stops what glides.
                try await page.waitForFrames(30)
                try await page.element("#editor-tab-crop").tap()
                try await page.waitFor("document.querySelector('.cropper').checkVisibility()", "the handles")
                try await page.waitForFrames(3)
                let box = try await page.element(".cropper").box()
                try await page.swipe(from: (box.x, box.y), to: (box.x + box.width / 4, box.y + box.height / 4))
                try await page.waitForFrames(30)
                try await page.element(".editor-save").tap()
                try await Self.waitForEnd(page)
                let saved = try await Self.edit(id, gallery)
                #expect(saved.contains("\"crop\":{") && saved.contains("\"exposure\":"), "\(saved)")
            }
        }

        @Test func `everything is done by keys, and Escape gives the focus back`() async throws {
            try await Self.opened { gallery, id in
                let page = gallery.page
                try await page.press("Tab")
                try await page.press("ArrowRight", times: 10)
                #expect(try await Self.value("exposure", page) == "10")
                try await page.press("Delete")
                #expect(try await Self.value("exposure", page) == "0")
                try await page.press("Shift+Tab", "ArrowRight", "ArrowRight")
                try await page.waitFor("document.activeElement.id === 'editor-tab-crop'", "the tab for cropping")
                try await page.press("Tab", "Enter")
                try await page.waitFor("document.querySelector('.editor-canvas').height > document.querySelector('.editor-canvas').width", "the turned photo")
                try await page.press("Escape")
                try await page.waitFor("document.querySelector('dialog.dialog[open]')", "the question")
                try await page.press("Escape")
                try await page.waitFor("!document.querySelector('dialog.dialog')", "the answer")
                #expect(try await page.evaluate("document.querySelector('#editor[open]') !== null", as: Bool.self))
                try await page.press("Control+z", "Escape")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "null")
                #expect(try await page.evaluate("document.getElementById('viewer').contains(document.activeElement)", as: Bool.self))
            }
        }

        // MARK: Two who edit

        private static func waitForOffer(_ page: Page) async throws {
            try await page.waitFor("document.querySelector('.editor-choice')?.checkVisibility()", "the choice between both edits")
        }

        @Test func `a photo that somebody else changed stays as they left it until a person says whose edit is to stay`() async throws {
            let world = try World()
            try await Self.opened(world) { gallery, id in
                let page = gallery.page
                try await Self.slide("exposure", to: 100, in: page)
                try await PhotosTool.run("edit", id, "--contrast", "0.5", library: world.url)
                page.log.forgive("409")
                try await page.click(".editor-save")
                try await Self.waitForOffer(page)
                #expect(try await page.evaluate("document.querySelector('.editor-problem').textContent", as: String.self).contains("changed by somebody else"))
                // Nothing of one's own is lost, and nothing of theirs; a key that was pressed twice decides nothing.
                try await page.press("Control+s", "Enter", " ")
                #expect(try await Self.value("exposure", page) == "100")
                #expect(try await Self.value("contrast", page) == "0")
                #expect(try await Self.edit(id, gallery).contains("\"contrast\":0.5"))
                // Theirs, and one's own once more behind a step back.
                try await page.element(role: "button", name: "Take theirs").click()
                try await page.waitFor("document.querySelector('\(Self.slider("contrast"))').value === '50'", "their contrast")
                #expect(try await Self.value("exposure", page) == "0")
                #expect(try await page.evaluate("document.querySelector('.editor-save').disabled", as: Bool.self))
                try await page.press("Control+z")
                try await page.waitFor("document.querySelector('\(Self.slider("exposure"))').value === '100'", "one's own exposure")
                // They go on, and one's own is saved over it by keys.
                try await PhotosTool.run("edit", id, "--contrast", "0.6", library: world.url)
                try await page.press("Control+s")
                try await Self.waitForOffer(page)
                try await page.press("Tab")
                #expect(try await page.evaluate("document.activeElement.textContent", as: String.self) == "Save mine over it")
                try await page.press("Enter")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "{\"exposure\":1,\"format\":\"org.openphotokit.adjustments\",\"version\":\"1.0\"}")
                // What was there before was theirs.
                try await gallery.waitForToast("Edit saved")
                try await page.press("Control+z")
                try await gallery.waitForToast("Undone: Edit saved")
                #expect(try await Self.edit(id, gallery).contains("\"contrast\":0.6"))
            }
        }

        @Test func `a photo is not reverted over somebody else's edit without asking`() async throws {
            let world = try World()
            try await Self.opened(world) { gallery, id in
                let page = gallery.page
                try await PhotosTool.run("edit", id, "--contrast", "0.5", library: world.url)
                try await page.press("Escape")
                try await Self.waitForEnd(page)
                try await Self.open(page)
                try await PhotosTool.run("edit", id, "--contrast", "0.6", library: world.url)
                page.log.forgive("409")
                try await page.click(".editor-revert")
                try await page.click("dialog.dialog [data-kind=danger]")
                try await Self.waitForOffer(page)
                #expect(try await Self.edit(id, gallery).contains("\"contrast\":0.6"))
                try await page.element(role: "button", name: "Revert all the same").click()
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "null")
            }
        }

        @Test(arguments: Look.all) func `the choice between two edits`(_ look: Look) async throws {
            let world = try World()
            try await Self.opened(world, on: look.screen, "two-edits-\(look.testDescription)") { gallery, id in
                let page = gallery.page
                try await Self.slide("exposure", to: 100, in: page)
                try await PhotosTool.run("edit", id, "--contrast", "0.5", library: world.url)
                page.log.forgive("409")
                try await page.press("Control+s")
                try await Self.waitForOffer(page)
                try await gallery.inspect("\(look.testDescription)-editor-two")
            }
        }

        // MARK: Taking back

        @Test func `what was saved and reverted is taken back, and done again, by messages and by keys`() async throws {
            let world = try World()
            try await Self.opened(world) { gallery, id in
                let page = gallery.page
                func save(_ exposure: Double) async throws {
                    try await Self.slide("exposure", to: exposure, in: page)
                    try await page.press("Control+s")
                    try await Self.waitForEnd(page)
                    try await gallery.waitForToast("Edit saved")
                }
                func waitForEdit(_ words: String) async throws {
                    try await page.waitFor("fetch('/api/assets/\(id)/adjustments').then(answer => answer.text()).then(text => text.includes(\(JSON.literal(words))))", words)
                }
                try await save(100)
                _ = await page.keepScreenshot(named: "edit-saved")
                try await page.element(role: "button", name: "Undo").click()
                try await waitForEdit("\"adjustments\":null")
                try await gallery.waitForToast("Undone: Edit saved")
                try await page.press("Control+Shift+z")
                try await waitForEdit("\"exposure\":1,")
                try await gallery.waitForToast("Done again: Edit saved")
                // The second edit, and reverting it.
                try await Self.open(page)
                try await save(50)
                try await Self.open(page)
                try await page.click(".editor-revert")
                try await page.click("dialog.dialog [data-kind=danger]")
                try await Self.waitForEnd(page)
                try await gallery.waitForToast("Reverted to the original")
                try await waitForEdit("\"adjustments\":null")
                // Back through all of it, and on again.
                for words in ["\"exposure\":0.5", "\"exposure\":1,", "\"adjustments\":null"] {
                    try await page.press("Control+z")
                    try await waitForEdit(words)
                }
                for words in ["\"exposure\":1,", "\"exposure\":0.5", "\"adjustments\":null"] {
                    try await page.press("Control+Shift+z")
                    try await waitForEdit(words)
                }
                try await page.press("Control+z")
                try await waitForEdit("\"exposure\":0.5")
                // What somebody else did since stays.
                try await PhotosTool.run("edit", id, "--contrast", "0.5", library: world.url)
                page.log.forgive("409")
                try await page.press("Control+z")
                try await gallery.waitForToast("Somebody else changed it meanwhile")
                #expect(try await Self.edit(id, gallery).contains("\"contrast\":0.5"))
            }
        }

        @Test func `an edit over another program's has no Undo, which could only revert both`() async throws {
            let world = try World()
            let id = try world.add([
                .init(
                    filename: "IMG_1.JPG", date: Date(timeIntervalSince1970: 1_560_000_000), photo: try FixtureImages.jpeg(width: 640, height: 480),
                    rendering: try FixtureImages.jpeg(width: 300, height: 400, seed: 7))
            ])[0]
            try await Gallery.open(world, at: "#/library/asset/\(id)") { gallery in
                try await gallery.waitForViewer()
                try await gallery.waitForViewed(id)
                try await Self.open(gallery.page)
                try await Self.slide("exposure", to: 100, in: gallery.page)
                try await gallery.page.press("Control+s")
                try await Self.waitForEnd(gallery.page)
                try await gallery.waitForToast("Edit saved")
                #expect(try await gallery.page.evaluate("document.querySelectorAll('#toasts .toast .label').length", as: Int.self) == 0)
            }
        }

        // MARK: Narrow

        /// A telephone's scrollbar lies over what it scrolls, and that of a narrow window takes room of its own.
        @Test(arguments: [true, false]) func `the filters are whole above their scrollbar`(isPhone: Bool) async throws {
            try await Self.opened(on: isPhone ? .phone : Screen(width: 390, height: 844), "filters-\(isPhone)") { gallery, _ in
                let page = gallery.page
                try await page.click("#editor-tab-filters")
                try await page.waitForFrames(3)
                _ = await page.keepScreenshot(named: "narrow-filters-\(isPhone)")
                let rest: [Double] = try await page.evaluate(
                    """
                    (() => {
                      const row = document.querySelector('.editor-looks'), end = row.getBoundingClientRect().top + row.clientTop + row.clientHeight
                      return [end - Math.max(...[...row.children].map(look => look.getBoundingClientRect().bottom)), row.scrollHeight - row.clientHeight, row.scrollWidth - row.clientWidth]
                    })()
                    """)
                #expect(rest[0] >= 8 && rest[1] <= 0 && rest[2] > 0, "\(rest)")
            }
        }

        @Test(arguments: Look.all) func `the editor`(_ look: Look) async throws {
            try await Self.opened(on: look.screen, "editor-\(look.testDescription)") { gallery, _ in
                let page = gallery.page
                for tab in ["light", "filters", "crop"] {
                    try await page.click("#editor-tab-\(tab)")
                    if tab == "filters" { try await page.click("#editor [data-filter=vividWarm]") }
                    try await page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
                    try await gallery.inspect("\(look.testDescription)-editor-\(tab)")
                }
            }
        }

        // MARK: Live Photos

        /// Opens the editor of a Live Photo, whose movie of two seconds gets lighter from frame to frame, at its own panel.
        private static func openedLive(on screen: Screen = .desktop, _ name: String = #function, _ body: (GalleryPage, String) async throws -> Void) async throws {
            let world = try World(), movie = try Data(MadeFilm { ($0.seconds, $0.rate) = (2, 10) }.bytes())
            let date = Date(timeIntervalSince1970: 1_560_000_000)
            let id = try world.add([.init(filename: "LIVE.JPG", date: date, photo: FixtureImages.jpeg(width: 320, height: 240, seed: 5), movie: movie)])[0]
            try await Gallery.open(world, on: screen, at: "#/library/asset/\(id)", name) { gallery in
                try await gallery.waitForViewer()
                try await gallery.waitForViewed(id)
                try await open(gallery.page)
                try await gallery.page.click("#editor-tab-live")
                try await body(gallery, id)
            }
        }

        /// The grey in the middle of what the page draws.
        private static func grey(in page: Page) async throws -> Int {
            try await page.evaluate(
                """
                (() => {
                  const canvas = document.createElement('canvas'), context = canvas.getContext('2d')
                  // A canvas that is on no page has 300 × 150 pixels, and the film is white at its upper left.
                  Object.assign(canvas, { width: 2, height: 2 })
                  context.drawImage(document.querySelector('.editor-canvas'), 0, 0, 2, 2)
                  return context.getImageData(1, 1, 1, 1).data[1]
                })()
                """, as: Int.self)
        }

        @Test func `a Live Photo gets a key frame and loses its sound, and both are undone, kept and reverted`() async throws {
            try await Self.openedLive { gallery, id in
                let page = gallery.page, moment = Self.slider("keyFrame")
                // Without a word of its own the still is of the middle.
                #expect(try await Self.value("keyFrame", page) == "1")
                #expect(try await page.evaluate("document.querySelector('#editor .editor-panel:not([hidden]) .editor-reset').disabled", as: Bool.self))
                try await Self.slide("keyFrame", to: 0.5, in: page)
                try await page.waitFor("document.querySelector('#editor .editor-panel:not([hidden]) .editor-reset').disabled === false", "a moment of its own")
                try await page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
                let early = try await Self.grey(in: page)
                try await page.element(moment).focus()
                for _ in 0..<20 { try await page.press("ArrowRight") }
                #expect(try await Self.value("keyFrame", page) == "1.5")
                try await page.waitForFrames(3)
                try await page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
                let late = try await Self.grey(in: page)
                #expect(late > early + 40, "\(early) \(late)")
                try await page.click(Self.slider("sound"))
                try await page.press("Control+z")
                #expect(try await page.evaluate("document.querySelector('\(Self.slider("sound"))').checked", as: Bool.self))
                try await page.press("Shift+Control+z")
                try await page.press("Control+s")
                try await Self.waitForEnd(page)
                let saved = try await Self.edit(id, gallery)
                #expect(saved.contains("\"keyFrame\":1.5") && saved.contains("\"muted\":true"), "\(saved)")
                try await Self.open(page)
                try await page.click("#editor-tab-live")
                #expect(try await Self.value("keyFrame", page) == "1.5")
                try await page.click("#editor .editor-panel:not([hidden]) .editor-reset")
                #expect(try await Self.value("keyFrame", page) == "1")
                try await page.click(".editor-revert")
                try await page.click("dialog.dialog [data-kind=danger]")
                try await Self.waitForEnd(page)
                #expect(try await Self.edit(id, gallery) == "null")
            }
        }

        @Test func `a photo that doesn't move has no panel for it`() async throws {
            try await Self.opened { gallery, _ in
                let tabs = try await gallery.page.evaluate("document.querySelectorAll('#editor [role=tab]').length", as: Int.self)
                #expect(tabs == 3)
            }
        }

        @Test(arguments: Look.all) func `the editor of Live Photos`(_ look: Look) async throws {
            try await Self.openedLive(on: look.screen, "live-editor-\(look.testDescription)") { gallery, _ in
                try await Self.slide("keyFrame", to: 0.5, in: gallery.page)
                try await gallery.page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
                try await gallery.inspect("\(look.testDescription)-live-editor")
            }
        }
    }
}
