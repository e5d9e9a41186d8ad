import Browser
import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import Testing

extension GalleryTests {
    /// What can go wrong while one photo is looked at.
    @Suite struct Viewer {
        private static func library(_ count: Int) throws -> (world: World, ids: [String]) {
            let world = try World()
            let start = Date(timeIntervalSince1970: 1_560_000_000)
            let ids = try world.add(
                (0..<count).map { number in
                    .init(
                        filename: "IMG_\(number).JPG", date: start.addingTimeInterval(Double(-60 * number)),
                        photo: try FixtureImages.jpeg(width: 640, height: 480, seed: number))
                })
            return (world, ids)
        }

        /// An act of somebody else, by the API.
        private static func act(_ body: JSON, in page: Page) async throws {
            let answer: String = try await page.call(
                """
                async body => {
                  const headers = { 'Content-Type': 'application/json' }
                  const answer = await fetch('/api/acts', { method: 'POST', headers, body: JSON.stringify(body) })
                  return answer.ok ? '' : answer.text()
                }
                """, body)
            #expect(answer == "")
        }

        private static func delete(_ id: String, in page: Page) async throws { try await act(["act": "delete", "assets": [.string(id)]], in: page) }

        private static let heading = "document.querySelector('#viewer .viewer-name').textContent"

        @Test func aPhotoThatIsDeletedWhileShownMakesWayForTheNext() async throws {
            let (world, ids) = try Self.library(4)
            try await Gallery.open(world, at: "#/library/asset/\(ids[1])") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                try await page.waitFor("\(Self.heading) === 'IMG_1.JPG'", "the photo's name")
                try await Self.delete(ids[0], in: page)
                try await page.waitFor("document.querySelector('#viewer .viewer-previous').disabled", "the photo to be the first")
                #expect(try await page.evaluate(Self.heading) == "IMG_1.JPG")
                try await Self.delete(ids[1], in: page)
                try await page.waitFor("\(Self.heading) === 'IMG_2.JPG'", "the next photo")
                try await page.waitFor("!document.querySelector('.viewer-notice').hidden", "a word about it")
                try await gallery.waitForViewed(ids[2])
                try await Self.delete(ids[3], in: page)
                try await Self.delete(ids[2], in: page)
                try await gallery.waitForViewer(isOpen: false)
                #expect(try await gallery.viewedID() == nil)
            }
        }

        /// The page gets the answer that says where the photo stands only once it has followed a later commit, in which all indexes changed.
        @Test func anAddressedPhotoOpensAndNotItsNeighbourWhereACommitFallsBetweenItsIndexAndItsOpening() async throws {
            let (world, ids) = try Self.library(6)
            try await Gallery.open(world, at: "#/library") { gallery in
                let page = gallery.page
                let _: Bool = try await page.call(
                    """
                    async first => {
                      const real = window.fetch
                      window.fetch = async (path, options) => {
                        const answer = await real(path, options)
                        if (!String(path).startsWith('/api/place')) return answer
                        window.fetch = real
                        const headers = { 'Content-Type': 'application/json' }
                        await real('/api/acts', { method: 'POST', headers, body: JSON.stringify({ act: 'delete', assets: [first] }) })
                        const cell = `#timeline [role=gridcell][data-id="${first}"]`
                        while (document.querySelector(cell)) await new Promise(resolve => requestAnimationFrame(resolve))
                        return answer
                      }
                      return true
                    }
                    """, ids[0])
                try await page.run("location.hash = '#/library/asset/\(ids[3])'")
                try await gallery.waitForViewer()
                try await page.waitFor("\(Self.heading) !== ''", "a photo's name")
                #expect(try await page.evaluate(Self.heading) == "IMG_3.JPG")
                #expect(try await gallery.viewedID() == ids[3])
            }
        }

