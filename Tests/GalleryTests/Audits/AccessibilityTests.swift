import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// axe-core finds nothing on any page, wide and narrow, light and dark; half of them are looked at in forced colours as well.
    @Suite(.enabled(if: Axe.file != nil, Comment(rawValue: Axe.absence))) struct Accessibility {
        private static func look(at what: String, _ page: Page, _ look: Look) async throws {
            try await page.waitForStillness("body")
            let faults = try await page.axeFaults(by: #require(Axe.file), isForcing: look.screen.isPhone == look.screen.isDark)
            for fault in faults { Issue.record("\(look.testDescription), \(what): \(fault)") }
        }

        @Test func `what is wrong is found`() async throws {
            try await Gallery.open(try World()) { gallery in
                let page = gallery.page, axe = try #require(Axe.file)
                #expect(try await page.axeFaults(by: axe, isForcing: false) == [])
                try await page.run("document.getElementById('toolbar').append(document.createElement('button'))")
                let faults = try await page.axeFaults(by: axe, isForcing: true)
                #expect(faults.contains { $0.hasPrefix("button-name: ") } && faults.contains { $0.hasPrefix("forced colours: button-name: ") }, "\(faults)")
            }
        }

        @Test(arguments: Look.all) func `the gallery, from the grid to the editor`(_ look: Look) async throws {
            let atlas = try Atlas(), file = try atlas.world.file("to send/SENT.JPG", FixtureImages.jpeg(width: 320, height: 240, seed: 40)).path
            let lake = World.NewAsset(
                filename: "LAKE.TIF", date: Date(timeIntervalSince1970: 1_500_000_000), photo: Scenery.tiff, caption: "The only lighthouse", keywords: ["harbour"])
            let id = try atlas.world.add([lake], album: "Norge")[0]
            try await atlas.open(on: look.screen, at: "#/library") { gallery in
                let page = gallery.page
                func find(_ what: String) async throws { try await Self.look(at: what, page, look) }
                try await find("the grid")
                try await Self.chosen(gallery, find)
                try await Self.sent(file, gallery, find)
                try await gallery.go(to: "#/albums")
                try await find("the albums")
                try await gallery.go(to: "#/map")
                try await find("the map")
                try await gallery.go(to: "#/library")
                try await Hands.keyboard.search("light", in: gallery)
                try await page.waitFor("document.querySelector('#search-suggestions:not([hidden]) [role=option]')", "what may be meant")
                try await find("suggestions")
                try await gallery.waitForCount(1)
                try await page.run("document.activeElement.blur()")
                try await gallery.go(to: "#/library/asset/\(id)")
                try await gallery.waitForViewed(id)
                _ = try await gallery.pictureBox(of: id)
                try await find("a photo")
                try await page.press("i")
                try await page.waitFor("document.querySelector('#viewer aside dl')", "the facts")
                try await find("its facts")
                try await page.press("i")
                try await page.waitFor("!document.querySelector('#viewer aside:not([hidden])')", "the facts to go")
                try await Editor.open(page)
                try await find("the editor")
                try await page.click("#editor-tab-crop")
                try await find("the editor's crop")
            }
        }

        /// What can be done with photos that are chosen.
        private static func chosen(_ gallery: GalleryPage, _ find: (String) async throws -> Void) async throws {
            let page = gallery.page, box = try await gallery.cell(2).box()
            try await page.click(at: box.x + 14, box.y + 14)
            try await page.waitFor("!document.getElementById('selection').hidden", "the bar of the selection")
            try await find("a selection")
            try await page.press("e")
            try await page.waitFor(BulkEdits.isOpen, "the dialog")
            try await BulkEdits.choose("4", row: 5, page)
            try await page.click("dialog[open] .actions [data-kind=default]")
            try await page.waitFor("\(BulkEdits.preview).includes('would change')", "the preview")
            try await find("the preview of a change of many")
            for (row, way) in [(0, "shift"), (1, "set"), (2, "set"), (4, "addKeywords")] { try await BulkEdits.choose(way, row: row, page) }
            try await find("a change of many")
            try await page.press("Escape")
            try await page.waitFor("!(\(BulkEdits.isOpen))", "the dialog to close")
            try await gallery.cell(2).focus()
            try await page.press("Shift+F10")
            try await page.waitFor("document.querySelector('[role=menu]')", "the photo's menu")
            try await find("a photo's menu")
            try await page.press("Escape", "Escape")
            try await page.waitFor("document.getElementById('selection').hidden", "nothing to be selected")
        }

        /// A file that comes in by the page.
        private static func sent(_ file: String, _ gallery: GalleryPage, _ find: (String) async throws -> Void) async throws {
            let page = gallery.page
            try await page.keepChoosersClosed()
            if try await page.evaluate("innerWidth < 721", as: Bool.self) {
                try await page.element(role: "button", name: "More").tap()
                try await page.element(role: "menuitem", name: "Add photos").tap()
            } else {
                try await page.element("#toolbar [aria-label=\"Add photos\"]").click()
                try await page.waitForStillness("body")
                try await page.element(role: "menuitem", name: "Choose files…").click()
            }
            try await page.element(".upload-chooser").choose([file])
            try await page.waitFor("document.querySelector('#uploads h2')?.textContent === '1 file is in the library'", "the file to come in")
            try await gallery.waitForPhotos()
            try await find("uploads")
            try await page.element("#uploads [aria-label=\"Close\"]").click()
            try await page.waitFor("document.querySelector('#uploads').hidden", "the panel to go")
        }

        @Test(arguments: Look.all) func `photos in their own shapes, and from afar`(_ look: Look) async throws {
            try await Gallery.open(try .ofTwelveYears(), on: look.screen) { gallery in
                let page = gallery.page
                try await page.element(role: "button", name: "Photos in their own shape").click()
                try await gallery.waitForPhotos()
                try await Self.look(at: "own shapes", page, look)
                for (what, isYears) in [("months", false), ("years", true)] {
                    for _ in 0..<(isYears ? 1 : 2) { try await page.click(".zoom > .smaller") }
                    let isThere = "(document.querySelector('#timeline .card-title')?.textContent === '2023') === \(isYears)"
                    try await page.waitFor("document.querySelector('#timeline .card img')?.complete && \(isThere)", what)
                    try await Self.look(at: what, page, look)
                }
                try await gallery.go(to: "#/onThisDay")
                try await Self.look(at: "on this day", page, look)
            }
        }

        @Test(arguments: Look.all) func `what is there twice`(_ look: Look) async throws {
            try await Gallery.open(try await Duplicates.world(), on: look.screen, at: "#/duplicates") { gallery in
                try await gallery.page.waitFor("document.querySelectorAll('.duplicate-group h2').length === 2", "both groups")
                try await gallery.waitForPhotos()
                try await Self.look(at: "duplicates", gallery.page, look)
            }
        }

        private struct Made: Decodable, Sendable { var url: String }

        @Test(arguments: Look.all) func `the pages of links`(_ look: Look) async throws {
            let world = try World(), ids = try world.addPictures(3), assets = ids.map { "\"\($0)\"" }.joined(separator: ",")
            try await Gallery.serve(world) { gallery in
                func share(_ wish: String) async throws -> String {
                    let made: Made = try await Program.ask(gallery.address + "api/shares", Gallery.token, body: wish)
                    return made.url
                }
                func open(_ address: String, _ body: (Page) async throws -> Void) async throws {
                    try await Chromium.shared().withPage(on: look.screen, "accessibility-\(look.testDescription)") { page in
                        try await page.open(address)
                        try await body(page)
                    }
                }
                try await open(share("{\"assets\":[\(assets)],\"title\":\"Dunes\",\"downloads\":true}")) { page in
                    try await page.waitFor("document.querySelectorAll('.shot').length === 3", "the photos")
                    try await page.waitForPictures(".shot img")
                    try await Self.look(at: "what a link shows", page, look)
                    try await page.click(".shot")
                    try await page.waitForPictures(".viewing img")
                    try await Self.look(at: "a photo that a link shows", page, look)
                }
                try await open(share(#"{"title":"From the party","uploads":{"files":5}}"#)) { page in
                    try await page.waitFor("!document.getElementById('sending').hidden", "the page")
                    try await Self.look(at: "a link that takes photos", page, look)
                }
            }
        }

        /// The picker, in English by day and in Chinese by night.
        @Test(arguments: Look.all) func `the picker, from its photos to its end`(_ look: Look) async throws {
            let world = try World(), isChinese = look.screen.isDark
            _ = try world.addPictures(3)
            try await Gallery.serve(world) { gallery in
                func pick(_ request: String, _ body: (PickerPage) async throws -> Void) async throws {
                    try await Chromium.shared().withPage(on: look.screen, "accessibility-picker-\(look.testDescription)") { page in
                        if isChinese { try await page.setLanguages("zh-CN,zh") }
                        let picker = try await PickerPage.begin(gallery, request, page)
                        try await page.open(picker.url)
                        try await picker.waitForPhotos()
                        try await body(picker)
                    }
                }
                try await pick(#"{"limit":2,"ordered":true,"title":"Photos for the post"}"#) { picker in
                    let page = picker.page
                    for index in [0, 1] { try await picker.cell(index).click() }
                    try await picker.waitForChosen(2)
                    try await page.waitForPictures("#tray img")
                    try await Self.look(at: "a picker", page, look)
                    try await picker.cell(2).click()
                    try await page.waitFor("document.querySelector('.toast .words')", "the limit to be told")
                    try await Self.look(at: "a picker's limit", page, look)
                    // They lie over what is at the foot of the page.
                    try await page.waitFor("!document.querySelector('.toast')", "the words to go")
                    try await page.click(".tabs .tab:nth-child(2)")
                    try await page.waitFor("document.querySelector('#albums .album')", "the albums")
                    try await Self.look(at: "a picker's albums", page, look)
                    try await page.click("#tray .look")
                    try await page.waitForPictures("#preview img")
                    try await Self.look(at: "a photo of a picker", page, look)
                    try await page.press("Escape")
                    try await page.waitFor("document.getElementById('preview').hidden", "the preview to close")
                    try await page.click("#done")
                    try await picker.waitForEnd(isChinese ? "照片已交付" : "Your photos were handed over")
                    try await Self.look(at: "a picker's end", page, look)
                }
                try await pick(#"{"limit":9,"filter":"all(images,videos)"}"#) { picker in
                    try await picker.page.waitFor("document.getElementById('empty-title')", "the words where nothing is")
                    try await Self.look(at: "a picker of nothing", picker.page, look)
                }
            }
        }
    }
}
