import Browser
import Foundation
import LibraryEngine
import PhotoModel
import PhotosTesting
import TestSupport
import Testing

extension GalleryTests.Viewer {
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

    @Test func thePanelNamesThePlaceAndLeadsToWhatWasTakenThere() async throws {
        // The word Lissabon would find what was taken there, too.
        let other = MadeGazetteer.Town(99_000_001, "Lissaboner Berg", 37.1, -8.1, "PT", "17")
        let (world, ids) = try Self.library(4, gazetteer: MadeGazetteer(MadeGazetteer.usualTowns + [other]))
        let positions = [(38.7118, -9.126), (37.1, -8.1), (0.0, -30.0)]
        _ = try world.library.performChanges(author: "test") { transaction in
            for (id, position) in zip(ids, positions) {
                let uuid = try #require(UUID(uuidString: id)), row = try #require(try transaction.reader.assetID(uuid: uuid))
                try transaction.update(assetID: row) { $0.location = LocationRecord(latitude: position.0, longitude: position.1) }
            }
        }
        let places = "JSON.stringify([...document.querySelectorAll('.panel-places a')].map(link => link.textContent))"
        let fact = "[...document.querySelectorAll('.panel-facts dt')].find(term => term.textContent === 'Ort')?.nextElementSibling"
        let position = "\(fact)?.querySelector('.selectable')?.textContent"
        try await Gallery.open(world, at: "#/library/asset/\(ids[0])", before: { try await $0.setLanguages("de-DE,de,en") }) { gallery in
            let page = gallery.page
            func look(_ id: String) async throws {
                if try await !gallery.isViewing { try await gallery.go(to: "#/library/asset/\(id)") }
                try await gallery.waitForViewer()
                if try await page.evaluate("document.querySelector('.viewer-panel').hidden") { try await page.press("i") }
                try await page.waitFor("document.querySelector('.panel-files')", "the facts")
            }
            for (name, count) in [("Lissabon", 1), ("Lisbon District", 1), ("Portugal", 2)] {
                try await look(ids[0])
                let names = JSON.literal("[\"Alfama\",\"Lissabon\",\"Lisbon District\",\"Portugal\"]")
                try await page.waitFor("\(places) === \(names)", "the names of the place")
                try await page.waitFor("\(position)?.startsWith('38,71180')", "the position")
                if name == "Lissabon" { try await gallery.inspect("viewer-place") }
                try await page.element(role: "link", name: name).click()
                try await gallery.waitForViewer(isOpen: false)
                try await gallery.waitForCount(count)
                #expect(try await page.evaluate("document.querySelector('#toolbar .title').textContent", as: String.self) == "„\(name)“")
                #expect(try await page.evaluate("document.getElementById('search').value", as: String.self) == "ANY place ==[c] \"\(name)\"")
            }
            // What has no name has its position alone.
            try await look(ids[2])
            try await page.waitFor("(\(position) ?? '').startsWith('0,00000')", "the position")
            #expect(try await page.evaluate(places, as: String.self) == "[]")
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
}