        @Test(arguments: [
            "<img src=x onerror=\"window.wasRun = 1\">", "</h2><script>window.wasRun = 1</script>",
            "\u{202E}gnp.exe\u{202C} after", "line one\nline two",
            "javascript:window.wasRun=1", "𝒰nicode \u{0301}\u{0300} 👩‍👩‍👧 שלום عالم", "{{7*7}} ${7*7} %3Cb%3E &lt;b&gt;",
        ])
        func aHostileTitleIsText(_ text: String) async throws {
            let (world, ids) = try Self.library(2)
            try await Gallery.open(world, at: "#/library/asset/\(ids[0])") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                let words: JSON = .string(text)
                try await Self.act(["act": "describe", "assets": [.string(ids[0])], "title": words, "caption": words, "keywords": [words]], in: page)
                try await page.waitFor("\(Self.heading) === \(JSON.literal(text))", "the title in the bar")
                try await page.press("i")
                let oneLine = text.replacing("\n", with: "")
                try await page.waitFor("document.querySelector('.panel-caption').value === \(JSON.literal(text))", "the caption in the panel")
                #expect(try await page.evaluate("document.querySelector('.panel-title').value.replaceAll('\\n', '')") == oneLine)
                #expect(try await page.evaluate("getComputedStyle(document.querySelector('.viewer-name')).unicodeBidi") == "isolate")
                #expect(try await page.evaluate("'wasRun' in window") == false)
                #expect(try await page.evaluate("document.querySelectorAll('script:not([src]), img[onerror], [src=x]').length") == 0)
            }
        }

        @Test func thePanelTellsOfEveryKindOfAsset() async throws {
            let (world, ids) = try Self.library(6)
            let (clip, live) = (FixtureMovies.blue, try FixtureImages.jpeg(seed: 90))
            let others = try world.add([
                .init(filename: "CLIP.MOV", date: .distantPast, movie: clip), .init(filename: "LIVE.JPG", date: .distantPast, photo: live, movie: clip),
            ])
            let kinds: [(id: String, words: String)] = [
                (ids[0], "Burst of 2"), (ids[2], "Panorama"), (ids[3], "Screenshot"), (ids[4], "Photo, HDR, portrait, hidden"), (ids[5], "Photo, edited"),
                (others[0], "Video"), (others[1], "Live Photo"),
            ]
            _ = try world.library.performChanges(author: "test") { transaction in
                func change(_ number: Int, _ body: (inout AssetRecord) -> Void) throws {
                    let uuid = try #require(UUID(uuidString: ids[number]))
                    try transaction.update(assetID: #require(try transaction.reader.assetID(uuid: uuid)), body)
                }
                try change(0) { ($0.burstIdentifier, $0.representsBurst) = ("B", true) }
                try change(1) { $0.burstIdentifier = "B" }
                try change(2) { $0.mediaSubtypes = .photoPanorama }
                try change(3) { $0.mediaSubtypes = .photoScreenshot }
                try change(4) { ($0.mediaSubtypes, $0.isHidden) = ([.photoHDR, .photoDepthEffect], true) }
                try change(5) { $0.adjustmentFormatIdentifier = "com.example.edit" }
            }
            try await Gallery.open(world, at: "#/library") { gallery in
                let page = gallery.page
                for (id, words) in kinds {
                    try await gallery.go(to: (words.contains("hidden") ? "#/hidden" : "#/library") + "/asset/\(id)")
                    try await gallery.waitForViewer()
                    if try await page.evaluate("document.querySelector('.viewer-panel').hidden") { try await page.press("i") }
                    let kind = "[...document.querySelectorAll('.panel-facts dt')].find(term => term.textContent === 'Kind')?.nextElementSibling.textContent"
                    try await page.waitFor("\(kind) === \(JSON.literal(words))", "“\(words)” in the panel")
                    #expect(try await page.evaluate("document.querySelector('.panel-problem')?.textContent ?? ''") == "")
                    try await page.press("Escape")
                    try await gallery.waitForViewer(isOpen: false)
                }
            }
        }

        @Test func aBurstIsOpenedAndItsPicksAreMarked() async throws {
            let (world, ids) = try Self.library(4)
            _ = try world.library.performChanges(author: "test") { transaction in
                for (number, id) in ids.prefix(3).enumerated() {
                    let uuid = try #require(UUID(uuidString: id))
                    let row = try #require(try transaction.reader.assetID(uuid: uuid))
                    try transaction.update(assetID: row) { ($0.burstIdentifier, $0.representsBurst, $0.burstSelectionTypes) = ("B", number == 2, number > 0 ? .userPick : []) }
                }
            }
            try await Gallery.open(world, at: "#/library/asset/\(ids[1])") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                // The badge leads there, by B as well; frames that stand in their burst's list have none.
                let badge = "document.querySelector('#viewer .burst a')"
                #expect(try await page.evaluate("\(badge).textContent", as: String.self) == "Burst")
                _ = await page.keepScreenshot(named: "burst-badge")
                try await page.press("b")
                try await gallery.waitForViewer(isOpen: false)
                try await gallery.waitForCount(3)
                try await gallery.settle()
                try await gallery.cell(0).click()
                try await gallery.waitForViewer()
                #expect(try await page.evaluate("\(badge).checkVisibility()", as: Bool.self) == false)
                try await gallery.go(to: "#/library")
                try await gallery.waitForViewer(isOpen: false)
                let index = try #require(try await gallery.cells().first { $0.id == ids[1] }).index
                try await gallery.cell(index).click(button: "right")
                try await page.element(role: "menuitem", name: "Show all photos of the burst").click()
                try await gallery.waitForCount(3)
                try await gallery.go(to: "#/library/asset/\(ids[1])")
                try await gallery.waitForViewer()
                try await page.press("i")
                try await page.waitFor("document.querySelector('.panel-facts a[href^=\"#/burst/\"]')", "the way to the burst")
                #expect(try await page.evaluate("document.querySelector('.panel-facts a[href^=\"#/burst/\"]').textContent") == "Show all 3 photos")
                try await page.click(".panel-facts a[href^='#/burst/']")
                try await gallery.waitForViewer(isOpen: false)
                try await gallery.waitForCount(3)
                try await gallery.settle()
                #expect(try await page.evaluate("document.querySelector('#toolbar h1').textContent") == "Burst")
                #expect(try await gallery.cells().map { $0.name.contains(", picked") } == [true, true, false], "the oldest first")
                _ = await page.keepScreenshot(named: "burst")
                // They are picked here, by key and by menu, and the others leave.
                func waitForPicks(_ picks: [Bool]) async throws {
                    try await page.waitFor(
                        "JSON.stringify([...document.querySelectorAll('#timeline [role=gridcell][data-id]')].sort((a, b) => a.dataset.index - b.dataset.index).map(cell => cell.getAttribute('aria-label').includes(', picked'))) === '\(JSON.literal(picks))'",
                        "the picks \(picks)")
                }
                try await gallery.cell(2).focus()
                try await page.press("Space")
                _ = await page.keepScreenshot(named: "burst-selection")
                try await page.press("p")
                try await gallery.waitForToast("Picked 1 photo of the burst")
                try await waitForPicks([true, true, true])
                try await page.press("p")
                try await gallery.waitForToast("Picked 1 photo no more")
                try await waitForPicks([true, true, false])
                try await gallery.cell(0).click(button: "right")
                _ = await page.keepScreenshot(named: "burst-menu")
                try await page.element(role: "menuitem", name: "Keep only the picks").click()
                try await gallery.waitForToast("Kept the picks and deleted 1 photo")
                try await gallery.waitForCount(2)
                try await page.press("Control+z")
                try await gallery.waitForCount(3)
                // Each frame is looked at like any other photo.
                try await gallery.cell(0).click()
                try await gallery.waitForViewer()
            }
        }

        @Test func thePanelTellsHowAPhotoWasExposed() async throws {
            let words = try await Gallery.open(try .ofTwelveYears()) { gallery in
                try await gallery.page.evaluate(
                    """
                    import('/js/viewer/words.js').then(({ exposure, focalLength }) => [
                      exposure({ exposureTime: 0.004, fNumber: 1.7799, iso: 64 }), exposure({ exposureTime: 1.6, iso: 12800 }), exposure({}),
                      focalLength({ focalLength: 5.7, focalLengthIn35mm: 26 }), focalLength({ focalLength: 50, focalLengthIn35mm: 50 }),
                      focalLength({ focalLengthIn35mm: 28 }), focalLength({}),
                    ])
                    """, as: [String].self)
            }
            let chinese = try await Gallery.open(try .ofTwelveYears(), before: { try await $0.setLanguages("zh-CN,zh") }) { gallery in
                try await gallery.page.evaluate("import('/js/viewer/words.js').then(({ dimensions }) => dimensions(4032, 3024))", as: String.self)
            }
            #expect(chinese == "4032 × 3024（1219万像素）", "Chinese counts pixels by ten thousands")
            #expect(
                words == [
                    "1/250 s, f/1.8, ISO 64", "1.6 s, ISO 12800", "", "5.7 mm (26 mm on 35 mm film)", "50 mm", "28 mm on 35 mm film", "",
                ])
        }

        @Test func anEditedPhotoIsShownAsItWasUntilItIsLeft() async throws {
            let (world, ids) = try Self.library(1)
            let edited = try world.add([
                .init(
                    filename: "IMG_9.JPG", date: Date(timeIntervalSince1970: 1_550_000_000), photo: try FixtureImages.jpeg(width: 640, height: 480),
                    rendering: try FixtureImages.jpeg(width: 300, height: 400, seed: 7))
            ])[0]
            try await Gallery.open(world, at: "#/library/asset/\(edited)") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                let original = "document.querySelector('#viewer .slide:not([aria-hidden]) .picture-original')"
                let isPressed = "document.querySelector('#viewer [aria-keyshortcuts=O]').getAttribute('aria-pressed') === 'true'"
                try await page.element(role: "button", name: "Show original").click()
                try await page.waitFor("\(original)?.naturalWidth === 640", "the photo before its edit")
                #expect(try await page.evaluate(isPressed))
                _ = await page.keepScreenshot(named: "edited-original")
                try await page.press("o")
                try await page.waitFor("\(original) === null && !(\(isPressed))", "the photo as it is")
                try await page.press("o")
                try await page.waitFor("\(original)?.naturalWidth === 640", "the photo before its edit")
                // The next photo has no edit, and on the way back this one is what it is.
                try await page.press("ArrowLeft")
                try await gallery.waitForViewed(ids[0])
                #expect(try await page.evaluate("document.querySelector('#viewer [aria-keyshortcuts=O]').hidden", as: Bool.self))
                try await page.press("o")
                try await page.press("ArrowRight")
                try await gallery.waitForViewed(edited)
                #expect(try await page.evaluate("\(original) === null && !(\(isPressed))"))
            }
        }

        @Test func theOriginalOfAPhotoThatWasTurnedIsAsLargeAsTheStageAllows() async throws {
            let (world, _) = try Self.library(1)
            let turned = try world.add([
                .init(
                    filename: "IMG_9.JPG", date: Date(timeIntervalSince1970: 1_550_000_000), photo: try FixtureImages.jpeg(width: 1440, height: 960),
                    rendering: try FixtureImages.jpeg(width: 960, height: 1440, seed: 7))
            ])[0]
            try await Gallery.open(world, at: "#/library/asset/\(turned)") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                let edited = try await gallery.pictureBox(of: turned)
                let original = "document.querySelector('#viewer .slide:not([aria-hidden]) .picture-original')"
                try await page.press("o")
                try await page.waitFor("\(original)?.naturalWidth === 1440", "the photo before its edit")
                try await page.waitForFrames(2)
                _ = await page.keepScreenshot(named: "turned-original")
                let shown = try await page.element("#viewer .slide:not([aria-hidden]) .picture-original").box()
                #expect(abs(shown.width / shown.height - 1.5) < 0.01 && abs(edited.height / edited.width - 1.5) < 0.01, "\(edited) \(shown)")
                // Both are as high as the stage, or as wide.
                let stage = try await page.element("#viewer .viewer-stage").box()
                #expect(abs(shown.width - stage.width) < 2 || abs(shown.height - edited.height) < 2, "\(edited) \(shown) \(stage)")
                // Enlarged, it is as much in the middle as the other.
                try await page.press("+")
                try await page.press("o")
                try await page.waitFor("\(original) === null", "the photo as it is")
                try await page.press("0")
                try await page.waitForStillness("#viewer .slide:not([aria-hidden]) .picture")
                let again = try await gallery.pictureBox(of: turned)
                #expect(again == edited)
            }
        }

        @Test func whatIsTakenBackLeavesThePanelToo() async throws {
            let (world, ids) = try Self.library(2)
            try await Gallery.open(world, at: "#/library/asset/\(ids[0])") { gallery in
                let page = gallery.page
                try await gallery.waitForViewer()
                try await page.press("i")
                for (field, words) in [("title", "The quay"), ("caption", "Ships at the quay"), ("keywords", "ships, quay")] {
                    let value = "document.querySelector('.panel-\(field)').value"
                    try await page.waitFor("document.querySelector('.panel-\(field)').readOnly === false", "the field of the \(field)")
                    try await page.run("document.querySelector('.panel-\(field)').focus()")
                    try await page.type(words)
                    try await page.press("Enter")
                    try await page.waitFor("[...document.querySelectorAll('#toasts button')].some(button => button.textContent === 'Undo')", "an undo")
                    #expect(try await page.evaluate(value) == words)
                    try await page.element(role: "button", name: "Undo").click()
                    try await page.waitFor("\(value) === ''", "the \(field) as it was")
                }
            }
        }

        @Test func neighboursAreFetchedAheadAndNothingElse() async throws {
            let (world, ids) = try Self.library(9)
            try await Gallery.open(world, at: "#/library/asset/\(ids[4])") { gallery in
                let page = gallery.page
                func waitForPreviews(of indices: ClosedRange<Int>) async throws {
                    let wanted = Set(indices.map { ids[$0] })
                    try await page.waitFor(
                        """
                        (wanted => [...document.querySelectorAll('#viewer .slide')].filter(slide => slide.querySelector('.picture-preview'))
                          .map(slide => slide.dataset.id).sort().join() === wanted)(\(JSON.literal(wanted.sorted().joined(separator: ","))))
                        """, "the previews of \(indices)")
                }
                func asked() -> Set<Int> {
                    Set(
                        page.log.requests.compactMap { request in
                            guard request.path.hasSuffix("/preview") else { return nil }
                            return ids.firstIndex { request.path.contains($0) }
                        })
                }
                try await waitForPreviews(of: 3...5)
                #expect(asked() == [3, 4, 5])
                try await page.press("ArrowRight")
                try await waitForPreviews(of: 4...6)
                #expect(asked() == [3, 4, 5, 6])
                #expect(!page.log.requests.contains { $0.path.hasSuffix("/full") })
                #expect(try await page.evaluate("document.querySelectorAll('#viewer .slide').length") == 3)
            }
        }

        @Test func theWheelZoomsAroundThePointer() async throws {
            let (world, ids) = try Self.library(2)
            try await Gallery.open(world, at: "#/library/asset/\(ids[0])") { gallery in
                let page = gallery.page
                let picture = "document.querySelector('#viewer .slide:not([aria-hidden]) .picture')"
                /// How large the picture is, and what part of it lies under the pointer.
                func look() async throws -> [Double] {
                    try await page.evaluate(
                        """
                        (({ x, y, width, height }) => [width, (500 - x) / width, (300 - y) / height])(\(picture).getBoundingClientRect())
                        """)
                }
                try await page.waitFor("\(picture)?.querySelector('.picture-preview')", "the preview")
                let before = try await look()
                try await page.moveMouse(to: 500, 300)
                try await page.wheel(-800)
                try await page.waitFor("\(picture).style.transform !== ''", "the picture to be larger")
                let after = try await look()
                #expect(after[0] > before[0] * 2)
                #expect(abs(after[1] - before[1]) < 0.01 && abs(after[2] - before[2]) < 0.01, "\(before) \(after)")
                try await page.press("0")
                // A browser that was late begins to ease only after the class is gone, and then goes on.
                try await page.waitFor("\(picture).style.transform === '' && \(picture).getAnimations().length === 0", "the picture to fit again")
                #expect(abs(try await look()[0] - before[0]) < 0.5)
            }
        }

        @Test func aPhotoThatCannotBeDecodedSaysWhy() async throws {
            let (world, ids) = try Self.library(1)
            let originals = world.url.appending(path: "originals")
            let files = try FileManager.default.subpathsOfDirectory(atPath: originals.path).filter { $0.lowercased().hasSuffix(".jpg") }
            let file = originals.appending(path: try #require(files.first))
            try FileManager.default.removeItem(at: file)
            try Data("no picture at all".utf8).write(to: file)
            // What was made of it when it came would go on standing for it.
            for preview in try FileManager.default.subpathsOfDirectory(atPath: world.url.path) where preview.contains("previews/") {
                try? FileManager.default.removeItem(at: world.url.appending(path: preview))
            }
            try await Gallery.serve(world) { gallery in
                try await Chromium.shared().withPage { page in
                    page.log.forgive("Failed to load resource")
                    try await page.prove(Gallery.token)
                    try await page.open(gallery.address + "#/library/asset/\(ids[0])")
                    try await page.waitFor("document.querySelector('#viewer .slide-problem')", "the problem")
                    let words = try await page.evaluate("document.querySelector('.slide-problem').innerText", as: String.self)
                    #expect(words.contains("IMG_0.JPG"))
                    let link = try await page.evaluate("document.querySelector('.slide-problem a').getAttribute('href')", as: String.self)
                    #expect(link.hasPrefix("/original/\(ids[0])/"))
                }
            }
        }

        @Test func aDamagedPhotoShowsWhatIsLeftAndSaysWhyItIsNotAll() async throws {
            let world = try World(), whole = try FixtureImages.jpeg(width: 640, height: 480, seed: 3)
            let date = Date(timeIntervalSince1970: 1_560_000_000)
            let ids = try world.add([
                .init(filename: "CUT.JPG", date: date, photo: whole.prefix(whole.count * 6 / 10)),
                .init(filename: "WHOLE.JPG", date: date - 60, photo: whole),
            ])
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.waitFor("document.querySelector('.photo.is-damaged img')?.naturalWidth > 0", "what is left of the photo in the timeline")
                #expect(try await page.evaluate("document.querySelector('.photo.is-damaged').getAttribute('aria-label').includes('damaged')") == true)
                await page.keepScreenshot(named: "damaged-timeline")
                try await gallery.cell(0).click()
                try await gallery.waitForViewed(ids[0])
                try await page.press("i")
                let fact = "[...document.querySelectorAll('.panel-facts dt')].find(term => term.textContent === 'Damage')?.nextElementSibling.textContent"
                try await page.waitFor("\(fact) !== undefined", "the damage in the panel")
                let words: String = try await page.evaluate(fact)
                #expect(words.hasPrefix("The file can’t be read whole. Premature end") && words.hasSuffix("."), "\(words)")
                #expect(try await page.evaluate("document.querySelector('.panel-resource').textContent.includes('damaged')") == true)
                #expect(
                    try await page.evaluate("document.querySelector('#viewer .slide:not([aria-hidden]) .picture').getAttribute('aria-label')")
                        == "Photo, 8 June 2019, damaged, CUT.JPG")
                try await page.waitFor("document.querySelector('#viewer .slide:not([aria-hidden]) .picture-preview')", "what is left of it")
                await page.keepScreenshot(named: "damaged-viewer")
                try await page.press("ArrowRight")
                try await gallery.waitForViewed(ids[1])
                try await page.waitFor("document.querySelector('.panel-facts') && \(fact) === undefined", "nothing of the kind of the next photo")
            }
        }

        @Test func theFocusStaysInTheViewerAndGoesBackToThePhoto() async throws {
            let (world, ids) = try Self.library(5)
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await gallery.cell(2).click()
                try await gallery.waitForViewed(ids[2])
                try await gallery.waitForViewer()
                for key in ["Tab", "Shift+Tab"] {
                    for _ in 0..<20 {
                        try await page.press(key)
                        let isInside: Bool = try await page.evaluate("document.getElementById('viewer').contains(document.activeElement)")
                        let focused = try await page.focused()
                        #expect(isInside, "\(key) leads to \(focused)")
                    }
                }
                try await page.press("ArrowRight")
                try await gallery.waitForViewed(ids[3])
                try await page.press("Escape")
                try await gallery.waitForFocus(on: 3)
            }
        }
    }
}
